"""Where hexes lie: the unit hex, and hex names to pixels and back. Pointy-top, y grows downwards.

Inside a hex, lengths are in units of its side; the centre is the origin. Edge and corner numbers are those of
:mod:`engine.board.hexes`: corner ``v`` lies between edges ``v - 1`` and ``v``, so corner 0 is the lowest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, radians, sin, sqrt

from engine.board.hexes import EDGES, ROWS, coordinates

Point = tuple[float, float]
APOTHEM = sqrt(3) / 2


def toward(angle: float, distance: float = 1.0) -> Point:
    """Return the point at an angle in degrees, clockwise from the right."""
    return distance * cos(radians(angle)), distance * sin(radians(angle))


def far_along(one: Point, two: Point, part: float) -> Point:
    """Return the point that lies so far on the way from one to another: at 0 the one, at 1 the other."""
    return one[0] + (two[0] - one[0]) * part, one[1] + (two[1] - one[1]) * part


def bearing(edge: int) -> int:
    """Return the angle from the centre to the middle of an edge."""
    return (120 + 60 * edge) % 360


def turned(point: Point, rotation: int) -> Point:
    """Return a point of the hex turned clockwise by steps of 60 degrees."""
    c, s = toward(60 * rotation)
    return point[0] * c - point[1] * s, point[0] * s + point[1] * c


CORNERS: tuple[Point, ...] = tuple(toward(90 + 60 * corner) for corner in EDGES)
SIDES: tuple[Point, ...] = tuple(toward(bearing(edge), APOTHEM) for edge in EDGES)


def depth(point: Point) -> float:
    """Return how far inside the hex a point lies, negative outside."""
    x, y = abs(point[0]), abs(point[1])
    return APOTHEM - max(x, x / 2 + y * APOTHEM)


def row_letter(row: int) -> str:
    """Return the letter of a row number as :func:`engine.board.hexes.place` counts them."""
    return ROWS[row + ROWS.index("A")]


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A map on pixels. Centres of hexes are whole pixels: ``right`` a column and ``down`` a row apart."""

    right: int
    down: int
    left: int
    top: int
    columns: tuple[int, int]
    rows: tuple[int, int]
    parity: int = 0

    @classmethod
    def fit(cls, hexes: Iterable[str], width: int, frame: int) -> HexGrid:
        """Fit hexes into a picture of this width with a frame around them."""
        places = [coordinates(name) for name in hexes]
        rows = min(row for row, _ in places), max(row for row, _ in places)
        columns = min(column for _, column in places), max(column for _, column in places)
        count = columns[1] - columns[0] + 2
        right = max(4, (width - 2 * frame) // count)
        down = round(right * sqrt(3))
        left = (width - count * right) // 2 + right
        return cls(right, down, left, frame + round(right / APOTHEM), columns, rows, sum(places[0]) % 2)

    @property
    def side(self) -> float:
        """Return the side of a hex in pixels."""
        return self.right / APOTHEM

    @property
    def height(self) -> int:
        """Return how many pixels the hexes take from the top of the picture."""
        return self.top + (self.rows[1] - self.rows[0]) * self.down + round(self.side)

    def pixel(self, name: str) -> tuple[int, int]:
        """Return the centre of a hex."""
        row, column = coordinates(name)
        across, below = column - self.columns[0], row - self.rows[0]
        return self.left + across * self.right, self.top + below * self.down

    def name(self, x: float, y: float) -> str:
        """Return the name of the hex a pixel lies in; the hex need not be on the map."""
        row = round((y - self.top) / self.down)
        column = round((x - self.left) / self.right)
        spots = ((r, c) for r in range(row - 1, row + 2) for c in range(column - 2, column + 3))
        known = [
            f"{row_letter(r + self.rows[0])}{c + self.columns[0]}" for r, c in spots if self._exists(r, c)
        ]
        return min(known, key=lambda name: self._distance(name, x, y))

    def _exists(self, row: int, column: int) -> bool:
        row, column = row + self.rows[0], column + self.columns[0]
        return (row + column) % 2 == self.parity and column >= 0 and 0 <= row + ROWS.index("A") < len(ROWS)

    def _distance(self, name: str, x: float, y: float) -> float:
        px, py = self.pixel(name)
        return (px - x) ** 2 + (py - y) ** 2
