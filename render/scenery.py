"""The ground of a hex: land, lakes and mountains, areas over several hexes, and tunnels."""

from __future__ import annotations

from collections.abc import Iterator

from engine.board.tiles import Tile
from render import palette
from render.hex_geometry import CORNERS, Point, bearing, toward
from render.hex_layout import MOUTH, PORTAL
from render.map_hex import MapHex, Surroundings
from render.palette import Scheme
from render.shapes import Arc, Layer, Polygon, Polyline, Shape
from render.surroundings import lake, massif
from render.track import CASING, WIDTH, Curve, curve, overhang

INSET = 0.982
"""Size of the ground of a hex; the rest is the gap between hexes."""
PEAKS = ((-0.46, -0.02, 0.36), (0.46, 0.02, 0.34), (0.0, -0.24, 0.52))
"""A range of mountains: the tops, and how wide each mountain is to either side."""
BORDER = 0.91
"""How far from the centre the border of a tile runs, in units of the corners."""
DASH = 0.155
GAP = 0.1


def colour(map_hex: MapHex, scheme: Scheme) -> str:
    """Return the colour of the ground."""
    if lake(map_hex.hex):
        return scheme.water
    return scheme.alps if massif(map_hex.hex) else scheme.tiles[map_hex.face.colour]


def ground(map_hex: MapHex, scheme: Scheme) -> Iterator[Shape]:
    """Yield the ground, with the mountains or the lake on it."""
    fill = colour(map_hex, scheme)
    yield Polygon(tuple((x * INSET, y * INSET) for x, y in CORNERS), fill)
    for edge in map_hex.around.joined:
        one, two = CORNERS[edge], CORNERS[(edge + 1) % 6]
        inner, outer = ((one[0] * r, one[1] * r, two[0] * r, two[1] * r) for r in (0.97, 1.03))
        yield Polygon((inner[:2], inner[2:], outer[2:], outer[:2]), fill)
    if massif(map_hex.hex):
        yield from _range(fill, scheme)
    if any(stop.kind == "mountain" for stop in map_hex.face.stops):
        yield from _mountain(fill, scheme)
    if lake(map_hex.hex):
        yield from _ripples(scheme)
    if isinstance(map_hex.face, Tile) and map_hex.face.border != "none":
        yield _border(scheme.tiles[map_hex.face.border], scheme)


def _border(ground: str, scheme: Scheme) -> Polyline:
    """Return the border that sets a tile apart from others."""
    around = tuple((x * BORDER, y * BORDER) for x, y in (*CORNERS, CORNERS[0]))
    return Polyline(around, palette.mix(ground, scheme.ink, 0.35), 0.07, Layer.WATER, round=True)


def _range(fill: str, scheme: Scheme) -> Iterator[Shape]:
    rock, snow = palette.mix(fill, scheme.rock, 0.3), palette.mix(fill, scheme.snow, 0.75)
    for x, y, wide in PEAKS:
        yield from _peak((x, y), wide, 0.42, (rock, snow))


def _mountain(fill: str, scheme: Scheme) -> Iterator[Shape]:
    yield from _peak((0.0, -0.52), 0.62, 0.5, (palette.mix(fill, scheme.rock, 0.75), scheme.snow))


def _peak(top: Point, wide: float, base: float, colours: tuple[str, str]) -> Iterator[Shape]:
    (x, y), (rock, snow) = top, colours
    high = base - y
    yield Polygon((top, (x + wide, base), (x - wide, base)), rock)
    half, low = wide * 0.36, y + high * 0.36
    jags = ((0.5, -0.1), (0.22, 0.06), (0.0, -0.08), (-0.3, 0.08), (-0.55, -0.08))
    edge = tuple((x + half * part, low + high * drop) for part, drop in jags)
    yield Polygon((top, (x + half, low), *edge, (x - half, low)), snow)


def _ripples(scheme: Scheme) -> Iterator[Shape]:
    ink = palette.mix(scheme.water, scheme.wave, 0.45)
    for x, y in ((-0.3, -0.28), (0.28, -0.05), (-0.18, 0.24)):
        for side in (-1, 1):
            yield Arc((x + side * 0.11, y), 0.12, 25, 130, ink, 0.035, Layer.WATER)


def mouths(around: Surroundings, scheme: Scheme) -> Iterator[Shape]:
    """Return the marks where a tunnel may open."""
    for edge in around.mouths:
        ink = palette.mix(scheme.alps, scheme.ink, 0.5)
        yield from _arch(toward(bearing(edge), MOUTH[0] + 0.03), bearing(edge), ink)


def _arch(at: Point, angle: float, ink: str) -> Iterator[Shape]:
    yield Arc(at, 0.05, angle + 90, 180, ink, 0.1, Layer.TRACK)


def tunnels(around: Surroundings, scheme: Scheme) -> Iterator[Shape]:
    """Return tunnels: dashes below the ground, a portal at each mouth."""
    for piece in around.tunnels:
        line = curve(piece, ())
        share = (PORTAL + 0.045) / line.length
        yield from _dashes(line.between(share, 1 - share), scheme)
        for end, part in ((0, share), (1, 1 - share)):
            yield from _approach(line.between(0, share) if end == 0 else line.between(part, 1), scheme)
            yield from _portal(line.at(part), line.direction(part) + (180 if end == 0 else 0), scheme)
        yield from (each.stroke(scheme.casing, CASING) for each in overhang((piece,)))
        yield from (each.stroke(scheme.track, WIDTH) for each in overhang((piece,)))


def _approach(line: Curve, scheme: Scheme) -> Iterator[Shape]:
    yield line.stroke(scheme.casing, CASING)
    yield line.stroke(scheme.track, WIDTH)


def _dashes(line: Curve, scheme: Scheme) -> Iterator[Shape]:
    count = max(1, round((line.length + GAP) / (DASH + GAP)))
    step = (1 + GAP / line.length) / count
    ink = palette.mix(scheme.alps, scheme.track, 0.72)
    for index in range(count):
        first = index * step
        yield line.between(first, min(1.0, first + step - GAP / line.length)).stroke(ink, WIDTH * 0.8)


def _portal(at: Point, outward: float, scheme: Scheme) -> Iterator[Shape]:
    """Return a wall across the track with wings that open outward."""
    points = []
    for side, reach in ((-1, 0.1), (-1, 0.0), (1, 0.0), (1, 0.1)):
        x, y = toward(outward + 90, side * (0.14 + 0.8 * reach))
        dx, dy = toward(outward, reach)
        points.append((at[0] + x + dx, at[1] + y + dy))
    yield Polyline(tuple(points), scheme.casing, 0.13, Layer.STOP, round=True)
    yield Polyline(tuple(points), scheme.track, 0.065, Layer.STOP, round=True)
