"""Hexes as small pictures that are drawn once and then stamped."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from PIL import Image

from render import paint, schemes
from render.hex_geometry import APOTHEM, CORNERS
from render.hex_shapes import hex_shapes
from render.map_hex import MapHex

GHOST = 0.4
"""How pale a planned tile is."""


def stamp(  # noqa: PLR0913 - a hex has a place, a size and a look
    image: Image.Image, map_hex: MapHex, right: int, scheme: str, at: tuple[int, int], *, pale: float = 0.0
) -> None:
    """Put a hex on a picture; ``right`` is half its width, ``at`` its centre in pixels, ``pale`` how faint it is."""
    drawn = sprite(map_hex, right, scheme)
    if pale:
        page = Image.new("RGB", drawn.size, schemes.scheme(scheme).page)
        drawn = Image.blend(drawn, page, pale)
    image.paste(drawn, (at[0] - drawn.width // 2, at[1] - drawn.height // 2), _mask(right))


@lru_cache(maxsize=1024)
def sprite(map_hex: MapHex, right: int, scheme: str) -> Image.Image:
    """Return a hex on the colour of the gap between hexes; its centre is the middle of the picture."""
    size, side = _size(right)
    gap = schemes.scheme(scheme).gap
    return paint.picture(
        size, hex_shapes(map_hex, scheme), gap, scale=side, origin=(size[0] / 2, size[1] / 2)
    )


@lru_cache(maxsize=16)
def _mask(right: int) -> Image.Image:
    """Return the mask of the pixels that belong to a hex, including half the gap around it."""
    size, side = _size(right)
    middle = size[0] / 2, size[1] / 2
    return paint.mask(size, [(x * 1.012, y * 1.012) for x, y in CORNERS], side, middle)


def _size(right: int) -> tuple[tuple[int, int], float]:
    side = right / APOTHEM
    return (2 * right + 4, 2 * ceil(side) + 4), side
