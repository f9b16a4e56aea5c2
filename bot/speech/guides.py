"""Guides of a first game: what has just become possible, told once for each kind of move of a title."""

from collections.abc import Iterable, Sequence

from bot.speech.teller import Teller
from bot.tables.table import MoveResult
from engine.events import Asked

GUIDES, GUIDED = "guide", "guided"
"""The personal settings that say whether guides are wanted, and which have been told."""


def guides(teller: Teller, moves: Iterable[MoveResult], told: Sequence[str]) -> dict[str, str]:
    """Return the hints due after some moves, by the names under which they are remembered as told.

    A move that has only asked somebody for consent is not explained yet.
    """
    found = {}
    for move in moves:
        if any(isinstance(event, Asked) for event in move.events):
            continue
        name = f"{teller.title.name}/{move.action.verb}"
        text = teller.tell([f"guide.{move.action.verb}"], {})
        if text and name not in told:
            found[name] = text
    return found
