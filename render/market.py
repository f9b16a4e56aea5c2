"""The market: share prices with the markers of companies on them, every cell always in its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from PIL import Image

from engine.position import Position
from engine.turn_order import operated
from render import fonts, palette
from render.head import head_shapes
from render.hex_geometry import Point
from render.labels import short_remark
from render.look import PLAIN, Look
from render.map_hexes import unit_sign
from render.market_grid import WIDTH, MarketGrid
from render.market_words import add_words
from render.palette import Scheme
from render.price_moves import PriceMove, pending_moves, steps_of
from render.recolour import in_scheme
from render.shapes import Box, Layer, Polygon, Polyline, Shape, Text, moved
from render.sheet import SMALL, Sheet, on_turn
from render.unpainted import UnpaintedPage

SIZE = 800
"""Width of the picture if nobody asks for another."""
HEAD = 28
"""Height of the price of a cell, and of what the title remarks on it."""
RIM = 2
"""How much narrower than its cell a price is."""
CHIP = 27
"""Height of a marker with the gap below it."""
SLOTS = {"grid": 2, "band": 3}
"""How many markers lie in a cell without becoming smaller; of a market of many rows there is less room."""
PALE = 0.55
"""How much of the page is in the colour of a marker whose company has operated."""


@dataclass(frozen=True, slots=True)
class CellLine:
    """A line of a cell: the marker of a unit, its ``ghost`` where it was or may go to, or how far it came."""

    unit: str = ""
    ghost: bool = False
    step: str = ""


@dataclass(frozen=True, slots=True)
class MarketContent:
    """What a market is to show besides where the markers are.

    ``highlight`` outlines cells (``"row,column"``); ``moved`` are moves of markers. Those that may still follow from
    the decision that is open are shown besides, and told below.
    """

    highlight: Collection[str] = ()
    moved: Sequence[PriceMove] = ()


def draw_market(pos: Position, what: MarketContent | None = None, look: Look = PLAIN) -> Image.Image:
    """The market."""
    return market_page(pos, what, look).painted()


def market_page(pos: Position, what: MarketContent | None = None, look: Look = PLAIN) -> UnpaintedPage:
    """The same before it is painted."""
    pos, scheme = in_scheme(pos, look)
    sheet = market_sheet(pos, what or MarketContent(), look)
    return UnpaintedPage((WIDTH, sheet.y), tuple(sheet.shapes), scheme.page, look.width or SIZE)


def market_sheet(pos: Position, what: MarketContent, look: Look) -> Sheet:
    """The market as a sheet."""
    shapes, top = head_shapes(pos, look)
    grid = MarketGrid.of(pos.title.data.market, top + 4, _height(pos))
    told = _remarks(pos, look.lang)
    moves = [*what.moved, *pending_moves(pos)]
    entries = {cell: _entries(pos, cell, moves, grid) for cell in grid.cells}
    drawing = _CellDrawing(pos, look.colours, grid, operated(pos))
    sheet = Sheet(look, y=grid.bottom + 6, shapes=shapes)
    for cell in grid.cells:
        sheet.shapes += drawing.cell(cell, entries[cell], told.get(cell, ""), lit=cell in what.highlight)
    sheet.shapes += [*drawing.line(), *drawing.arrows(moves)]
    add_words(sheet, pos, moves, [cell for cell, found in entries.items() if len(found) > _slots(pos)])
    return sheet


def _slots(pos: Position) -> int:
    market = pos.title.data.market
    return SLOTS["band" if market.zigzag or len(market.rows) == 1 else "grid"]


def _height(pos: Position, slots: int = 0) -> float:
    """Return the height of every row: if not told how many markers it holds, the same in all games of the title."""
    remarked = any(remark.about in pos.title.prices for remark in pos.title.remarks(pos))
    lines = 2 if remarked and pos.title.data.market.zigzag else 1
    return HEAD * lines + CHIP * (slots or _slots(pos)) + 8


def _remarks(pos: Position, lang: str) -> dict[str, str]:
    """Return the title's remarks on cells, by cell."""
    told: dict[str, list[str]] = {}
    for remark in pos.title.remarks(pos):
        if remark.about in pos.title.prices:
            told.setdefault(remark.about, []).append(short_remark(remark, lang))
    return {cell: " ".join(texts) for cell, texts in told.items()}


def _entries(pos: Position, cell: str, moves: Sequence[PriceMove], grid: MarketGrid) -> list[CellLine]:
    """Return the pieces on a cell: its markers with how far they came, then the ghosts of others."""
    found = []
    for unit in pos.state.market.get(cell, ()):
        found.append(CellLine(unit))
        came = [move for move in moves if move.unit == unit and move.after == cell and not move.pending]
        found += [
            CellLine(unit, step=steps_of(pos, move))
            for move in came
            if not grid.beside(move.before, move.after)
        ]
    left = [move.unit for move in moves if move.before == cell and not move.pending]
    comes = [move.unit for move in moves if move.after == cell and move.pending]
    return [*found, *(CellLine(unit, ghost=True) for unit in dict.fromkeys((*left, *comes)))]


@dataclass(frozen=True, slots=True)
class _CellDrawing:
    """Draws the cells of a market; ``done`` are the units that have operated."""

    pos: Position
    scheme: Scheme
    grid: MarketGrid
    done: Collection[str]

    def cell(self, cell: str, entries: Sequence[CellLine], remark: str, *, lit: bool) -> Iterator[Shape]:
        """Yield a cell with its price, what the title remarks on it, and what lies on it."""
        (x, y), scheme, wide, high = self.grid.cells[cell], self.scheme, self.grid.wide, self.grid.high
        text, start = self.grid.texts[cell], self.grid.starts[cell]
        stroke, line = (scheme.change, 5.0) if lit else (scheme.faint, 1.5)
        fill = scheme.start if start else scheme.card
        yield Box((x + 1, y + 1), (x + wide - 1, y + high - 1), fill, stroke, line, 6, Layer.GROUND)
        size = fonts.fit(text, 26, wide - RIM, bold=True)
        ink = scheme.ink if entries else scheme.soft
        yield Text((x + wide / 2, y + 3 + HEAD / 2), text, size, ink, bold=True, layer=Layer.MARK)
        if remark:
            low = y + high - HEAD / 2 if self.grid.zigzag else y + high - 16
            small = max(SMALL, fonts.fit(remark, SMALL, wide - 6))
            yield Text((x + wide / 2, low), remark, small, scheme.soft, bold=True, layer=Layer.MARK)
        room = high - HEAD - 6 - (HEAD if self.grid.zigzag and remark else 0)
        pitch = min(float(CHIP), room / max(1, len(entries)))
        for index, entry in enumerate(entries):
            yield from self._entry(
                entry, (x + wide / 2, y + HEAD + 3 + (index + 0.5) * pitch), (wide - 2, pitch - 1)
            )

    def _entry(self, entry: CellLine, at: Point, size: Point) -> Iterator[Shape]:
        scheme, unit = self.scheme, self.pos.title.units[entry.unit]
        if entry.step:
            yield Text(at, entry.step, min(SMALL, size[1] * 1.2), scheme.change, bold=True, layer=Layer.TOKEN)
            return
        (x, y), (wide, high) = at, size
        low, top = (x - wide / 2, y - high / 2), (x + wide / 2, y + high / 2)
        fill = palette.mix(unit.colour, scheme.page, PALE) if unit.id in self.done else unit.colour
        ink = palette.readable(unit.ink, fill)
        edge = palette.edge(unit.colour, scheme, 0.45)
        if entry.ghost:
            fill, ink = scheme.card, scheme.soft
        if on_turn(self.pos, unit.id) and not entry.ghost:
            yield Box(
                (low[0] - 3, low[1] - 3), (top[0] + 3, top[1] + 3), scheme.accent, radius=7, layer=Layer.STOP
            )
        stroke = 2.5 if entry.ghost else 1.5
        yield Box(low, top, fill, edge, stroke, 5, Layer.TOKEN)
        sign = unit_sign(unit)
        fitted = fonts.fit(sign, min(SMALL, high * 0.95), wide + 2.4, bold=True)
        yield Text(at, sign, fitted, ink, bold=True, layer=Layer.NAME)

    def line(self) -> Iterator[Shape]:
        """Yield the line that some companies may not cross."""
        line = self.pos.title.data.market.line
        for cell, (x, y) in self.grid.cells.items():
            if line is not None and cell.endswith(f",{line}"):
                ends = (x, y - 1), (x, y + self.grid.high + 1)
                yield Polyline(ends, self.scheme.barrier, 5, Layer.EDGE, round=True)

    def arrows(self, moves: Sequence[PriceMove]) -> Iterator[Shape]:
        """Yield an arrow head on the border of two neighbours for each marker that went from one to the other."""
        for move in moves:
            if not move.pending and self.grid.beside(move.before, move.after):
                yield from self._arrow(move)

    def _arrow(self, move: PriceMove) -> Iterator[Shape]:
        one, two = self.grid.middle(move.before), self.grid.middle(move.after)
        across = abs(two[0] - one[0]) > abs(two[1] - one[1])
        aside = (0.0, self.grid.high / 2 - 14) if across else (self.grid.wide / 2 - 12, 0.0)
        x, y = (one[0] + two[0]) / 2 + aside[0], (one[1] + two[1]) / 2 + aside[1]
        ahead = 1 if (two[0] > one[0] if across else two[1] > one[1]) else -1
        colour = self.pos.title.units[move.unit].colour
        for reach, fill in ((12.0, palette.edge(colour, self.scheme, 0.45)), (9.0, colour)):
            corners = ((ahead * reach, 0.0), (-ahead * reach * 0.7, reach), (-ahead * reach * 0.7, -reach))
            points = ((a, b) if across else (b, a) for a, b in corners)
            yield Polygon(tuple((x + a, y + b) for a, b in points), fill, Layer.EDGE)


ENLARGED = 1.25
"""How much larger a part of the market is shown than all of it."""


def market_cells(
    pos: Position, look: Look, wanted: Collection[str], wide: float, room: float
) -> tuple[list[Shape], float]:
    """The part of the market around some cells, as wide as it may be, with what lies there; and its height.

    Where not all markers of a cell have room in the height that is given, those that may move are shown first.
    """
    moves, told, most = pending_moves(pos), _remarks(pos, look.lang), _slots(pos)
    grid = MarketGrid.of(pos.title.data.market, 0, _height(pos), ENLARGED * WIDTH, banded=False)
    shown = _around(grid, wanted, wide)
    lying = {cell: _entries(pos, cell, moves, grid) for cell in shown}
    for slots in range(max(map(len, lying.values())), most, -1):
        high = _height(pos, slots)
        higher = MarketGrid.of(pos.title.data.market, 0, high, ENLARGED * WIDTH, banded=False)
        if _extent(higher, shown)[1] + 8 <= room:
            grid, most = higher, slots
            break
    (left, top), tall = _extent(grid, shown)
    drawing = _CellDrawing(pos, look.colours, grid, operated(pos))
    shapes: list[Shape] = []
    for cell in shown:
        entries = _foremost(pos, lying[cell], most)
        shapes += drawing.cell(cell, entries, told.get(cell, ""), lit=cell in wanted)
    right = max(grid.cells[cell][0] for cell in shown) + grid.wide
    aside = (wide - (right - left)) / 2 - left
    return [moved(shape, aside, 4 - top) for shape in shapes], tall + 8


def _extent(grid: MarketGrid, shown: Collection[str]) -> tuple[Point, float]:
    """The upper left corner of some cells of a market, and how high they are together."""
    xs, ys = ([grid.cells[cell][axis] for cell in shown] for axis in (0, 1))
    return (min(xs), min(ys)), max(ys) + grid.high - min(ys)


def _foremost(pos: Position, entries: Sequence[CellLine], most: int) -> list[CellLine]:
    """So many lines of a cell in their order: those on turn or that may come, then those that lie there first."""
    ranked = sorted(entries, key=lambda one: not (one.ghost or on_turn(pos, one.unit)))
    kept = ranked[:most]
    return [one for one in entries if one in kept]


def _around(grid: MarketGrid, wanted: Collection[str], wide: float) -> list[str]:
    """The rows of the cells that are wanted, and as many columns around them as fit."""
    places = [grid.cells[cell] for cell in wanted]
    tops = min(y for _, y in places), max(y for _, y in places)
    middle = (min(x for x, _ in places) + max(x for x, _ in places) + grid.wide) / 2
    rows = [y for y in sorted({y for _, y in grid.cells.values()}) if tops[0] - 1 <= y <= tops[1] + 1]
    across = [x for x, y in grid.cells.values() if y in rows]
    half = wide / 2 - 8
    middle = min(max(middle, min(across) + half), max(max(across) + grid.wide - half, min(across) + half))
    return [
        cell
        for cell, (x, y) in grid.cells.items()
        if y in rows and middle - half <= x + 1 and x + grid.wide <= middle + half + 1
    ]
