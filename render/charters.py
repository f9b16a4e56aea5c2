"""One sheet of the table: players and their shares, companies, trains and tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from PIL import Image

from engine.data import Unit
from engine.position import Position
from engine.state import POOL
from render import fonts, paint, theme
from render.labels import label
from render.shapes import Box, Layer
from render.sheet import MARGIN, NONE, ROW, Sheet, cards, chip, owned, roundel, star, tokens
from render.supply import depot, tiles

WIDTH = 800
FIRST = 152
"""Width of the columns left of the players in the table of shares."""
LAST = 212
"""Width of the columns right of them."""
PRICE = MARGIN + 120
OWNED = 534
HEAD = 34
"""Height of a row of column heads."""


def charters(  # noqa: PLR0913 - what a caller may ask of a sheet
    pos: Position,
    *,
    names: Mapping[str, str] | None = None,
    width: int = WIDTH,
    scheme: str = "light",
    caption: str = "",
    lang: str = "en",
) -> Image.Image:
    """Return the sheet; ``names`` are the players' display names."""
    sheet = compose(pos, names or {}, theme.scheme(scheme), caption, lang)
    zoom = width / WIDTH
    size = width, ceil((sheet.y + MARGIN) * zoom)
    return paint.sheet(size, sheet.shapes, sheet.look.page, zoom)


def compose(
    pos: Position, names: Mapping[str, str], look: theme.Scheme, caption: str = "", lang: str = "en"
) -> Sheet:
    """Return the sheet as shapes."""
    sheet = Sheet(look)
    known = {player: fonts.drawable(names.get(player, player)) or player for player in pos.state.players}
    if caption:
        sheet.write(MARGIN, caption, size=28, bold=True, anchor="l", room=sheet.inner)
        sheet.next(50)
    shares = [unit for unit in pos.title.data.units if unit.shares and unit.id in pos.state.markers]
    running = [unit for unit in pos.title.data.units if unit.id in pos.state.markers and _runs(pos, unit)]
    _players(sheet, pos, known, lang)
    _shares(sheet, pos, known, shares, lang)
    _running(sheet, pos, running, known, lang)
    depot(sheet, pos, lang)
    tiles(sheet, pos, lang)
    return sheet


def _runs(pos: Position, unit: Unit) -> bool:
    return not unit.shares or bool(pos.state.trains.get(unit.id))


def _players(sheet: Sheet, pos: Position, names: Mapping[str, str], lang: str) -> None:
    sheet.heading(label("players", lang))
    for x, key in ((300, "cash"), (388, "worth"), (476, "certificates")):
        sheet.head(x, label(key, lang), room=86)
    sheet.head(OWNED, label("owns", lang), anchor="l")
    sheet.next(HEAD)
    limit = pos.title.data.certificate_limit.get(len(names), 0)
    for index, player in enumerate(pos.state.players):
        sheet.band(index)
        y = sheet.y + ROW / 2
        sheet.shapes += star((MARGIN + 12, y), 13, sheet.look) if player == pos.state.priority else []
        sheet.write(MARGIN + 32, names[player], bold=True, anchor="l", room=196)
        sheet.write(300, str(pos.cash(player)), bold=True, room=80)
        sheet.write(388, str(pos.worth(player)), room=80)
        sheet.write(476, f"{len(pos.certificates(player))}/{limit}", room=74)
        sheet.shapes += owned(pos, player, (OWNED, y), WIDTH - MARGIN - OWNED, sheet.look)
        sheet.next()
    sheet.next(14)


@dataclass(frozen=True, slots=True)
class _Columns:
    """The middles of the columns of the table of shares."""

    players: Mapping[str, float]
    room: float
    pool: float = WIDTH - MARGIN - 178
    treasury: float = WIDTH - MARGIN - 114
    stations: float = WIDTH - MARGIN - 74

    @classmethod
    def of(cls, pos: Position) -> _Columns:
        room = (WIDTH - 2 * MARGIN - FIRST - LAST) / len(pos.state.players)
        left = MARGIN + FIRST
        return cls(
            {player: left + (index + 0.5) * room for index, player in enumerate(pos.state.players)}, room
        )


def _shares(sheet: Sheet, pos: Position, names: Mapping[str, str], units: list[Unit], lang: str) -> None:
    """Add the matrix of corporations and players."""
    if not units:
        return
    sheet.heading(label("companies", lang))
    columns = _Columns.of(pos)
    sheet.head(PRICE, label("price", lang), room=56)
    for player, x in columns.players.items():
        sheet.head(x, names[player], room=columns.room - 6, bold=True, colour=sheet.look.ink)
    for x, key in ((columns.pool, "pool"), (columns.treasury, "treasury")):
        sheet.head(x, label(key, lang), room=60)
    sheet.head(columns.stations, label("stations", lang), anchor="l", room=76)
    sheet.next(HEAD)
    for index, unit in enumerate(units):
        sheet.band(index)
        _corporation(sheet, pos, unit, columns)
        sheet.next()
    sheet.next(14)


def _corporation(sheet: Sheet, pos: Position, unit: Unit, columns: _Columns) -> None:
    y, price = sheet.y + ROW / 2, pos.price(unit.id)
    sheet.shapes += chip((MARGIN + 44, y), (88, 34), unit)
    sheet.write(PRICE, str(price) if price else NONE, bold=True, room=56)
    for player, x in columns.players.items():
        directs = pos.director(unit.id) == player
        if directs:
            half = min(columns.room / 2 - 2, 38)
            low, high = (x - half, sheet.y + 4), (x + half, sheet.y + ROW - 4)
            sheet.shapes.append(Box(low, high, sheet.look.start, sheet.look.ink, 1.5, 8, Layer.MARK))
        sheet.write(x, _percent(pos, player, unit), bold=directs, room=columns.room - 10)
    sheet.write(columns.pool, _percent(pos, POOL, unit), colour=sheet.look.soft, room=60)
    sheet.write(columns.treasury, str(pos.cash(unit.id)), room=58)
    sheet.shapes += tokens((columns.stations, y), pos.state.markers.get(unit.id, ()), 74, sheet.look)


def _percent(pos: Position, holder: str, unit: Unit) -> str:
    percent = pos.percent(holder, unit.id)
    return f"{percent}%" if percent else NONE


def _running(sheet: Sheet, pos: Position, units: list[Unit], names: Mapping[str, str], lang: str) -> None:
    """Add who runs which trains."""
    if not units:
        return
    kinds = dict.fromkeys(unit.kind for unit in units)
    sheet.heading(" · ".join(label(f"kind.{kind}", lang) for kind in kinds))
    columns = (
        (MARGIN + 54, "owner", "l"),
        (296, "treasury", "m"),
        (356, "trains", "l"),
        (556, "stations", "l"),
    )
    for x, key, anchor in (*columns, (WIDTH - MARGIN - 6, "last_run", "r")):
        sheet.head(x, label(key, lang), anchor=anchor)
    sheet.next(HEAD)
    for index, unit in enumerate(units):
        sheet.band(index)
        _line(sheet, pos, unit, names)
        sheet.next()
    sheet.next(14)


def _line(sheet: Sheet, pos: Position, unit: Unit, names: Mapping[str, str]) -> None:
    y, run = sheet.y + ROW / 2, pos.state.runs.get(unit.id)
    sheet.shapes += roundel((MARGIN + 20, y), 19, unit)
    sheet.write(MARGIN + 54, names.get(pos.director(unit.id), NONE), anchor="l", room=182)
    sheet.write(296, str(pos.cash(unit.id)), bold=True, room=80)
    sheet.shapes += cards((356, y), pos.state.trains.get(unit.id, ()), 190, sheet.look)
    sheet.shapes += tokens((556, y), pos.state.markers.get(unit.id, ()), 130, sheet.look)
    sheet.write(WIDTH - MARGIN - 6, str(run.revenue) if run else NONE, anchor="r", room=90)
