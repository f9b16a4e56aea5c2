"""The share price board: markers on cells, stacked, and how they move."""

from __future__ import annotations

from engine.events import PriceMoved
from engine.position import Position
from engine.scratch import Scratch


def order(pos: Position, units: list[str]) -> list[str]:
    """Return corporations by falling share price; on one cell the upper marker comes first."""
    prices = pos.title.prices
    stacked = [(prices[cell], unit) for cell, stack in pos.state.market.items() for unit in stack]
    ranked = sorted(stacked, key=lambda pair: -pair[0])
    return [unit for _, unit in ranked if unit in units]


def enter(scratch: Scratch, unit: str, cell: str) -> None:
    """Put a new marker on a cell, beneath those already there."""
    scratch.put("market", cell, (*scratch.state.market.get(cell, ()), unit))


def along(pos: Position, cell: str, steps: int) -> str:
    """Return the cell so many columns to the right (left if negative), at most to the end of the row."""
    row, column = map(int, cell.split(","))
    length = len(pos.title.data.market.rows[row])
    return f"{row},{min(max(column + steps, 0), length - 1)}"


def move(scratch: Scratch, unit: str, steps: int, why: str) -> None:
    """Move a marker along its row; one that stays on its cell keeps its place in the stack."""
    pos = scratch.now
    before = pos.cell(unit)
    after = along(pos, before, steps)
    if after == before:
        return
    left = tuple(other for other in scratch.state.market[before] if other != unit)
    if left:
        scratch.put("market", before, left)
    else:
        scratch.drop("market", before)
    enter(scratch, unit, after)
    scratch.emit(PriceMoved(unit, before, after, why))
