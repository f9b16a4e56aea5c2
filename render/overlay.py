"""What reaches over the border of a hex: barriers, outlines of changed hexes, revenue beside routes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

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
            covers = {
                (side, beyond): (side in used, round(_covered(shown, side, beyond, text), 2))
                for beyond in BESIDE_SIDES
                for side in sides
            }
            (hex_, edge), beyond = min(covers, key=lambda place: covers[place])
            used |= {(hex_, edge), (neighbour(hex_, edge), opposite(edge))}
            at = _across(edge, beyond)
            yield hex_, tuple(_tag(at, text, scheme.routes[index % len(scheme.routes)], scheme))


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
    return sum(max(0.0, -spot.apart(mark)) for mark in _marks(map_hex))


def _across(edge: int, beyond: float) -> Point:
    """Return a place on the way over a side, so far beyond it as seen from the middle of the hex."""
    return toward(bearing(edge), APOTHEM + beyond)


def _covered(shown: Mapping[str, MapHex], side: HexSide, beyond: float, text: str) -> float:
    """Return how far a tag beyond a side would reach into marks and stops of the two hexes."""
    (hex_, edge), half = side, (_half(text), TAG)
    both = (hex_, edge, beyond), (neighbour(hex_, edge), opposite(edge), -beyond)
    rooms = [
        Spot(_across(here, far), half).apart(mark)
        for name, here, far in both
        if name in shown
        for mark in _marks(shown[name])
    ]
    return max(0.0, -min(rooms, default=0.0))


def _marks(map_hex: MapHex) -> Iterator[Spot]:
    """Yield what lies in a hex, except its small print."""
    layout = _layout(map_hex)
    yield from (mark.spot for mark in layout.marks if mark.kind not in ("coordinate", "number"))
    for index in range(len(map_hex.face.stops)):
        yield from stop_spots(map_hex.face, layout.stops, index, map_hex.sizes)


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
