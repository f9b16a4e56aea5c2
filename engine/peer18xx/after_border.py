"""A game that left its record and went on by other rules, as far as 18xx.games would have played the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.actions import Accept, Action, GoOn
from engine.game import Game, Setup
from engine.refusals import IllegalAction
from engine.retrace import outcome

APART = ("options", "ply", "lowest", "rng")
"""What may differ between a game and the same one there."""


def as_there(setup: Setup, actions: Sequence[Action]) -> tuple[tuple[int, ...], int | None]:
    """Return the places of the actions that make the same game there, and that of the action before which they end.

    That is the first that is refused there, or leads elsewhere; None if none is and does. A deal counts once it has
    been agreed to. One of the actions leaves the record.
    """
    border = next(place for place, action in enumerate(actions) if isinstance(action, GoOn))
    there = outcome(Game.begin(setup), actions[:border])
    kept = list(range(border))
    for first, places, after in _deals(there, actions, border):
        found = there
        try:
            for place in places:
                found = found.play(actions[place])
        except IllegalAction:
            return tuple(kept), first
        if not _alike(found, after):
            return tuple(kept), first
        kept, there = [*kept, *places], found
    return tuple(kept), None


def _deals(game: Game, actions: Sequence[Action], first: int) -> Iterator[tuple[int, tuple[int, ...], Game]]:
    """Yield the place of an action or offer, the places of what it is there, and the game after it.

    A declined offer is nothing there, and one that is still open is what it would be.
    """
    asked: int | None = None
    for place, action in enumerate(actions[first:], first):
        game = game.play(action)
        if isinstance(action, GoOn):
            continue
        if asked is not None:
            yield asked, ((asked,) if isinstance(action, Accept) else ()), game
            asked = None
        elif game.state.frames and game.pos.frame.kind == "consent":
            asked = place
        else:
            yield place, (place,), game
    if asked is not None:
        yield asked, (asked,), game


def _alike(one: Game, other: Game) -> bool:
    mine, theirs = one.state.dump(), other.state.dump()
    return all(mine[name] == theirs[name] for name in mine if name not in APART)
