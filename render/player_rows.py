"""The players of the charters: money, certificates, what they own; and the privates still for sale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine import outlook
from engine.finance import shares
from engine.position import Position
from render import fonts
from render.remarks import Remarks
from render.seats import seat_colour, seat_plate
from render.shapes import Layer, Text
from render.sheet import HEAD, MARGIN, ROW, SMALL, TYPE, Sheet
from render.sheet_parts import name_plate, owned_plates, owned_rows, owned_width, star

NAME = MARGIN + 74.0
"""Where names begin, after rank and sign."""
BRIEF = 130
"""Width of names where little room is left."""
BETWEEN = 12
"""The distance of two columns of figures."""


def add_players(
    sheet: Sheet, pos: Position, remarks: Remarks, signs: Mapping[str, str], *, brief: bool = False
) -> None:
    """Add a row for each player; where they are ``brief`` long names are cut, so that all they own has room."""
    longest = max(fonts.width(name, bold=True) * 24 for name in remarks.names.values())
    most = BRIEF if brief else 250 if len(remarks.names) < 6 else 210
    first = NAME + min(longest, most) + 8
    columns = _columns(sheet, pos, remarks.names, first)
    owns = max(columns.values()) + 14
    _heads(sheet, columns, owns)
    for index, player in enumerate(remarks.names):
        owned = owned_rows(pos, player, sheet.width - MARGIN - owns)
        high = ROW * max(1, len(owned))
        sheet.band(index, high)
        if player in pos.awaited:
            sheet.frame(high)
        _rank(sheet, pos, player, index)
        at = MARGIN + 48, sheet.y + ROW / 2
        sheet.shapes += seat_plate(at, signs[player], seat_colour(pos, player, sheet.scheme))
        name = remarks.names[player]
        sheet.write(NAME, name, bold=True, anchor="l", room=first - NAME)
        _figures(sheet, pos, player, columns)
        for line, row in enumerate(owned):
            place = owns, sheet.y + ROW / 2 + line * ROW
            sheet.shapes += owned_plates(row, place, remarks, sheet.scheme)
        sheet.next(high)
    sheet.next(sheet.gap)


def _heads(sheet: Sheet, columns: Mapping[str, float], owns: float) -> None:
    """Write the heads, all at one height: each column has room for its own."""
    sheet.name(sheet.label("players"))
    for key, x in columns.items():
        sheet.head(x, sheet.label(key), anchor="r")
    sheet.head(owns, sheet.label("owns"), anchor="l", room=sheet.width - MARGIN - owns)
    sheet.next(HEAD)


def _columns(sheet: Sheet, pos: Position, players: Iterable[str], after: float) -> dict[str, float]:
    """Return the right ends of columns as wide as head and figures; debts have one while there are any."""
    told = [_told(pos, player) for player in players]
    ends, x = {}, after - BETWEEN
    for key in (
        "cash",
        "liquid",
        "worth",
        "certificates",
        *(["debt"] if any(pos.state.debts.values()) else []),
    ):
        figures = max(fonts.width(row[key], bold=key == "cash") * TYPE for row in told)
        x += BETWEEN + max(figures, fonts.width(sheet.label(key)) * SMALL)
        ends[key] = x
    return ends


def _rank(sheet: Sheet, pos: Position, player: str, index: int) -> None:
    """Mark the priority deal; where there is none, number the players in turn order. A dummy has no turn.

    When the game is over the numbers are those of the places.
    """
    if player not in pos.state.players:
        return
    if pos.state.over:
        place = 1 + sum(pos.worth(other) > pos.worth(player) for other in pos.state.players)
        sheet.write(MARGIN + 12, str(place), size=SMALL, colour=sheet.scheme.soft)
    elif not pos.state.priority:
        sheet.write(MARGIN + 12, str(index + 1), size=SMALL, colour=sheet.scheme.soft)
    elif player == pos.state.priority:
        sheet.shapes += star((MARGIN + 12, sheet.y + ROW / 2), 12, sheet.scheme)


def _told(pos: Position, player: str) -> dict[str, str]:
    """Return what stands in the columns of figures of a player."""
    seated = player in pos.state.players
    most = f"/{shares.limit(pos)}" if seated else ""
    return {
        "cash": str(pos.cash(player)),
        "liquid": str(outlook.liquidity(pos, player)) if seated else "",
        "worth": str(pos.worth(player)),
        "certificates": f"{shares.counted(pos, player)}{most}",
        "debt": str(pos.state.debts.get(player) or ""),
    }


def _figures(sheet: Sheet, pos: Position, player: str, columns: Mapping[str, float]) -> None:
    told = _told(pos, player)
    for key, x in columns.items():
        colour = sheet.scheme.barrier if key == "debt" else sheet.scheme.ink
        sheet.write(x, told[key], bold=key == "cash", anchor="r", colour=colour)


def add_unsold(sheet: Sheet, pos: Position) -> None:
    """Add the privates that nobody has bought yet, with their prices and what they pay."""
    unsold = pos.title.unsold(pos)
    if not unsold:
        return
    text = sheet.label("unsold")
    at = MARGIN, sheet.y + ROW / 2
    sheet.shapes.append(Text(at, text, SMALL, sheet.scheme.accent, bold=True, anchor="l", layer=Layer.NAME))
    x = first = MARGIN + fonts.width(text, bold=True) * SMALL + 14
    for name in unsold:
        if x + _sale_width(pos, name) > sheet.width - MARGIN:
            x = first
            sheet.next()
        _for_sale(sheet, pos, name, x)
        x += _sale_width(pos, name) + 18
    sheet.next(ROW + 8)


def _sale_width(pos: Position, name: str) -> float:
    private = pos.title.privates[name]
    income = fonts.width(f"+{private.income}") * SMALL + 6 if private.income else 0
    return owned_width(name) + 4 + fonts.width(str(private.price)) * SMALL + income


def _for_sale(sheet: Sheet, pos: Position, name: str, x: float) -> None:
    """Add a private with its price and what it pays."""
    private, wide = pos.title.privates[name], owned_width(name)
    sheet.shapes += name_plate((x + wide / 2, sheet.y + ROW / 2), name, sheet.scheme, (wide - 3, 30))
    x += wide + 4
    sheet.write(x, str(private.price), size=SMALL, anchor="l")
    if private.income:
        x += fonts.width(str(private.price)) * SMALL + 6
        sheet.write(x, f"+{private.income}", size=SMALL, anchor="l", colour=sheet.scheme.soft)
