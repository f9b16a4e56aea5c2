"""What is told of a whole game, replayed from its start, in a process that may take its time."""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import render
from engine.actions import Action
from engine.events import Event
from engine.game import Game, Setup
from engine.retrace import retrace
from engine.retrospect import Retrospect
from engine.retrospect import retrospect as looked_back
from render import Look
from render.history import RoundEnd, parted, replayed, round_ends_of

StoredMove = tuple[str, str]
"""A stored move: the seat and the notation."""

SUFFIX = ".webp"


KEPT = 64
"""How many games are remembered up to the beginning of their round."""


@dataclass(frozen=True, slots=True)
class _RoundStart:
    """The beginning of a round: the moves before it, the game there, the rounds that had ended, what has begun it."""

    lines: tuple[StoredMove, ...]
    game: Game
    told: tuple[RoundEnd, ...] = ()
    begun: tuple[Event, ...] = ()


_round_starts: OrderedDict[Setup, _RoundStart] = OrderedDict()


@lru_cache(maxsize=32)
def course(setup: Setup, lines: tuple[StoredMove, ...]) -> tuple[RoundEnd, ...]:
    """Return how a game went, round by round; where it has only gone on, its last round alone is replayed.

    :raises Refused: when the rules of this version refuse one of the moves
    """
    start = _round_starts.pop(setup, None)
    if start is None or lines[: len(start.lines)] != start.lines:
        start = _RoundStart((), Game.begin(setup))
    found = [start, *_rounds(start, lines)]
    _round_starts[setup] = found[-2] if len(found) > 1 else start
    while len(_round_starts) > KEPT:
        _round_starts.popitem(last=False)
    return found[-1].told


def _rounds(start: _RoundStart, lines: tuple[StoredMove, ...]) -> Iterator[_RoundStart]:
    """Yield the beginning of each round that follows a start, and last the end of all moves."""
    told, here, ply = start.told, start.game, len(start.lines)

    def played() -> Iterator[Game]:
        nonlocal here, ply
        yield here
        actions = [here.recorded(text, seat) for seat, text in lines[len(start.lines) :]]
        for game in retrace(here, actions):
            here, ply = game, ply + 1
            yield here

    for round_end in round_ends_of(played(), start.begun):
        told = (*told, round_end)
        yield _RoundStart(
            lines[:ply], Game.resume(here.setup, here.state), told, tuple(parted(here.events)[1])
        )


@lru_cache(maxsize=8)
def retrospect(setup: Setup, lines: tuple[StoredMove, ...]) -> Retrospect:
    """Return a whole game in retrospect.

    :raises Refused: when the rules of this version refuse one of the moves
    """
    return looked_back(replayed(setup, _actions(setup, lines)))


@lru_cache(maxsize=2)
def film(
    setup: Setup,
    lines: tuple[StoredMove, ...],
    look: Look,
    by_bot: tuple[tuple[int, str], ...] = (),
    since: int = 0,
) -> bytes:
    """Return a game as a moving picture, from after ``since`` moves.

    ``by_bot`` are the moves, by number and seat, that no person has decided.

    :raises Refused: when the rules of this version refuse one of the moves
    """
    return render.make_film(setup, _actions(setup, lines), SUFFIX, look, dict(by_bot), since=since)


def _actions(setup: Setup, lines: tuple[StoredMove, ...]) -> Iterator[Action]:
    game = Game.begin(setup)
    yield from (game.recorded(text, seat) for seat, text in lines)
