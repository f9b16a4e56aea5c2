"""A route as written, followed over the track of the map piece by piece.

A path names hexes in order: ``E12.1`` is a stop (hex and index), ``E14`` is a hex passed on plain track. Since
two hexes share one side, a path stands for one way over the track or for none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from engine.board.hexes import EDGES, Place, neighbour, opposite, stop_name
from engine.board.network import Network
from engine.board.tiles import STOPS, End, exits, joined_ends
from engine.refusals import RouteFault

PathPoint = tuple[str, int | None]
"""A hex of a path, with the stop visited there if any."""


@dataclass(frozen=True, slots=True)
class TracedPath:
    """A path that is a way over the track.

    ``stops`` are visited in order; ``hexes`` are all hexes in order; ``track`` are the hex sides crossed and the
    pieces between two stops of a hex, each as (hex, two ends). ``passed`` are the hexes passed on plain track,
    each with the two edges there, the smaller first.
    """

    stops: tuple[Place, ...]
    hexes: tuple[str, ...]
    track: tuple[tuple[str, int, int], ...]
    passed: tuple[tuple[str, int, int], ...] = ()


@lru_cache(maxsize=4096)
def read(path: tuple[str, ...]) -> tuple[PathPoint, ...]:
    """Return the hexes and stops of a path.

    :raises RouteFault: when something is neither a stop nor a hex.
    """
    return tuple(_point(text) for text in path)


def _point(text: str) -> PathPoint:
    hex_, dot, stop = text.partition(".")
    if dot and not (stop.isascii() and stop.isdecimal() and len(stop) < 3):
        raise RouteFault("route_unknown", hex=text)
    return hex_, int(stop) if dot else None


def trace(network: Network, path: Sequence[str]) -> TracedPath:
    """Return a path with the stops, hexes and track it goes over.

    :raises RouteFault: when there is no such track, or the path reverses or uses a stop or track twice.
    """
    text = tuple(path)
    _check_ends(network, read(text))
    course = _course(text)
    for hex_, pieces in course.inside:
        face, rotation = network.faces[hex_]
        if not pieces <= joined_ends(face.track, rotation):
            sides = {int(end) for piece in pieces for end in piece if end.isdigit()}
            there = sides <= exits(face.track, rotation)
            raise RouteFault("route_reverse" if there else "route_unknown", hex=hex_)
    if not course.once:
        _check_once(course.traced.stops, course.traced.track)
    return course.traced


@dataclass(frozen=True, slots=True)
class _PlottedPath:
    """What a path says by itself, whatever track lies there: the ``pieces`` of track it takes ``inside`` each hex.

    ``once`` tells whether it visits no stop and takes no track twice.
    """

    traced: TracedPath
    inside: tuple[tuple[str, frozenset[frozenset[End]]], ...]
    once: bool


@lru_cache(maxsize=4096)
def _course(path: tuple[str, ...]) -> _PlottedPath:
    """Return what a path says by itself; the same path is run in one turn after another.

    :raises RouteFault: when two of its hexes are no neighbours.
    """
    points = read(path)
    track = tuple(_between(one, two) for one, two in pairwise(points))
    stops = tuple((hex_, stop) for hex_, stop in points if stop is not None)
    hexes = tuple(hex_ for number, (hex_, _) in enumerate(points) if not _stays(points, number))
    inside = tuple(_inside(points, number) for number in range(len(points)))
    once = len({*stops}) == len(stops) and len({*track}) == len(track)
    return _PlottedPath(TracedPath(stops, hexes, track, tuple(_passed(points))), inside, once)


def _passed(points: Sequence[PathPoint]) -> Iterator[tuple[str, int, int]]:
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        if here[1] is None:
            edges = sorted((_edge(here[0], before[0]), _edge(here[0], after[0])))
            yield here[0], edges[0], edges[1]


def _stays(points: Sequence[PathPoint], number: int) -> bool:
    return number > 0 and points[number - 1][0] == points[number][0]


def _check_ends(network: Network, points: tuple[PathPoint, ...]) -> None:
    for hex_, stop in points:
        known = network.faces[hex_][0].stops if hex_ in network.faces else None
        if known is None or (stop is not None and stop >= len(known)):
            raise RouteFault("route_unknown", hex=stop_name(hex_, stop))
    for hex_, stop in points[:1] + points[-1:]:
        if stop is None:
            raise RouteFault("route_unknown", hex=hex_)


def _between(one: PathPoint, two: PathPoint) -> tuple[str, int, int]:
    """Return the side that two hexes share, or the piece between two stops of a hex."""
    if one[0] == two[0] and one[1] is not None and two[1] is not None:
        return one[0], 6 + min(one[1], two[1]), 6 + max(one[1], two[1])
    edge = _edge(one[0], two[0])
    return (*min((one[0], edge), (two[0], opposite(edge))), -1)


@lru_cache(maxsize=4096)
def _edge(one: str, two: str) -> int:
    for edge in EDGES:
        if neighbour(one, edge) == two:
            return edge
    raise RouteFault("route_unknown", hex=two)


def _end(point: PathPoint, other: PathPoint) -> str:
    """Return the end of track at which a path enters or leaves a hex."""
    if point[0] == other[0] and other[1] is not None:
        return STOPS[other[1]]
    return str(_edge(point[0], other[0]))


def _inside(points: Sequence[PathPoint], number: int) -> tuple[str, frozenset[frozenset[End]]]:
    """Return the hex of a point, and the pieces of track that a path takes there, each by the ends that it joins."""
    point = points[number]
    others = (*points[max(number - 1, 0) : number], *points[number + 1 : number + 2])
    ends = [_end(point, other) for other in others]
    inside = STOPS[point[1]] if point[1] is not None else ""
    pieces = [(end, inside) for end in ends] if inside else [(ends[0], ends[1])]
    return point[0], frozenset(map(frozenset, pieces))


def _check_once(stops: Sequence[Place], track: Sequence[tuple[str, int, int]]) -> None:
    for number, place in enumerate(stops):
        if place in stops[:number]:
            raise RouteFault("route_repeat", hex=place[0])
    for number, piece in enumerate(track):
        if piece in track[:number]:
            raise RouteFault("route_repeat", hex=piece[0])
