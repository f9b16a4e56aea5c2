"""Pages that hexes are stamped on, with words and lines between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil

from PIL import Image

from render import fonts, paint
from render.hex_geometry import APOTHEM, Point
from render.look import PLAIN, Look
from render.map_hex import MapHex
from render.overlay import barrier, ring
from render.palette import Scheme
from render.shapes import Layer, Polyline, Shape, Text
from render.sheet import WIDE_MARGIN as MARGIN
from render.sprites import stamp

WIDTH = 800
INNER = WIDTH - 2 * MARGIN
HALF = 50
"""Half the width of a tile, in pixels."""
BELOW = 30
"""Height of the text below a tile."""
HEAD = 56

Pixel = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlacedHex:
    """A hex on a page: its centre in pixels, half its width; ``marked`` ones are outlined, one edge may be barred."""

    map_hex: MapHex
    at: Pixel
    half: int = HALF
    marked: bool = False
    barrier: int | None = None


@dataclass
class TilePage:
    """A page that grows downwards."""

    look: Look = PLAIN
    y: float = MARGIN
    places: list[PlacedHex] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)

    @property
    def scheme(self) -> Scheme:
        """The colours of the page."""
        return self.look.colours

    def heading(self, text: str) -> None:
        """Begin a section."""
        self.shapes.append(Text((MARGIN, self.y + 20), text, 28, self.scheme.accent, bold=True, anchor="l"))
        left = MARGIN + fonts.width(text, bold=True) * 28 + 14
        ends = (left, self.y + 20), (WIDTH - MARGIN, self.y + 20)
        self.shapes.append(Polyline(ends, self.scheme.rule, 2))
        self.y += HEAD

    def write(self, at: Point, text: str, room: float, *, size: float = 22, pale: bool = False) -> None:
        """Write a line around a point."""
        ink = self.scheme.faint if pale else self.scheme.ink
        fits = fonts.fit(text, size, room, bold=True)
        self.shapes.append(Text(at, text, fits, ink, bold=True, layer=Layer.NAME))

    def tile(self, map_hex: MapHex, at: Pixel, text: str, half: int = HALF, *, pale: bool = False) -> None:
        """Put a hex on the page with a text below it."""
        self.places.append(PlacedHex(map_hex, at, half))
        self.write((at[0], at[1] + tile_height(half) / 2 + 14), text, 2 * half + 8, pale=pale)

    def drawn(self) -> Image.Image:
        """The page as a picture."""
        width = self.look.width or WIDTH
        image = paint.sheet((WIDTH, ceil(self.y + MARGIN)), self.shapes, self.scheme.page, 1)
        for place in self.places:
            stamp(image, place.map_hex, place.half, self.look.scheme, place.at)
        for place in self.places:
            if place.marked:
                ringed = ring(self.scheme, self.scheme.change, 1.03, (0.13, 0.08))
                paint.put(image, ringed, place.half / APOTHEM, place.at)
            if place.barrier is not None:
                shapes = barrier(place.barrier, self.scheme)
                paint.put(image, shapes, place.half / APOTHEM, place.at)
        return image if width == WIDTH else image.resize((width, round(image.height * width / WIDTH)))


def tile_height(half: int) -> int:
    """Return the height of a hex, given half its width."""
    return ceil(2 * half / APOTHEM)


def row_of_tiles(count: int, y: float, half: int = HALF) -> Iterator[Pixel]:
    """Yield the centres of so many hexes side by side, from the left."""
    step = INNER / count
    for index in range(count):
        yield round(MARGIN + (index + 0.5) * step), round(y + tile_height(half) / 2)
