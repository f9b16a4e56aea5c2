"""Where the stops of a tile lie: on their track, apart from each other and from other track."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, dist

from engine.board.tiles import STOPS, Face, Piece
from render.layout import Point, bearing, depth, toward, turned
from render.track import CASING, Curve, curve, from_edge

SLOT = 0.285
"""Radius of a slot."""
SMALL_SLOT = 0.265
"""Radius of a slot where there are many."""
DOT = 0.125
BAR = 0.19
"""Half the length of a town's bar."""

_GRID = tuple(toward(angle, r) for r in (0.2, 0.3, 0.38, 0.45, 0.52) for angle in range(0, 360, 15))


def slot_radius(face: Face) -> float:
    """Return the radius of the slots on a face."""
    cities = [stop for stop in face.stops if stop.kind == "city"]
    return SLOT if len(cities) == 1 and cities[0].slots <= 2 else SMALL_SLOT


def slots(count: int, radius: float) -> tuple[Point, ...]:
    """Return where the slots of a city lie around its middle; they stay upright."""
    if count <= 1:
        return ((0.0, 0.0),)
    if count == 2:
        return ((-radius, 0.0), (radius, 0.0))
    if count == 4:
        return tuple((x * radius, y * radius) for y in (-1, 1) for x in (-1, 1))
    ring = radius / _half_sine(count)
    return tuple(toward(-90 + 360 * index / count, ring) for index in range(count))


def _half_sine(count: int) -> float:
    return toward(180 / count)[1]


@lru_cache(maxsize=1024)
def positions(face: Face, rotation: int) -> tuple[Point, ...]:
    """Return where the stops of a face lie when it is turned."""
    return tuple(turned(point, rotation) for point in _positions(face))


@lru_cache(maxsize=1024)
def _positions(face: Face) -> tuple[Point, ...]:
    places = [_natural(face, index) for index in range(len(face.stops))]
    if len(places) < 2:
        return tuple(places)
    for _ in range(4):
        for index in range(len(places)):
            options = [places[index], _natural(face, index), *_along(face, index), *_GRID]
            places[index] = min(options, key=lambda point: _trouble(face, index, point, places))
    return tuple(places)


def edges_of(face: Face, index: int) -> list[int]:
    """Return the edges joined to a stop, in the order of its track."""
    letter = STOPS[index]
    ends = [end for piece in face.track if letter in piece for end in piece]
    return [int(end) for end in ends if end.isdigit()]


def _natural(face: Face, index: int) -> Point:
    edges = edges_of(face, index)
    kind = face.stops[index].kind
    if len(edges) == 2 and kind == "town" or len(edges) == 2 and len(face.stops) > 1:
        return _through(edges).at(0.5)
    if not edges and len(face.stops) > 1:
        return toward(180 + 25 + 360 * index / len(face.stops), 0.4)
    if len(face.stops) > 1 and len(edges) == 1:
        return toward(bearing(edges[0]), 0.38)
    return 0.0, 0.0


def _through(edges: list[int]) -> Curve:
    return curve((str(edges[0]), str(edges[1])), ())


def _along(face: Face, index: int) -> list[Point]:
    edges = edges_of(face, index)
    if len(edges) != 2:
        return []
    way = _through(edges)
    return [way.at(part / 20) for part in range(3, 18)]


def _trouble(face: Face, index: int, point: Point, places: list[Point]) -> float:
    mine = _size(face, index)
    trouble = 40 * max(0.0, mine + 0.05 - depth(point))
    for other, place in enumerate(places):
        if other != index:
            room = dist(point, place) - mine - _size(face, other)
            trouble += 60 * max(0.0, 0.1 - room) + 4 * max(0.0, 0.22 - room)
    ways = [from_edge(edge, point) for edge in edges_of(face, index)]
    trouble += _bend(ways) + 0.6 * dist(point, _natural(face, index))
    others = [piece for piece in face.track if STOPS[index] not in piece]
    return trouble + _near_track(point, mine, ways, others, places)


def _size(face: Face, index: int) -> float:
    return SMALL_SLOT if face.stops[index].kind == "city" else BAR


def _bend(ways: list[Curve]) -> float:
    trouble = sum(3 * max(0.0, abs(way.sweep) - 75) / 90 for way in ways)
    if len(ways) == 2:
        one, two = (way.direction(1) for way in ways)
        trouble += _kink(one, two)
    return trouble


def _kink(one: float, two: float) -> float:
    off = abs((one - two + 180) % 360 - 180)
    return 1.2 * (180 - off) / 90


def _near_track(
    point: Point, mine: float, ways: list[Curve], others: list[Piece], places: list[Point]
) -> float:
    trouble = 0.0
    for piece in others:
        points = curve(piece, tuple(places)).points()
        room = min(dist(point, other) for other in points) - mine - CASING / 2
        trouble += 30 * max(0.0, 0.03 - room)
    return trouble


def bar_angle(face: Face, rotation: int, index: int) -> float | None:
    """Return the angle of a town's bar, square to its track; nothing where a town is a dot."""
    edges = edges_of(face, index)
    if len(edges) != 2:
        return None
    place = positions(face, rotation)[index]
    one, two = (from_edge((edge + rotation) % 6, place).direction(1) for edge in edges)
    x, y = toward(one)[0] - toward(two)[0], toward(one)[1] - toward(two)[1]
    return degrees(atan2(y, x)) + 90
