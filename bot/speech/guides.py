"""Guides of a first game: what has just become possible, told once for each kind of move of a title."""

from collections.abc import Iterable, Sequence

from bot.speech.names import of_kind
from bot.speech.teller import Teller
from bot.tables.table import MoveResult
from engine.actions import unit_of
from engine.events import Asked

GUIDES, GUIDED = "guide", "guided"
"""The personal settings that say whether guides are wanted, and which have been told."""


def guides(teller: Teller, moves: Iterable[MoveResult], told: Sequence[str]) -> dict[str, str]:
    """Return the hints due after some moves, by the names under which they are remembered as told.

    A move that has only asked somebody for consent is not explained yet. Where a kind of unit has a hint of its own,
    that is told once besides the one for all others.
    """
    found = {}
    for move in moves:
        if any(isinstance(event, Asked) for event in move.events):
            continue
        keys = of_kind([move.action.verb], teller.kind(unit_of(move.action)))
        key = next((key for key in keys if teller.speaks_of(f"guide.{key}")), "")
        name = f"{teller.title.name}/{key}"
        if key and name not in told:
            found[name] = teller.known(f"guide.{key}")
    return found
