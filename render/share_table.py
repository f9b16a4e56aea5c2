"""The share table of the charters: who holds how much of which company."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.data import Unit
from engine.position import Position
from engine.state import OFFER, POOL
from render import fonts
from render.shapes import Box, Layer
from render.sheet import HEAD, MARGIN, NONE, ROW, Sheet, on_turn
from render.sheet_parts import chip, token_discs

CHIP = (84, 34)
SMALL, WIDE = 58, 82
TOKENS = 80
"""Widths of columns: of figures at a full and at a small table, of the tokens left."""
FEW = 3
"""So many players leave room for wide columns."""
KIND = 30
"""Height of the line that names a kind of companies."""


@dataclass(frozen=True, slots=True)
class _Columns:
    """The middles of the columns by what they show; ``room`` is a player's width, ``figure`` that of the others."""

    at: Mapping[str, float]
    players: Mapping[str, float]
    room: float
    figure: float

    @classmethod
    def of(cls, pos: Position, names: Collection[str], width: int, *, whole: bool) -> _Columns:
        """Lay out the columns; ``whole`` rows also show treasury and tokens."""
        left = [key for key in ("par", "price") if key == "price" or pos.state.pars]
        offered = OFFER in pos.state.certificates.values()
        right = [*(["offer"] if offered else []), "pool", *(["treasury"] if whole else [])]
        first, figure = MARGIN + CHIP[0] + 8, WIDE if len(names) <= FEW else SMALL
        last = width - MARGIN - (TOKENS if whole else 0)
        at = {key: first + (index + 0.5) * figure for index, key in enumerate(left)}
        at |= {key: last - (len(right) - index - 0.5) * figure for index, key in enumerate(right)}
        start, end = first + len(left) * figure, last - len(right) * figure
        room = (end - start) / len(names)
        middles = {player: start + (index + 0.5) * room for index, player in enumerate(names)}
        return cls({**at, **({"tokens": last + 4} if whole else {})}, middles, room, figure)


def add_shares(sheet: Sheet, pos: Position, names: Mapping[str, str], units: Sequence[Unit]) -> None:
    """Add the share table; units without price and holder come last, as chips.

    Where other units run the trains, treasury and tokens are shown here.
    """
    if not units:
        return
    begun = [unit for unit in units if _begun(pos, unit)]
    whole = any(not unit.shares for unit in pos.title.data.units)
    sheet.heading(sheet.label("companies"))
    if begun:
        columns = _Columns.of(pos, names, sheet.width, whole=whole)
        _heads(sheet, names, columns)
        _rows(sheet, pos, begun, columns)
    waiting = [unit for unit in units if unit not in begun]
    if waiting:
        _waiting(sheet, waiting)
    sheet.next(14)


def _begun(pos: Position, unit: Unit) -> bool:
    return bool(pos.price(unit.id)) or any(holder not in (OFFER, POOL) for holder in _holders(pos, unit))


def _holders(pos: Position, unit: Unit) -> list[str]:
    certificates = (f"{unit.id}.{index}" for index in range(len(unit.shares)))
    return [pos.state.certificates[one] for one in certificates if one in pos.state.certificates]


def _heads(sheet: Sheet, names: Mapping[str, str], columns: _Columns) -> None:
    for key, x in columns.at.items():
        anchor = "l" if key == "tokens" else "m"
        text = _head(sheet, key, columns.figure)
        sheet.head(x, text, room=TOKENS - 4 if anchor == "l" else columns.figure - 6, anchor=anchor)
    for player, x in columns.players.items():
        sheet.head(x, names[player], room=columns.room - 3, bold=True, colour=sheet.look.ink, least=0.88)
    sheet.next(HEAD)


def _head(sheet: Sheet, key: str, room: float) -> str:
    """Return the head of a column; that of the treasury is a shorter word where there is little room."""
    text = sheet.label(key)
    short = key == "treasury" and fonts.width(text) * 20 > room
    return sheet.label("cash") if short else text


def _rows(sheet: Sheet, pos: Position, units: Sequence[Unit], columns: _Columns) -> None:
    kinds = dict.fromkeys(unit.kind for unit in units)
    index = 0
    for kind in kinds:
        if len(kinds) > 1:
            sheet.line(sheet.label(f"kind.{kind}"), KIND)
        for unit in (unit for unit in units if unit.kind == kind):
            sheet.band(index)
            _row(sheet, pos, unit, columns)
            sheet.next()
            index += 1


def _row(sheet: Sheet, pos: Position, unit: Unit, columns: _Columns) -> None:
    y, price, at = sheet.y + ROW / 2, pos.price(unit.id), columns.at
    if "treasury" in at and on_turn(pos, unit.id):
        sheet.frame()
    sheet.shapes += chip((MARGIN + CHIP[0] / 2, y), CHIP, unit, sheet.look)
    if "par" in at:
        par = pos.state.pars.get(unit.id)
        sheet.write(at["par"], str(par) if par else NONE, colour=sheet.look.soft, room=columns.figure - 4)
    sheet.write(at["price"], str(price) if price else NONE, bold=True, room=columns.figure - 4)
    for player, x in columns.players.items():
        directs = pos.director(unit.id) == player
        if directs:
            half = min(columns.room / 2 - 2, 38)
            low, high = (x - half, sheet.y + 4), (x + half, sheet.y + ROW - 4)
            sheet.shapes.append(Box(low, high, sheet.look.start, sheet.look.ink, 1.5, 8, Layer.MARK))
        sheet.write(x, _percent(pos, player, unit), bold=directs, room=columns.room - 8)
    for key, holder in (("offer", OFFER), ("pool", POOL)):
        if key in at:
            sheet.write(at[key], _percent(pos, holder, unit), colour=sheet.look.soft, room=columns.figure - 4)
    if "treasury" in at:
        sheet.write(at["treasury"], str(pos.cash(unit.id)), room=columns.figure - 2)
        sheet.shapes += token_discs((at["tokens"], y), pos.state.tokens_left.get(unit.id, ()), 74, sheet.look)


def _percent(pos: Position, holder: str, unit: Unit) -> str:
    percent = pos.percent(holder, unit.id)
    return f"{percent}%" if percent else NONE


def _waiting(sheet: Sheet, units: Sequence[Unit]) -> None:
    sheet.line(sheet.label("not_started"), KIND)
    step = CHIP[0] + 10
    count = int(sheet.inner // step)
    for index, unit in enumerate(units):
        if index and index % count == 0:
            sheet.next(CHIP[1] + 6)
        sheet.shapes += chip(
            (MARGIN + index % count * step + CHIP[0] / 2, sheet.y + CHIP[1] / 2 + 4), CHIP, unit, sheet.look
        )
    sheet.next(CHIP[1] + 10)
