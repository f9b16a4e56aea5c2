"""What is told of a whole game, replayed from its start, in a process of the studio that may take its time."""

from collections.abc import Iterator
from functools import lru_cache

from engine.actions import Action
from engine.game import Game, Setup
from render.course import Moment, moments

Line = tuple[str, str]
"""A stored move: the seat and the notation."""

SUFFIX = ".webp"


@lru_cache(maxsize=32)
def course(setup: Setup, lines: tuple[Line, ...]) -> tuple[Moment, ...]:
    """Return how a game went, round by round.

    Raises:
        EngineError: the rules of this version refuse one of the moves.
    """
    return tuple(moments(_games(setup, lines)))


@lru_cache(maxsize=2)
def film(setup: Setup, lines: tuple[Line, ...], scheme: str, lang: str) -> bytes:
    """Return a game as a moving picture.

    Raises:
        EngineError: the rules of this version refuse one of the moves.
    """
    import render  # noqa: PLC0415 - only those who draw load fonts and brushes

    return render.film(setup, _actions(setup, lines), SUFFIX, scheme=scheme, lang=lang)


def _games(setup: Setup, lines: tuple[Line, ...]) -> Iterator[Game]:
    game = Game.begin(setup)
    yield game
    for seat, text in lines:
        game = game.play(game.read(text, seat))
        yield game


def _actions(setup: Setup, lines: tuple[Line, ...]) -> Iterator[Action]:
    game = Game.begin(setup)
    yield from (game.read(text, seat) for seat, text in lines)
