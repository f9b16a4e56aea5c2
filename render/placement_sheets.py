"""Contact sheets of what may be done on the map: each placement, as it would be, with its neighbours."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from PIL import Image

from engine.board.hexes import EDGES, neighbour
from engine.position import Position
from render import fonts, paint
from render.hex_geometry import APOTHEM, SIDES, Point
from render.look import PLAIN, Look
from render.map_hex import MapHex
from render.map_hexes import map_hexes
from render.overlay import ring
from render.palette import Scheme
from render.phone_map import OWN_HALF as HALF
from render.recolour import in_scheme
from render.shapes import Box, Layer, Shape, Text
from render.sheet import in_lines
from render.sizes import PHONE
from render.sprites import stamp

WIDTH, MARGIN, GAP = 800, 14, 12
TYPE, SMALL, LINE, NUMBER = 30, 24.3, 36, 34
TALL = ceil(2 * HALF / APOTHEM) + 56
"""Height of a window: the hex, and some of its neighbours."""
BOLD = 0.96
"""How much narrower a text is than the same in bold."""
WIDE = 0.3
"""How much paler the neighbours are, which stay as they are."""


@dataclass(frozen=True, slots=True)
class DrawnPlacement:
    """A placement: its number, the hex it changes, the position after it, the lines below; ``best`` is marked."""

    number: int
    hex: str
    after: Position
    lines: tuple[str, ...] = ()
    best: bool = False


def draw_placements(pos: Position, placements: Sequence[DrawnPlacement], look: Look = PLAIN) -> Image.Image:
    """Return placements side by side, each as it would be, from the position in which they are open."""
    across = min(3, max(2, len(placements)))
    wide = (WIDTH - 2 * MARGIN - (across - 1) * GAP) // across
    told = [list(_lines(placement, wide)) for placement in placements]
    lines = max(map(len, told), default=0)
    tall = TALL + lines * LINE + GAP
    height = ceil(len(placements) / across) * tall + 2 * MARGIN
    scheme = look.colours
    sheet = Image.new("RGB", (WIDTH, height), scheme.page)
    shapes: list[Shape] = []
    near = {hex_: _neighbours(pos, hex_, wide, look) for hex_ in {placement.hex for placement in placements}}
    for index, placement in enumerate(placements):
        left, top = MARGIN + index % across * (wide + GAP), MARGIN + index // across * tall
        sheet.paste(_window(near[placement.hex], placement, look), (left, top))
        shapes += [
            *_number(placement, (left, top), scheme),
            *_captions(told[index], (left, top), wide, scheme),
        ]
    paint.put(sheet, shapes, 1)
    return sheet


def _lines(placement: DrawnPlacement, wide: int) -> Iterator[tuple[str, bool]]:
    """Yield the lines below a window, the first in bold, broken where they would have to be small."""
    for index, text in enumerate(placement.lines):
        room = (wide - 4) / SMALL * (BOLD if index == 0 else 1.0)
        yield from ((line, index == 0) for line in in_lines(text, room))


def _neighbours(pos: Position, hex_: str, wide: int, look: Look) -> Image.Image:
    """Return the neighbours of a hex, around its place."""
    near = {neighbour(hex_, edge): edge for edge in EDGES}
    image = Image.new("RGB", (wide, TALL), look.colours.page)
    middle = wide // 2, TALL // 2
    for map_hex in _shown(pos, near, look):
        x, y = SIDES[near[map_hex.hex.id]]
        at = round(middle[0] + 2 * x / APOTHEM * HALF), round(middle[1] + 2 * y / APOTHEM * HALF)
        stamp(image, map_hex, HALF, look.scheme, at, pale=WIDE)
    return image


def _window(near: Image.Image, placement: DrawnPlacement, look: Look) -> Image.Image:
    """Return a hex as it would be, in the middle of its neighbours."""
    image, middle = near.copy(), (near.width // 2, near.height // 2)
    for map_hex in _shown(placement.after, (placement.hex,), look):
        stamp(image, map_hex, HALF, look.scheme, middle)
    scheme = look.colours
    ringed = ring(scheme, scheme.change if placement.best else scheme.accent, 1.03, (0.13, 0.07))
    paint.put(image, ringed, HALF / APOTHEM, middle)
    return image


def _shown(pos: Position, wanted: Collection[str], look: Look) -> list[MapHex]:
    recoloured, _ = in_scheme(pos, look)
    return map_hexes(recoloured, (), look, PHONE, wanted)


def _number(placement: DrawnPlacement, corner: tuple[int, int], scheme: Scheme) -> Iterator[Shape]:
    """Yield the number in the corner of a window."""
    left, top = corner
    sign = f"{placement.number}*" if placement.best else str(placement.number)
    half = max(fonts.width(sign, bold=True) * NUMBER / 2 + 10, NUMBER * 0.62)
    low, high = (left, top), (left + 2 * half, top + NUMBER * 1.3)
    yield Box(low, high, scheme.accent, scheme.casing, 2, 10, Layer.EDGE)
    yield Text((left + half, top + NUMBER * 0.65), sign, NUMBER, scheme.page, bold=True, layer=Layer.EDGE)


def _captions(
    lines: Sequence[tuple[str, bool]], corner: tuple[int, int], wide: int, scheme: Scheme
) -> Iterator[Shape]:
    """Yield the lines below a window, all of one size."""
    size = min((fonts.fit(text, TYPE, wide - 4, bold) for text, bold in lines), default=0.0)
    for row, (text, bold) in enumerate(lines):
        at: Point = (corner[0] + wide / 2, corner[1] + TALL + LINE * (row + 0.55))
        yield Text(at, text, size, scheme.ink, bold=bold, layer=Layer.NAME)
