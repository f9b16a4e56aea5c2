"""Shapes to pixels: nothing but this and lettering draws. Everything is drawn large and reduced."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from itertools import pairwise
from math import ceil, floor, hypot

from PIL import Image, ImageDraw

from render import boxes, fonts, lettering, png_file
from render.boxes import OVER
from render.hex_geometry import Point, toward
from render.kept import kept
from render.lettering import Lettering
from render.shapes import (
    Arc,
    Box,
    Disc,
    Figure,
    Polygon,
    Polyline,
    Shape,
    Text,
    bounds,
    in_one_colour,
    layered,
    moved,
    rim,
)

STAMPS = 1 << 20
"""How many bytes of small parts with outlines are kept, and half as many of silhouettes; boxes are not among them."""
WHITE = "#ffffff"
COLOURS = 176
"""How many colours a file has; more make it larger, and nobody sees the difference."""
LARGE, SPARSE = 1 << 18, 4
"""Above how many pixels the colours of a picture are found in every so many rows and columns."""


class Canvas:
    """A drawing surface: shapes are scaled and shifted, then put on the image.

    With ``stamps`` texts are kept, for those that come again.
    """

    def __init__(self, image: Image.Image, scale: float, origin: Point, *, stamps: bool = False) -> None:
        self.pen = ImageDraw.Draw(image)
        self.pen.fontmode = "L"
        self.scale = scale
        self.origin = origin
        self.stamps = stamps

    def at(self, point: Point) -> Point:
        """Return the pixel of a point."""
        return point[0] * self.scale + self.origin[0], point[1] * self.scale + self.origin[1]

    def draw(self, shapes: Iterable[Shape]) -> None:
        """Put shapes on the image, lower layers first."""
        for shape in layered(shapes):
            _put(shape, self)


@singledispatch
def _put(shape: Shape, canvas: Canvas) -> None:
    raise TypeError(type(shape).__name__)


@_put.register
def _polygon(shape: Polygon, canvas: Canvas) -> None:
    canvas.pen.polygon([canvas.at(point) for point in shape.points], fill=shape.fill)


@_put.register
def _line(shape: Polyline, canvas: Canvas) -> None:
    points = [canvas.at(point) for point in shape.points]
    half = shape.width * canvas.scale / 2
    for one, two in pairwise(points):
        canvas.pen.polygon(_bar(one, two, half), fill=shape.colour)
    for x, y in points if shape.round else points[1:-1]:
        canvas.pen.ellipse((x - half, y - half, x + half, y + half), fill=shape.colour)


def _bar(one: Point, two: Point, half: float) -> list[Point]:
    length = hypot(two[0] - one[0], two[1] - one[1]) or 1
    x, y = (one[1] - two[1]) / length * half, (two[0] - one[0]) / length * half
    return [
        (one[0] + x, one[1] + y),
        (two[0] + x, two[1] + y),
        (two[0] - x, two[1] - y),
        (one[0] - x, one[1] - y),
    ]


@_put.register
def _arc(shape: Arc, canvas: Canvas) -> None:
    steps = max(2, round(abs(shape.sweep) / 3))
    angles = [shape.start + shape.sweep * step / steps for step in range(steps + 1)]
    outer = [_on(shape, shape.radius + shape.width / 2, angle, canvas) for angle in angles]
    inner = [_on(shape, max(0, shape.radius - shape.width / 2), angle, canvas) for angle in angles]
    canvas.pen.polygon(outer + inner[::-1], fill=shape.colour)


def _on(shape: Arc, radius: float, angle: float, canvas: Canvas) -> Point:
    x, y = toward(angle, radius)
    return canvas.at((shape.centre[0] + x, shape.centre[1] + y))


@_put.register
def _disc(shape: Disc, canvas: Canvas) -> None:
    x, y = canvas.at(shape.centre)
    radius = shape.radius * canvas.scale
    if shape.stroke:
        canvas.pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=shape.stroke)
        radius -= shape.width * canvas.scale
    canvas.pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=shape.fill)


@_put.register
def _box(shape: Box, canvas: Canvas) -> None:
    found = list(boxes.rectangles(shape, canvas.scale, canvas.origin))
    for one, colour in zip(found, (shape.stroke, shape.fill)[-len(found) :], strict=True):
        boxes.draw(canvas.pen, one, colour)


@_put.register
def _text(shape: Text, canvas: Canvas) -> None:
    size = round(shape.size * canvas.scale, 1)
    x, y = canvas.at(shape.at)
    y += size * fonts.CAP / 2
    write = lettering.stamp if canvas.stamps else lettering.write
    if shape.halo:
        halo = Lettering(shape.text, size, shape.bold, shape.anchor, round(size / 7))
        write(canvas.pen, (x, y), halo, shape.halo)
    write(canvas.pen, (x, y), Lettering(shape.text, size, shape.bold, shape.anchor), shape.colour)


def picture(  # noqa: PLR0913 - a picture has a size, a ground and a scale
    size: tuple[int, int],
    shapes: Iterable[Shape],
    ground: str,
    *,
    scale: float = 1,
    origin: Point = (0, 0),
    over: int = OVER,
) -> Image.Image:
    """Return a new picture; ``origin`` is where the shapes' own origin falls, in pixels."""
    large = Image.new("RGB", (size[0] * over, size[1] * over), ground)
    Canvas(large, scale * over, (origin[0] * over, origin[1] * over)).draw(shapes)
    return large.reduce(over)


def sheet(size: tuple[int, int], shapes: Iterable[Shape], ground: str, scale: float) -> Image.Image:
    """Return a large picture of small parts."""
    image = Image.new("RGB", size, ground)
    put(image, shapes, scale)
    return image


def page(size: tuple[float, float], shapes: Iterable[Shape], ground: str, width: int) -> Image.Image:
    """Return shapes of which the whole has a size, as a picture of a width in pixels."""
    zoom = width / size[0]
    return sheet((width, ceil(size[1] * zoom)), shapes, ground, zoom)


def put(image: Image.Image, shapes: Iterable[Shape], scale: float, at: tuple[int, int] = (0, 0)) -> None:
    """Put small parts on a picture, their origin at a pixel: each is drawn once, then stamped; texts are smooth."""
    canvas = Canvas(image, scale, at, stamps=True)
    for shape in layered(shapes):
        if isinstance(shape, Text):
            _put(shape, canvas)
            continue
        (left, top), near = _to_the_pixel(shape, scale)
        place = at[0] + left, at[1] + top
        if isinstance(near, Box):
            boxes.stamp(image, near, scale, place)
        elif getattr(shape, "stroke", ""):
            part, silhouette = _outlined(near, scale)
            image.paste(part, place, silhouette)
        else:
            (silhouette,) = _silhouette(in_one_colour(near, WHITE), scale)
            image.paste(rim(shape), place, silhouette)


def _to_the_pixel(shape: Figure, scale: float) -> tuple[tuple[int, int], Figure]:
    """Return a pixel left of and above a shape, and the shape as it lies beside that.

    It is moved to sixteenths of a pixel, so that equal parts elsewhere are drawn only once.
    """
    left, top = bounds(shape)[:2]
    across, down, grain = floor(left * scale) - 1, floor(top * scale) - 1, 16 * max(1.0, scale)
    x = round((left - across / scale) * grain) / grain
    y = round((top - down / scale) * grain) / grain
    return (across, down), moved(shape, x - left, y - top)


@kept(STAMPS)
def _outlined(shape: Figure, scale: float) -> tuple[Image.Image, Image.Image]:
    """Return a shape on the colour of its outline, and its silhouette."""
    (silhouette,) = _silhouette(in_one_colour(shape, WHITE), scale)
    return picture(silhouette.size, [shape], rim(shape), scale=scale), silhouette


@kept(STAMPS // 2)
def _silhouette(shape: Figure, scale: float) -> tuple[Image.Image]:
    """Return the silhouette of a white shape."""
    right, bottom = bounds(shape)[2:]
    size = ceil(right * scale) + 1, ceil(bottom * scale) + 1
    large = Image.new("L", (size[0] * OVER, size[1] * OVER))
    Canvas(large, scale * OVER, (0, 0)).draw([shape])
    return (large.reduce(OVER),)


def mask(size: tuple[int, int], points: Sequence[Point], scale: float, origin: Point) -> Image.Image:
    """Return the mask of a polygon with soft edges."""
    large = Image.new("L", (size[0] * OVER, size[1] * OVER), 0)
    shapes = [Polygon(tuple(points), WHITE)]
    Canvas(large, scale * OVER, (origin[0] * OVER, origin[1] * OVER)).draw(shapes)
    return large.reduce(OVER)


def png(image: Image.Image) -> bytes:
    """Return the picture as a PNG with a palette: a third of the size, and no difference to the eye.

    The colours of a large picture are found in a part of its pixels; each pixel then has the nearest of them.
    """
    step = SPARSE if image.width * image.height > LARGE else 1
    size = image.width // step, image.height // step
    sample = image.resize(size, Image.Resampling.NEAREST)
    colours = sample.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return png_file.written(image.quantize(palette=colours, dither=Image.Dither.NONE))
