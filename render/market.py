"""The share price board of a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from PIL import Image

from engine.position import Position
from render import fonts, paint, theme
from render.sheet import chip
from render.shapes import Box, Layer, Shape, Text
from render.theme import Scheme

WIDTH = 1000
MARGIN = 16
LONG = 12
"""A single row of more cells than this is wrapped."""

Slot = tuple[str, str]
"""A cell's key and its text."""


def market(
    pos: Position,
    *,
    width: int = WIDTH,
    scheme: str = "light",
    caption: str = "",
    highlight: Sequence[str] = (),
) -> Image.Image:
    """Return the share price board; ``highlight`` outlines cells (``"row,column"``)."""
    look = theme.scheme(scheme)
    shapes, height = board_shapes(pos, look, caption, highlight)
    zoom = width / WIDTH
    return paint.picture((width, ceil(height * zoom)), shapes, look.page, scale=zoom, over=2)


def lines(pos: Position) -> list[list[Slot]]:
    """Return the cells by line, a long single row in several."""
    rows = pos.title.data.market.rows
    grid = [
        [(f"{row},{column}", text) for column, text in enumerate(texts)] for row, texts in enumerate(rows)
    ]
    if len(grid) > 1 or len(grid[0]) <= LONG:
        return grid
    count = ceil(len(grid[0]) / 10)
    size = ceil(len(grid[0]) / count)
    return [grid[0][start : start + size] for start in range(0, len(grid[0]), size)]


def board_shapes(
    pos: Position, look: Scheme, caption: str, highlight: Sequence[str]
) -> tuple[list[Shape], float]:
    """Return the board as shapes and its height."""
    shapes: list[Shape] = []
    y: float = MARGIN
    if caption:
        shapes.append(Text((MARGIN, y + 16), caption, 28, look.ink, bold=True, anchor="l"))
        y += 44
    rows = lines(pos)
    cell = (WIDTH - 2 * MARGIN) / max(map(len, rows))
    for row in rows:
        height = _height(pos, row, cell)
        for index, (key, text) in enumerate(row):
            if text != ".":
                at = MARGIN + index * cell, y
                shapes += _cell(pos, key, text, at, (cell, height), look, lit=key in highlight)
        y += height
    return shapes, y + MARGIN


def _plate(cell: float) -> tuple[float, float]:
    return cell - 12, min(36.0, cell * 0.46)


def _height(pos: Position, row: Sequence[Slot], cell: float) -> float:
    tallest = max([len(pos.state.market.get(key, ())) for key, _ in row])
    return _head(cell) + max(1, tallest) * (_plate(cell)[1] + 4) + 10


def _head(cell: float) -> float:
    return min(40.0, cell * 0.5)


def _cell(
    pos: Position,
    key: str,
    text: str,
    at: tuple[float, float],
    size: tuple[float, float],
    look: Scheme,
    *,
    lit: bool,
) -> Iterator[Shape]:
    (x, y), (w, h) = at, size
    stack = pos.state.market.get(key, ())
    fill = look.start if text.endswith("*") else look.card
    stroke, line = (look.change, 4.0) if lit else (look.faint, 1.5)
    yield Box((x + 2, y + 2), (x + w - 2, y + h - 2), fill, stroke, line, 8, Layer.GROUND)
    price = text.rstrip("*")
    number = fonts.fit(price, _head(w) * 0.75, w - 14, bold=True)
    yield Text(
        (x + w / 2, y + 2 + _head(w) / 2), price, number, look.ink if stack else look.soft, bold=bool(stack)
    )
    plate = _plate(w)
    for index, unit in enumerate(stack):
        middle = (x + w / 2, y + _head(w) + (index + 0.5) * (plate[1] + 4))
        yield from chip(middle, plate, pos.title.units[unit], look)
