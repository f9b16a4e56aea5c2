"""What is decided about a dividend: who gets what, where the price goes, what the treasury keeps."""

from __future__ import annotations

from collections.abc import Sequence

from engine import stakes
from engine.stakes import Declared
from render.compose import HIGH, ROW, WIDTH, Dressed, PicturePart
from render.decisions.map_cards import add_unit
from render.decisions.question import Question
from render.market import market_cells
from render.seats import seat_colour, seat_plate
from render.shapes import Layer, Text
from render.sheet import MARGIN, SMALL, TYPE, Sheet, fitting

MOST = 6
"""Dividends that are told one by one."""


def dividend(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """What each dividend brings to whom, with the price after it, above that part of the market."""
    pos, sheet = dressed.pos, Sheet(dressed.look, width=WIDTH, y=4)
    add_unit(sheet, dressed, pos.unit)
    found = stakes.dividends(pos, asked.offers, MOST)
    _table(sheet, dressed, found)
    cells = {pos.cell(pos.unit), *(one.cell for one in found)} - {""}
    parts = [PicturePart(0, 0, sheet.shapes)]
    high = sheet.y
    if cells:
        shapes, tall = market_cells(pos, dressed.look, cells, WIDTH, HIGH - high)
        if high + tall <= HIGH:
            parts.append(PicturePart(0, high, shapes))
            high += tall
    return parts, high + 4


def _table(sheet: Sheet, dressed: Dressed, found: Sequence[Declared]) -> None:
    """Add a row for each dividend: the amount, what everybody gets, the treasury and the price after it."""
    pos, scheme = dressed.pos, sheet.scheme
    holders = [player for player in dressed.signs if any(one.paid.get(player) for one in found)]
    first, last = MARGIN + 110.0, WIDTH - MARGIN - 250.0
    step = min(80.0, (last - first) / max(1, len(holders)))
    columns = {player: first + (index + 0.5) * step for index, player in enumerate(holders)}
    treasury, price = WIDTH - MARGIN - 185.0, WIDTH - MARGIN - 60.0
    y = sheet.y + ROW / 2
    for text, x, anchor in (
        (sheet.label("may_move"), float(MARGIN), "l"),
        (sheet.label("treasury"), treasury, "m"),
        (sheet.label("price"), price, "m"),
    ):
        cut, size = fitting(text, SMALL, 112)
        sheet.shapes.append(Text((x, y), cut, size, scheme.soft, anchor=anchor, layer=Layer.NAME))
    for player, x in columns.items():
        sheet.shapes += seat_plate((x, y), dressed.signs[player], seat_colour(pos, player, scheme), (36, 26))
    sheet.next(ROW + 2)
    now = pos.price(pos.unit)
    for index, one in enumerate(found):
        sheet.band(index, ROW)
        y = sheet.y + ROW / 2
        sheet.shapes.append(
            Text((MARGIN, y), str(one.total), 26, scheme.ink, bold=True, anchor="l", layer=Layer.NAME)
        )
        for player, x in columns.items():
            paid = one.paid.get(player, 0)
            mine = player == pos.director(pos.unit)
            text = f"+{paid}" if paid else "\u2013"
            sheet.shapes.append(Text((x, y), text, TYPE, scheme.ink, bold=mine, layer=Layer.NAME))
        sheet.shapes.append(Text((treasury, y), str(one.treasury), TYPE, scheme.ink, layer=Layer.NAME))
        new = pos.title.prices.get(one.cell, 0)
        text = f"{now} \u2192 {new}" if new != now else str(now or "\u2013")
        ink = scheme.accent if new > now else scheme.barrier if new < now else scheme.ink
        sheet.shapes.append(Text((price, y), text, TYPE, ink, bold=new != now, layer=Layer.NAME))
        sheet.next(ROW)
    sheet.next(4)
