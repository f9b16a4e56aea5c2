"""Boxes to pixels: only corners and edges are kept, what is between them is the same all along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import ceil

from PIL import Image, ImageDraw

from render.hex_geometry import Point
from render.shapes import Box

OVER = 4
"""How many times larger small pieces are drawn."""
KEPT = 1024
"""How many small boxes are kept: each takes one to three KiB."""
OUTLINED = "RGBA"
"""The channels of a box with an outline; one without has only how opaque it is."""
LARGE = 8192
"""How many pixels of a box must be the same all along for them to be filled at once."""

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
    small, depth = (size[0] - across, size[1] - down), len(OUTLINED) if box.stroke else 1
    data = _outlined(small, box.fill, box.stroke, *drawn) if box.stroke else _silhouette(small, *drawn)
    rows = [data[start : start + small[0] * depth] for start in range(0, len(data), small[0] * depth)]
    here, there = corner * depth, (corner + 1) * depth
    put, (x, y) = partial(_put, image, "" if box.stroke else box.fill), at
    high = (*rows[:corner], *rows[corner : corner + 1] * (down + 1), *rows[corner + 1 :])
    if across * down < LARGE:
        put(at, [row[:here] + row[here:there] * (across + 1) + row[there:] for row in high])
        return
    edge, wide = ceil(box.width * scale) + 3, across + 1
    put(at, [row[:here] for row in high])
    put((x + corner + wide, y), [row[there:] for row in high])
    put((x + corner, y), [row[here:there] * wide for row in high[:edge]])
    put((x + corner, y + size[1] - edge), [row[here:there] * wide for row in high[-edge:]])
    image.paste(box.fill, (x + corner, y + edge, x + corner + wide, y + size[1] - edge))


def _put(image: Image.Image, fill: str, at: tuple[int, int], rows: Sequence[bytes]) -> None:
    """Put rows of pixels on a picture, in their own colours or as how opaque a fill is."""
    mode = "L" if fill else OUTLINED
    part = Image.frombuffer(mode, (len(rows[0]) // len(mode), len(rows)), b"".join(rows), "raw", mode, 0, 1)
    image.paste(fill or part, at, part)


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
