"""Things to draw, without a device: each knows its place, its colours and its layer.

Lengths have no unit here; whoever paints decides on the scale. Angles are degrees, clockwise from the right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TypeVar

from render.hex_geometry import Point


class Layer(IntEnum):
    """What lies above what, the lowest first."""

    GROUND = 0
    WATER = 1
    TRACK = 2
    ROUTE = 3
    STOP = 4
    TOKEN = 5
    MARK = 6
    NAME = 7
    EDGE = 8


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled area."""

    points: tuple[Point, ...]
    fill: str
    layer: Layer = Layer.GROUND


@dataclass(frozen=True, slots=True)
class Polyline:
    """Straight strokes through points; ``round`` ends stick out by half the width."""

    points: tuple[Point, ...]
    colour: str
    width: float
    layer: Layer = Layer.TRACK
    round: bool = False


@dataclass(frozen=True, slots=True)
class Arc:
    """A stroke along a circle, from ``start`` over ``sweep`` degrees."""

    centre: Point
    radius: float
    start: float
    sweep: float
    colour: str
    width: float
    layer: Layer = Layer.TRACK


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle with an outline that lies inside its radius."""

    centre: Point
    radius: float
    fill: str
    stroke: str = ""
    width: float = 0
    layer: Layer = Layer.STOP


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle with round corners and an outline inside its bounds."""

    low: Point
    high: Point
    fill: str
    stroke: str = ""
    width: float = 0
    radius: float = 0
    layer: Layer = Layer.MARK


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; capitals and digits are centred on ``at``, or begin or end there.

    ``anchor`` is ``m``, ``l`` or ``r``; a halo keeps the text readable on track.
    """

    at: Point
    text: str
    size: float
    colour: str
    bold: bool = False
    anchor: str = "m"
    halo: str = ""
    layer: Layer = Layer.MARK


Figure = Polygon | Polyline | Arc | Disc | Box
"""A shape that is not a text."""
Shape = Figure | Text
S = TypeVar("S", bound="Shape")


def moved(shape: S, dx: float, dy: float) -> S:
    """Return the shape at another place."""
    there: S
    if isinstance(shape, Text):
        (x, y), told = shape.at, (shape.text, shape.size, shape.colour, shape.bold, shape.anchor, shape.halo)
        there = type(shape)((x + dx, y + dy), *told, shape.layer)
    elif isinstance(shape, Box):
        (left, top), (right, low) = shape.low, shape.high
        look = shape.fill, shape.stroke, shape.width, shape.radius, shape.layer
        there = type(shape)((left + dx, top + dy), (right + dx, low + dy), *look)
    elif isinstance(shape, Polygon | Polyline):
        there = replace(shape, points=tuple((x + dx, y + dy) for x, y in shape.points))
    else:
        there = replace(shape, centre=(shape.centre[0] + dx, shape.centre[1] + dy))
    return there


def bounds(shape: Figure) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of all that a shape covers."""
    if isinstance(shape, Box):
        return *shape.low, *shape.high
    if isinstance(shape, Arc | Disc):
        (x, y), reach = shape.centre, shape.radius + (shape.width if isinstance(shape, Arc) else 0)
        return x - reach, y - reach, x + reach, y + reach
    half = shape.width / 2 if isinstance(shape, Polyline) else 0
    xs, ys = zip(*shape.points, strict=True)
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def rim(shape: Figure) -> str:
    """Return the colour of a shape at its border."""
    if isinstance(shape, Polyline | Arc):
        return shape.colour
    return shape.fill if isinstance(shape, Polygon) else shape.stroke or shape.fill


def in_one_colour(shape: Figure, colour: str) -> Figure:
    """Return a shape in one colour."""
    if isinstance(shape, Polyline | Arc):
        return replace(shape, colour=colour)
    if isinstance(shape, Polygon):
        return replace(shape, fill=colour)
    return replace(shape, fill=colour, stroke=colour if shape.stroke else "")


def layered(shapes: Iterable[Shape]) -> list[Shape]:
    """Return shapes in the order of painting."""
    return sorted(shapes, key=lambda shape: shape.layer)
