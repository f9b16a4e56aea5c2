"""Room in a hex: where a mark can lie without touching what is there already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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
RankedPlace = tuple[float, Point, float, float]
"""What speaks against a point, the point, and how far from the middle it lies to the sides and the slanted sides."""
GAP = 0.03
"""The least distance between two marks."""
MARGIN = 0.03
"""The least distance of a mark to the border of the hex, which may be outlined."""
HIDDEN = 0.4
"""The part of an exit that marks may cover."""
ROUND = (
    (0.0, 0.0),
    *(
        toward(angle, r)
        for r in (0.3, 0.4, 0.48, 0.55, 0.61, 0.66, 0.71, 0.76, 0.8)
        for angle in range(0, 360, 10)
    ),
)
"""Places for small marks."""


class Spot(NamedTuple):
    """A mark's place: a rectangle with corners rounded by ``radius``; a disc has nothing but its radius."""

    at: Point
    half: Point = (0, 0)
    radius: float = 0

    def room(self, point: Point, size: float = 0) -> float:
        """Return the distance to a disc, negative where they overlap."""
        x, y = abs(point[0] - self.at[0]) - self.half[0], abs(point[1] - self.at[1]) - self.half[1]
        gap = max(x, y) if x < 0 and y < 0 else hypot(max(0.0, x), max(0.0, y))
        return gap - self.radius - size

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
class MarkPlaces:
    """Where a mark of one size may lie: the points of its middle."""

    half: Point = (0, 0)
    radius: float = 0
    points: tuple[Point, ...] = ROUND

    def ranked(self, cost: Cost) -> tuple[RankedPlace, ...]:
        """Return all places, the cheapest first; some of them may be outside the hex."""
        return _ranked(self.points, cost)

    def inside(self) -> list[Spot]:
        """Return the places inside the hex; all of them where none is."""
        every = [Spot(point, self.half, self.radius) for point in self.points]
        return [spot for spot in every if spot.inside() > 0] or every


@lru_cache(maxsize=128)
def _ranked(points: tuple[Point, ...], cost: Cost) -> tuple[RankedPlace, ...]:
    found = ((cost(point), *known) for point, known in zip(points, _aside(points), strict=True))
    return tuple(sorted(found, key=itemgetter(0)))


@lru_cache(maxsize=8)
def _aside(points: tuple[Point, ...]) -> tuple[tuple[Point, float, float], ...]:
    """Return points with how far they lie from the middle to the sides, and towards the slanted sides."""
    return tuple((point, abs(point[0]), abs(point[0]) / 2 + abs(point[1]) * APOTHEM) for point in points)


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

    def twin(self) -> Room:
        """Return a room that holds the same, to try in what more it can hold."""
        return Room(self.centre_lines, list(self.marks), self.stubs, self.reaches)

    def take(self, spot: Spot) -> Spot:
        """Remember a mark."""
        self.marks.append(spot)
        return spot

    def _free(self, spot: Spot, least: float) -> float:
        """Return the distance to the nearest mark or the border of the hex; below ``least`` it may be rough."""
        room = spot.inside() - MARGIN
        for mark in self.marks:
            if room <= least:
                break
            room = min(room, spot.apart(mark))
        return room

    def _off_track(self, spot: Spot) -> float:
        """Return the distance to the nearest track."""
        (x, y), (w, h), radius = spot
        gaps = ((abs(px - x) - w, abs(py - y) - h) for line in self.centre_lines for px, py in line)
        far = min((hypot(a if a > 0 else 0.0, b if b > 0 else 0.0) for a, b in gaps), default=2.0)
        return far - radius - CASING / 2

    def on_track(self, spot: Spot) -> int:
        """Return how much track lies below a mark, as a number of sampled points."""
        (x, y), (w, h), radius = spot
        reach, count = radius + CASING / 2, 0
        for line in self.centre_lines:
            for px, py in line:
                dx = abs(px - x) - w
                if dx < reach:
                    dy = abs(py - y) - h
                    count += dy < reach and (dx < 0 or dy < 0 or dx * dx + dy * dy < reach * reach)
        return count

    def free_places(
        self, mark: MarkPlaces, among: Iterable[RankedPlace], gap: float = GAP, *, off_track: bool = False
    ) -> Iterator[tuple[RankedPlace, Spot]]:
        """Yield the places where a mark keeps this distance to others and the border, and perhaps touches no track.

        What was in the way of one place is looked at first for the next, which mostly lies beside it.
        """
        (w, h), radius = mark.half, mark.radius
        most = APOTHEM - radius - MARGIN - gap - w
        slanted = most + w / 2 - h * APOTHEM
        obstacles = self._obstacles(mark, gap, off_track=off_track)
        for place in among:
            _, (x, y), aside, slant = place
            if aside > most or slant > slanted:
                continue
            for index, (mx, my, wide, high, reach) in enumerate(obstacles):
                dx = abs(x - mx) - wide
                if dx >= reach:
                    continue
                dy = abs(y - my) - high
                if dy < reach and (dx < 0 or dy < 0 or dx * dx + dy * dy < reach * reach):
                    obstacles[0], obstacles[index] = obstacles[index], obstacles[0]
                    break
            else:
                yield place, Spot((x, y), mark.half, radius)

    def _obstacles(
        self, mark: MarkPlaces, gap: float, *, off_track: bool
    ) -> list[tuple[float, float, float, float, float]]:
        """Return the points that the middle of a mark must keep away from: how far aside, above, and around these."""
        (w, h), radius = mark.half, mark.radius
        obstacles = [(*at, wide + w, high + h, r + radius + gap) for at, (wide, high), r in self.marks]
        if off_track:
            reach = radius + CASING / 2
            obstacles += [(x, y, w, h, reach) for line in self.centre_lines for x, y in line]
        return obstacles

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

    def best(self, mark: MarkPlaces, cost: Cost) -> Spot | None:
        """Return the cheapest place that touches neither marks nor track, None if there is none."""
        return next((spot for _, spot in self._fitting(mark, mark.ranked(cost))), None)

    def largest(
        self, marks: Sequence[MarkPlaces], cost: Cost, *, above: bool = False
    ) -> tuple[int, Spot] | None:
        """Return the number of the first mark that has room, with its cheapest place; None where none has room.

        The marks are alike, the largest first: where a smaller one has no room, no larger one has.

        :param above: track may pass below it, as long as it hides no exit
        """
        first, last = marks[0], marks[-1]
        free = next(self._fitting(first, first.ranked(cost), above=above), None)
        if free or first is last:
            return (0, free[1]) if free else None
        left = [place for place, _ in self.free_places(last, last.ranked(cost), off_track=not above)]
        for index, mark in enumerate(marks):
            for _, spot in self._fitting(mark, left, above=above):
                return index, spot
        return None

    def _fitting(
        self, mark: MarkPlaces, among: Iterable[RankedPlace], *, above: bool = False
    ) -> Iterator[tuple[RankedPlace, Spot]]:
        free = self.free_places(mark, among, off_track=not above)
        return (found for found in free if not (above and self.hides_exit(found[1])))

    def least_bad(self, places: MarkPlaces) -> Spot:
        """Return the place with most room, for what must be shown and fits nowhere; exits stay visible."""
        every = places.inside()
        return self._roomiest(every, self.hides_exit) or self._roomiest(every, lambda _: False) or every[0]

    def _roomiest(self, spots: Iterable[Spot], forbidden: Callable[[Spot], bool]) -> Spot | None:
        """Return the first of the places with most room that is not forbidden."""
        most, best = -inf, None
        for spot in spots:
            room = self._free(spot, most)
            if room > most and (room := min(room, self._off_track(spot))) > most and not forbidden(spot):
                most, best = room, spot
        return best


def _reach(points: Sequence[Point]) -> Extent:
    """Return left, top, right and bottom of some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
