"""The units of the charters that run trains: who decides for them, treasury, trains, tokens, remarks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.data import Unit
from engine.position import Position
from render import fonts
from render.remarks import Remarks
from render.shapes import Layer, Text
from render.sheet import HEAD, MARGIN, NONE, ROW, Sheet, on_turn
from render.sheet_parts import owned_plates, owned_rows, roundel, token_discs, train_plates

FIRST = MARGIN + 54.0
MORE = 34
"""Height of the second line of a unit."""
COLUMNS = ((296, "treasury", "m"), (356, "trains", "l"), (556, "tokens", "l"))


def add_runners(sheet: Sheet, pos: Position, remarks: Remarks, units: Sequence[Unit]) -> None:
    """Add a row for each unit that runs trains, with a second line for what is told of it and what it owns."""
    if not units:
        return
    kinds = dict.fromkeys(unit.kind for unit in units)
    sheet.heading(sheet.label(f"kind.{units[0].kind}" if len(kinds) == 1 else "charters"))
    first = (FIRST, "director" if all(unit.shares for unit in units) else "owner", "l")
    for x, key, anchor in (first, *COLUMNS, (sheet.width - MARGIN - 6, "last_run", "r")):
        sheet.head(x, sheet.label(key), anchor=anchor)
    sheet.next(HEAD)
    for index, unit in enumerate(units):
        line, owned = remarks.line(unit.id), owned_rows(pos, unit.id, 400)[:1]
        high = ROW + (MORE if line or owned else 0)
        sheet.band(index, high)
        if on_turn(pos, unit.id):
            sheet.frame(high)
        _row(sheet, pos, unit, remarks)
        x = _told(sheet, line, 170 if owned else 0)
        for row in owned:
            at = x, sheet.y + ROW + MORE / 2 - 4
            sheet.shapes += owned_plates(pos, row, at, remarks.spent, sheet.look, high=27)
        sheet.next(high)
    sheet.next(14)


def _row(sheet: Sheet, pos: Position, unit: Unit, remarks: Remarks) -> None:
    y, run = sheet.y + ROW / 2, pos.state.runs.get(unit.id)
    sheet.shapes += roundel((MARGIN + 20, y), 19, unit, sheet.look)
    sheet.write(FIRST, remarks.names.get(pos.director(unit.id), NONE), anchor="l", room=182)
    sheet.write(296, str(pos.cash(unit.id)), bold=True, room=80)
    sheet.shapes += train_plates((356, y), pos.state.trains.get(unit.id, ()), 190, sheet.look)
    sheet.shapes += token_discs((556, y), pos.state.tokens_left.get(unit.id, ()), 130, sheet.look)
    sheet.write(sheet.width - MARGIN - 6, str(run.revenue) if run else NONE, anchor="r", room=90)


def _told(sheet: Sheet, line: str, less: float) -> float:
    """Add what is told of a unit below its row; return where it ends."""
    if not line:
        return FIRST
    size = 20
    text = fonts.shorten(line, size, sheet.width - MARGIN - FIRST - less)
    at = FIRST, sheet.y + ROW + MORE / 2 - 4
    sheet.shapes.append(Text(at, text, size, sheet.look.soft, anchor="l", layer=Layer.NAME))
    return FIRST + fonts.width(text) * size + 16
