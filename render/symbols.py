"""Small drawings on hexes: cities, towns, values, terrain symbols."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import hypot

from engine.data import Terrain
from render import fonts, palette
from render.hex_geometry import SIDES, Point, toward
from render.map_hex import ShownFlag, ShownToken
from render.palette import Scheme
from render.room import Spot
from render.shapes import Arc, Box, Disc, Layer, Polygon, Polyline, Shape, Text
from render.stops import BAR, DOT, ring
from render.track import WIDTH

GAP = 1 / 12
"""The distance of two values, in units of their width."""
TWO_LINES = 1.1
"""How much larger a sign must become by breaking it in two."""
LINE = 0.86
"""Distance of the two lines of a sign, in units of their size."""
INNER = 0.7
"""How much of a token lies within the ring of its owner."""
SIGN_IN_RING = 0.8
"""How large a sign is within such a ring: its corners may touch it."""
RIM, CORNER = 0.98, 0.76
"""How far from the middle of its disc a sign in two lines may reach, and how high its corners are at size 1."""


def city(at: Point, slots: Sequence[Point], radius: float, scheme: Scheme) -> list[Shape]:
    """Return the white ground of a city with its empty slots."""
    centres = [(at[0] + x, at[1] + y) for x, y in slots]
    shapes: list[Shape] = []
    for colour, more in ((scheme.casing, 0.055), (scheme.track, 0.02), (scheme.slot, -0.012)):
        shapes += hull(centres, radius + more, colour)
    if len(centres) > 1:
        line = palette.mix(scheme.slot, scheme.ink, 0.45)
        shapes += [Disc(centre, radius - 0.012, scheme.slot, line, 0.018) for centre in centres]
    return shapes


def hull(centres: list[Point], radius: float, colour: str, layer: Layer = Layer.STOP) -> list[Shape]:
    """Return an area that reaches so far around slots."""
    shapes: list[Shape] = [Disc(centre, radius, colour, layer=layer) for centre in centres]
    if len(centres) > 1:
        points = ring(centres)
        shapes.append(Polyline((*points, points[0]), colour, 2 * radius, layer))
        shapes.append(Polygon(tuple(points), colour, layer))
    return shapes


def token_disc(at: Point, radius: float, badge: ShownToken, scheme: Scheme) -> list[Shape]:
    """Return a token, or the name of the unit a slot is kept for."""
    if not badge.placed:
        return _kept(at, radius, badge, scheme)
    edge = palette.edge(badge.colour, scheme, 0.55)
    shapes: list[Shape] = []
    if badge.ringed:
        shapes += [
            Disc(at, radius + 0.08, badge.colour, edge, 0.015),
            Disc(at, radius + 0.015, scheme.casing),
        ]
    sign_room = radius
    if badge.owner:
        ring_edge, sign_room = palette.edge(badge.owner, scheme, 0.55), radius * SIGN_IN_RING
        shapes += [
            Disc(at, radius - 0.02, badge.owner, ring_edge, 0.02, Layer.TOKEN),
            Disc(at, radius * INNER + 0.015, scheme.casing, layer=Layer.TOKEN),
            Disc(at, radius * INNER, badge.colour, layer=Layer.TOKEN),
        ]
    else:
        shapes.append(Disc(at, radius - 0.02, badge.colour, edge, 0.02, Layer.TOKEN))
    return [*shapes, *roundel_text(at, sign_room, badge.text, badge.ink, Layer.TOKEN)]


def _kept(at: Point, radius: float, badge: ShownToken, scheme: Scheme) -> list[Shape]:
    """Return a slot kept for a unit: a ring and a shade of its colour, and its sign."""
    shade = palette.mix(scheme.slot, badge.colour, 0.28)
    ring = Disc(at, radius - 0.02, shade, badge.colour, 0.06)
    ink = palette.readable(palette.mix(shade, scheme.ink, 0.85), shade)
    return [ring, *roundel_text(at, 0.95 * radius, badge.text, ink, Layer.TOKEN)]


def letter(at: Point, text: str, radius: float, scheme: Scheme) -> list[Shape]:
    """Return the letter by which a hex is picked."""
    disc = Disc(at, radius, scheme.accent, scheme.casing, 0.03, Layer.EDGE)
    size = fonts.fit(text, 1.45 * radius, 1.6 * radius, bold=True)
    return [disc, Text(at, text, size, palette.ink_on(scheme.accent), bold=True, layer=Layer.EDGE)]


def flag_room(text: str, size: float) -> Point:
    """Return half the width and height of a flag, its pole included."""
    return fonts.width(text, bold=True) * size / 2 + 0.21 * size, 0.5 * size


def flag(at: Point, shown: ShownFlag, size: float, scheme: Scheme) -> list[Shape]:
    """Return a swallow-tailed flag on a pole; pale and struck through when it is done."""
    (x, y), (wide, high) = at, flag_room(shown.text, size)
    left, right, top, low = x - wide, x + wide, y - high, y + 0.75 * high
    notch = right - 0.2 * size, (top + low) / 2
    cloth = ((left, top), (right, top), notch, (right, low), (left, low))
    edge, fill = palette.edge(shown.colour, scheme, 0.55), shown.colour
    if shown.done:
        edge, fill = fill, palette.mix(scheme.slot, fill, 0.25)
    ink = palette.readable(shown.ink, fill)
    strike = Polyline(((left, low), (right, top)), edge, 0.1 * size, Layer.MARK)
    return [
        Polyline((*cloth, cloth[0]), edge, 0.12 * size, Layer.MARK, round=True),
        Polygon(cloth, fill, Layer.MARK),
        Polyline(((left, top), (left, y + high)), scheme.ink, 0.14 * size, Layer.MARK, round=True),
        *([strike] if shown.done else []),
        Text(((left + notch[0]) / 2, (top + low) / 2), shown.text, size, ink, bold=True),
    ]


def roundel_text(at: Point, radius: float, text: str, ink: str, layer: Layer) -> list[Shape]:
    """Return a short name that fills a disc, in two lines if it is long."""
    lines, size = _sign(text, radius)
    first = _lowered(lines) - LINE * (len(lines) - 1) / 2
    return [
        Text((at[0], at[1] + (first + index * LINE) * size), line, size, ink, bold=True, layer=layer)
        for index, line in enumerate(lines)
    ]


def _sign(text: str, radius: float) -> tuple[list[str], float]:
    """Return a short name in one line or two, whichever is larger, and its size."""
    size = fonts.fit(text, 1.4 * radius, 1.84 * radius, bold=True)
    halves = _halves(text)
    half = radius * _filling(halves)
    return ([text], size) if len(text) <= 3 or half < TWO_LINES * size else (halves, half)


def _filling(lines: Sequence[str]) -> float:
    """Return the size of type in which two lines fill a disc of radius 1."""
    heights = CORNER - _lowered(lines), CORNER + _lowered(lines)
    corners = (hypot(wide, high) for wide, high in zip(_half_widths(lines), heights, strict=True))
    return min(0.86, *(RIM / corner for corner in corners))


def _lowered(lines: Sequence[str]) -> float:
    """Return how far below the middle of its disc a sign of size 1 lies, for its wider line to have room."""
    if len(lines) == 1:
        return 0.0
    upper, lower = _half_widths(lines)
    return max(-LINE / 2, min(LINE / 2, (upper**2 - lower**2) / (4 * CORNER)))


def _half_widths(lines: Sequence[str]) -> list[float]:
    return [fonts.width(line, bold=True) / 2 for line in lines]


def _halves(text: str) -> list[str]:
    """Return a name in two lines, broken where a word or a capital begins, so that they can be large."""
    breaks = [
        index for index in range(2, len(text) - 1) if text[index].isupper() or not text[index - 1].isalnum()
    ]
    halves = ([text[:cut].strip(), text[cut:].strip()] for cut in breaks or [(len(text) + 1) // 2])
    return max(halves, key=_filling)


def town(at: Point, angle: float | None, scheme: Scheme) -> list[Shape]:
    """Return a town: a bar across its track, or a dot."""
    if angle is None:
        return [Disc(at, DOT, scheme.track, scheme.casing, 0.03)]
    x, y = toward(angle, BAR)
    ends = (at[0] - x, at[1] - y), (at[0] + x, at[1] + y)
    x, y = toward(angle, BAR + 0.03)
    outer = (at[0] - x, at[1] - y), (at[0] + x, at[1] + y)
    return [
        Polyline(outer, scheme.casing, WIDTH + 0.07, Layer.STOP),
        Polyline(ends, scheme.track, WIDTH + 0.01, Layer.STOP),
    ]


def revenue(at: Point, value: int, radius: float, scheme: Scheme) -> list[Shape]:
    """Return the revenue of a stop in a circle."""
    text = str(value)
    size = fonts.fit(text, radius * 1.4, radius * 1.62, bold=True)
    disc = Disc(at, radius, scheme.slot, palette.mix(scheme.slot, scheme.ink, 0.6), 0.018, Layer.MARK)
    return [disc, Text(at, text, size, scheme.ink, bold=True)]


def stub(edge: int, scheme: Scheme) -> list[Shape]:
    """Return the arrow that shows where track may enter an area without tiles."""
    return [_wedge(edge, 0.2, 0.56, scheme.casing), _wedge(edge, 0.15, 0.61, scheme.track)]


def entered(edge: int, colour: str, scheme: Scheme) -> list[Shape]:
    """Return the arrow over which a route enters an area without tiles."""
    return [
        _wedge(edge, 0.27, 0.5, scheme.casing, Layer.ROUTE),
        _wedge(edge, 0.2, 0.56, colour, Layer.ROUTE),
    ]


def _wedge(edge: int, width: float, tip: float, colour: str, layer: Layer = Layer.TRACK) -> Shape:
    side = SIDES[edge]
    along = -side[1] * width / 1.7, side[0] * width / 1.7
    far = side[0] * 1.03, side[1] * 1.03
    points = ((far[0] + along[0], far[1] + along[1]), (far[0] - along[0], far[1] - along[1]))
    end = side[0] * tip / 0.866, side[1] * tip / 0.866
    return Polygon((*points, end), colour, layer)


def spans(values: dict[str, int]) -> list[tuple[tuple[str, ...], int]]:
    """Return the values with the phase colours at which each applies; equal neighbours are joined."""
    joined = groupby(values.items(), key=lambda item: item[1])
    return [(tuple(colour for colour, _ in group), value) for value, group in joined]


def value_rows(count: int) -> tuple[int, int]:
    """Return the columns and rows in which that many values are shown."""
    return (count, 1) if count <= 2 else (2, (count + 1) // 2)


def values(spot: Spot, by_colour: dict[str, int], now: str, columns: int, scheme: Scheme) -> list[Shape]:
    """Return all values of a stop, the current one lit; the spot is their middle and as large as one of them."""
    found, at = spans(by_colour), spot.at
    rows = -(-len(found) // columns)
    w, h, shapes = spot.half[0] * 2, spot.half[1] * 2, []
    gap = w * GAP
    for index, (colours, value) in enumerate(found):
        here = min(columns, len(found) - index // columns * columns)
        x = at[0] + (index % columns - (here - 1) / 2) * (w + gap)
        y = at[1] + (index // columns - (rows - 1) / 2) * (h + gap)
        shapes += _value(spot._replace(at=(x, y)), colours, value, scheme, lit=now in colours)
    return shapes


def value_room(value: str, size: float) -> Point:
    """Half the width and height of a value that stands alone."""
    return fonts.width(value, bold=True) * size / 2 + 0.07, size * fonts.CAP / 2 + 0.075


def lit_value(spot: Spot, value: int, size: float, fill: str, scheme: Scheme) -> list[Shape]:
    """The value of a stop in the phase, alone."""
    (x, y), (wide, high) = spot.at, spot.half
    box = Box((x - wide, y - high), (x + wide, y + high), fill, scheme.ink, 0.05, 0.08)
    return [box, Text(spot.at, str(value), size, palette.ink_on(fill), bold=True)]


def _value(spot: Spot, colours: tuple[str, ...], value: int, scheme: Scheme, *, lit: bool) -> list[Shape]:
    (x, y), (wide, high_half) = spot.at, spot.half
    low, high = (x - wide, y - high_half), (x + wide, y + high_half)
    w, h = wide * 2, high_half * 2
    stroke = scheme.ink if lit else palette.mix(scheme.tiles[colours[0]], scheme.ink, 0.25)
    fills = [
        scheme.tiles[colour] if lit else palette.mix(scheme.tiles[colour], scheme.slot, 0.5)
        for colour in colours
    ]
    line = (0.15 if lit else 0.04) * h
    shapes: list[Shape] = [Box(low, high, fills[0], stroke, line, 0.19 * h)]
    if len(fills) > 1:
        shapes.append(Box((x, low[1] + line), (high[0] - line, high[1] - line), fills[-1], radius=0.02))
    ink = scheme.ink if lit else palette.mix(scheme.ink, scheme.slot, 0.3)
    return [*shapes, Text(spot.at, str(value), fonts.fit(str(value), 0.81 * h, w * 0.8), ink, bold=lit)]


def mine(at: Point, scheme: Scheme) -> list[Shape]:
    """Return crossed hammers."""
    shapes: list[Shape] = []
    for sign in (-1, 1):
        x, y = at
        foot, head = (x - sign * 0.15, y + 0.15), (x + sign * 0.11, y - 0.11)
        one, two = (head[0] - sign * 0.11, head[1] - 0.11), (head[0] + sign * 0.11, head[1] + 0.11)
        shapes += [
            Polyline((foot, head), scheme.ink, 0.05, Layer.MARK),
            Polyline((one, two), scheme.ink, 0.11, Layer.MARK),
        ]
    return shapes


COST = 0.325
"""Size of the type of what a terrain costs."""
PEAK = 0.18
"""Half the width of the symbol of a terrain."""
WET = ("river", "water", "lake")
"""The kinds of terrain that are water."""
TERRAIN = (0.33, 0.17)
"""Half the width and height of a terrain mark."""


SIGN, BESIDE = 0.62, 0.02
"""How large the symbol of a terrain is that stands close to its cost, and the gap between them."""


def cost_room(cost: int, size: float) -> Point:
    """Half the width and height of a cost close to its symbol."""
    wide = fonts.width(str(cost), bold=True) * COST + 2 * PEAK * SIGN + BESIDE
    return wide * size / 2, COST * size * fonts.CAP / 2 + 0.01


def terrain(at: Point, what: Terrain, size: float, ground: str, scheme: Scheme) -> list[Shape]:
    """The symbol of a terrain with its cost, both standing out from the ground."""
    x, y = at
    wet = what.kind in WET
    draw, colour = (_waves, scheme.wave) if wet else (_peaks, scheme.mountain)
    colour = palette.standing_out(colour, ground)
    if not what.cost:
        return draw(at, colour, size)
    ink = palette.standing_out(palette.mix(colour, scheme.ink, 0.35), ground, palette.SMALL)
    text = Text((x + 0.145 * size, y), str(what.cost), COST * size, ink, bold=True)
    return [*draw((x - 0.185 * size, y), colour, 0.88 * size), text]


def tight_cost(at: Point, what: Terrain, size: float, ground: str, scheme: Scheme) -> list[Shape]:
    """What a terrain costs, close to its symbol; it may lie on track, so it stands out from its halo."""
    wet, (half, _) = what.kind in WET, cost_room(what.cost, size)
    draw, colour = (_waves, scheme.wave) if wet else (_peaks, scheme.mountain)
    ink = palette.standing_out(palette.mix(colour, scheme.ink, 0.35), scheme.casing, palette.SMALL)
    left, right = at[0] - half + PEAK * SIGN * size, (at[0] + half, at[1])
    text = Text(right, str(what.cost), COST * size, ink, halo=scheme.casing, bold=True, anchor="r")
    return [*draw((left, at[1]), palette.standing_out(colour, ground), SIGN * size), text]


def _peaks(at: Point, colour: str, size: float) -> list[Shape]:
    back = _scaled(at, size, ((-0.02, 0.11), (0.07, -0.05), (0.17, 0.11)))
    front = _scaled(at, size, ((-0.18, 0.11), (-0.04, -0.13), (0.1, 0.11)))
    return [
        Polygon(back, palette.mix(colour, "#ffffff", 0.35), Layer.MARK),
        Polygon(front, colour, Layer.MARK),
    ]


def _waves(at: Point, colour: str, size: float) -> list[Shape]:
    shapes: list[Shape] = []
    for low in (-0.07, 0.07):
        crest, trough = _scaled(at, size, ((-0.08, low + 0.05), (0.08, low - 0.03)))
        shapes += [
            Arc(crest, 0.09 * size, 205, 130, colour, 0.045 * size, Layer.MARK),
            Arc(trough, 0.09 * size, 25, 130, colour, 0.045 * size, Layer.MARK),
        ]
    return shapes


def _scaled(at: Point, size: float, points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((at[0] + x * size, at[1] + y * size) for x, y in points)
