"""The share price board of a position."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from PIL import Image

from assets import sentences
from engine.data import Unit
from engine.position import Position
from render import fonts, paint
from render.hex_geometry import Point
from render.labels import label, short_remark
from render.palette import Scheme
from render.price_moves import LANE, ArrowLanes, PriceMove, arrow, pending_moves
from render.recolour import in_scheme
from render.shapes import Box, Layer, Line, Shape, Text
from render.sheet_parts import chip

WIDTH = 1000
MARGIN = 16
LONG = 12
"""A single row of more cells than this is wrapped."""
CAPTION = 46
NOTE = 18
"""Height of what is told of a cell, below its markers."""
KEY = 20
"""Size of type of what the marks mean."""
LEGEND = 34
"""Height of the line that explains the marks."""
NO_LANES: Mapping[int, int] = {}


@dataclass(frozen=True, slots=True)
class PriceCell:
    """A cell of the board: its price, whether shares may start here, and the markers on it, the top one first.

    ``note`` is what the title tells of the cell.
    """

    key: str
    text: str
    start: bool = False
    stack: tuple[Unit, ...] = ()
    lit: bool = False
    note: str = ""


def draw_market(  # noqa: PLR0913 - what a caller may ask of a market
    pos: Position,
    *,
    highlight: Collection[str] = (),
    moved: Sequence[PriceMove] = (),
    width: int = WIDTH,
    scheme: str = "light",
    caption: str = "",
    lang: str = "en",
) -> Image.Image:
    """Return the share price board.

    ``highlight`` outlines cells (``"row,column"``); ``moved`` are steps of markers, drawn as arrows over those that
    may still follow from the decision that is open.
    """
    pos, look = in_scheme(pos, scheme)
    rows, moves = price_rows(pos, highlight, lang), [*pending_moves(pos), *moved]
    where = {price.key: (line, at) for line, row in enumerate(rows) for at, price in enumerate(row) if price}
    lanes = ArrowLanes.of(moves, where)
    sheet = market_layout(rows, look, caption, pos.title.data.market.line, lanes.needed)
    for move, lane in lanes.chosen.items():
        (x, y), (x2, y2) = sheet.spots[move.before], sheet.spots[move.after]
        down = (lane + 0.5) * LANE
        sheet.shapes.extend(arrow(pos, move, (x, y + down), (x2, y2 + down), look))
    zoom, high = width / WIDTH, sheet.height
    explained = legend_entries(pos, rows, lang)
    if explained:
        sheet.shapes.extend(_legend(explained, high, look))
        high += LEGEND
    return paint.sheet((width, ceil(high * zoom)), sheet.shapes, look.page, zoom)


def legend_entries(
    pos: Position, rows: Sequence[Sequence[PriceCell | None]], lang: str = "en"
) -> list[tuple[str, str]]:
    """Return what the marks of the board mean, each with its mark: ``start``, ``line``, or what stands in cells."""
    found = []
    if any(price and price.start for row in rows for price in row):
        found.append(("start", label("start_price", lang)))
    of_cells = (note for note in pos.title.notes(pos) if note.about in pos.title.prices)
    found += [
        (short_remark(note, lang), label(note.key, lang))
        for note in of_cells
        if sentences.known(f"picture.{note.key}")
    ]
    if pos.title.data.market.line is not None:
        found.append(("line", label("market_line", lang)))
    return list(dict.fromkeys(found))


def _legend(explained: Sequence[tuple[str, str]], top: float, look: Scheme) -> Iterator[Shape]:
    """Yield the marks and what they mean, side by side."""
    x, y = float(MARGIN), top + LEGEND / 2 - MARGIN / 2
    for mark, text in explained:
        if mark == "start":
            yield Box((x, y - 10), (x + 26, y + 10), look.start, look.faint, 1.5, 5, Layer.GROUND)
            x += 36
        elif mark == "line":
            yield Line(((x, y), (x + 26, y)), look.barrier, 6, Layer.EDGE, round=True)
            x += 36
        else:
            yield Text((x, y), mark, KEY, look.ink, bold=True, anchor="l")
            x += fonts.width(mark, bold=True) * KEY + 8
        yield Text((x, y), text, KEY, look.soft, anchor="l")
        x += fonts.width(text) * KEY + 28


def price_rows(
    pos: Position, highlight: Collection[str] = (), lang: str = "en"
) -> list[list[PriceCell | None]]:
    """Return the cells by line, gaps as nothing; a long single row becomes several lines."""
    rows = enumerate(pos.title.data.market.rows)
    told: dict[str, str] = {}
    for note in pos.title.notes(pos):
        if note.about in pos.title.prices:
            told[note.about] = f"{told.get(note.about, '')} {short_remark(note, lang)}".lstrip()
    grid = [
        [_price(pos, f"{row},{column}", text, highlight, told) for column, text in enumerate(texts)]
        for row, texts in rows
    ]
    if len(grid) > 1 or len(grid[0]) <= LONG:
        return grid
    size = ceil(len(grid[0]) / ceil(len(grid[0]) / 10))
    return [grid[0][first : first + size] for first in range(0, len(grid[0]), size)]


def _price(
    pos: Position, key: str, text: str, highlight: Collection[str], told: Mapping[str, str]
) -> PriceCell | None:
    if text == ".":
        return None
    stack = tuple(pos.title.units[unit] for unit in pos.state.market.get(key, ()))
    start = text.endswith("*")
    return PriceCell(key, text.rstrip("*"), start, stack, key in highlight, told.get(key, ""))


@dataclass(frozen=True, slots=True)
class MarketLayout:
    """The board as shapes, its height, and where arrows begin and end by cell."""

    shapes: list[Shape]
    height: float
    spots: Mapping[str, Point]


def market_layout(
    rows: Sequence[Sequence[PriceCell | None]],
    look: Scheme,
    caption: str = "",
    line: int | None = None,
    lanes: Mapping[int, int] = NO_LANES,
) -> MarketLayout:
    """Return the board; a line is drawn after so many columns, rows have room for so many arrows."""
    shapes: list[Shape] = []
    spots: dict[str, Point] = {}
    y: float = MARGIN
    if caption:
        size = fonts.fit(caption, 30, WIDTH - 2 * MARGIN, bold=True)
        shapes.append(Text((MARGIN, y + 14), caption, size, look.ink, bold=True, anchor="l"))
        y += CAPTION
    wide = (WIDTH - 2 * MARGIN) / max(map(len, rows))
    for number, row in enumerate(rows):
        below = LANE * lanes.get(number, 0)
        high = _height(row, wide) + below
        for index, price in enumerate(row):
            if price:
                shapes += _cell(price, (MARGIN + index * wide, y), (wide, high), look, crossed=bool(lanes))
                spots[price.key] = MARGIN + (index + 0.5) * wide, y + high - below - 4
        if line is not None and line < len(row):
            x = MARGIN + line * wide
            shapes.append(Line(((x, y - 1), (x, y + high + 1)), look.barrier, 6, Layer.EDGE, round=True))
        y += high
    return MarketLayout(shapes, y + MARGIN, spots)


def _plate(wide: float) -> Point:
    """Return the size of a marker."""
    return wide - 10, min(36.0, wide * 0.5)


def _head(wide: float) -> float:
    """Return the height of the price."""
    return min(40.0, wide * 0.5 + 8)


def _height(row: Sequence[PriceCell | None], wide: float) -> float:
    tallest = max((len(price.stack) for price in row if price), default=0)
    noted = NOTE if any(price.note for price in row if price) else 0
    return _head(wide) + max(1, tallest) * (_plate(wide)[1] + 4) + 10 + noted


def _cell(price: PriceCell, at: Point, size: Point, look: Scheme, *, crossed: bool) -> Iterator[Shape]:
    """Yield a cell; where arrows may cross it, its price is kept readable."""
    (x, y), (wide, high) = at, size
    stroke, line = (look.change, 5.0) if price.lit else (look.faint, 1.5)
    fill = look.start if price.start else look.card
    yield Box((x + 2, y + 2), (x + wide - 2, y + high - 2), fill, stroke, line, 8, Layer.GROUND)
    number = fonts.fit(price.text, _head(wide) * 0.75, wide - (18 if crossed else 10), bold=True)
    ink, halo = look.ink if price.stack else look.soft, fill if crossed else ""
    yield Text((x + wide / 2, y + 3 + _head(wide) / 2), price.text, number, ink, bold=True, halo=halo)
    if price.note:
        small, low = fonts.fit(price.note, 17, wide - 10, bold=True), y + high - 15
        yield Text((x + wide / 2, low), price.note, small, look.soft, bold=True, halo=halo)
    plate = _plate(wide)
    for index, unit in enumerate(price.stack):
        middle = (x + wide / 2, y + _head(wide) + (index + 0.5) * (plate[1] + 4))
        yield from chip(middle, plate, unit, look)
