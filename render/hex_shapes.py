"""One hex as shapes: ground, water, track, stops with their tokens, and marks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.board.tiles import STOPS, exits
from render import palette, scenery, schemes, symbols
from render.hex_geometry import CORNERS, Point
from render.hex_layout import CLOSED_STOPS, HexLayout, lay_out
from render.hex_marks import Mark
from render.hex_names import ROW
from render.map_hex import MapHex, RouteTrack
from render.palette import Scheme
from render.room import Spot
from render.shapes import Box, Disc, Layer, Polygon, Shape, Text
from render.stops import BAR, bar_angle, slot_radius, slots
from render.track import curve, overhang, strokes

PLATE = 0.06
"""How round the corners of the plate below a name are."""
RING = 0.13
"""How far the ring around a stop of a route reaches beyond it."""


def hex_shapes(map_hex: MapHex, name: str = "light") -> tuple[Shape, ...]:
    """Return everything that is drawn in a hex, in units of its side."""
    scheme = schemes.scheme(name)
    layout = lay_out(map_hex.hex, map_hex.face, map_hex.rotation, map_hex.around, map_hex.sizes)
    return (
        *scenery.ground(map_hex, scheme),
        *_water(map_hex, scheme),
        *_track(map_hex, layout, scheme),
        *_stops(map_hex, layout, scheme),
        *_marks(map_hex, layout, scheme),
    )


def _water(map_hex: MapHex, scheme: Scheme) -> Iterator[Shape]:
    """Return the lake between groups of edges that one tile may not join."""
    group = {edge: index for index, edges in enumerate(map_hex.hex.split) for edge in edges}
    shores = [corner for corner in range(6) if group.get((corner - 1) % 6) != group.get(corner)]
    width = 0.13 if map_hex.laid else 0.24
    shore = palette.standing_out(scheme.wave, scenery.colour(map_hex, scheme))
    for one, two in pairwise(shores):
        yield Polygon(_lens(CORNERS[one], CORNERS[two], width + 0.03), shore, Layer.WATER)
        yield Polygon(_lens(CORNERS[one], CORNERS[two], width), scheme.water, Layer.WATER)


def _lens(one: Point, two: Point, width: float) -> tuple[Point, ...]:
    parts = [step / 12 for step in range(13)]
    ahead = two[0] - one[0], two[1] - one[1]
    aside = -ahead[1] / 2, ahead[0] / 2
    there = [(part, width * (1 - (2 * part - 1) ** 2) ** 0.6) for part in parts]
    course = there + [(part, -bulge) for part, bulge in reversed(there)]
    spread = [(0.06 + 0.88 * part, bulge) for part, bulge in course]
    return tuple(
        (one[0] + ahead[0] * p + aside[0] * b, one[1] + ahead[1] * p + aside[1] * b) for p, b in spread
    )


def _track(map_hex: MapHex, layout: HexLayout, scheme: Scheme) -> Iterator[Shape]:
    if any(stop.kind in CLOSED_STOPS for stop in map_hex.face.stops):
        for edge in sorted(exits(map_hex.face.track, map_hex.rotation)):
            yield from symbols.stub(edge, scheme)
        for route in map_hex.routes:
            edges = {end for piece in route.pieces for end in piece if end.isdigit()}
            for end in sorted(edges):
                yield from symbols.entered(int(end), route.colour, scheme)
        return
    yield from scenery.mouths(map_hex.around, scheme)
    yield from scenery.tunnels(map_hex.around, scheme)
    yield from strokes(map_hex.track, layout.stops, scheme.track, scheme.casing)
    for route in map_hex.routes:
        yield from _stops_on(map_hex, layout, route)
        curves = [*(curve(piece, layout.stops) for piece in route.pieces), *overhang(route.pieces)]
        yield from (each.stroke(scheme.casing, 0.27, Layer.ROUTE) for each in curves)
        yield from (each.stroke(route.colour, 0.18, Layer.ROUTE) for each in curves)


def _stops_on(map_hex: MapHex, layout: HexLayout, route: RouteTrack) -> Iterator[Shape]:
    """Return rings around the stops of a route."""
    names = {end for piece in route.pieces for end in piece if not end.isdigit()}
    for index in (STOPS.index(name) for name in names):
        stop, (x, y) = map_hex.face.stops[index], layout.stops[index]
        if stop.kind == "town":
            yield Disc((x, y), BAR + RING, route.colour, layer=Layer.ROUTE)
        elif stop.kind == "city":
            radius = slot_radius(map_hex.face, map_hex.sizes)
            places = [(x + dx, y + dy) for dx, dy in slots(max(1, stop.slots), radius)]
            yield from symbols.hull(places, radius + RING, route.colour, Layer.ROUTE)


def _stops(map_hex: MapHex, layout: HexLayout, scheme: Scheme) -> Iterator[Shape]:
    for index, stop in enumerate(map_hex.face.stops):
        at = layout.stops[index]
        if stop.kind == "town":
            yield from symbols.town(at, bar_angle(map_hex.face, map_hex.rotation, index), scheme)
        if stop.kind == "city":
            yield from _city(map_hex, index, at, scheme)


def _city(map_hex: MapHex, index: int, at: Point, scheme: Scheme) -> Iterator[Shape]:
    last = len(map_hex.face.stops) - 1
    tokens = [token for token in map_hex.tokens if min(token.stop, last) == index]
    radius = slot_radius(map_hex.face, map_hex.sizes)
    places = slots(max(map_hex.face.stops[index].slots, len(tokens)), radius)
    yield from symbols.city(at, places, radius, scheme)
    for token, (x, y) in zip(tokens, places, strict=False):
        yield from symbols.token_disc((at[0] + x, at[1] + y), radius, token, scheme)


def _marks(map_hex: MapHex, layout: HexLayout, scheme: Scheme) -> Iterator[Shape]:
    for mark in layout.marks:
        yield from _mark(map_hex, mark, scheme)


def _mark(map_hex: MapHex, mark: Mark, scheme: Scheme) -> Iterator[Shape]:
    at, ground = mark.spot.at, scenery.colour(map_hex, scheme)
    if mark.kind == "revenue":
        yield from symbols.revenue(at, int(mark.text), mark.spot.radius, scheme)
    elif mark.kind == "values":
        yield from _values(map_hex, mark, scheme)
    elif mark.kind == "mine":
        yield from symbols.mine(at, scheme)
    elif mark.terrain:
        draw = symbols.tight_cost if mark.short else symbols.terrain
        yield from draw(at, mark.terrain, mark.size, ground, scheme)
    elif mark.kind == "label":
        yield Text(at, mark.text, mark.size, palette.mix(scheme.ink, ground, 0.1), bold=True)
    elif mark.kind == "name":
        yield from _name(mark, ground, scheme)
    elif mark.kind == "flag":
        yield from symbols.flag(at, map_hex.around.flags[int(mark.text)], mark.size, scheme)
    elif mark.kind == "letter":
        yield from symbols.letter(at, mark.text, mark.size, scheme)
    elif mark.kind == "remark":
        yield Text(at, mark.text, mark.size, scheme.ink, bold=True)
    else:
        yield Text(at, mark.text, mark.size, palette.mix(ground, scheme.ink, 0.55))


def _values(map_hex: MapHex, mark: Mark, scheme: Scheme) -> Iterator[Shape]:
    """Yield all values of a stop, that of the phase lit."""
    by_phase, (wide, high) = map_hex.face.stops[mark.stop].revenue, map_hex.sizes.value
    if not isinstance(by_phase, dict):
        return
    now = _now(by_phase, map_hex.colours)
    if mark.short:
        now = now or next(iter(by_phase))
        yield from symbols.lit_value(mark.spot, by_phase[now], mark.size, scheme.tiles[now], scheme)
    else:
        one = Spot(mark.spot.at, (wide * mark.size / 2, high * mark.size / 2))
        yield from symbols.values(one, by_phase, now, mark.columns, scheme)


def _name(mark: Mark, ground: str, scheme: Scheme) -> Iterator[Shape]:
    """Yield a name; over track it gets a plate just large enough that bits of track do not look like accents."""
    (x, y), rows = mark.spot.at, mark.text.split("\n")
    if mark.over:
        wide, high = mark.spot.half
        yield Box((x - wide, y - high), (x + wide, y + high), ground, radius=PLATE, layer=Layer.NAME)
    for index, row in enumerate(rows):
        at = x, y + (index - (len(rows) - 1) / 2) * ROW * mark.size
        yield Text(at, row, mark.size, scheme.ink, halo="" if mark.over else ground, layer=Layer.NAME)


def _now(values: dict[str, int], colours: tuple[str, ...]) -> str:
    known = [colour for colour in colours if colour in values]
    return known[-1] if known else ""
