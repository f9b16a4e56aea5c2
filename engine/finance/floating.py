"""Corporations that float: for titles whose own part of the state lists them as ``floated``."""

from __future__ import annotations

from engine.events import Floated
from engine.position import Position
from engine.scratch import Scratch
from engine.special import change
from engine.state import BANK


def floated(pos: Position) -> list[str]:
    """Return the corporations in play that have floated, in the title's order."""
    active = pos.state.extra.floated
    return [unit for unit in pos.title.units if unit in active and unit in pos.state.tokens_left]


def float_unit(scratch: Scratch, unit: str, capital: int) -> None:
    """Make a corporation active and let the bank pay its capital, in the title's currency."""
    change(scratch, floated=(*scratch.state.extra.floated, unit))
    scratch.emit(Floated(unit, capital))
    scratch.pay(BANK, unit, capital, "float")
