"""Guides of a first game: what has just become possible, told once for each kind of move of a title."""

from collections.abc import Iterable, Sequence

from bot.speech.teller import Teller
from engine.actions import Action

GUIDES, GUIDED = "guide", "guided"
"""The personal settings that say whether guides are wanted, and which have been told."""


def guides(teller: Teller, actions: Iterable[Action], told: Sequence[str]) -> dict[str, str]:
    """Return what is to be told after some actions, by the names under which it is remembered as told."""
    found = {}
    for action in actions:
        name = f"{teller.title.name}/{action.verb}"
        text = teller.tell([f"guide.{action.verb}"], {})
        if text and name not in told:
            found[name] = text
    return found
