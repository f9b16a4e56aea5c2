"""Boxes to pixels: only corners and edges are kept, what is between them is the same all along."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.hex_geometry import Point
from render.shapes import Box

OVER = 4
"""How many times larger small pieces are drawn."""
LEVELS = OVER * OVER
"""How many parts of a pixel may be covered."""


class Rectangle(NamedTuple):
    """A rectangle with round corners that a box is drawn of, in pixels, and its colour."""

    left: float
    top: float
    right: float
    bottom: float
    radius: float
    fill: str

    def draw(self, pen: ImageDraw.ImageDraw, fill: str | int | None = None) -> None:
        """Draw it, in another colour if one is told."""
        corners = self.left, self.top, self.right - 1, self.bottom - 1
        pen.rounded_rectangle(corners, self.radius, fill=self.fill if fill is None else fill)


def rectangles(box: Box, scale: float, origin: Point) -> Iterator[Rectangle]:
    """Yield what a box is drawn of: all of it in the colour of its outline, if it has one, then what is within."""
    left, top = box.low[0] * scale + origin[0], box.low[1] * scale + origin[1]
    right, bottom = box.high[0] * scale + origin[0], box.high[1] * scale + origin[1]
    radius, line = box.radius * scale, box.width * scale
    if box.stroke:
        yield Rectangle(left, top, right, bottom, radius, box.stroke)
        left, top, right, bottom = left + line, top + line, right - line, bottom - line
        radius = max(0, radius - line)
    yield Rectangle(left, top, right, bottom, radius, box.fill)


def stamp(image: Image.Image, box: Box, scale: float, at: tuple[int, int]) -> None:
    """Put a box on a picture that lies beside the pixel at its upper left corner."""
    size = ceil(box.high[0] * scale) + 1, ceil(box.high[1] * scale) + 1
    middle = ceil(max(box.radius, box.width) * scale) + 3
    across, down = (max(0, side - 2 * middle - 1) for side in size)
    drawn = (
        (one.left, one.top, one.right - across * OVER, one.bottom - down * OVER, one.radius)
        for one in rectangles(box, scale * OVER, (0, 0))
    )
    wide = size[0] - across
    small = _small((wide, size[1] - down), *drawn)
    rows = [small[start : start + wide] for start in range(0, len(small), wide)]
    wider = [row[:middle] + row[middle : middle + 1] * (across + 1) + row[middle + 1 :] for row in rows]
    data = b"".join((*wider[:middle], *wider[middle : middle + 1] * (down + 1), *wider[middle + 1 :]))
    if not box.stroke:
        image.paste(box.fill, at, Image.frombuffer("L", size, data, "raw", "L", 0, 1))
        return
    coded = Image.frombuffer("P", size, data, "raw", "P", 0, 1)
    coded.putpalette(_palette(box.fill, box.stroke), "RGBA")
    part = coded.convert("RGBA")
    image.paste(part, at, part)


Corners = tuple[float, float, float, float, float]
"""Left, top, right, bottom and radius of a rectangle."""


@lru_cache(maxsize=1024)
def _small(size: tuple[int, int], *drawn: Corners) -> bytes:
    """Return the pixels of a small box: its silhouette, or with an outline the place of each in the palette."""
    whole = _reduced(size, drawn)
    if len(drawn) == 1:
        return whole
    known = {_level(part): part for part in range(LEVELS + 1)}
    within = _reduced(size, drawn[1:])
    return bytes(_code(known[a], known[b]) for a, b in zip(whole, within, strict=True))


def _reduced(size: tuple[int, int], drawn: tuple[Corners, ...]) -> bytes:
    large = Image.new("L", (size[0] * OVER, size[1] * OVER))
    for corners in drawn:
        Rectangle(*corners, "").draw(ImageDraw.Draw(large), 255)
    return large.reduce(OVER).tobytes()


def _level(part: int) -> int:
    """Return how opaque a pixel is of which so many parts are covered."""
    return (255 * part + LEVELS // 2) // LEVELS


def _code(whole: int, within: int) -> int:
    """Return the place in the palette of a pixel of which so many parts are covered, so many of them by the fill."""
    return whole * (whole + 1) // 2 + within


@lru_cache(maxsize=512)
def _palette(fill: str, stroke: str) -> bytes:
    """Return red, green, blue and opacity of every pixel that a box of two colours may have."""
    large = Image.new("RGB", ((LEVELS + 1) * OVER, OVER), stroke)
    for part in range(LEVELS + 1):
        for at in range(part):
            large.paste(
                fill, (part * OVER + at % OVER, at // OVER, part * OVER + at % OVER + 1, at // OVER + 1)
            )
    mixed = large.reduce(OVER).tobytes()
    return b"".join(
        mixed[3 * within : 3 * within + 3] + bytes([_level(whole)])
        for whole in range(LEVELS + 1)
        for within in range(whole + 1)
    )
