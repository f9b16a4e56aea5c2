"""The share price board: markers on cells, stacked, and how they move."""

from __future__ import annotations

from engine.events import PriceMoved
from engine.position import Position
from engine.scratch import Scratch


def order(pos: Position, units: list[str]) -> list[str]:
    """Return corporations by falling share price.

    At equal prices the cell further right comes first, then the one further up; on one cell the upper marker.
    """
    cells = sorted(pos.state.market, key=pos.title.ranks.__getitem__)
    return [unit for cell in cells for unit in pos.state.market[cell] if unit in units]


def enter(scratch: Scratch, unit: str, cell: str) -> None:
    """Put a new marker on a cell, beneath those already there."""
    scratch.put("market", cell, (*scratch.state.market.get(cell, ()), unit))


def leave(scratch: Scratch, unit: str) -> None:
    """Take a marker off the board, if there is one."""
    cell = scratch.now.cell(unit)
    if not cell:
        return
    left = tuple(other for other in scratch.state.market[cell] if other != unit)
    if left:
        scratch.put("market", cell, left)
    else:
        scratch.drop("market", cell)


def along(pos: Position, cell: str, steps: int) -> str:
    """Return the cell this many columns to the right (left if negative), stopping at the end of the row."""
    row, column = map(int, cell.split(","))
    length = len(pos.title.data.market.rows[row])
    return f"{row},{min(max(column + steps, 0), length - 1)}"


def move(scratch: Scratch, unit: str, steps: int, why: str) -> None:
    """Move a marker along its row."""
    pos = scratch.now
    move_to(scratch, unit, along(pos, pos.cell(unit), steps), why)


def move_to(scratch: Scratch, unit: str, after: str, why: str) -> None:
    """Move a marker to a cell; one that stays on its cell keeps its place in the stack."""
    before = scratch.now.cell(unit)
    if after == before:
        return
    leave(scratch, unit)
    enter(scratch, unit, after)
    scratch.emit(PriceMoved(unit, before, after, why))


# --- boards with rows and columns


def beside(pos: Position, cell: str, rows: int, columns: int) -> str:
    """Return the cell this many rows down and columns to the right; empty where the board has none."""
    row, column = map(int, cell.split(","))
    found = f"{row + rows},{column + columns}"
    return found if found in pos.title.prices else ""


def up(pos: Position, cell: str) -> str:
    """Return the cell above, or the cell itself at the top of its column."""
    return beside(pos, cell, -1, 0) or cell


def down(pos: Position, cell: str) -> str:
    """Return the cell below, or the cell itself at the bottom of its column."""
    return beside(pos, cell, 1, 0) or cell


def right(pos: Position, cell: str) -> str:
    """Return the cell to the right, or the one above at the end of a row."""
    return beside(pos, cell, 0, 1) or up(pos, cell)


def left(pos: Position, cell: str) -> str:
    """Return the cell to the left, or the one below at the start of a row."""
    return beside(pos, cell, 0, -1) or down(pos, cell)
