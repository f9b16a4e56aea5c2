"""Room in a hex: where a mark can lie without touching what is there already."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot, inf
from operator import itemgetter
from typing import NamedTuple

from render.hex_geometry import APOTHEM, Point, depth, toward
from render.track import CASING

Cost = Callable[[Point], float]
"""What speaks against a place, by the point in its middle; equal ones must be equal as objects."""
Extent = tuple[float, float, float, float]
"""How far something reaches."""
GAP = 0.03
"""The least distance between two marks."""
MARGIN = 0.03
"""The least distance of a mark to the border of the hex, which may be outlined."""
HIDDEN = 0.4
"""The part of an exit that marks may cover."""
ROUND = tuple(
    toward(angle, r)
    for r in (0, 0.3, 0.4, 0.48, 0.55, 0.61, 0.66, 0.71, 0.76, 0.8)
    for angle in range(0, 360, 10)
)
"""Candidates for small marks."""


class Spot(NamedTuple):
    """A mark's place: a rectangle with corners rounded by ``radius``; a disc has nothing but its radius."""

    at: Point
    half: Point = (0, 0)
    radius: float = 0

    def room(self, point: Point, size: float = 0) -> float:
        """Return the distance to a disc, negative where they overlap."""
        x = max(0.0, abs(point[0] - self.at[0]) - self.half[0])
        y = max(0.0, abs(point[1] - self.at[1]) - self.half[1])
        return hypot(x, y) - self.radius - size

    def covers(self, point: Point) -> bool:
        """Tell whether a point lies below the mark; a rough comparison comes before the exact one."""
        x, y, radius = abs(point[0] - self.at[0]), abs(point[1] - self.at[1]), self.radius
        near = x < self.half[0] + radius and y < self.half[1] + radius
        return near and self.room(point) < 0

    def apart(self, other: Spot) -> float:
        """Return the distance to another mark, negative where they overlap."""
        x = abs(other.at[0] - self.at[0]) - self.half[0] - other.half[0]
        y = abs(other.at[1] - self.at[1]) - self.half[1] - other.half[1]
        gap = max(x, y) if x < 0 and y < 0 else hypot(max(0.0, x), max(0.0, y))
        return gap - self.radius - other.radius

    def inside(self) -> float:
        """Return how far the mark stays inside the hex."""
        (x, y), (w, h) = self.at, self.half
        return depth((abs(x) + w, abs(y) + h)) - self.radius


@dataclass(frozen=True, slots=True)
class Candidates:
    """Candidates for a mark of one size: the points in its middle."""

    half: Point = (0, 0)
    radius: float = 0
    points: tuple[Point, ...] = ROUND

    def ranked(self, cost: Cost, gap: float) -> Iterator[tuple[float, Spot]]:
        """Yield the places that stay so far inside the hex with what speaks against them, the cheapest first."""
        (w, h), least = self.half, self.radius + gap
        for against, point in _ranked(self.points, cost):
            x, y = abs(point[0]) + w, abs(point[1]) + h
            if APOTHEM - x >= least and APOTHEM - (x / 2 + y * APOTHEM) >= least:
                yield against, Spot(point, self.half, self.radius)

    def inside(self) -> list[Spot]:
        """Return the places inside the hex; all of them where none is."""
        every = [Spot(point, self.half, self.radius) for point in self.points]
        return [spot for spot in every if spot.inside() > 0] or every


@lru_cache(maxsize=128)
def _ranked(points: tuple[Point, ...], cost: Cost) -> tuple[tuple[float, Point], ...]:
    return tuple(sorted(((cost(point), point) for point in points), key=itemgetter(0)))


@dataclass
class Room:
    """What a hex already holds: track, the visible ends of its exits, and marks that must stay visible."""

    centre_lines: Sequence[Sequence[Point]] = ()
    marks: list[Spot] = field(default_factory=list)
    stubs: Sequence[Sequence[Point]] = ()
    reaches: Sequence[Extent] = ()

    def __post_init__(self) -> None:
        """Note how far stubs and marks reach, so that most marks can be seen to be clear of them at once."""
        self.reaches = self.reaches or [_reach(stub) for stub in self.stubs]
        self._boxes = [_box(mark) for mark in self.marks]

    def twin(self) -> Room:
        """Return a room that holds the same, to try in what more it can hold."""
        return Room(self.centre_lines, list(self.marks), self.stubs, self.reaches)

    def take(self, spot: Spot) -> Spot:
        """Remember a mark."""
        self.marks.append(spot)
        self._boxes.append(_box(spot))
        return spot

    def free(self, spot: Spot) -> float:
        """Return the distance to the nearest mark or the border of the hex."""
        room = spot.inside() - MARGIN
        return room if room < 0 else min([room, *(spot.apart(mark) for mark in self.marks)])

    def off_track(self, spot: Spot) -> float:
        """Return the distance to the nearest track."""
        (x, y), (w, h) = spot.at, spot.half
        gaps = ((abs(px - x) - w, abs(py - y) - h) for line in self.centre_lines for px, py in line)
        far = min((hypot(max(0, a), max(0, b)) for a, b in gaps), default=2.0)
        return far - spot.radius - CASING / 2

    def on_track(self, spot: Spot) -> int:
        """Return how much track lies below a mark, as a number of sampled points."""
        return sum(1 for _ in self._below(spot))

    def _below(self, spot: Spot) -> Iterator[Point]:
        """Yield the sampled points of track below a mark; a rough comparison comes before the exact one."""
        (x, y), reach = spot.at, spot.radius + CASING / 2
        wide, high = spot.half[0] + reach, spot.half[1] + reach
        left, right, top, low = x - wide, x + wide, y - high, y + high
        for line in self.centre_lines:
            for point in line:
                near = left < point[0] < right and top < point[1] < low
                if near and spot.room(point) < CASING / 2:
                    yield point

    def apart(self, spot: Spot, gap: float) -> bool:
        """Tell whether a mark keeps this distance to all others; a rough comparison comes before the exact one."""
        (x, y), (w, h), reach = spot.at, spot.half, spot.radius + gap
        wide, high = w + reach, h + reach
        for index, (mx, my, mw, mh) in enumerate(self._boxes):
            near = abs(mx - x) - mw < wide and abs(my - y) - mh < high
            if near and spot.apart(self.marks[index]) < gap:
                return False
        return True

    def hides_exit(self, spot: Spot) -> bool:
        """Tell whether with this mark too much of an exit could no longer be seen."""
        (x, y), radius = spot.at, spot.radius
        wide, high = spot.half[0] + radius, spot.half[1] + radius
        return any(
            self._hidden(stub, spot) > HIDDEN * len(stub)
            for stub, (left, top, right, low) in zip(self.stubs, self.reaches, strict=True)
            if left - wide < x < right + wide and top - high < y < low + high
        )

    def _hidden(self, stub: Sequence[Point], spot: Spot) -> int:
        """Return how many points of a stub a mark covers together with those that lie there; 0 if it covers none."""
        mine = [spot.covers(point) for point in stub]
        if not any(mine):
            return 0
        rest = [point for point, covered in zip(stub, mine, strict=True) if not covered]
        return sum(mine) + sum(any(mark.covers(point) for mark in self.marks) for point in rest)

    def clear(self, spot: Spot) -> bool:
        """Tell whether a mark touches neither others nor track."""
        return self.apart(spot, GAP) and next(self._below(spot), None) is None

    def best(self, places: Candidates, cost: Cost) -> Spot | None:
        """Return the cheapest place that touches neither marks nor track, None if there is none."""
        return next((spot for _, spot in places.ranked(cost, MARGIN + GAP) if self.clear(spot)), None)

    def above_track(self, places: Candidates, cost: Cost) -> Spot | None:
        """Return the cheapest place that touches no mark and hides no exit, though track may pass below it."""
        apart = (spot for _, spot in places.ranked(cost, MARGIN + GAP) if self.apart(spot, GAP))
        return next((spot for spot in apart if not self.hides_exit(spot)), None)

    def least_bad(self, places: Candidates) -> Spot:
        """Return the place with most room, for what must be shown and fits nowhere; exits stay visible."""
        every = places.inside()
        most, best = -inf, every[0]
        for spot in [spot for spot in every if not self.hides_exit(spot)] or every:
            room = self.free(spot)
            if room > most and (room := min(room, self.off_track(spot))) > most:
                most, best = room, spot
        return best


def _box(spot: Spot) -> Extent:
    """Return the middle of a mark, and how far it reaches aside and up."""
    return *spot.at, spot.half[0] + spot.radius, spot.half[1] + spot.radius


def _reach(points: Sequence[Point]) -> Extent:
    """Return left, top, right and bottom of some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
