"""Where everything in a hex lies: computed from what else is in it, never set by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from operator import itemgetter

from engine.board.tiles import Face, Tile, exits, turned
from engine.data import Hex
from render.hex_geometry import Point, bearing, toward
from render.hex_marks import (
    HexSpace,
    Mark,
    place_corners,
    place_flags,
    place_labels,
    place_letter,
    place_remark,
    place_revenues,
    place_terrain,
    place_values,
)
from render.hex_names import place_names
from render.map_hex import NO_SURROUNDINGS, Surroundings
from render.room import Room, Spot
from render.sizes import PRINT, Sizes
from render.stops import BAR, DOT, edges_of, outline, slot_radius, slots, stop_positions
from render.track import Curve, centre_lines, curve

CLOSED_STOPS = ("offboard", "mine", "mountain")
"""Kinds of stops whose track ends at the edge."""
MOUTH = (0.73, 0.1)
"""How far from the centre a tunnel may open, and the room its mark takes."""
STUB, STUB_STEP = 0.3, 0.025
"""How far from its edge track must be seen, and how densely that is looked at."""
PORTAL = 0.22
"""How far from the edge of its hex the middle of a portal lies."""
RIM, NARROW_RIM = 0.045, 0.04
"""What the ground of a city takes beyond its slots, and where they leave hardly any room for anything else."""
KNOWN = 512
"""How many hexes are kept as they were arranged last: those of one position, and of the tiles tried on it."""
PlacingStep = Callable[[HexSpace], Iterator[Mark]]
"""What places the marks of a kind."""
ALL_BUT_CORNERS: tuple[PlacingStep, ...] = (
    place_values,
    place_revenues,
    place_letter,
    place_names,
    place_labels,
    place_flags,
    place_terrain,
    place_remark,
)
"""What places the marks of a hex, the most important first."""


def _earlier(step: PlacingStep, before: int) -> tuple[PlacingStep, ...]:
    """Return the usual order but for one kind of marks, before which so many others are placed."""
    rest = [one for one in ALL_BUT_CORNERS if one is not step]
    return (*rest[:before], step, *rest[before:])


BEFORE_NAMES = ALL_BUT_CORNERS.index(place_names)
LABELS_FIRST = _earlier(place_labels, BEFORE_NAMES)
"""For a hex where a name would take the last room of a label: a name can be shortened, a label cannot."""
COST_FIRST = _earlier(place_terrain, BEFORE_NAMES)
"""For a tile that costs something itself: whoever upgrades it must read how much, and a name can be shortened."""
BONUS_FIRST = _earlier(place_flags, BEFORE_NAMES)
"""For a tile where some earn more: how much must be read, and names are known."""


@dataclass(frozen=True, slots=True)
class HexLayout:
    """The places of everything in a hex."""

    stops: tuple[Point, ...]
    marks: tuple[Mark, ...]

    def of(self, kind: str) -> list[Mark]:
        """Return the marks of a kind."""
        return [mark for mark in self.marks if mark.kind == kind]


@lru_cache(maxsize=KNOWN)
def lay_out(
    hex_: Hex, face: Face, rotation: int, around: Surroundings = NO_SURROUNDINGS, sizes: Sizes = PRINT
) -> HexLayout:
    """Return where everything lies; the most important marks choose their places first."""
    known = _without_corners(_twin(hex_) if isinstance(face, Tile) else hex_, face, rotation, around, sizes)
    room = Room(known.centre_lines, list(known.taken), known.stubs)
    space = HexSpace(hex_, face, known.stops, room, sizes, around)
    return HexLayout(known.stops, (*known.marks, *_placed((place_corners,), space)))


@dataclass(frozen=True, slots=True)
class _WithoutCorners:
    """A hex with all marks but those of its corners: what it holds, and the room that is taken."""

    stops: tuple[Point, ...]
    centre_lines: tuple[tuple[Point, ...], ...]
    stubs: tuple[tuple[Point, ...], ...]
    taken: tuple[Spot, ...]
    marks: tuple[Mark, ...]


def _twin(hex_: Hex) -> Hex:
    """Return the first hex seen that looks like this one below a tile, apart from its coordinate."""
    return _twins.setdefault((hex_.name, bool(hex_.stops)), hex_)


_twins: dict[tuple[str, bool], Hex] = {}


@lru_cache(maxsize=KNOWN)
def _without_corners(
    hex_: Hex, face: Face, rotation: int, around: Surroundings, sizes: Sizes
) -> _WithoutCorners:
    places = stop_positions(face, rotation, sizes)
    stubs = exit_stubs(face, rotation, places, sizes)
    taken = [spot for index in range(len(face.stops)) for spot in stop_spots(face, places, index, sizes)]
    taken += [*mouth_spots(around), *portal_spots(around)]
    lines = _centre_lines(face, rotation, places)
    found: list[tuple[int, list[Mark], Room]] = []
    small = replace(sizes, flags=sizes.flags[-1:])
    costly = bool(face.cost if isinstance(face, Tile) else sizes.costs_first and hex_.terrain)
    orders = _orders(face, around, costly=costly)
    for size, order in product((sizes, small) if around.flags else (sizes,), orders):
        room = Room(lines, list(taken), stubs)
        marks = _placed(order, HexSpace(hex_, face, places, room, size, around))
        found.append((_touching(room.marks, len(taken)), marks, room))
        if not found[-1][0]:
            break
    _, marks, room = min(found, key=itemgetter(0))
    return _WithoutCorners(places, lines, stubs, tuple(room.marks), tuple(marks))


def _orders(face: Face, around: Surroundings, *, costly: bool) -> tuple[tuple[PlacingStep, ...], ...]:
    """Return in which orders the marks of a hex may be placed: labels, then flags earlier where marks would touch."""
    if around.quiet:
        return ((place_labels, place_letter),)
    first = (COST_FIRST,) if costly else ()
    if not around.flags:
        return *first, ALL_BUT_CORNERS, LABELS_FIRST
    if any(stop.bonus for stop in face.stops):
        first = (BONUS_FIRST,)
    earlier = (_earlier(place_flags, before) for before in (3, 2, 1, 0))
    return *first, ALL_BUT_CORNERS, LABELS_FIRST, *earlier


def _touching(spots: Sequence[Spot], stops: int) -> int:
    """Return how many pairs touch, of marks and of marks with stops, which come first."""
    pairs = combinations(enumerate(spots), 2)
    return sum(two >= stops and spot.apart(other) < 0 for (_, spot), (two, other) in pairs)


def _placed(steps: Iterable[PlacingStep], space: HexSpace) -> list[Mark]:
    """Place marks one after another; each takes its room before the next is placed."""
    marks: list[Mark] = []
    for step in steps:
        for mark in step(space):
            space.room.take(mark.spot)
            marks.append(mark)
    return marks


def mouth_spots(around: Surroundings) -> list[Spot]:
    """Return the room of the marks where a tunnel may open."""
    return [Spot(toward(bearing(edge), MOUTH[0]), radius=MOUTH[1]) for edge in around.mouths]


def portal_spots(around: Surroundings) -> list[Spot]:
    """Return the room of the portals of tunnels."""
    lines = ((curve(piece, ()), part) for piece in around.tunnels for part in (PORTAL, -PORTAL))
    return [Spot(line.at(part / line.length % 1), radius=0.17) for line, part in lines]


def _centre_lines(face: Face, rotation: int, places: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    if any(stop.kind in CLOSED_STOPS for stop in face.stops):
        edges = sorted(exits(face.track, rotation))
        return tuple(tuple(toward(bearing(edge), part / 80) for part in range(52, 70)) for edge in edges)
    return centre_lines(turned(face.track, rotation), places)


def exit_stubs(
    face: Face, rotation: int, places: tuple[Point, ...], sizes: Sizes = PRINT
) -> tuple[tuple[Point, ...], ...]:
    """Return the visible end of track at each exit, from the edge inwards, as points beside each other."""
    if any(stop.kind in CLOSED_STOPS for stop in face.stops):
        return _centre_lines(face, rotation, places)
    ends = [end for piece in turned(face.track, rotation) for end in (piece, piece[::-1])]
    lines = [curve(end, places) for end in ends if end[0].isdigit()]
    grounds = [spot for index in range(len(face.stops)) for spot in stop_spots(face, places, index, sizes)]
    return tuple(stub for line in lines if (stub := tuple(_stub(line, grounds))))


def _stub(line: Curve, grounds: Sequence[Spot]) -> Iterator[Point]:
    """Yield the points of the end of a way up to the ground of a stop."""
    for step in range(round(STUB / STUB_STEP)):
        point = line.at(min(1.0, (step + 0.5) * STUB_STEP / line.length))
        if any(ground.covers(point) for ground in grounds):
            return
        yield point


def stop_spots(face: Face, places: tuple[Point, ...], index: int, sizes: Sizes = PRINT) -> list[Spot]:
    """Return the room that a stop itself takes."""
    stop, (x, y) = face.stops[index], places[index]
    if stop.kind == "city":
        radius = slot_radius(face, sizes)
        return [
            Spot((x + dx, y + dy), radius=radius + (RIM if stop.slots < 4 else NARROW_RIM))
            for dx, dy in outline(slots(stop.slots, radius))
        ]
    if stop.kind == "town":
        return [Spot((x, y), radius=BAR if len(edges_of(face, index)) == 2 else DOT)]
    return []
