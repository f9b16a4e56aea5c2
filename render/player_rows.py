"""The players of the charters: money, certificates, what they own; and the privates still for sale."""

from __future__ import annotations

from engine.finance import shares
from engine.position import Position
from render import fonts
from render.remarks import Remarks
from render.sheet import HEAD, MARGIN, ROW, Sheet
from render.sheet_parts import name_plate, owned_plates, owned_rows, owned_width, star

OWNED = 534
LINE = 38
"""Height of a further line of what a player owns."""
ACROSS = 5
"""Unsold privates in a row."""
COLUMNS = {"cash": 300, "worth": 388, "certificates": 476}
WITH_DEBT = {"cash": 248, "debt": 326, "worth": 404, "certificates": 480}


def add_players(sheet: Sheet, pos: Position, remarks: Remarks) -> None:
    """Add a row for each player."""
    columns = WITH_DEBT if any(pos.state.debts.values()) else COLUMNS
    sheet.heading(sheet.label("players"))
    for key, x in columns.items():
        sheet.head(x, sheet.label(key), room=78)
    sheet.head(OWNED, sheet.label("owns"), anchor="l")
    sheet.next(HEAD)
    for index, player in enumerate(remarks.names):
        owned = owned_rows(pos, player, sheet.width - MARGIN - OWNED)
        high = ROW + LINE * (max(1, len(owned)) - 1)
        sheet.band(index, high)
        if player in pos.awaited:
            sheet.frame(high)
        _rank(sheet, pos, player, index)
        sheet.write(MARGIN + 32, remarks.names[player], bold=True, anchor="l", room=columns["cash"] - 104)
        _money(sheet, pos, player, columns)
        for line, row in enumerate(owned):
            at = OWNED, sheet.y + ROW / 2 + line * LINE
            sheet.shapes += owned_plates(pos, row, at, remarks.spent, sheet.look)
        sheet.next(high)
    sheet.next(14)


def add_unsold(sheet: Sheet, pos: Position) -> None:
    """Add the privates that nobody has bought yet, with their prices and what they pay."""
    unsold = pos.title.unsold(pos)
    if not unsold:
        return
    sheet.heading(sheet.label("unsold"))
    step = sheet.inner / ACROSS
    for index, name in enumerate(unsold):
        if index and index % ACROSS == 0:
            sheet.next(LINE)
        private, x = pos.title.privates[name], MARGIN + index % ACROSS * step
        wide = owned_width(name)
        sheet.shapes += name_plate((x + wide / 2, sheet.y + ROW / 2), name, sheet.look, (wide - 3, 32))
        x += wide + 6
        text = f"{private.price}"
        sheet.write(x, text, size=22, anchor="l")
        if private.income:
            x += fonts.width(text) * 22 + 8
            sheet.write(x, f"+{private.income}", size=20, anchor="l", colour=sheet.look.soft)
    sheet.next(ROW + 14)


def _rank(sheet: Sheet, pos: Position, player: str, index: int) -> None:
    """Mark the priority deal; where there is none, number the players in turn order. A dummy has no turn."""
    if player not in pos.state.players:
        return
    if not pos.state.priority:
        sheet.write(MARGIN + 12, str(index + 1), size=20, colour=sheet.look.soft)
    elif player == pos.state.priority:
        sheet.shapes += star((MARGIN + 12, sheet.y + ROW / 2), 13, sheet.look)


def _money(sheet: Sheet, pos: Position, player: str, columns: dict[str, int]) -> None:
    debt = pos.state.debts.get(player, 0)
    sheet.write(columns["cash"], str(pos.cash(player)), bold=True, room=78)
    if debt:
        sheet.write(columns["debt"], str(debt), bold=True, room=78, colour=sheet.look.barrier)
    sheet.write(columns["worth"], str(pos.worth(player)), room=78)
    most = f"/{shares.limit(pos)}" if player in pos.state.players else ""
    sheet.write(columns["certificates"], f"{shares.counted(pos, player)}{most}", room=70)
