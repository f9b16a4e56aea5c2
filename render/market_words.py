"""What is told below the market: moves, tall stacks, and what the marks mean."""

from __future__ import annotations

from collections.abc import Sequence

from assets.sentences import money
from engine.position import Position
from engine.turn_order import operated
from render import fonts
from render.hex_geometry import Point
from render.map_hexes import unit_sign
from render.market_legend import legend_entries
from render.palette import Scheme
from render.price_moves import PriceMove
from render.shapes import Box, Layer, Polyline, Shape, Text
from render.sheet import LINE, MARGIN, SMALL, Sheet, wrapped


def add_words(sheet: Sheet, pos: Position, moves: Sequence[PriceMove], tall: Sequence[str]) -> None:
    """Add the moves that were made and those that may follow, the stacks that are tall, and the legend."""
    may = [move_in_words(sheet, pos, move) for move in moves if move.pending]
    made = [move_in_words(sheet, pos, move) for move in moves if not move.pending]
    for key, told in (("may_move", may), ("moved", made)):
        if told:
            _told(sheet, sheet.label(key), told)
    stacks = [
        f"{pos.title.prices[cell]}: {', '.join(_signs(pos, cell))}" for cell in tall if _signs(pos, cell)
    ]
    if stacks:
        _told(sheet, sheet.label("stacks"), stacks)
    _legend(sheet, pos)


def _told(sheet: Sheet, head: str, told: Sequence[str]) -> None:
    for line in wrapped([f"{head}: {told[0]}", *told[1:]], sheet.inner / SMALL):
        sheet.tell(line)


def _signs(pos: Position, cell: str) -> list[str]:
    return [unit_sign(pos.title.units[unit]) for unit in pos.state.market.get(cell, ())]


def move_in_words(sheet: Sheet, pos: Position, move: PriceMove) -> str:
    """Return how a marker moved, or may move by a dividend of which size."""
    before, after = pos.title.prices[move.before], pos.title.prices[move.after]
    sign = unit_sign(pos.title.units[move.unit])
    if not move.pending:
        return sheet.words("move", unit=sign, before=before, after=after)
    if not move.most:
        return sheet.words("move_withheld", unit=sign, before=before, after=after)
    least, most = str(move.least), money(move.most, pos.title.data.currency, sheet.lang)
    paid = most if move.least == move.most else f"{least}\u2013{most}"
    return sheet.words("move_paid", unit=sign, money=paid, before=before, after=after)


def _legend(sheet: Sheet, pos: Position) -> None:
    """Add what the marks mean, side by side."""
    entries = legend_entries(pos, sheet.lang)
    if operated(pos):
        entries.append(("", sheet.label("market_pale")))
    x = float(MARGIN)
    for mark, text in entries:
        drawn = mark in ("start", "line")
        head = 34 if drawn else fonts.width(mark, bold=True) * SMALL + (8 if mark else 0)
        wide = head + fonts.width(text) * SMALL
        if x > MARGIN and x + wide > sheet.width - MARGIN:
            x = float(MARGIN)
            sheet.next(LINE)
        y = sheet.y + LINE / 2
        sheet.shapes.append(_mark(mark, (x, y), sheet.scheme))
        sheet.shapes.append(Text((x + head, y), text, SMALL, sheet.scheme.soft, anchor="l", layer=Layer.NAME))
        x += wide + 24
    sheet.next(LINE + 4)


def _mark(mark: str, at: Point, scheme: Scheme) -> Shape:
    """Return a mark of the market as it looks in the legend."""
    x, y = at
    if mark == "start":
        return Box((x, y - 10), (x + 26, y + 10), scheme.start, scheme.faint, 1.5, 5)
    if mark == "line":
        return Polyline(((x + 4, y), (x + 24, y)), scheme.barrier, 5, Layer.EDGE, round=True)
    return Text(at, mark, SMALL, scheme.ink, bold=True, anchor="l")
