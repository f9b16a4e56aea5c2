"""Where the stops of a tile lie: on their track, apart from each other and from other track."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import atan2, degrees, dist, hypot, inf

from engine.board.tiles import STOPS, Face
from render.hex_geometry import SIDES, Point, bearing, depth, toward, turned
from render.sizes import PRINT, Sizes
from render.track import CASING, Curve, curve, from_edge

DOT = 0.125
BAR = 0.19
"""Half the length of a town's bar."""
RIM = 0.02
"""How far from the border the ground of a city must keep, where one of several finds its place."""
LOW = 0.262
"""The radius of four slots above which they lie lower in their hex, so that something fits above them."""
LOWEST = 0.9
"""How low four slots may lie, with what they take of the height as their radius grows."""


def slot_radius(face: Face, sizes: Sizes = PRINT) -> float:
    """Return the radius of the slots on a face."""
    cities = [stop for stop in face.stops if stop.kind == "city"]
    if len(cities) > 2:
        return sizes.tiny
    if any(stop.slots > 3 for stop in cities):
        return sizes.many
    return sizes.slot if len(cities) == 1 and cities[0].slots <= 2 else sizes.crowded


def slots(count: int, radius: float) -> tuple[Point, ...]:
    """Return where the slots of a city lie around its middle; they stay upright."""
    if count <= 1:
        return ((0.0, 0.0),)
    if count == 2:
        return ((-radius, 0.0), (radius, 0.0))
    if count == 4:
        lower = max(0.0, min(2 * (radius - LOW), LOWEST - (1 + 3**0.5) * radius))
        return tuple((x * radius, y * radius + lower) for y in (-1, 1) for x in (-1, 1))
    reach = radius / _half_sine(count)
    return tuple(toward(-90 + 360 * index / count, reach) for index in range(count))


def ring(centres: Sequence[Point]) -> list[Point]:
    """Return the slots of a city in the order in which they lie around its middle."""
    order = (0, 1, 3, 2) if len(centres) == 4 else range(len(centres))
    return [centres[index] for index in order]


def outline(centres: Sequence[Point]) -> list[Point]:
    """Return the slots and points between neighbours: discs around them fill the ground of a city."""
    points = ring(centres)
    sides = zip(points, points[1:] + points[:1], strict=True) if len(points) > 1 else ()
    between = [
        (a + (c - a) * part, b + (d - b) * part) for (a, b), (c, d) in sides for part in (0.2, 0.4, 0.6, 0.8)
    ]
    return list(dict.fromkeys(points + between))


def _half_sine(count: int) -> float:
    return toward(180 / count)[1]


@lru_cache(maxsize=1024)
def stop_positions(face: Face, rotation: int, sizes: Sizes = PRINT) -> tuple[Point, ...]:
    """Return where the stops of a face lie when it is turned."""
    return tuple(turned(point, rotation) for point in _positions(face, sizes))


@lru_cache(maxsize=1024)
def _positions(face: Face, sizes: Sizes) -> tuple[Point, ...]:
    count = len(face.stops)
    if count < 2:
        return tuple(_natural(face, index) for index in range(count))
    options = [_options(face, index, sizes) for index in range(count)]
    radii = [_size(face, index, sizes) for index in range(count)]

    @cache
    def clash(one: int, first: int, two: int, second: int) -> float:
        return _clash((radii[one], options[one][first]), (radii[two], options[two][second]))

    return tuple(options[index][pick].at for index, pick in enumerate(_cheapest(options, clash)))


def _cheapest(
    options: Sequence[Sequence[_Option]], clash: Callable[[int, int, int, int], float]
) -> list[int]:
    """Return which options cost least together, one for each stop; those of each stop are sorted by cost."""
    best, choice = inf, list[int]()

    def extend(chosen: list[int], so_far: float) -> None:
        nonlocal best, choice
        stop = len(chosen)
        if stop == len(options):
            best, choice = so_far, chosen
            return
        for pick, option in enumerate(options[stop]):
            if so_far + option.cost >= best:
                return
            more = sum(clash(other, known, stop, pick) for other, known in enumerate(chosen))
            if so_far + option.cost + more < best:
                extend([*chosen, pick], so_far + option.cost + more)

    extend([], 0.0)
    return choice


def edges_of(face: Face, index: int) -> list[int]:
    """Return the edges joined to a stop, in the order of its track."""
    letter = STOPS[index]
    ends = [end for piece in face.track if letter in piece for end in piece]
    return [int(end) for end in ends if end.isdigit()]


@dataclass(frozen=True)
class _Option:
    """A place for a stop, what speaks against it, and its track."""

    at: Point
    cost: float
    curves: tuple[Curve, ...]

    @cached_property
    def course(self) -> tuple[Point, ...]:
        """Return the centre line of its track."""
        return tuple(point for line in self.curves for point in line.points())


def _options(face: Face, index: int, sizes: Sizes) -> list[_Option]:
    """Return the best places for a stop of a face that has several."""
    edges, limit = edges_of(face, index), {2: 26, 3: 18}.get(len(face.stops), 12)
    points = [_natural(face, index), *_along(edges), *_aside(edges)]
    if len(edges) < 2:
        points += [toward(angle, r) for r in (0.3, 0.38, 0.46) for angle in range(5, 365, 30)]
    found = [_option(face, index, edges, point, sizes) for point in dict.fromkeys(points)]
    return sorted(found, key=lambda option: option.cost)[:limit]


def _option(face: Face, index: int, edges: list[int], at: Point, sizes: Sizes) -> _Option:
    curves = tuple(from_edge(edge, at) for edge in edges)
    size, joint = _size(face, index, sizes), 0.3 if face.stops[index].kind == "city" else 1.2
    cost = 80 * max(0.0, size + 0.06 - depth(at)) + 900 * max(0.0, size + RIM - depth(at))
    cost += _bend(curves, joint) + 0.8 * dist(at, _natural(face, index))
    cost += sum(4 * max(0.0, size + 0.18 - dist(at, SIDES[edge])) for edge in edges)
    return _Option(at, cost, curves)


def _natural(face: Face, index: int) -> Point:
    """Return where a stop would lie if it were alone."""
    edges, alone = edges_of(face, index), len(face.stops) == 1
    if len(edges) == 2 and (face.stops[index].kind == "town" or not alone):
        return _through(edges).at(0.5)
    if alone or len(edges) > 2:
        return 0.0, 0.0
    if edges:
        return toward(bearing(edges[0]), 0.375 if len(face.stops) == 2 else 0.46)
    return toward(192 + 360 * index / len(face.stops), 0.4)


def _through(edges: list[int]) -> Curve:
    return curve((str(edges[0]), str(edges[1])), ())


def _along(edges: list[int]) -> list[Point]:
    return [_through(edges).at(part / 20) for part in range(3, 18)] if len(edges) == 2 else []


def _aside(edges: list[int]) -> list[Point]:
    """Return places beside the natural one, farther from and nearer to the centre."""
    if len(edges) != 2:
        return []
    x, y = _through(edges).at(0.5)
    away = degrees(atan2(y, x)) if hypot(x, y) > 0.01 else bearing(edges[0]) + 90
    shifts = [toward(away, by) for by in (-0.12, 0.06, 0.12, 0.18, 0.24, 0.3)]
    return [(x + dx, y + dy) for dx, dy in shifts]


def _clash(one: tuple[float, _Option], two: tuple[float, _Option]) -> float:
    """Return the cost of two places together; each comes with the size of its stop."""
    (mine, a), (other, b) = one, two
    room = dist(a.at, b.at) - mine - other
    near = [min((dist(a.at, point) for point in b.course), default=2) - mine]
    near.append(min((dist(b.at, point) for point in a.course), default=2) - other)
    return 60 * max(0.0, 0.1 - room) + sum(30 * max(0.0, CASING / 2 + 0.03 - gap) for gap in near)


def _size(face: Face, index: int, sizes: Sizes) -> float:
    return slot_radius(face, sizes) + 0.055 if face.stops[index].kind == "city" else BAR


def _bend(curves: Sequence[Curve], joint: float) -> float:
    """Return the cost of tight curves and of a kink in the stop."""
    tight = sum(3 * max(0.0, abs(line.sweep) - 75) / 90 for line in curves)
    if len(curves) != 2:
        return tight
    one, two = (line.direction(1) for line in curves)
    return tight + joint * (180 - abs((one - two + 180) % 360 - 180)) / 90


def bar_angle(face: Face, rotation: int, index: int) -> float | None:
    """Return the angle of a town's bar, square to its track; None where the town is a dot."""
    edges = edges_of(face, index)
    if len(edges) != 2:
        return None
    place = stop_positions(face, rotation)[index]
    one, two = (from_edge((edge + rotation) % 6, place).direction(1) for edge in edges)
    x, y = toward(one)[0] - toward(two)[0], toward(one)[1] - toward(two)[1]
    return degrees(atan2(y, x)) + 90
