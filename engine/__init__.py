"""Rules of 18xx railway games: no input, no output, no sentences but the clauses of the titles."""

from engine.actions import Action
from engine.choices import Choices, Offer
from engine.game import Game, Setup
from engine.rules import BadSetup, EngineError, IllegalAction, Malformed, Refusal
from engine.title import Title, find

VERSION = "0.1.0"
"""Version of the rules; games remember under which one they were played."""

__all__ = [
    "VERSION",
    "Action",
    "BadSetup",
    "Choices",
    "EngineError",
    "Game",
    "IllegalAction",
    "Malformed",
    "Offer",
    "Refusal",
    "Setup",
    "Title",
    "find",
]
