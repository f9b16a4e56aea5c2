"""The head of every picture: what is going on, and in which order the turns come: done, now, next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from PIL import Image

from engine.position import Position
from engine.turn_order import line_up
from render import fonts, palette
from render.labels import label
from render.look import PLAIN, Look
from render.map_hexes import unit_sign
from render.palette import Scheme
from render.recolour import in_scheme
from render.seats import named, seat_colour
from render.shapes import Box, Layer, Shape, Text
from render.unpainted import UnpaintedPage

WIDTH = 726
MARGIN = 12
CAPTION, STRIP = 44, 40
"""Heights of the caption and of a line of the strip, in a head as wide as a sheet."""
TYPE = 22
PALE = 0.62
"""How much of the page is in the colours of those whose turn is done."""
GAP = 5
NAME = (400, 320, 260, 220, 190, 165, 145, 125, 110, 95, 80, 62)
"""Room for the name of a player: the most with which the strip has no more than ``LINES`` lines, or the last."""
LINES = 2


@dataclass(frozen=True, slots=True)
class _Plate:
    """A unit or a player in the strip: what stands on it, its colours, its width; a word has no colour."""

    text: str
    ink: str
    fill: str = ""
    now: bool = False

    @property
    def width(self) -> float:
        """Return how much room the plate takes."""
        return fonts.width(self.text, bold=True) * TYPE + (14 if self.fill else 4)


def draw_head(pos: Position, look: Look = PLAIN) -> Image.Image | None:
    """Return the head of a picture of this width, to be pasted above it; None where there is nothing to say."""
    page = head_page(pos, look)
    return page.painted() if page else None


def head_page(pos: Position, look: Look) -> UnpaintedPage | None:
    """Return the same before it is painted."""
    pos, scheme = in_scheme(pos, look)
    shapes, height = head_shapes(pos, look)
    if not height:
        return None
    return UnpaintedPage((WIDTH, height), tuple(shapes), scheme.page, look.width or WIDTH)


def head_shapes(pos: Position, look: Look) -> tuple[list[Shape], float]:
    """Return the head as shapes, as wide as a sheet, and its height; the position is in the colours of the look."""
    shapes: list[Shape] = []
    y, scheme = 8.0, look.colours
    if look.caption:
        size = fonts.fit(look.caption, 28, WIDTH - 2 * MARGIN, bold=True)
        shapes.append(Text((MARGIN, y + CAPTION / 2), look.caption, size, scheme.ink, bold=True, anchor="l"))
        y += CAPTION
    for row in _strip(pos, look):
        shapes += _row(row, y + STRIP / 2, scheme)
        y += STRIP
    return (shapes, y + 6) if shapes else ([], 0)


def _strip(pos: Position, look: Look) -> list[list[_Plate]]:
    """Return the lines of the strip: names are cut where they would take too many."""
    found: list[list[_Plate]] = []
    for room in NAME:
        known = named(pos, look, pos.everybody).items()
        names = {one: fonts.shorten(name, TYPE, room, bold=True) for one, name in known}
        found = _rows(list(_plates(pos, names, look)))
        if len(found) <= LINES:
            break
    return found


def _plates(pos: Position, names: Mapping[str, str], look: Look) -> Iterator[_Plate]:
    """Yield the plates of the strip, each group after the word for it."""
    turns, scheme = line_up(pos), look.colours
    if turns is None:
        return
    passed = "order.passed" if turns.kind == "stock" else "order.done"
    groups = ((passed, turns.done), ("order.now", (turns.now,)), ("order.next", turns.ahead))
    for key, group in groups:
        if group:
            yield _Plate(label(key, look.lang), scheme.soft)
        for one in group:
            text, fill, ink = _sign_and_colours(pos, one, names, scheme)
            if key == passed:
                fill = palette.mix(fill, scheme.page, PALE)
                ink = palette.readable(scheme.soft, fill)
            yield _Plate(text, ink, fill, now=key == "order.now")


def _sign_and_colours(
    pos: Position, one: str, names: Mapping[str, str], scheme: Scheme
) -> tuple[str, str, str]:
    """Return the sign of a unit or the name of a player, with the colour of the plate and the ink on it."""
    unit = pos.title.units.get(one)
    if unit:
        return unit_sign(unit), unit.colour, palette.readable(unit.ink, unit.colour)
    fill = seat_colour(pos, one, scheme)
    return names[one], fill, palette.ink_on(fill)


def _rows(plates: Sequence[_Plate]) -> list[list[_Plate]]:
    """Return the plates in as many lines as they need, a word in the line of what follows it."""
    rows: list[list[_Plate]] = []
    room = 0.0
    for plate, after in zip_longest(plates, plates[1:]):
        wide = plate.width if plate.fill else plate.width + GAP + after.width
        if wide > room:
            rows.append([])
            room = WIDTH - 2 * MARGIN
        rows[-1].append(plate)
        room -= plate.width + GAP
    return rows


def _row(row: Sequence[_Plate], y: float, scheme: Scheme) -> Iterator[Shape]:
    x = float(MARGIN)
    for plate in row:
        wide, middle = plate.width, (x + plate.width / 2, y)
        if plate.fill:
            yield from _box(middle, wide, plate, scheme)
        yield Text(middle, plate.text, TYPE, plate.ink, bold=bool(plate.fill), layer=Layer.TOKEN)
        x += wide + GAP


def _box(at: tuple[float, float], wide: float, plate: _Plate, scheme: Scheme) -> Iterator[Shape]:
    (x, y), high = at, 30.0
    low, top = (x - wide / 2, y - high / 2), (x + wide / 2, y + high / 2)
    if plate.now:
        edge = (low[0] - 4, low[1] - 4), (top[0] + 4, top[1] + 4)
        inner = (low[0] - 1, low[1] - 1), (top[0] + 1, top[1] + 1)
        yield Box(*edge, scheme.accent, radius=9, layer=Layer.GROUND)
        yield Box(*inner, scheme.page, radius=7, layer=Layer.WATER)
    stroke = palette.edge(plate.fill, scheme, 0.45)
    yield Box(low, top, plate.fill, stroke, 1.5, 6, Layer.STOP)
