"""Moves of markers on the market: those made, and those the open decision may bring."""

from __future__ import annotations

from dataclasses import dataclass

from engine.outlook import dividends
from engine.position import Position


@dataclass(frozen=True, slots=True)
class PriceMove:
    """A marker's way between two cells (``"row,column"``); ``pending`` until it is decided.

    A move that is pending follows from a dividend of ``least`` to ``most`` in all, in the title's currency.
    """

    unit: str
    before: str
    after: str
    pending: bool = False
    least: int = 0
    most: int = 0


def moves_between(before: Position, after: Position) -> list[PriceMove]:
    """Return how markers moved between two positions."""
    cells = ((unit, before.cell(unit), after.cell(unit)) for unit in after.title.units)
    return [PriceMove(unit, one, two) for unit, one, two in cells if one and two and one != two]


def pending_moves(pos: Position) -> list[PriceMove]:
    """Return how the marker of the operating unit may move by the dividend that is to be declared."""
    found: dict[tuple[str, bool], PriceMove] = {}
    for unit, total, after in dividends(pos):
        before, cell = pos.cell(unit), after.cell(unit)
        if before and cell and before != cell:
            least = found[cell, total > 0].least if (cell, total > 0) in found else total
            found[cell, total > 0] = PriceMove(unit, before, cell, pending=True, least=least, most=total)
    return list(found.values())


def steps_of(pos: Position, move: PriceMove) -> str:
    """Return how many cells a marker moved, with a sign: minus where its price fell."""
    (row, column), (row2, column2) = (tuple(map(int, cell.split(","))) for cell in (move.before, move.after))
    count = abs(row - row2) + abs(column - column2)
    return f"+{count}" if pos.title.prices[move.after] > pos.title.prices[move.before] else f"\u2212{count}"
