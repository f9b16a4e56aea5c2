"""Boxes to pixels: only corners and edges are kept, what is between them is the same all along."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from render.hex_geometry import Point
from render.shapes import Box

OVER = 4
"""How many times larger small pieces are drawn."""
KEPT = 1024
"""How many small boxes are kept: each takes one to three KiB."""


Rectangle = tuple[float, float, float, float, float]
"""Left, top, right, bottom and radius of a rectangle with round corners."""


def rectangles(box: Box, scale: float, origin: Point) -> Iterator[Rectangle]:
    """Yield what a box is drawn of, in pixels: all of it if it has an outline, then what is within."""
    left, top = box.low[0] * scale + origin[0], box.low[1] * scale + origin[1]
    right, bottom = box.high[0] * scale + origin[0], box.high[1] * scale + origin[1]
    radius, line = box.radius * scale, box.width * scale
    if box.stroke:
        yield left, top, right - 1, bottom - 1, radius
        left, top, right, bottom = left + line, top + line, right - line, bottom - line
        radius = max(0, radius - line)
    yield left, top, right - 1, bottom - 1, radius


def draw(pen: ImageDraw.ImageDraw, rectangle: Rectangle, fill: str | int) -> None:
    """Draw a rectangle with round corners."""
    left, top, right, bottom, radius = rectangle
    pen.rounded_rectangle((left, top, right, bottom), radius, fill=fill)


def stamp(image: Image.Image, box: Box, scale: float, at: tuple[int, int]) -> None:
    """Put a box on a picture that lies beside the pixel at its upper left corner."""
    size = ceil(box.high[0] * scale) + 1, ceil(box.high[1] * scale) + 1
    corner = ceil(max(box.radius, box.width) * scale) + 3
    across, down = (max(0, side - 2 * corner - 1) for side in size)
    drawn = [
        (left, top, right - across * OVER, bottom - down * OVER, radius)
        for left, top, right, bottom, radius in rectangles(box, scale * OVER, (0, 0))
    ]
    small, mode, depth = (size[0] - across, size[1] - down), "L", 1
    if box.stroke:
        data, mode, depth = _outlined(small, box.fill, box.stroke, *drawn), "RGBA", 4
    else:
        data = _silhouette(small, *drawn)
    here, there = corner * depth, (corner + 1) * depth
    rows = [data[start : start + small[0] * depth] for start in range(0, len(data), small[0] * depth)]
    longer = [row[:here] + row[here:there] * (across + 1) + row[there:] for row in rows]
    whole = b"".join((*longer[:corner], *longer[corner : corner + 1] * (down + 1), *longer[corner + 1 :]))
    part = Image.frombuffer(mode, size, whole, "raw", mode, 0, 1)
    image.paste(part if box.stroke else box.fill, at, part)


@lru_cache(maxsize=KEPT)
def _outlined(size: tuple[int, int], fill: str, stroke: str, *drawn: Rectangle) -> bytes:
    """Return the pixels of a small box with an outline: red, green, blue and how opaque each is."""
    large = Image.new("RGB", (size[0] * OVER, size[1] * OVER), stroke)
    draw(ImageDraw.Draw(large), drawn[-1], fill)
    part = large.reduce(OVER)
    part.putalpha(Image.frombytes("L", size, _silhouette(size, *drawn)))
    return part.tobytes()


@lru_cache(maxsize=KEPT)
def _silhouette(size: tuple[int, int], *drawn: Rectangle) -> bytes:
    """Return how opaque each pixel of a small box is."""
    large = Image.new("L", (size[0] * OVER, size[1] * OVER))
    for one in drawn:
        draw(ImageDraw.Draw(large), one, 255)
    return large.reduce(OVER).tobytes()
