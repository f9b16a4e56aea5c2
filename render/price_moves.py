"""Moves of markers on the market: those made and those the open decision may bring, drawn as arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, dist

from engine.outlook import dividends
from engine.position import Position
from render import palette
from render.hex_geometry import Point, toward
from render.palette import Scheme
from render.shapes import Layer, Polygon, Polyline, Shape

WIDTH = 5.0
HEAD = 15.0
DASH = 9.0
LANE = 22.0
"""Height of the lane of an arrow."""

LineAndColumn = tuple[int, int]
"""Where a cell of the market is drawn."""


@dataclass(frozen=True, slots=True)
class PriceMove:
    """A marker's way between two cells (``"row,column"``); ``pending`` until it is decided."""

    unit: str
    before: str
    after: str
    pending: bool = False


def moves_between(before: Position, after: Position) -> list[PriceMove]:
    """Return how markers moved between two positions."""
    cells = ((unit, before.cell(unit), after.cell(unit)) for unit in after.title.units)
    return [PriceMove(unit, one, two) for unit, one, two in cells if one and two and one != two]


def pending_moves(pos: Position) -> list[PriceMove]:
    """Return how the marker of the operating unit may move by the dividend that is to be declared."""
    found = [
        move for unit, after in dividends(pos) for move in moves_between(pos, after) if move.unit == unit
    ]
    return list(dict.fromkeys(replace(move, pending=True) for move in found))


@dataclass(frozen=True, slots=True)
class ArrowLanes:
    """Where arrows run: each in a lane below the markers of its line, so that none covers another."""

    chosen: Mapping[PriceMove, int]
    needed: Mapping[int, int]

    @classmethod
    def of(cls, moves: Sequence[PriceMove], where: Mapping[str, LineAndColumn]) -> ArrowLanes:
        """Choose the lanes; ``where`` are line and column of each cell."""
        taken: dict[LineAndColumn, list[LineAndColumn]] = {}
        chosen: dict[PriceMove, int] = {}
        for move in moves:
            parts = _parts(where[move.before], where[move.after])
            lane = 0
            while not all(_clear(span, taken.get((line, lane), ())) for line, span in parts):
                lane += 1
            chosen[move] = lane
            for line, span in parts:
                taken.setdefault((line, lane), []).append(span)
        needed = {line: lane + 1 for line, lane in sorted(taken)}
        return cls(chosen, needed)


def _parts(one: LineAndColumn, two: LineAndColumn) -> list[tuple[int, LineAndColumn]]:
    """Return the columns an arrow takes of each line it touches."""
    if one[0] == two[0]:
        return [(one[0], (min(one[1], two[1]), max(one[1], two[1])))]
    return [(line, (column, column)) for line, column in (one, two)]


def _clear(span: LineAndColumn, others: Iterable[LineAndColumn]) -> bool:
    return all(span[1] < low or high < span[0] for low, high in others)


def arrow(pos: Position, move: PriceMove, one: Point, two: Point, look: Scheme) -> Iterator[Shape]:
    """Return an arrow in the colour of its unit, below markers and prices; one that is pending is broken."""
    colour = pos.title.units[move.unit].colour
    edge = look.casing if palette.luminance(colour) < 0.5 else palette.mix(colour, "#000000", 0.6)
    angle, length = degrees(atan2(two[1] - one[1], two[0] - one[0])), dist(one, two)
    neck = length - HEAD
    yield Polyline((one, _at(one, angle, neck)), edge, WIDTH + 4, Layer.ROUTE)
    yield Polygon(_head(one, angle, length + 4, HEAD + 8), edge, Layer.ROUTE)
    start = 0.0
    while start < neck:
        end = min(start + DASH, neck) if move.pending else neck
        yield Polyline((_at(one, angle, start), _at(one, angle, end)), colour, WIDTH, Layer.ROUTE)
        start = end + DASH
    yield Polygon(_head(one, angle, length, HEAD), colour, Layer.ROUTE)


def _at(one: Point, angle: float, by: float) -> Point:
    x, y = toward(angle, by)
    return one[0] + x, one[1] + y


def _head(one: Point, angle: float, length: float, size: float) -> tuple[Point, ...]:
    neck = _at(one, angle, length - size)
    return _at(one, angle, length), _at(neck, angle + 90, size / 2), _at(neck, angle - 90, size / 2)
