"""Track as curves: pieces leave an edge at a right angle and bend in one circular arc, as on printed tiles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import atan2, degrees, dist, hypot, radians

from engine.board.tiles import STOPS, TrackPiece
from render.hex_geometry import SIDES, Point, toward
from render.shapes import Arc, Layer, Polyline, Shape

WIDTH = 0.115
CASING = 0.2
STEP = 0.06
"""Distance between the sampled points of a curve."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A straight line, or an arc where ``sweep`` is not 0."""

    start: Point
    end: Point
    centre: Point = (0, 0)
    radius: float = 0
    angle: float = 0
    sweep: float = 0

    @property
    def length(self) -> float:
        """Return the length along the curve."""
        return radians(abs(self.sweep)) * self.radius if self.sweep else dist(self.start, self.end)

    def at(self, part: float) -> Point:
        """Return the point after a part of the way, 0 to 1."""
        if self.sweep:
            x, y = toward(self.angle + self.sweep * part, self.radius)
            return self.centre[0] + x, self.centre[1] + y
        (x0, y0), (x1, y1) = self.start, self.end
        return x0 + (x1 - x0) * part, y0 + (y1 - y0) * part

    def direction(self, part: float) -> float:
        """Return the angle of travel after a part of the way."""
        if self.sweep:
            return self.angle + self.sweep * part + (90 if self.sweep > 0 else -90)
        return degrees(atan2(self.end[1] - self.start[1], self.end[0] - self.start[0]))

    def points(self) -> list[Point]:
        """Return points along the curve, ends included."""
        count = max(2, round(self.length / STEP))
        return [self.at(step / count) for step in range(count + 1)]

    def between(self, first: float, last: float) -> Curve:
        """Return a part of the curve."""
        sweep = self.sweep * (last - first)
        return Curve(
            self.at(first), self.at(last), self.centre, self.radius, self.angle + self.sweep * first, sweep
        )

    def stroke(self, colour: str, width: float, layer: Layer = Layer.TRACK) -> Shape:
        """Return the curve as a shape."""
        if self.sweep:
            return Arc(self.centre, self.radius, self.angle, self.sweep, colour, width, layer)
        return Polyline((self.start, self.end), colour, width, layer)


def from_edge(edge: int, end: Point) -> Curve:
    """Return the track from the middle of an edge to a point, at a right angle to the edge."""
    start = SIDES[edge]
    ahead = -start[0] / hypot(*start), -start[1] / hypot(*start)
    gap = end[0] - start[0], end[1] - start[1]
    aside = ahead[0] * gap[1] - ahead[1] * gap[0]
    if abs(aside) < 1e-3:
        return Curve(start, end)
    radius = (gap[0] ** 2 + gap[1] ** 2) / (2 * aside)
    centre = start[0] - ahead[1] * radius, start[1] + ahead[0] * radius
    angle = degrees(atan2(start[1] - centre[1], start[0] - centre[0]))
    last = degrees(atan2(end[1] - centre[1], end[0] - centre[0]))
    sweep = (last - angle) % 360 if radius > 0 else -((angle - last) % 360)
    return Curve(start, end, centre, abs(radius), angle, sweep)


def curve(piece: TrackPiece, stops: tuple[Point, ...]) -> Curve:
    """Return a piece of track as a curve; its stops lie at these points."""
    one, two = piece
    if one.isdigit():
        return from_edge(int(one), _end(two, stops))
    if two.isdigit():
        return from_edge(int(two), _end(one, stops))
    return Curve(_end(one, stops), _end(two, stops))


def _end(end: str, stops: tuple[Point, ...]) -> Point:
    return SIDES[int(end)] if end.isdigit() else stops[STOPS.index(end)]


@lru_cache(maxsize=256)
def strokes(
    track: tuple[TrackPiece, ...], stops: tuple[Point, ...], ink: str, casing: str
) -> tuple[Shape, ...]:
    """Return the track of a hex: joined pieces flow together, crossing ones pass over each other."""
    curves = [curve(piece, stops) for piece in track]
    whole = [*curves, *overhang(track)]
    below = [each.stroke(casing, CASING) for each in whole]
    above = [each.stroke(ink, WIDTH) for each in whole]
    return tuple(below + above + _bridges(track, curves, ink, casing))


def overhang(track: tuple[TrackPiece, ...]) -> list[Curve]:
    """Return the last bits of track over the border, so that they join those of the next hex."""
    edges = sorted({int(end) for piece in track for end in piece if end.isdigit()})
    return [Curve((x * 0.99, y * 0.99), (x * 1.05, y * 1.05)) for x, y in (SIDES[edge] for edge in edges)]


def _bridges(track: tuple[TrackPiece, ...], curves: list[Curve], ink: str, casing: str) -> list[Shape]:
    shapes: list[Shape] = []
    for one, two in combinations(range(len(track)), 2):
        part = None if set(track[one]) & set(track[two]) else crossing(curves[two], curves[one])
        if part is not None:
            over = _span(curves[two], part, CASING * 0.75), _span(curves[two], part, CASING)
            shapes += [over[0].stroke(casing, CASING), over[1].stroke(ink, WIDTH)]
    return shapes


def _span(line: Curve, part: float, reach: float) -> Curve:
    share = reach / line.length
    return line.between(max(0, part - share), min(1, part + share))


def crossing(one: Curve, two: Curve) -> float | None:
    """Return the part of the first curve after which it crosses the second, None where it does not."""
    first, second = one.points(), two.points()
    near, part = min((dist(a, b), index / len(first)) for index, a in enumerate(first) for b in second)
    return part if near < STEP * 0.75 and 0.1 < part < 0.9 else None


@lru_cache(maxsize=256)
def centre_lines(track: tuple[TrackPiece, ...], stops: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    """Return the centre lines of all pieces, as sampled points."""
    return tuple(tuple(curve(piece, stops).points()) for piece in track)
