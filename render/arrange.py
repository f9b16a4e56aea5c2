"""Where the marks of a hex lie: computed from what else is in it, never set by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import dist, hypot

from engine.board.tiles import Face, Stop, Tile, exits, turned
from engine.data import Hex, Terrain
from render import fonts
from render.layout import Point, bearing, toward
from render.marks import REVENUE, TERRAIN, VALUE, spans, value_rows
from render.place import Field, Spot, discs, rectangles
from render.stops import BAR, DOT, positions, slot_radius, slots
from render.track import courses

CLOSED = ("offboard", "mine")
"""Kinds of stops whose track ends at the edge."""
NAME_SIZES = (0.25, 0.22, 0.19, 0.165, 0.145)
LABEL = 0.3
CORNER = 0.165


@dataclass(frozen=True, slots=True)
class Mark:
    """Something written in a hex."""

    kind: str
    spot: Spot
    text: str = ""
    size: float = 0
    stop: int = 0
    terrain: Terrain | None = None


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The places of everything in a hex."""

    stops: tuple[Point, ...]
    marks: tuple[Mark, ...]

    def of(self, kind: str) -> list[Mark]:
        """Return the marks of a kind."""
        return [mark for mark in self.marks if mark.kind == kind]


@lru_cache(maxsize=4096)
def arrange(hex_: Hex, face: Face, rotation: int) -> Arrangement:
    """Return where everything lies, the most important first served."""
    places = positions(face, rotation)
    field = Field(_courses(face, rotation, places))
    for index in range(len(face.stops)):
        field.marks += taken(face, places, index)
    marks: list[Mark] = []
    for step in (_values, _revenues, _labels, _names, _terrain, _corners):
        for mark in step(hex_, face, places, field):
            field.take(mark.spot)
            marks.append(mark)
    return Arrangement(places, tuple(marks))


def _courses(face: Face, rotation: int, places: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    if any(stop.kind in CLOSED for stop in face.stops):
        edges = sorted(exits(face.track, rotation))
        return tuple(tuple(toward(bearing(edge), part / 20) for part in range(10, 18)) for edge in edges)
    return courses(turned(face.track, rotation), places)


def taken(face: Face, places: tuple[Point, ...], index: int) -> list[Spot]:
    """Return the room a stop itself takes."""
    stop, (x, y) = face.stops[index], places[index]
    if stop.kind == "city":
        radius = slot_radius(face)
        return [Spot((x + dx, y + dy), radius=radius + 0.03) for dx, dy in slots(stop.slots, radius)]
    if stop.kind == "town":
        return [Spot((x, y), radius=BAR if len(exits(face.track)) == 2 else DOT)]
    return []


def _values(hex_: Hex, face: Face, places: tuple[Point, ...], field: Field) -> Iterator[Mark]:
    for index, stop in enumerate(face.stops):
        if isinstance(stop.revenue, dict):
            columns, rows = value_rows(len(spans(stop.revenue)))
            half = columns * (VALUE[0] + 0.04) / 2, rows * (VALUE[1] + 0.04) / 2
            lift = 0.1 if hex_.name or stop.kind == "mine" else 0.0
            options = rectangles(half)
            spot = field.best(options, lambda spot: hypot(spot.at[0], spot.at[1] - lift))
            yield Mark("values", spot or field.least_bad(options), stop=index)
        if stop.kind == "mine":
            options = discs(0.23)
            spot = field.best(options, lambda spot: hypot(spot.at[0], spot.at[1] + 0.2))
            yield Mark("mine", spot or field.least_bad(options), stop=index)


def _revenues(hex_: Hex, face: Face, places: tuple[Point, ...], field: Field) -> Iterator[Mark]:
    for index, value in _shown(face.stops):
        options = discs(REVENUE)
        spot = field.best(options, lambda spot, at=places[index]: _revenue_cost(spot.at, at))
        yield Mark("revenue", spot or field.least_bad(options), str(value), stop=index)


def _shown(stops: tuple[Stop, ...]) -> list[tuple[int, int]]:
    """Return the revenues to show: stops of equal revenue share one."""
    first = {
        stop.revenue: index
        for index, stop in reversed(list(enumerate(stops)))
        if isinstance(stop.revenue, int)
    }
    return sorted((index, value) for value, index in first.items() if isinstance(value, int) and value)


def _revenue_cost(at: Point, stop: Point) -> float:
    flank = max(0.0, abs(at[1]) - 0.45)
    return dist(at, stop) + 0.8 * flank + (0.02 if at[1] > 0 else 0) + (0.01 if at[0] < 0 else 0)


def _labels(hex_: Hex, face: Face, places: tuple[Point, ...], field: Field) -> Iterator[Mark]:
    if face.label:
        half = fonts.width(face.label, bold=True) * LABEL / 2, LABEL * fonts.CAP / 2 + 0.02
        options = rectangles(half)
        spot = field.best(options, lambda spot: hypot(spot.at[0] + 0.65, (spot.at[1] + 0.35) * 0.8))
        yield Mark("label", spot or field.least_bad(options), face.label, LABEL)


def names_of(hex_: Hex, face: Face) -> list[tuple[str, int]]:
    """Return the lines of the name of a hex, each with the stop it belongs to."""
    own = [(stop.name, index) for index, stop in enumerate(hex_.stops) if stop.name]
    if own and not isinstance(face, Tile):
        return own
    one, joint, two = hex_.name.partition(" & ")
    if joint and fonts.width(hex_.name) * NAME_SIZES[1] > 1.3:
        return [(one, 0), (f"& {two}", len(face.stops) - 1)]
    return [(hex_.name, 0)] if hex_.name else []


def _names(hex_: Hex, face: Face, places: tuple[Point, ...], field: Field) -> Iterator[Mark]:
    for text, stop in names_of(hex_, face):
        at = places[stop] if places else (0.0, 0.0)
        found = min(_name_spots(text, at, field), key=lambda pair: pair[0], default=None)
        if found:
            yield Mark("name", found[1], text, found[2], stop)


def _name_spots(text: str, at: Point, field: Field) -> Iterator[tuple[float, Spot, float]]:
    points = [(x / 20, y / 20) for y in range(-17, 18) for x in (0, -3, 3, -6, 6, -9, 9)]
    for size in NAME_SIZES:
        half = fonts.width(text) * size / 2, size * 0.42
        free = [spot for spot in rectangles(half, points) if field.free(spot) >= 0]
        found = [(_name_cost(spot, at, size) + 0.07 * field.on_track(spot), spot, size) for spot in free]
        yield from found
        if any(cost < 2.5 - 4 * size for cost, _, _ in found):
            return


def _name_cost(spot: Spot, at: Point, size: float) -> float:
    above = 0.0 if spot.at[1] < at[1] else 0.06
    return dist(spot.at, at) + 0.5 * abs(spot.at[0] - at[0]) + above + 4 * (NAME_SIZES[0] - size)


def _terrain(hex_: Hex, face: Face, places: tuple[Point, ...], field: Field) -> Iterator[Mark]:
    marks = list(hex_.terrain) if not isinstance(face, Tile) else []
    if isinstance(face, Tile) and face.cost:
        marks = [Terrain(kind="", cost=face.cost)]
    for index, what in enumerate(marks):
        lift = 0.0 if len(marks) == 1 else 0.22 - 0.44 * index
        options = rectangles(TERRAIN)
        spot = field.best(options, lambda spot, lift=lift: hypot(spot.at[0], (spot.at[1] + lift) * 1.2))
        if spot or not isinstance(face, Tile):
            yield Mark("terrain", spot or field.least_bad(options), terrain=what)


def _corners(hex_: Hex, face: Face, places: tuple[Point, ...], field: Field) -> Iterator[Mark]:
    wanted = [("coordinate", hex_.id, (0.0, 0.8))]
    if isinstance(face, Tile):
        wanted.append(("number", face.id, (0.55, 0.45)))
    for kind, text, home in wanted:
        half = fonts.width(text) * CORNER / 2, CORNER * 0.4
        spot = field.best(rectangles(half), lambda spot, home=home: dist(spot.at, home))
        if spot:
            yield Mark(kind, spot, text, CORNER)
