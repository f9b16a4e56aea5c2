"""What reaches over the border of a hex: barriers, outlines of changed hexes, revenue beside routes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from engine.board.hexes import EDGES, HexSide, neighbour, opposite, order
from engine.position import Position
from render import fonts, palette, symbols
from render.hex_geometry import APOTHEM, CORNERS, SIDES, Point, bearing, far_along, toward
from render.hex_layout import HexLayout, lay_out, stop_spots
from render.map_hex import MapHex
from render.map_hexes import ShownRoute, leaving_edge
from render.palette import Scheme
from render.room import Spot
from render.shapes import Box, Layer, Polyline, Shape, Text

HexDrawing = tuple[str, tuple[Shape, ...]]
"""A hex and what is drawn around its centre."""
BORDER = tuple((x * 1.02, y * 1.02) for x, y in CORNERS)
"""Where a letter may lie on the border of its hex: on its corners, for track leaves by the sides."""
TAG, TYPE = 0.2, 0.36
"""Half the height of a tag, and the size of type on it."""
BESIDE_SIDES = (0.0, 0.1, -0.1, 0.2, -0.2)
"""How far beyond a side a tag may lie: track crosses it straight on."""
ALONG_SIDES = (0.0, 0.15, -0.15, 0.3, -0.3)
"""How far from the middle of a side, beside its track; less is better."""
WEIGHTS = {"values": 3.0, "revenue": 3.0, "stop": 2.0}
"""How much it matters that a tag covers something, 1 for what is not named."""


def barriers(pos: Position, scheme: Scheme) -> Iterator[HexDrawing]:
    """Return the sides that no track may cross, each once."""
    for hex_ in pos.title.board.hexes:
        for edge, why in hex_.closed.items():
            other = neighbour(hex_.id, edge)
            if why == "barrier" and (other not in pos.title.hexes or order(hex_.id) < order(other)):
                yield hex_.id, tuple(barrier(edge, scheme))


def barrier(edge: int, scheme: Scheme) -> Iterator[Shape]:
    """Return the mark of a side that no track may cross."""
    ends = _side(edge, 0.94)
    yield Polyline(ends, scheme.casing, 0.2, Layer.EDGE, round=True)
    yield Polyline(ends, scheme.barrier, 0.13, Layer.EDGE, round=True)


def _side(edge: int, length: float) -> tuple[Point, Point]:
    one, two, middle = CORNERS[edge], CORNERS[(edge + 1) % 6], SIDES[edge]
    return far_along(middle, one, length), far_along(middle, two, length)


def outline(hexes: Iterable[str], scheme: Scheme, colour: str = "") -> Iterator[HexDrawing]:
    """Return the outlines of hexes that changed, or of others in a colour of their own."""
    ringed = ring(scheme, colour or scheme.change, 1.035, (0.16, 0.1))
    for hex_ in hexes:
        yield hex_, ringed


def ring(scheme: Scheme, colour: str, size: float, widths: Point) -> tuple[Shape, Shape]:
    """Return a ring around a hex, of this size in sides of the hex: a casing of the first width, and a line on it."""
    around = tuple((x * size, y * size) for x, y in (*CORNERS, CORNERS[0]))
    casing, line = widths
    return (
        Polyline(around, scheme.casing, casing, Layer.EDGE, round=True),
        Polyline(around, colour, line, Layer.EDGE, round=True),
    )


def revenue_tags(
    shown: Mapping[str, MapHex], routes: Sequence[ShownRoute], scheme: Scheme
) -> Iterator[HexDrawing]:
    """Yield the revenue of each route in its colour, at the side it crosses where it covers least."""
    used: set[HexSide] = set()
    for index, route in enumerate(routes):
        revenue = getattr(route, "revenue", None)
        hexes = [step.partition(".")[0] for step in route.path]
        sides = [
            (hexes[at], leaving_edge(hexes, at))
            for at in _middle_first(len(hexes) - 1)
            if hexes[at] != hexes[at + 1]
        ]
        if revenue is not None and sides:
            text = str(revenue)
            free = [side for side in sides if side not in used] or sides
            best = _best_place(shown, free, text)
            hex_, edge = best.side
            used |= {best.side, (neighbour(hex_, edge), opposite(edge))}
            yield hex_, tuple(_tag(best.at, text, scheme.routes[index % len(scheme.routes)], scheme))


class TagPlace(NamedTuple):
    """Where a tag may lie: so far beyond a side as seen from its hex, and so far along it, clockwise."""

    side: HexSide
    beyond: float
    along: float

    @property
    def at(self) -> Point:
        """The place as seen from the middle of the hex."""
        angle = bearing(self.side[1])
        (x, y), (dx, dy) = toward(angle, APOTHEM + self.beyond), toward(angle + 90, self.along)
        return x + dx, y + dy

    @property
    def opposite(self) -> TagPlace:
        """The same place as seen from the hex beyond the side."""
        hex_, edge = self.side
        return TagPlace((neighbour(hex_, edge), opposite(edge)), -self.beyond, -self.along)


def _best_place(shown: Mapping[str, MapHex], sides: Sequence[HexSide], text: str) -> TagPlace:
    """Return where a tag covers least, on the track if it covers nothing there."""
    names = {name for side in sides for name in (side[0], neighbour(*side))}
    marks = {name: tuple(_weighted(shown[name])) for name in names if name in shown}
    half, known = (_half(text), TAG), list[tuple[float, TagPlace]]()
    for along in ALONG_SIDES:
        places = [TagPlace(side, beyond, along) for beyond in BESIDE_SIDES for side in sides]
        known += ((_cost(place, marks, half), place) for place in places)
        best = min(known, key=itemgetter(0))
        if best[0] <= abs(along) / 10:
            break
    return best[1]


def _cost(place: TagPlace, marks: Mapping[str, Sequence[tuple[Spot, float]]], half: Point) -> float:
    """Return how much a tag covers of marks in two hexes, and a little for its distance from the track."""
    spots = [(one.side[0], Spot(one.at, half)) for one in (place, place.opposite)]
    covered = sum(
        max(0.0, -spot.apart(mark)) * weight for name, spot in spots for mark, weight in marks.get(name, ())
    )
    return round(covered, 2) + abs(place.along) / 10


def letters_on_borders(shown: Mapping[str, MapHex], scheme: Scheme) -> Iterator[HexDrawing]:
    """Yield the letters that have no room in their hexes, each where it covers least of what can be picked."""
    for hex_, one in shown.items():
        if one.around.letter and not _layout(one).of("letter"):
            at = min(BORDER, key=lambda place: _hidden(shown, hex_, place))
            yield hex_, tuple(symbols.letter(at, one.around.letter, one.sizes.letters[-1], scheme))


def _hidden(shown: Mapping[str, MapHex], hex_: str, at: Point) -> float:
    """Return how much a letter at a place would cover in a hex and in its neighbours that can be picked, too."""
    spot = Spot(at, radius=shown[hex_].sizes.letters[-1])
    beside = {neighbour(hex_, edge): toward(bearing(edge), 2 * APOTHEM) for edge in EDGES}
    covered = _overlap(shown[hex_], spot)
    for name, (x, y) in beside.items():
        if name in shown and shown[name].around.letter:
            covered += _overlap(shown[name], spot._replace(at=(at[0] - x, at[1] - y)))
    return covered


def _overlap(map_hex: MapHex, spot: Spot) -> float:
    """Return how far a mark reaches into others of a hex and into its stops, all together."""
    return sum(max(0.0, -spot.apart(mark)) for mark, _ in _weighted(map_hex))


def _weighted(map_hex: MapHex) -> Iterator[tuple[Spot, float]]:
    """Yield what lies in a hex, except its small print, and how much it matters."""
    layout = _layout(map_hex)
    for mark in layout.marks:
        if mark.kind not in ("coordinate", "number"):
            yield mark.spot, WEIGHTS.get(mark.kind, 1.0)
    for index in range(len(map_hex.face.stops)):
        for spot in stop_spots(map_hex.face, layout.stops, index, map_hex.sizes):
            yield spot, WEIGHTS["stop"]


def _layout(map_hex: MapHex) -> HexLayout:
    return lay_out(map_hex.hex, map_hex.face, map_hex.rotation, map_hex.around, map_hex.sizes)


def _middle_first(count: int) -> list[int]:
    return sorted(range(count), key=lambda at: (abs(at - (count - 1) / 2), at))


def _half(text: str) -> float:
    return fonts.width(text, bold=True) * TYPE / 2 + 0.1


def _tag(at: Point, text: str, colour: str, scheme: Scheme) -> Iterator[Shape]:
    half = _half(text)
    low, high = (at[0] - half, at[1] - TAG), (at[0] + half, at[1] + TAG)
    yield Box(low, high, colour, scheme.casing, 0.04, TAG, Layer.EDGE)
    yield Text(at, text, TYPE, palette.ink_on(colour), bold=True, layer=Layer.EDGE)
