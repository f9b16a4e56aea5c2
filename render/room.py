"""Room in a hex: where a mark can lie without touching what is there already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot

from render.hex_geometry import Point, depth, toward
from render.track import CASING

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""
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


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A mark's place: a rectangle with corners rounded by ``radius``; a disc has nothing but its radius."""

    at: Point
    half: Point = (0, 0)
    radius: float = 0
    _inside: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        (x, y), (w, h) = self.at, self.half
        object.__setattr__(self, "_inside", depth((abs(x) + w, abs(y) + h)) - self.radius)

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
        return self._inside


@dataclass
class Room:
    """What a hex already holds: track, the visible ends of its exits, and marks that must stay visible."""

    centre_lines: Sequence[Sequence[Point]] = ()
    marks: list[Spot] = field(default_factory=list)
    stubs: Sequence[Sequence[Point]] = ()

    def take(self, spot: Spot) -> Spot:
        """Remember a mark."""
        self.marks.append(spot)
        return spot

    def free(self, spot: Spot) -> float:
        """Return the distance to the nearest mark or the border of the hex."""
        room = spot.inside() - MARGIN
        return room if room < 0 else min([room, *(spot.apart(mark) for mark in self.marks)])

    def off_track(self, spot: Spot) -> float:
        """Return the distance to the nearest track."""
        rooms = (spot.room(point) for line in self.centre_lines for point in line)
        return min(rooms, default=2.0) - CASING / 2

    def on_track(self, spot: Spot) -> int:
        """Return how much track lies below a mark, as a number of sampled points."""
        return sum(1 for _ in self._below(spot))

    def _below(self, spot: Spot) -> Iterator[Point]:
        """Yield the sampled points of track below a mark; a rough comparison comes before the exact one."""
        (x, y), reach = spot.at, spot.radius + CASING / 2
        wide, high = spot.half[0] + reach, spot.half[1] + reach
        for line in self.centre_lines:
            for point in line:
                near = abs(point[0] - x) < wide and abs(point[1] - y) < high
                if near and spot.room(point) < CASING / 2:
                    yield point

    def fits(self, spot: Spot, gap: float) -> bool:
        """Tell whether a mark keeps this distance to all others and to the border."""
        if spot.inside() - MARGIN < gap:
            return False
        (x, y), (w, h), reach = spot.at, spot.half, spot.radius + gap
        for mark in self.marks:
            far = reach + mark.radius
            near = (
                abs(mark.at[0] - x) - w - mark.half[0] < far and abs(mark.at[1] - y) - h - mark.half[1] < far
            )
            if near and spot.apart(mark) < gap:
                return False
        return True

    def hides_exit(self, spot: Spot) -> bool:
        """Tell whether with this mark too much of an exit could no longer be seen."""
        return any(self._hidden(stub, spot) > HIDDEN * len(stub) for stub in self.stubs)

    def _hidden(self, stub: Sequence[Point], spot: Spot) -> int:
        """Return how many points of a stub a mark covers together with those that lie there; 0 if it covers none."""
        mine = [spot.covers(point) for point in stub]
        if not any(mine):
            return 0
        rest = [point for point, covered in zip(stub, mine, strict=True) if not covered]
        return sum(mine) + sum(any(mark.covers(point) for mark in self.marks) for point in rest)

    def best(self, spots: Iterable[Spot], cost: Callable[[Spot], float]) -> Spot | None:
        """Return the cheapest place that touches neither marks nor track, None if there is none."""
        clear = (spot for spot in sorted(spots, key=cost) if self.fits(spot, GAP))
        return next((spot for spot in clear if next(self._below(spot), None) is None), None)

    def above_track(self, spots: Iterable[Spot], cost: Callable[[Spot], float]) -> Spot | None:
        """Return the cheapest place that touches no mark and hides no exit, though track may pass below it."""
        clear = (spot for spot in sorted(spots, key=cost) if self.fits(spot, GAP))
        return next((spot for spot in clear if not self.hides_exit(spot)), None)

    def least_bad(self, spots: Sequence[Spot]) -> Spot:
        """Return the place with most room, for what must be shown and fits nowhere; exits stay visible."""

        def merit(spot: Spot) -> tuple[bool, float]:
            return not self.hides_exit(spot), min(self.free(spot), self.off_track(spot))

        return max(spots, key=merit)


@lru_cache(maxsize=64)
def discs(radius: float) -> tuple[Spot, ...]:
    """Return candidates for a round mark."""
    return _within(Spot(point, radius=radius) for point in ROUND)


@lru_cache(maxsize=2048)
def rectangles(half: Point, points: tuple[Point, ...] = ROUND) -> tuple[Spot, ...]:
    """Return candidates for an upright rectangle."""
    return _within(Spot(point, half) for point in points)


def _within(spots: Iterable[Spot]) -> tuple[Spot, ...]:
    """Return the spots inside the hex; all of them where none is."""
    found = tuple(spots)
    return tuple(spot for spot in found if spot.inside() > 0) or found
