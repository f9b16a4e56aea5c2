"""Hexes as small pictures that are drawn once and then stamped."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil

from PIL import Image, ImageChops

from engine.data import Hex
from render import paint, schemes
from render.hex_geometry import APOTHEM, CORNERS
from render.hex_marks import shows_coordinate
from render.hex_shapes import hex_shapes
from render.kept import kept, of_few_colours
from render.map_hex import MapHex
from render.sizes import Sizes

GHOST = 0.4
"""How pale a planned tile is."""
SPRITES = 7 << 20
"""How many bytes of hexes are kept."""


def stamp(  # noqa: PLR0913 - a hex has a place, a size and a look
    image: Image.Image, map_hex: MapHex, right: int, scheme: str, at: tuple[int, int], *, pale: float = 0.0
) -> None:
    """Put a hex on a picture; ``right`` is half its width, ``at`` its centre in pixels, ``pale`` how faint it is.

    Routes are as strong on a faint hex as on others.
    """
    (drawn,) = sprite(representative(map_hex), right, scheme)
    if pale:
        page = Image.new("RGB", drawn.size, schemes.scheme(scheme).page)
        (bare,) = sprite(representative(replace(map_hex, routes=())), right, scheme)
        drawn, bare = drawn.convert("RGB"), bare.convert("RGB")
        faint = Image.blend(bare, page, pale)
        drawn = Image.composite(drawn, faint, _different(drawn, bare)) if map_hex.routes else faint
    image.paste(drawn, (at[0] - drawn.width // 2, at[1] - drawn.height // 2), _mask(right))


def _different(one: Image.Image, two: Image.Image) -> Image.Image:
    """Return the mask of the pixels in which two pictures differ."""
    return ImageChops.difference(one, two).convert("L").point(lambda step: 255 if step else 0)


def representative(map_hex: MapHex) -> MapHex:
    """Return the hex that stands for all that differ in nothing but a coordinate that is not shown."""
    if shows_coordinate(map_hex.hex, map_hex.sizes):
        return map_hex
    like = _first_like(map_hex.hex, map_hex.sizes)
    return replace(map_hex, hex=like, face=like if map_hex.face is map_hex.hex else map_hex.face)


@lru_cache(maxsize=2048)
def _first_like(hex_: Hex, sizes: Sizes) -> Hex:
    alike = hex_.model_dump_json(exclude={"id"})
    return _firsts.setdefault((alike, sizes), hex_)


_firsts: dict[tuple[str, Sizes], Hex] = {}


@kept(SPRITES)
def sprite(map_hex: MapHex, right: int, scheme: str) -> tuple[Image.Image]:
    """Return a hex on the colour of the gap between hexes; its centre is the middle of the picture."""
    size, side = _size(right)
    gap, middle = schemes.scheme(scheme).gap, (size[0] / 2, size[1] / 2)
    drawn = paint.picture(size, hex_shapes(map_hex, scheme), gap, scale=side, origin=middle)
    return (of_few_colours(drawn),)


@lru_cache(maxsize=16)
def _mask(right: int) -> Image.Image:
    """Return the mask of the pixels that belong to a hex, including half the gap around it."""
    size, side = _size(right)
    middle = size[0] / 2, size[1] / 2
    return paint.mask(size, [(x * 1.012, y * 1.012) for x, y in CORNERS], side, middle)


def _size(right: int) -> tuple[tuple[int, int], float]:
    side = right / APOTHEM
    return (2 * right + 4, 2 * ceil(side) + 4), side
