"""The money of the bank, in titles where it may run out."""

from __future__ import annotations

from engine.position import Position
from engine.state import BANK


def is_broken(pos: Position) -> bool:
    """Tell whether the bank has been empty after an action, even if money has come back to it since."""
    return pos.title.data.bank is not None and min(pos.state.lowest, pos.cash(BANK)) <= 0
