"""A company with some money and track, as tests of building, tokens and routes need it."""

from dataclasses import replace

from engine.game import Game
from engine.notes import TurnNotes
from tests.games.t18cz.czech import Builder

MEDIUM = ("BN", "NWB", "ATE", "BTE", "KFN")


def company(unit: str = "EKJ", phase: str = "d", *options: str, cash: int = 400, **tiles: str) -> Builder:
    """A company that ann directs, with money of its own, and tiles on the map."""
    built = Builder(3, *options).holds("ann", **{unit: 60 if unit in MEDIUM else 50})
    return built.cash(**{unit: cash}).phase(phase).tiles(**tiles)


def earned(built: Builder, unit: str, revenue: int) -> Game:
    """The moment when a company has run for so much and its director decides what becomes of it."""
    frame = built.company(unit).pos.frame
    return built.at(replace(frame, turn=TurnNotes(revenue=revenue)), "dividend")
