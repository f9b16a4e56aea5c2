"""Where the cells of a market lie: in a grid, in bands below each other, or as a zigzag in bands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from engine.data import Market
from render.hex_geometry import Point

WIDTH = 726
MARGIN = 4
LONG, ZIGZAG = 10, 12
"""A row of more cells than this is cut into bands where the market has no second dimension, or is a zigzag."""
BETWEEN = 10
"""The gap between two bands."""


@dataclass(frozen=True, slots=True)
class MarketGrid:
    """The cells by key (``"row,column"``): the left upper corner, the price and whether shares may start there."""

    cells: Mapping[str, Point]
    texts: Mapping[str, str]
    starts: Mapping[str, bool]
    wide: float
    high: float
    bottom: float
    zigzag: bool

    @classmethod
    def of(
        cls, market: Market, top: float, high: float, width: float = WIDTH, *, banded: bool = True
    ) -> MarketGrid:
        """Lay out the cells of a market from a height downwards, each row as high as the others.

        Not ``banded``, each row goes on beyond the width: what is beside each other in price is so on the sheet.
        """
        flat = market.zigzag or len(market.rows) == 1
        longest = max(map(len, market.rows))
        most = ZIGZAG if market.zigzag else LONG
        length = ceil(longest / ceil(longest / most)) if flat else longest
        half = 0.5 if market.zigzag else 0.0
        wide = (width - 2 * MARGIN) / (length + half)
        length = length if banded else longest
        cells: dict[str, Point] = {}
        for row, texts in enumerate(market.rows):
            for column, text in enumerate(texts):
                band, at = divmod(column, length)
                shift = half if market.zigzag and row == 0 else 0.0
                y = top + (band * len(market.rows) + row) * high + band * BETWEEN
                if text != ".":
                    cells[f"{row},{column}"] = MARGIN + (at + shift) * wide, y
        told = {key: market.rows[int(key.split(",")[0])][int(key.split(",")[1])] for key in cells}
        texts_of = {key: text.rstrip("*") for key, text in told.items()}
        starts = {key: text.endswith("*") for key, text in told.items()}
        bottom = max(y for _, y in cells.values()) + high
        return cls(cells, texts_of, starts, wide, high, bottom, market.zigzag)

    def middle(self, cell: str) -> Point:
        """Return the middle of a cell."""
        x, y = self.cells[cell]
        return x + self.wide / 2, y + self.high / 2

    def beside(self, one: str, two: str) -> bool:
        """Tell whether two cells touch each other where they are drawn."""
        (x, y), (a, b) = self.cells[one], self.cells[two]
        near = abs(x - a) < self.wide * 1.1 and abs(y - b) < self.high * 1.05
        slanting = abs(x - a) > 1 and abs(y - b) > 1
        return near and (self.zigzag or not slanting)
