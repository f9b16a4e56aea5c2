"""Where the marks of a hex lie: computed from what else is in it, never set by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import dist, hypot

from engine.board.tiles import Face, Stop, Tile, exits, turned
from engine.data import Hex, Terrain
from render import fonts
from render.hex_geometry import Point, bearing, toward
from render.map_hex import NO_SURROUNDINGS, Surroundings
from render.palette import RANKS
from render.room import GAP, MARGIN, Room, Spot, discs, rectangles
from render.sizes import PRINT, Sizes
from render.stops import BAR, DOT, edges_of, outline, slot_radius, slots, stop_positions
from render.surroundings import lake
from render.symbols import GAP as VALUE_GAP
from render.symbols import TERRAIN, spans, value_rows
from render.track import centre_lines, curve

CLOSED = ("offboard", "mine", "mountain")
"""Kinds of stops whose track ends at the edge."""
LONG = 0.22
"""The size at which a name that is too wide is parted."""
ROW = 0.95
"""Distance of two lines of a name, in units of their size."""
NAME_POINTS = tuple((x / 20, y / 20) for y in range(-17, 18) for x in (0, -3, 3, -6, 6, -9, 9, -12, 12))
GOOD = 0.75
"""A name that lies this well is not tried in a smaller size."""
TERRAIN_SIZES = (1.0, 0.85, 0.7, 0.58)
NOTE_AT = (0.0, 0.5)
TOUCH = 1e-6
"""The least distance of a name to other marks."""
PANEL = 0.86
"""Size of the values of a mountain, which leave room for its name."""
MOUTH = (0.73, 0.1)
"""How far from the centre a tunnel may open, and the room its mark takes."""
PORTAL = 0.22
"""How far from the edge of its hex the middle of a portal lies."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something written in a hex; ``over`` tells that track passes below it."""

    kind: str
    spot: Spot
    text: str = ""
    size: float = 0
    stop: int = 0
    terrain: Terrain | None = None
    over: bool = False


@dataclass(frozen=True, slots=True)
class HexLayout:
    """The places of everything in a hex."""

    stops: tuple[Point, ...]
    marks: tuple[Mark, ...]

    def of(self, kind: str) -> list[Mark]:
        """Return the marks of a kind."""
        return [mark for mark in self.marks if mark.kind == kind]


@dataclass(frozen=True, slots=True)
class _Lot:
    """A hex that marks are being placed in: what it shows, where its stops lie, and what is taken."""

    hex: Hex
    face: Face
    places: tuple[Point, ...]
    field: Room
    sizes: Sizes
    note: str


@lru_cache(maxsize=8192)
def lay_out(
    hex_: Hex, face: Face, rotation: int, around: Surroundings = NO_SURROUNDINGS, sizes: Sizes = PRINT
) -> HexLayout:
    """Return where everything lies, the most important first served."""
    known = _arranged(_twin(hex_) if isinstance(face, Tile) else hex_, face, rotation, around, sizes)
    field = Room(known.centre_lines, list(known.taken))
    lot = _Lot(hex_, face, known.stops, field, sizes, around.note)
    return HexLayout(known.stops, (*known.marks, *_placed((_corners,), lot)))


@dataclass(frozen=True, slots=True)
class _Arranged:
    """A hex with all marks but those of its corners: what it holds, and the room that is taken."""

    stops: tuple[Point, ...]
    centre_lines: tuple[tuple[Point, ...], ...]
    taken: tuple[Spot, ...]
    marks: tuple[Mark, ...]


def _twin(hex_: Hex) -> Hex:
    """Return the first hex that looks like this one below a tile, but for its coordinate."""
    return _twins.setdefault((hex_.name, bool(hex_.stops)), hex_)


_twins: dict[tuple[str, bool], Hex] = {}


@lru_cache(maxsize=8192)
def _arranged(hex_: Hex, face: Face, rotation: int, around: Surroundings, sizes: Sizes) -> _Arranged:
    places = stop_positions(face, rotation, sizes)
    field = Room(_courses(face, rotation, places))
    for index in range(len(face.stops)):
        field.marks += taken(face, places, index, sizes)
    field.marks += [*mouths(around), *portals(around)]
    lot = _Lot(hex_, face, places, field, sizes, around.note)
    told = _values, _revenues, _names, _labels, _terrain, _note
    marks = _placed((_labels,) if around.quiet else told, lot)
    return _Arranged(places, tuple(map(tuple, field.centre_lines)), tuple(field.marks), tuple(marks))


def _placed(steps: Iterable[Callable[[_Lot], Iterator[Mark]]], lot: _Lot) -> list[Mark]:
    """Place marks one after another; each takes its room before the next is placed."""
    marks: list[Mark] = []
    for step in steps:
        for mark in step(lot):
            lot.field.take(mark.spot)
            marks.append(mark)
    return marks


def mouths(around: Surroundings) -> list[Spot]:
    """Return the room of the marks where a tunnel may open."""
    return [Spot(toward(bearing(edge), MOUTH[0]), radius=MOUTH[1]) for edge in around.mouths]


def portals(around: Surroundings) -> list[Spot]:
    """Return the room of the portals of tunnels."""
    ways = ((curve(piece, ()), part) for piece in around.tunnels for part in (PORTAL, -PORTAL))
    return [Spot(way.at(part / way.length % 1), radius=0.17) for way, part in ways]


def _courses(face: Face, rotation: int, places: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    if any(stop.kind in CLOSED for stop in face.stops):
        edges = sorted(exits(face.track, rotation))
        return tuple(tuple(toward(bearing(edge), part / 80) for part in range(52, 70)) for edge in edges)
    return centre_lines(turned(face.track, rotation), places)


def taken(face: Face, places: tuple[Point, ...], index: int, sizes: Sizes = PRINT) -> list[Spot]:
    """Return the room a stop itself takes."""
    stop, (x, y) = face.stops[index], places[index]
    if stop.kind == "city":
        radius = slot_radius(face, sizes)
        return [
            Spot((x + dx, y + dy), radius=radius + 0.045) for dx, dy in outline(slots(stop.slots, radius))
        ]
    if stop.kind == "town":
        return [Spot((x, y), radius=BAR if len(edges_of(face, index)) == 2 else DOT)]
    return []


def _values(lot: _Lot) -> Iterator[Mark]:
    wide, high = lot.sizes.value
    for index, stop in enumerate(lot.face.stops):
        if isinstance(stop.revenue, dict) and stop.kind != "city":
            columns, rows = value_rows(len(spans(stop.revenue)))
            size = PANEL if stop.kind == "mountain" else 1.0
            gap = wide * VALUE_GAP
            half = size * columns * (wide + gap) / 2, size * rows * (high + gap) / 2
            lift = 0.08 if lot.hex.name or stop.kind == "mine" else 0.0
            yield Mark("values", _near((0.0, lift), rectangles(half), lot.field), size=size, stop=index)
        if stop.kind == "mine":
            yield Mark("mine", _near((0.0, -0.2), discs(0.23), lot.field), stop=index)


def _near(home: Point, options: Sequence[Spot], field: Room) -> Spot:
    return field.best(options, partial(_distance, home)) or field.least_bad(options)


def _revenues(lot: _Lot) -> Iterator[Mark]:
    for index, value in _shown(lot.face.stops):
        cost = partial(_revenue_cost, lot.places[index])
        found = (lot.field.best(discs(radius), cost) for radius in lot.sizes.revenue)
        spot = next(filter(None, found), None) or lot.field.least_bad(discs(lot.sizes.revenue[-1]))
        yield Mark("revenue", spot, value, stop=index)


def _shown(stops: tuple[Stop, ...]) -> list[tuple[int, str]]:
    """Return the revenues to show: stops of equal revenue share one; a city's by phase is empty until it is drawn."""
    phased = [
        (at, "") for at, stop in enumerate(stops) if stop.kind == "city" and isinstance(stop.revenue, dict)
    ]
    first = {
        stop.revenue: index
        for index, stop in reversed(list(enumerate(stops)))
        if isinstance(stop.revenue, int)
    }
    whole = [(index, str(value)) for value, index in first.items() if isinstance(value, int) and value]
    return sorted(whole + phased)


def _revenue_cost(stop: Point, spot: Spot) -> float:
    """Return the distance to the stop; the flanks come first, above and below is room for names."""
    (x, y), flank = spot.at, max(0.0, abs(spot.at[1]) - 0.45)
    return dist(spot.at, stop) + 0.8 * flank + (0.02 if y > 0 else 0) + (0.01 if x < 0 else 0)


def _labels(lot: _Lot) -> Iterator[Mark]:
    face, field, sizes = lot.face, lot.field, lot.sizes.labels
    if not face.label:
        return
    found = [
        (_label_cost(spot.at) + 2 * (sizes[0] - size), spot, size)
        for size in sizes
        for spot in _label(face, size)
    ]
    fits = (
        (spot, size)
        for _, spot, size in sorted(found)
        if field.free(spot) >= GAP and field.off_track(spot) >= 0
    )
    spot, size = next(fits, None) or (field.least_bad(_label(face, sizes[-1])), sizes[-1])
    yield Mark("label", spot, face.label, size)


def _label(face: Face, size: float) -> Sequence[Spot]:
    return rectangles((fonts.width(face.label, bold=True) * size / 2, size * fonts.CAP / 2 + 0.02))


def _label_cost(at: Point) -> float:
    flank = max(0.0, abs(at[1]) - 0.45)
    return hypot(at[0] + 0.65, (at[1] + 0.35) * 0.5) * 0.4 + 2 * flank


def names_of(hex_: Hex, face: Face) -> list[tuple[str, int]]:
    """Return the lines of the name of a hex, each with the stop it belongs to."""
    own = [(stop.name, index) for index, stop in enumerate(hex_.stops) if stop.name]
    if own and not isinstance(face, Tile):
        return own
    parts = hex_.name.split(" & ")
    if len(parts) > 1 and fonts.width(hex_.name) * LONG > 1.3:
        last = len(face.stops) - 1
        return [(part, min(index, last)) for index, part in enumerate(parts)]
    return [(hex_.name, 0)] if hex_.name else []


def _names(lot: _Lot) -> Iterator[Mark]:
    """Place the lines of a name in one size: the largest that lies well, even if a smaller one lies best."""
    every, sizes, least = names_of(lot.hex, lot.face), lot.sizes.names, lot.sizes.least
    for some in ([size for size in sizes if size >= least], [size for size in sizes if size < least]):
        for count in range(len(every), 0, -1):
            if found := _fitted(every[:count], lot, some):
                yield from found
                return


def _fitted(lines: list[tuple[str, int]], lot: _Lot, sizes: Sequence[float]) -> list[Mark]:
    """Return all these lines in the best of some sizes, nothing where they fit in none."""
    ways = (lines, broken) if len(lines) == 1 and (broken := _broken(lines[0])) else (lines,)
    tries = (_lines(way, lot, size) for size in sizes for way in ways)
    found = [(cost, marks) for cost, marks in _until_good(tries) if len(marks) == len(lines)]
    return min(found, key=lambda pair: pair[0])[1] if found else []


def _broken(line: tuple[str, int]) -> list[tuple[str, int]]:
    """Return a name of several words in two lines that are as equal as possible."""
    text, stop = line
    breaks = [index + 1 for index, letter in enumerate(text) if letter in " -/" and 2 < index < len(text) - 3]
    if not breaks:
        return []
    at = min(breaks, key=lambda index: abs(index - len(text) / 2))
    return [(f"{text[:at].rstrip()}\n{text[at:]}", stop)]


def _until_good(tries: Iterable[tuple[float, list[Mark]]]) -> Iterator[tuple[float, list[Mark]]]:
    for cost, marks in tries:
        yield cost, marks
        if cost < GOOD:
            return


def _lines(lines: list[tuple[str, int]], lot: _Lot, size: float) -> tuple[float, list[Mark]]:
    total, marks = 0.0, []
    places = lot.places if lot.hex.stops else ()
    trial = Room(lot.field.centre_lines, list(lot.field.marks))
    for text, stop in lines:
        at = places[stop] if places else (0.0, 0.0)
        rows = text.split("\n")
        half = max(map(fonts.width, rows)) * size / 2, size * (0.46 + 0.5 * ROW * (len(rows) - 1))
        cost, spot = _cheapest(half, at, trial)
        if spot:
            over = trial.on_track(spot) > 0
            marks.append(Mark("name", trial.take(spot), text, size, stop, over=over))
        total += cost + 9 * (lot.sizes.names[0] - size)
    return total / max(1, len(lines)), marks


def _cheapest(half: Point, at: Point, field: Room) -> tuple[float, Spot | None]:
    """Return the best place for a line of a name, and what speaks against it; track below is asked for last."""
    found: tuple[float, Spot | None] = (9.0, None)
    for base, spot in _ranked(half, at):
        if base >= found[0]:
            break
        if field.fits(spot, TOUCH):
            cost = base + 0.035 * field.on_track(spot)
            found = (cost, spot) if cost < found[0] else found
    return found


@lru_cache(maxsize=1024)
def _ranked(half: Point, at: Point) -> tuple[tuple[float, Spot], ...]:
    """Return the places for a line of a name that keep clear of the border, the nearest first."""
    spots = (spot for spot in rectangles(half, NAME_POINTS) if spot.inside() - MARGIN >= TOUCH)
    ranked = sorted((_far(spot, at), -spot.at[1], spot) for spot in spots)
    return tuple((base, spot) for base, _, spot in ranked)


def _far(spot: Spot, at: Point) -> float:
    below = 0.06 if spot.at[1] > at[1] else 0.0
    return dist(spot.at, at) + 0.25 * abs(spot.at[0] - at[0]) + below


def _note(lot: _Lot) -> Iterator[Mark]:
    """Place what the title tells of a hex, where there is room."""
    for size in lot.sizes.notes if lot.note else ():
        half = fonts.width(lot.note, bold=True) * size / 2, size * 0.4
        spot = lot.field.best(rectangles(half), partial(_distance, NOTE_AT))
        if spot:
            yield Mark("note", spot, lot.note, size)
            return


def _terrain(lot: _Lot) -> Iterator[Mark]:
    face, field = lot.face, lot.field
    laid = isinstance(face, Tile)
    marks = [Terrain(kind="", cost=face.cost)] if isinstance(face, Tile) and face.cost else []
    marks += [] if laid or lake(lot.hex) else lot.hex.terrain
    for index, what in enumerate(marks):
        height = 0.0 if len(marks) == 1 else 0.44 * index - 0.22
        tries = [(size, rectangles((TERRAIN[0] * size, TERRAIN[1] * size))) for size in TERRAIN_SIZES]
        found = ((field.best(options, partial(_terrain_cost, height)), size) for size, options in tries)
        spot, size = next((pair for pair in found if pair[0]), (None, tries[-1][0]))
        if spot or not laid:
            yield Mark("terrain", spot or field.least_bad(tries[-1][1]), size=size, terrain=what)


def _terrain_cost(height: float, spot: Spot) -> float:
    return hypot(spot.at[0], (spot.at[1] - height) * 1.2)


def _corners(lot: _Lot) -> Iterator[Mark]:
    """Place the coordinate and the number of the tile, where there is room and they are wanted."""
    small, rank = lot.sizes.corner, RANKS.get(lot.face.colour, "") if lot.sizes.ranks else ""
    size = small or lot.sizes.notes[-1]
    wanted = [("coordinate", lot.hex.id, (0.0, 0.8))] if small else []
    if isinstance(lot.face, Tile):
        wanted.append(("number", f"{lot.face.id if small else ''} {rank}".strip(), (0.55, 0.45)))
    for kind, text, home in wanted:
        options = rectangles((fonts.width(text) * size / 2, size * 0.4))
        spot = lot.field.best(options, partial(_distance, home)) if text else None
        if spot:
            yield Mark(kind, spot, text, size)


def _distance(home: Point, spot: Spot) -> float:
    return dist(spot.at, home)
