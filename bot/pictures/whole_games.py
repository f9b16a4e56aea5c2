"""What is told of a whole game, replayed from its start, in a process of the studio that may take its time."""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engine.actions import Action
from engine.game import Game, Setup
from render.history import RoundEnd, round_ends_of

Line = tuple[str, str]
"""A stored move: the seat and the notation."""

SUFFIX = ".webp"


KEPT = 64
"""So many games are remembered up to the beginning of their round."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """The beginning of a round: the moves before it, the game there, and the rounds that had ended."""

    lines: tuple[Line, ...]
    game: Game
    told: tuple[RoundEnd, ...] = ()


_marks: OrderedDict[Setup, _Mark] = OrderedDict()


@lru_cache(maxsize=32)
def course(setup: Setup, lines: tuple[Line, ...]) -> tuple[RoundEnd, ...]:
    """Return how a game went, round by round; of a game that has gone on only the last round is replayed.

    Raises:
        EngineError: the rules of this version refuse one of the moves.
    """
    mark = _marks.pop(setup, None)
    if mark is None or lines[: len(mark.lines)] != mark.lines:
        mark = _Mark((), Game.begin(setup))
    found = [mark, *_rounds(mark, lines)]
    _marks[setup] = found[-2] if len(found) > 1 else mark
    while len(_marks) > KEPT:
        _marks.popitem(last=False)
    return found[-1].told


def _rounds(mark: _Mark, lines: tuple[Line, ...]) -> Iterator[_Mark]:
    """Yield the beginning of each round that follows a mark, and last the end of all moves."""
    told, here, ply = mark.told, mark.game, len(mark.lines)

    def played() -> Iterator[Game]:
        nonlocal here, ply
        yield here
        for seat, text in lines[len(mark.lines) :]:
            here, ply = here.play(here.read(text, seat)), ply + 1
            yield here

    for moment in round_ends_of(played()):
        told = (*told, moment)
        yield _Mark(lines[:ply], Game.resume(here.setup, here.state), told)


@lru_cache(maxsize=2)
def film(setup: Setup, lines: tuple[Line, ...], scheme: str, lang: str) -> bytes:
    """Return a game as a moving picture.

    Raises:
        EngineError: the rules of this version refuse one of the moves.
    """
    import render  # noqa: PLC0415 - only those who draw load fonts and brushes

    return render.make_film(setup, _actions(setup, lines), SUFFIX, scheme=scheme, lang=lang)


def _actions(setup: Setup, lines: tuple[Line, ...]) -> Iterator[Action]:
    game = Game.begin(setup)
    yield from (game.read(text, seat) for seat, text in lines)
