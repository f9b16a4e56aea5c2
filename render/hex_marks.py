"""The marks of a hex, each placed where there is room: values, revenues, labels, terrain, remarks, coordinates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from math import dist, hypot

from engine.board.hexes import coordinates
from engine.board.tiles import Face, Stop, Tile
from engine.data import Hex, Terrain
from render import fonts
from render.hex_geometry import Point
from render.map_hex import Surroundings
from render.palette import RANKS
from render.room import Cost, MarkPlaces, RankedPlace, Room, Spot
from render.sizes import Sizes
from render.surroundings import lake
from render.symbols import GAP as VALUE_GAP
from render.symbols import TERRAIN, cost_room, flag_room, spans, value_room, value_rows

FINE = tuple((x / 12, y / 12) for y in range(-9, 10) for x in range(-8, 9))
"""Where flags may lie, more densely than other marks."""
LETTER_AT = (0.0, 0.0)
FLAG_AT = (0.0, -0.5)
REMARK_AT = (0.0, 0.5)
BESIDE = (0.9, 0.8, 0.75, 0.7, 0.66, 0.63, 0.6, 0.56, 0.52)
"""Sizes of the values of a city, to try."""
ALONE = (0.45, 0.4, 0.355)
"""Sizes of type of the only value of a city, to try."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something written in a hex.

    ``over`` tells that track passes below it, ``columns`` how values are arranged, ``short`` that only what matters
    most is written: the value of the phase, a cost close to its symbol.
    """

    kind: str
    spot: Spot
    text: str = ""
    size: float = 0
    stop: int = 0
    terrain: Terrain | None = None
    over: bool = False
    columns: int = 0
    short: bool = False


@dataclass(frozen=True, slots=True)
class HexSpace:
    """A hex that marks are being placed in: what it shows, where its stops lie, which room is taken."""

    hex: Hex
    face: Face
    stops: tuple[Point, ...]
    room: Room
    sizes: Sizes
    around: Surroundings


@dataclass(frozen=True, slots=True)
class Near:
    """What speaks against a place: its distance to another."""

    home: Point

    def __call__(self, point: Point) -> float:
        """Return the penalty of a place."""
        return dist(point, self.home)


@dataclass(frozen=True, slots=True)
class NearStop:
    """What speaks against a place: its distance to a stop, more above and below, where names need the room."""

    stop: Point

    def __call__(self, point: Point) -> float:
        """Return the penalty of a place."""
        flank = max(0.0, abs(point[1]) - 0.45)
        below, left = 0.02 if point[1] > 0 else 0, 0.01 if point[0] < 0 else 0
        return dist(point, self.stop) + 0.8 * flank + below + left


@dataclass(frozen=True, slots=True)
class NearHeight:
    """What speaks against a place: its distance to the middle of the hex at some height."""

    height: float

    def __call__(self, point: Point) -> float:
        """Return the penalty of a place."""
        return hypot(point[0], (point[1] - self.height) * 1.2)


def place_values(space: HexSpace) -> Iterator[Mark]:
    """Place the values by phase of areas and mines, and the hammers of a mine."""
    for index, stop in enumerate(space.face.stops):
        if isinstance(stop.revenue, dict) and stop.kind == "city":
            yield _values_beside(space, index, [value for _, value in spans(stop.revenue)])
        elif isinstance(stop.revenue, dict):
            columns, rows = value_rows(len(spans(stop.revenue)))
            size = space.sizes.panel if stop.kind == "mountain" else 1.0
            spot = _lowered(space, _panels(space.sizes, size, columns, rows), _wished(space, stop))
            yield Mark("values", spot, size=size, stop=index, columns=columns)
        if stop.kind == "mine":
            yield Mark("mine", _near((0.0, -0.2), MarkPlaces(radius=0.23), space.room), stop=index)


def _wished(space: HexSpace, stop: Stop) -> float:
    """Return how far below the middle of its hex the values of an area should lie."""
    if stop.kind == "mountain" and space.sizes.lowered:
        return 0.0
    return 0.08 if space.hex.name or stop.kind == "mine" else 0.0


def _lowered(space: HexSpace, places: MarkPlaces, wished: float) -> Spot:
    """Return the place of the values of an area: below its middle, as near to what is wished as there is room."""
    if wished and (lowered := space.sizes.lowered):
        places = replace(places, points=((0.0, lowered), *places.points))
    return _near((0.0, wished), places, space.room)


def _values_beside(space: HexSpace, stop: int, values: Sequence[int]) -> Mark:
    """Place the values of a city by phase beside it, in a row or a column, whichever can be larger."""
    cost, count = NearStop(space.stops[stop]), len(values)
    if space.sizes.now_only:
        return _value_beside(space, stop, values)
    found: list[tuple[float, Spot | None, int]] = []
    for columns in (count, 1):
        tries = [_panels(space.sizes, size, columns, count // columns) for size in BESIDE]
        found.append((*_largest(space.room, BESIDE, tries, cost), columns))
    size, spot, columns = max(found, key=lambda one: (one[1] is not None, one[0]))
    spot = spot or space.room.least_bad(_panels(space.sizes, size, columns, 1))
    return Mark("values", spot, size=size, stop=stop, columns=columns)


def _value_beside(space: HexSpace, stop: int, values: Sequence[int]) -> Mark:
    """Place the value that a city has in a phase, with room for the widest."""
    widest, cost = max(map(str, values), key=fonts.width), NearStop(space.stops[stop])
    tries = [MarkPlaces(value_room(widest, size), points=FINE) for size in ALONE]
    size, spot = _largest(space.room, ALONE, tries, cost, above=True)
    return Mark("values", spot or space.room.least_bad(tries[-1]), size=size, stop=stop, short=True)


def _largest(
    room: Room, sizes: Sequence[float], tries: Sequence[MarkPlaces], cost: Cost, *, above: bool = False
) -> tuple[float, Spot | None]:
    """Return the largest size in which a mark has room, beside track or else ``above`` it, and where; or no place."""
    found = room.largest(tries, cost) or (room.largest(tries, cost, above=True) if above else None)
    return (sizes[found[0]], found[1]) if found else (sizes[-1], None)


def _panels(sizes: Sizes, size: float, columns: int, rows: int) -> MarkPlaces:
    """Return the places of values in so many columns and rows."""
    wide, high = sizes.value
    gap = wide * VALUE_GAP
    return MarkPlaces((size * columns * (wide + gap) / 2, size * rows * (high + gap) / 2))


def _near(home: Point, places: MarkPlaces, room: Room) -> Spot:
    return room.best(places, Near(home)) or room.least_bad(places)


def place_revenues(space: HexSpace) -> Iterator[Mark]:
    """Place the revenue of each stop near it, in a smaller circle where there is little room."""
    for index, value in _shown(space.face.stops):
        sizes, cost = space.sizes.revenue, NearStop(space.stops[index])
        tries = [MarkPlaces(radius=size) for size in sizes]
        _, spot = _largest(space.room, sizes, tries, cost, above=True)
        spot = spot or space.room.least_bad(tries[-1])
        yield Mark("revenue", spot, value, stop=index)


def _shown(stops: tuple[Stop, ...]) -> list[tuple[int, str]]:
    """Return the revenues to show: stops of equal revenue share one."""
    first = {
        stop.revenue: index
        for index, stop in reversed(list(enumerate(stops)))
        if isinstance(stop.revenue, int)
    }
    return sorted((index, str(value)) for value, index in first.items() if isinstance(value, int) and value)


def place_labels(space: HexSpace) -> Iterator[Mark]:
    """Place the label of a tile or hex, towards the upper left."""
    face, room, sizes = space.face, space.room, space.sizes.labels
    if not face.label:
        return
    least = _label(face, sizes[-1])
    left = [place for place, _ in room.free_places(least, least.ranked(label_cost), off_track=True)]
    fits = (_fitting_label(space, size, left) for size in sizes)
    spot, size = next(((spot, size) for _, spot, size in merge(*fits)), (None, sizes[-1]))
    yield Mark("label", spot or room.least_bad(least), face.label, size)


def _fitting_label(
    space: HexSpace, size: float, among: Sequence[RankedPlace]
) -> Iterator[tuple[float, Spot, float]]:
    """Yield what speaks against a label of a size, the more the smaller it is, and its free places, best first."""
    free = space.room.free_places(_label(space.face, size), among, off_track=True)
    for (cost, *_), spot in free:
        yield cost + 2 * (space.sizes.labels[0] - size), spot, size


def _label(face: Face, size: float) -> MarkPlaces:
    return MarkPlaces((fonts.width(face.label, bold=True) * size / 2, size * fonts.CAP / 2 + 0.02))


def label_cost(at: Point) -> float:
    """Return the penalty of a place for a label."""
    flank = max(0.0, abs(at[1]) - 0.45)
    return hypot(at[0] + 0.65, (at[1] + 0.35) * 0.5) * 0.4 + 2 * flank


def place_remark(space: HexSpace) -> Iterator[Mark]:
    """Place what the title tells of a hex, where there is room."""
    for size in space.sizes.remarks if space.around.remark else ():
        half = fonts.width(space.around.remark, bold=True) * size / 2, size * 0.4
        spot = space.room.best(MarkPlaces(half), Near(REMARK_AT))
        if spot:
            yield Mark("remark", spot, space.around.remark, size)
            return


def place_letter(space: HexSpace) -> Iterator[Mark]:
    """Place the letter by which a hex is picked, if need be above track; without room it will lie on the border."""
    if not space.around.letter:
        return
    sizes = space.sizes.letters
    tries = [MarkPlaces(radius=radius) for radius in sizes]
    size, spot = _largest(space.room, sizes, tries, Near(LETTER_AT), above=True)
    if spot:
        yield Mark("letter", spot, space.around.letter, size)


def place_flags(space: HexSpace) -> Iterator[Mark]:
    """Place the flags of homes and destinations, and of units that earn more here, the widest first."""
    flags = sorted(enumerate(space.around.flags), key=lambda pair: -fonts.width(pair[1].text, bold=True))
    for index, flag in flags:
        sizes = space.sizes.flags
        tries = [MarkPlaces(flag_room(flag.text, size), points=FINE) for size in sizes]
        size, spot = _largest(space.room, sizes, tries, Near(FLAG_AT), above=True)
        yield Mark("flag", spot or space.room.least_bad(tries[-1]), str(index), size)


def place_terrain(space: HexSpace) -> Iterator[Mark]:
    """Place the terrain with its cost; below a tile only what the tile itself costs."""
    face, room = space.face, space.room
    laid = isinstance(face, Tile)
    marks = [Terrain(kind="", cost=face.cost)] if isinstance(face, Tile) and face.cost else []
    marks += [] if laid or lake(space.hex) else space.hex.terrain
    for index, what in enumerate(marks):
        height = 0.0 if len(marks) == 1 else 0.44 * index - 0.22
        rooms = [(TERRAIN[0] * size, TERRAIN[1] * size) for size in space.sizes.terrain]
        tries = [MarkPlaces(half) for half in rooms]
        size, spot = _largest(room, space.sizes.terrain, tries, NearHeight(height))
        if spot is None and what.cost and space.sizes.tight:
            yield _tight(space, what, NearHeight(height))
        elif spot or not laid:
            yield Mark("terrain", spot or room.least_bad(tries[-1]), size=size, terrain=what)


def _tight(space: HexSpace, what: Terrain, near: Cost) -> Mark:
    """Place a cost close to its symbol, if need be above track."""
    tries = [MarkPlaces(cost_room(what.cost, size), points=FINE) for size in space.sizes.tight]
    size, spot = _largest(space.room, space.sizes.tight, tries, near, above=True)
    spot = spot or space.room.least_bad(tries[-1])
    return Mark("terrain", spot, size=size, terrain=what, short=True)


def place_corners(space: HexSpace) -> Iterator[Mark]:
    """Place the coordinate and the number of the tile, where there is room and they are wanted."""
    sizes, rank = space.sizes, RANKS.get(space.face.colour, "") if space.sizes.ranks else ""
    size = sizes.corner or sizes.remarks[-1]
    wanted = [("coordinate", space.hex.id, (0.0, 0.8))] if shows_coordinate(space.hex, sizes) else []
    if isinstance(space.face, Tile):
        wanted.append(("number", f"{space.face.id if sizes.numbers else ''} {rank}".strip(), (0.55, 0.45)))
    for kind, text, home in wanted:
        places = MarkPlaces((fonts.width(text) * size / 2, size * 0.4))
        spot = space.room.best(places, Near(home)) if text else None
        if spot:
            yield Mark(kind, spot, text, size)


def shows_coordinate(hex_: Hex, sizes: Sizes) -> bool:
    """Tell whether a hex bears its coordinate where there is room."""
    return bool(sizes.corner and hex_.id) and coordinates(hex_.id)[1] % sizes.every == 0
