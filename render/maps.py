"""The map of a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil

from PIL import Image

from engine.position import Position
from render import fonts, paint, palette, schemes
from render.hex_geometry import CORNERS, HexGrid, row_letter
from render.map_hex import MapHex
from render.map_hexes import ShownRoute, map_hexes
from render.overlay import HexDrawing, barriers, outline, revenue_tags
from render.palette import Scheme
from render.recolour import in_scheme
from render.shapes import Polygon, Shape, Text
from render.sizes import PRINT, Sizes
from render.sprites import stamp

WIDTH = 1400
FRAME = 34
"""Width of the frame around the hexes."""
CAPTION = 46
"""Height of the caption; all three lengths are for a map of the default width."""

PlannedTile = tuple[str, str, int]
"""A hex, a tile and its rotation."""
PixelBox = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""


def draw_map(  # noqa: PLR0913 - what a caller may ask of a map
    pos: Position,
    *,
    highlight: Iterable[str] = (),
    routes: Sequence[ShownRoute] = (),
    plan: Sequence[PlannedTile] = (),
    width: int = WIDTH,
    scheme: str = "light",
    caption: str = "",
    lang: str = "en",
) -> Image.Image:
    """Return the map: ``highlight`` outlines hexes that changed, ``routes`` are drawn in colours of their own.

    A route is anything with ``train``, ``path`` and perhaps ``revenue``, which is then written beside it. Tiles of a
    ``plan`` are shown as ghosts.
    """
    sheet = MapPicture.empty(tuple(pos.title.hexes), width, scheme, caption)
    sheet.fill(MapContent(pos, highlight, routes, plan, lang))
    return sheet.image


AROUND = 2.1
"""How far a close-up reaches beyond its hexes, in widths of a hex."""
CLOSE = 2100
"""Width of the map that a close-up is a part of."""


def draw_closeup(  # noqa: PLR0913 - as above
    pos: Position,
    hexes: Sequence[str] = (),
    *,
    routes: Sequence[ShownRoute] = (),
    plan: Sequence[PlannedTile] = (),
    scheme: str = "light",
    lang: str = "en",
) -> Image.Image:
    """Return the part of a large map around routes and some hexes, which are outlined."""
    sheet = MapPicture.empty(tuple(pos.title.hexes), CLOSE, scheme, "")
    passed = [step.partition(".")[0] for route in routes for step in route.path]
    box = _around(sheet, (*hexes, *passed, *(hex_ for hex_, _, _ in plan)))
    sheet.fill(MapContent(pos, hexes, routes, plan, lang), box)
    return sheet.image.crop(box)


def _around(sheet: MapPicture, hexes: Sequence[str]) -> PixelBox:
    """Return the part of the picture that shows some hexes and what is around them."""
    spots = [sheet.grid.pixel(hex_) for hex_ in hexes]
    reach = round(2 * sheet.grid.right * AROUND)
    left, right = min(x for x, _ in spots) - reach, max(x for x, _ in spots) + reach
    above, below = min(y for _, y in spots) - reach, max(y for _, y in spots) + reach
    return max(left, 0), max(above, 0), min(right, sheet.image.width), min(below, sheet.image.height)


@dataclass(frozen=True, slots=True)
class MapContent:
    """What a map is to show: a position, hexes that changed, routes, planned tiles; its language, its sizes."""

    pos: Position
    highlight: Iterable[str] = ()
    routes: Sequence[ShownRoute] = ()
    plan: Sequence[PlannedTile] = ()
    lang: str = "en"
    sizes: Sizes = PRINT


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A map of some hexes that is being drawn; ``head`` is the height of the caption above it."""

    hexes: frozenset[str]
    image: Image.Image
    grid: HexGrid
    head: int
    scheme: str

    @classmethod
    def empty(
        cls, hexes: tuple[str, ...], width: int, scheme: str, caption: str, frame: float = FRAME
    ) -> MapPicture:
        """Return the frame with coordinates and caption."""
        zoom = width / WIDTH
        grid = HexGrid.fit(hexes, width, round(frame * zoom))
        large = zoom * frame / FRAME
        head = round(CAPTION * large) if caption else 0
        land, look = _frame(hexes, grid, width, scheme), schemes.scheme(scheme)
        image = Image.new("RGB", (width, land.height + head), look.page)
        image.paste(land, (0, head))
        if caption:
            size = fonts.fit(caption, 26 * large, width - 2 * frame * zoom, bold=True)
            text = Text((frame * zoom, head * 0.6), caption, size, look.ink, bold=True, anchor="l")
            paint.onto(image, [text], (0, 0, width, head))
        return cls(frozenset(hexes), image, grid, head, scheme)

    def fill(self, scene: MapContent, within: PixelBox | None = None) -> None:
        """Draw the hexes and what lies over them; ``within`` is the part of the picture that is wanted."""
        (pos, look), routes = in_scheme(scene.pos, self.scheme), scene.routes
        sizes = replace(scene.sizes, ranks=look.ranks)
        shown = {map_hex.hex.id: map_hex for map_hex in map_hexes(pos, routes, look, scene.lang, sizes)}
        for hex_, map_hex in shown.items():
            if self._touches(hex_, within):
                self._put(map_hex)
        for hex_, tile, rotation in scene.plan:
            if self._touches(hex_, within):
                ghost = replace(shown[hex_], face=pos.title.tiles[tile], rotation=rotation, routes=())
                self._put(ghost, ghost=True)
        planned = outline((hex_ for hex_, _, _ in scene.plan), look, look.accent)
        for drawn in (
            *barriers(pos, look),
            *outline(scene.highlight, look),
            *planned,
            *revenue_tags(shown, routes, look),
        ):
            if self._touches(drawn[0], within):
                self._over(drawn)

    def _touches(self, hex_: str, part: PixelBox | None) -> bool:
        if hex_ not in self.hexes or part is None:
            return hex_ in self.hexes
        (x, y), reach = self.grid.pixel(hex_), 2 * self.grid.right
        return part[0] - reach < x < part[2] + reach and part[1] - reach < y < part[3] + reach

    def _put(self, map_hex: MapHex, *, ghost: bool = False) -> None:
        """Put a hex on the map."""
        x, y = self.grid.pixel(map_hex.hex.id)
        stamp(self.image, map_hex, self.grid.right, self.scheme, (x, y + self.head), ghost=ghost)

    def _over(self, drawn: HexDrawing) -> None:
        """Draw what reaches over the border of a hex."""
        hex_, found = drawn
        x, y = self.grid.pixel(hex_)
        half = ceil(self.grid.side * 1.4)
        bounds = x - half, y + self.head - half, x + half, y + self.head + half
        paint.onto(self.image, found, bounds, self.grid.side, (x, y + self.head))


@lru_cache(maxsize=8)
def _frame(hexes: tuple[str, ...], grid: HexGrid, width: int, scheme: str) -> Image.Image:
    """Return the outline of the land with row letters and column numbers around it."""
    look = schemes.scheme(scheme)
    height = grid.height + grid.top - round(grid.side)
    drawn = [*_coast(hexes, grid, look), *_coordinates(grid, width, height, look)]
    return paint.picture((width, height), drawn, look.page, over=2)


def _coast(hexes: tuple[str, ...], grid: HexGrid, look: Scheme) -> Iterator[Shape]:
    """Return the land a little larger than its hexes, so that it has an outline."""
    for size, colour in (
        (1.1, palette.mix(look.page, look.ink, 0.12)),
        (1.055, palette.mix(look.gap, look.ink, 0.35)),
    ):
        side = grid.side * size
        for x, y in map(grid.pixel, hexes):
            yield Polygon(tuple((x + side * a, y + side * b) for a, b in CORNERS), colour)


def _coordinates(grid: HexGrid, width: int, height: int, look: Scheme) -> Iterator[Shape]:
    margin = (grid.top - grid.side) / 2
    size = min(grid.side * 0.42, margin * 1.3)
    for column in range(grid.columns[0], grid.columns[1] + 1):
        x = grid.left + (column - grid.columns[0]) * grid.right
        for end in (margin, height - margin):
            yield Text((x, end), str(column), size, look.soft, bold=True)
    for row in range(grid.rows[0], grid.rows[1] + 1):
        y = grid.top + (row - grid.rows[0]) * grid.down
        for end in (margin, width - margin):
            yield Text((end, y), row_letter(row), size, look.soft, bold=True)
