"""The map of a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil

from PIL import Image

from engine.position import Position
from render import paint, theme
from render.cell import Cell
from render.cells import Path, cells
from render.layout import CORNERS, Grid, row_letter
from render.overlay import barriers, outline, tags
from render.shapes import Shape, Text
from render.theme import Scheme
from render.tile import shapes

FRAME = 34
"""Width of the frame around the hexes of a map 1400 pixels wide."""
CAPTION = 44


def board(
    pos: Position,
    *,
    highlight: Iterable[str] = (),
    routes: Sequence[Path] = (),
    width: int = 1400,
    scheme: str = "light",
    caption: str = "",
) -> Image.Image:
    """Return the map: ``highlight`` outlines hexes that changed, ``routes`` are drawn in colours of their own."""
    look = theme.scheme(scheme)
    zoom = width / 1400
    head = round(CAPTION * zoom) if caption else 0
    grid = Grid.fit(pos.title.hexes, width, round(FRAME * zoom))
    image = Image.new("RGB", (width, grid.height + round(FRAME * zoom) + head), look.page)
    image.paste(_frame(grid, width, scheme), (0, head))
    for cell in cells(pos, routes, look):
        _place(image, cell, grid, head, scheme)
    _draw_over(image, pos, grid, head, look, tuple(highlight), routes)
    if caption:
        at = (FRAME * zoom, head * 0.62)
        paint.onto(
            image,
            [Text(at, caption, 24 * zoom, look.ink, bold=True, anchor="l")],
            (0, 0, width, head),
            1,
            (0, 0),
        )
    return image


def _place(image: Image.Image, cell: Cell, grid: Grid, head: int, scheme: str) -> None:
    sprite, mask = _sprite(cell, grid.right, scheme), _mask(grid.right)
    x, y = grid.pixel(cell.hex.id)
    image.paste(sprite, (x - sprite.width // 2, y + head - sprite.height // 2), mask)


@lru_cache(maxsize=1024)
def _sprite(cell: Cell, right: int, scheme: str) -> Image.Image:
    size, side = _size(right)
    return paint.picture(
        size, shapes(cell, scheme), theme.scheme(scheme).gap, scale=side, origin=(size[0] / 2, size[1] / 2)
    )


@lru_cache(maxsize=8)
def _mask(right: int) -> Image.Image:
    size, side = _size(right)
    return paint.mask(size, [(x * 1.012, y * 1.012) for x, y in CORNERS], side, (size[0] / 2, size[1] / 2))


def _size(right: int) -> tuple[tuple[int, int], float]:
    side = right / 0.8660254
    return (2 * right + 4, 2 * ceil(side) + 4), side


@lru_cache(maxsize=8)
def _frame(grid: Grid, width: int, scheme: str) -> Image.Image:
    """Return the empty frame with row letters and column numbers."""
    look = theme.scheme(scheme)
    height = grid.height + grid.top - round(grid.side)
    return paint.picture((width, height), _coordinates(grid, width, height, look), look.page, over=2)


def _coordinates(grid: Grid, width: int, height: int, look: Scheme) -> Iterator[Shape]:
    margin = (grid.top - grid.side) / 2
    size = grid.side * 0.36
    for column in range(grid.columns[0], grid.columns[1] + 1):
        x = grid.left + (column - grid.columns[0]) * grid.right
        for y in (margin, height - margin):
            yield Text((x, y), str(column), size, look.soft, bold=True)
    for row in range(grid.rows[0], grid.rows[1] + 1):
        y = grid.top + (row - grid.rows[0]) * grid.down
        for x in (margin, width - margin):
            yield Text((x, y), row_letter(row), size, look.soft, bold=True)


def _draw_over(
    image: Image.Image,
    pos: Position,
    grid: Grid,
    head: int,
    look: Scheme,
    changed: tuple[str, ...],
    routes: Sequence[Path],
) -> None:
    """Draw what reaches over the border of a hex."""
    for hex_, drawn in [*barriers(pos, look), *outline(changed, look), *tags(pos, routes, look)]:
        x, y = grid.pixel(hex_)
        half = ceil(grid.side * 1.3)
        y += head
        paint.onto(image, drawn, (x - half, y - half, x + half, y + half), grid.side, (x, y))
