"""The market: share prices with the markers of companies on them."""

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
from render.shapes import Box, Layer, Polyline, Shape, Text
from render.sheet_parts import chip

WIDTH = 1000
MARGIN = 16
LONG = 12
"""A single row of more cells than this is wrapped."""
CAPTION = 46
REMARK = 18
"""Height of what a title tells of a cell, below its markers."""
KEY = 20
"""Size of type of what the marks mean."""
LEGEND = 34
"""Height of the line that explains the marks."""
NO_LANES: Mapping[int, int] = {}


@dataclass(frozen=True, slots=True)
class PriceCell:
    """A cell of the market: its price, whether shares may start here, and the markers on it, the top one first.

    ``remark`` is what the title tells of the cell.
    """

    key: str
    text: str
    start: bool = False
    stack: tuple[Unit, ...] = ()
    lit: bool = False
    remark: str = ""


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
    """Return the market.

    ``highlight`` outlines cells (``"row,column"``); ``moved`` are moves of markers, drawn as arrows over those that
    may still follow from the decision that is open.
    """
    pos, look = in_scheme(pos, scheme)
    rows, moves = price_rows(pos, highlight, lang), [*pending_moves(pos), *moved]
    where = {price.key: (line, at) for line, row in enumerate(rows) for at, price in enumerate(row) if price}
    lanes = ArrowLanes.of(moves, where)
    layout = market_layout(rows, look, caption, pos.title.data.market.line, lanes.needed)
    explained = legend_entries(pos, rows, lang)
    shapes = [*layout.shapes, *_arrows(pos, lanes, layout, look), *_legend(explained, layout.height, look)]
    zoom, high = width / WIDTH, layout.height + (LEGEND if explained else 0)
    return paint.sheet((width, ceil(high * zoom)), shapes, look.page, zoom)


def _arrows(pos: Position, lanes: ArrowLanes, layout: MarketLayout, look: Scheme) -> Iterator[Shape]:
    """Yield an arrow for each move of a marker, in its lane."""
    for move, lane in lanes.chosen.items():
        (x, y), (x2, y2) = layout.spots[move.before], layout.spots[move.after]
        down = (lane + 0.5) * LANE
        yield from arrow(pos, move, (x, y + down), (x2, y2 + down), look)


def legend_entries(
    pos: Position, rows: Sequence[Sequence[PriceCell | None]], lang: str = "en"
) -> list[tuple[str, str]]:
    """Return what the marks of the market mean, each with its mark: ``start``, ``line``, or what stands in cells."""
    found = []
    if any(price and price.start for row in rows for price in row):
        found.append(("start", label("start_price", lang)))
    of_cells = (remark for remark in pos.title.remarks(pos) if remark.about in pos.title.prices)
    found += [
        (short_remark(remark, lang), label(remark.key, lang))
        for remark in of_cells
        if sentences.known(f"picture.{remark.key}")
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
            yield Polyline(((x, y), (x + 26, y)), look.barrier, 6, Layer.EDGE, round=True)
            x += 36
        else:
            yield Text((x, y), mark, KEY, look.ink, bold=True, anchor="l")
            x += fonts.width(mark, bold=True) * KEY + 8
        yield Text((x, y), text, KEY, look.soft, anchor="l")
        x += fonts.width(text) * KEY + 28


def price_rows(
    pos: Position, highlight: Collection[str] = (), lang: str = "en"
) -> list[list[PriceCell | None]]:
    """Return the cells by line, None for a gap; a long single row becomes several lines."""
    rows = enumerate(pos.title.data.market.rows)
    told: dict[str, str] = {}
    for remark in pos.title.remarks(pos):
        if remark.about in pos.title.prices:
            told[remark.about] = f"{told.get(remark.about, '')} {short_remark(remark, lang)}".lstrip()
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
    """The market as shapes, its height, and where arrows begin and end by cell."""

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
    """Return the market; a line is drawn after so many columns, rows have room for so many arrows."""
    shapes, spots = [*_caption(caption, look)], {}
    y: float = MARGIN + (CAPTION if caption else 0)
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
            shapes.append(Polyline(((x, y - 1), (x, y + high + 1)), look.barrier, 6, Layer.EDGE, round=True))
        y += high
    return MarketLayout(shapes, y + MARGIN, spots)


def _caption(caption: str, look: Scheme) -> Iterator[Shape]:
    if caption:
        size = fonts.fit(caption, 30, WIDTH - 2 * MARGIN, bold=True)
        yield Text((MARGIN, MARGIN + 14), caption, size, look.ink, bold=True, anchor="l")


def _plate(wide: float) -> Point:
    """Return the size of a marker."""
    return wide - 10, min(36.0, wide * 0.5)


def _head(wide: float) -> float:
    """Return the height of the price."""
    return min(40.0, wide * 0.5 + 8)


def _height(row: Sequence[PriceCell | None], wide: float) -> float:
    tallest = max((len(price.stack) for price in row if price), default=0)
    remarked = REMARK if any(price.remark for price in row if price) else 0
    return _head(wide) + max(1, tallest) * (_plate(wide)[1] + 4) + 10 + remarked


def _cell(price: PriceCell, at: Point, size: Point, look: Scheme, *, crossed: bool) -> Iterator[Shape]:
    """Yield a cell; where arrows may cross it, its price is kept readable."""
    (x, y), (wide, high) = at, size
    stroke, line = (look.change, 5.0) if price.lit else (look.faint, 1.5)
    fill = look.start if price.start else look.card
    yield Box((x + 2, y + 2), (x + wide - 2, y + high - 2), fill, stroke, line, 8, Layer.GROUND)
    number = fonts.fit(price.text, _head(wide) * 0.75, wide - (18 if crossed else 10), bold=True)
    ink, halo = look.ink if price.stack else look.soft, fill if crossed else ""
    yield Text((x + wide / 2, y + 3 + _head(wide) / 2), price.text, number, ink, bold=True, halo=halo)
    if price.remark:
        small, low = fonts.fit(price.remark, 17, wide - 10, bold=True), y + high - 15
        yield Text((x + wide / 2, low), price.remark, small, look.soft, bold=True, halo=halo)
    plate = _plate(wide)
    for index, unit in enumerate(price.stack):
        middle = (x + wide / 2, y + _head(wide) + (index + 0.5) * (plate[1] + 4))
        yield from chip(middle, plate, unit, look)
