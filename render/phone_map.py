"""The map for a phone, a narrow screen: a wide map is cut, and its parts lie one below the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

from PIL import Image

from engine.board.hexes import coordinates
from engine.position import Position
from render import schemes
from render.map_hexes import ShownRoute
from render.maps import MapContent, MapPicture
from render.sizes import PHONE

WIDTH = 800
FRAME = 62
"""Width of the frame, for a picture of 1400 pixels."""
SHAPE = 1.25
"""How many times as wide as high a part may be before the map is cut into one more."""
SHARED = 2
"""Columns that two parts share, so that no hex is cut."""


def draw_phone_map(  # noqa: PLR0913 - what a caller may ask of a map
    pos: Position,
    *,
    highlight: Iterable[str] = (),
    routes: Sequence[ShownRoute] = (),
    width: int = WIDTH,
    scheme: str = "light",
    caption: str = "",
    lang: str = "en",
) -> Image.Image:
    """Return the map in parts one below the other, the western first, in larger type and without small print."""
    scene = MapContent(pos, tuple(highlight), tuple(routes), (), lang, PHONE)
    shown = []
    for index, hexes in enumerate(map_parts(tuple(pos.title.hexes))):
        sheet = MapPicture.empty(hexes, width, scheme, "" if index else caption, FRAME)
        sheet.fill(scene)
        shown.append(sheet.image)
    return _stacked(shown, schemes.scheme(scheme).page)


def map_parts(hexes: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the hexes of each part, from west to east; neighbouring parts share some columns."""
    rows, columns = ({coordinates(hex_)[axis] for hex_ in hexes} for axis in (0, 1))
    first, last = min(columns), max(columns)
    wide = (last - first + 2) / 2
    high = (max(rows) - min(rows)) * 0.866 + 1.155
    count = max(1, ceil(wide / high / SHAPE))
    span = ceil((last - first + 1 + SHARED * (count - 1)) / count)
    starts = [round(first + index * (last - first + 1 - span) / max(1, count - 1)) for index in range(count)]
    return [tuple(hex_ for hex_ in hexes if start <= coordinates(hex_)[1] < start + span) for start in starts]


def _stacked(images: Sequence[Image.Image], ground: str) -> Image.Image:
    whole = Image.new("RGB", (images[0].width, sum(image.height for image in images)), ground)
    y = 0
    for image in images:
        whole.paste(image, (0, y))
        y += image.height
    return whole
