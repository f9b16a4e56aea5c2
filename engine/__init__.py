"""Rules of 18xx railway games: no input, no output, and no sentences except the clauses of the titles."""

from engine.actions import Action
from engine.choices import Choices, Offer
from engine.game import Game, Setup
from engine.refusals import BadSetup, IllegalAction, Malformed, Refusal, Refused
from engine.title import Title, find

VERSION = "0.3.0"
"""Version of the rules; games remember under which one they were played."""

__all__ = [
    "VERSION",
    "Action",
    "BadSetup",
    "Choices",
    "Game",
    "IllegalAction",
    "Malformed",
    "Offer",
    "Refusal",
    "Refused",
    "Setup",
    "Title",
    "find",
]
