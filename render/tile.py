"""One hex as shapes: ground, water, track, stops with their stations, and marks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from engine.board.tiles import exits
from render import marks, scenery, schemes, theme
from render.arrange import CLOSED, ROW, Arrangement, Mark, arrange
from render.cell import Cell
from render.layout import CORNERS, Point
from render.shapes import Box, Layer, Polygon, Shape, Text
from render.stops import bar_angle, slot_radius, slots
from render.theme import Scheme
from render.track import curve, overhang, strokes

PLATE = 0.06
"""How round the corners of the plate below a name are."""


@lru_cache(maxsize=2048)
def shapes(cell: Cell, scheme: str = "light") -> tuple[Shape, ...]:
    """Return everything that is drawn in a hex, in units of its side."""
    look = schemes.scheme(scheme)
    plan = arrange(cell.hex, cell.face, cell.rotation, cell.setting, cell.sizes)
    return (
        *scenery.ground(cell, look),
        *_water(cell, look),
        *_track(cell, plan, look),
        *_stops(cell, plan, look),
        *_marks(cell, plan, look),
    )


def _water(cell: Cell, look: Scheme) -> Iterator[Shape]:
    """Return the lake between groups of edges that one tile may not join."""
    group = {edge: index for index, edges in enumerate(cell.hex.split) for edge in edges}
    shores = [corner for corner in range(6) if group.get((corner - 1) % 6) != group.get(corner)]
    width = 0.13 if cell.laid else 0.24
    for one, two in pairwise(shores):
        yield Polygon(_lens(CORNERS[one], CORNERS[two], width + 0.03), look.wave, Layer.WATER)
        yield Polygon(_lens(CORNERS[one], CORNERS[two], width), look.water, Layer.WATER)


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


def _track(cell: Cell, plan: Arrangement, look: Scheme) -> Iterator[Shape]:
    if any(stop.kind in CLOSED for stop in cell.face.stops):
        for edge in sorted(exits(cell.face.track, cell.rotation)):
            yield from marks.stub(edge, look)
        for ride in cell.rides:
            edges = {end for piece in ride.pieces for end in piece if end.isdigit()}
            for end in sorted(edges):
                yield from marks.entered(int(end), ride.colour, look)
        return
    yield from scenery.mouths(cell.setting, look)
    yield from scenery.tunnels(cell.setting, look)
    yield from strokes(cell.track, plan.stops, look.track, look.casing)
    for ride in cell.rides:
        curves = [*(curve(piece, plan.stops) for piece in ride.pieces), *overhang(ride.pieces)]
        yield from (each.stroke(look.casing, 0.27, Layer.ROUTE) for each in curves)
        yield from (each.stroke(ride.colour, 0.18, Layer.ROUTE) for each in curves)


def _stops(cell: Cell, plan: Arrangement, look: Scheme) -> Iterator[Shape]:
    for index, stop in enumerate(cell.face.stops):
        at = plan.stops[index]
        if stop.kind == "town":
            yield from marks.town(at, bar_angle(cell.face, cell.rotation, index), look)
        if stop.kind == "city":
            yield from _city(cell, index, at, look)


def _city(cell: Cell, index: int, at: Point, look: Scheme) -> Iterator[Shape]:
    last = len(cell.face.stops) - 1
    badges = [badge for badge in cell.badges if min(badge.stop, last) == index]
    radius = slot_radius(cell.face, cell.sizes)
    places = slots(max(cell.face.stops[index].slots, len(badges)), radius)
    yield from marks.city(at, places, radius, look)
    for badge, (x, y) in zip(badges, places, strict=False):
        yield from marks.token((at[0] + x, at[1] + y), radius, badge, look)


def _marks(cell: Cell, plan: Arrangement, look: Scheme) -> Iterator[Shape]:
    for mark in plan.marks:
        yield from _mark(cell, mark, look)


def _mark(cell: Cell, mark: Mark, look: Scheme) -> Iterator[Shape]:
    at, ground = mark.spot.at, scenery.colour(cell, look)
    stop = cell.face.stops[mark.stop] if cell.face.stops else None
    by_phase = stop.revenue if stop and isinstance(stop.revenue, dict) else {}
    now = _now(by_phase, cell.colours)
    if mark.kind == "revenue":
        yield from marks.revenue(at, int(mark.text or by_phase.get(now, 0)), mark.spot.radius, look)
    elif mark.kind == "values" and stop and isinstance(stop.revenue, dict):
        wide, high = cell.sizes.value
        yield from marks.values(at, stop.revenue, now, (wide * mark.size, high * mark.size), look)
    elif mark.kind == "mine":
        yield from marks.mine(at, look)
    elif mark.terrain:
        yield from marks.terrain(at, mark.terrain, mark.size, look)
    elif mark.kind == "label":
        yield Text(at, mark.text, mark.size, theme.mix(look.ink, ground, 0.1), bold=True)
    elif mark.kind == "name":
        yield from _name(mark, ground, look)
    elif mark.kind == "note":
        yield Text(at, mark.text, mark.size, look.ink, bold=True)
    else:
        yield Text(at, mark.text, mark.size, theme.mix(ground, look.ink, 0.55))


def _name(mark: Mark, ground: str, look: Scheme) -> Iterator[Shape]:
    """Yield a name, over track on a plate, lest bits of track look like accents."""
    (x, y), rows = mark.spot.at, mark.text.split("\n")
    if mark.over:
        wide, high = mark.spot.half
        yield Box((x - wide, y - high), (x + wide, y + high), ground, radius=PLATE, layer=Layer.NAME)
    for index, row in enumerate(rows):
        at = x, y + (index - (len(rows) - 1) / 2) * ROW * mark.size
        yield Text(at, row, mark.size, look.ink, halo=ground, layer=Layer.NAME)


def _now(values: dict[str, int], colours: tuple[str, ...]) -> str:
    known = [colour for colour in colours if colour in values]
    return known[-1] if known else ""
