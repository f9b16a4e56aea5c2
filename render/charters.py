"""One sheet of the table: players and their shares, companies, trains and tiles."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from PIL import Image

from engine.data import Unit
from engine.position import Position
from engine.state import POOL
from render import fonts, paint, theme
from render.labels import label
from render.layout import Point
from render.sheet import MARGIN, ROW, Sheet, card, chip, roundel, star, tokens
from render.shapes import Box, Disc, Layer, Text
from render.supply import depot, tiles

WIDTH = 800
FIRST = 168
"""Width of the first column of the table of shares."""
SIDE = 76
"""Width of the columns right of the players."""


def charters(
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
    return paint.picture(
        (width, ceil((sheet.y + MARGIN) * zoom)), sheet.shapes, sheet.look.page, scale=zoom, over=2
    )


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
    _shares(sheet, pos, shares, lang)
    _running(sheet, pos, running, known, lang)
    depot(sheet, pos, lang)
    tiles(sheet, pos, lang)
    return sheet


def _runs(pos: Position, unit: Unit) -> bool:
    return not unit.shares or bool(pos.state.trains.get(unit.id))


def _columns(pos: Position) -> dict[str, float]:
    count = len(pos.state.players)
    step = (WIDTH - 2 * MARGIN - FIRST - 3 * SIDE) / count
    return {player: MARGIN + FIRST + (index + 0.5) * step for index, player in enumerate(pos.state.players)}


def _step(pos: Position) -> float:
    return (WIDTH - 2 * MARGIN - FIRST - 3 * SIDE) / len(pos.state.players)


def _sides() -> tuple[float, float, float]:
    right = WIDTH - MARGIN
    return right - 2.5 * SIDE, right - 1.5 * SIDE, right - 0.5 * SIDE


def _players(sheet: Sheet, pos: Position, names: Mapping[str, str], lang: str) -> None:
    sheet.heading(label("players", lang))
    count, look = len(names), sheet.look
    room = (WIDTH - 2 * MARGIN - FIRST) / count
    middle = {player: MARGIN + FIRST + (index + 0.5) * room for index, player in enumerate(pos.state.players)}
    for player, x in middle.items():
        sheet.write(x, names[player], bold=True, room=room - 34)
        if player == pos.state.priority:
            half = min(room - 34, fonts.width(names[player], bold=True) * 24) / 2
            sheet.shapes += star((x + half + 14, sheet.y + ROW / 2), 12, look)
    sheet.next()
    limit = pos.title.data.certificate_limit.get(count, 0)
    rows = {
        "cash": {player: str(pos.cash(player)) for player in middle},
        "worth": {player: str(pos.worth(player)) for player in middle},
        "certificates": {player: f"{_papers(pos, player)}/{limit}" for player in middle},
    }
    for index, (key, values) in enumerate(rows.items()):
        sheet.band(index)
        sheet.write(MARGIN, label(key, lang), colour=look.soft, anchor="l", size=22, room=FIRST - 8)
        for player, x in middle.items():
            sheet.write(x, values[player], bold=key == "cash", room=room - 8)
        sheet.next()
    sheet.next(14)


def _papers(pos: Position, player: str) -> int:
    return len(pos.certificates(player))


def _shares(sheet: Sheet, pos: Position, units: list[Unit], lang: str) -> None:
    sheet.heading(label("companies", lang))
    pool, treasury, left = _sides()
    for x, key in ((MARGIN + 132, "price"), (pool, "pool"), (treasury, "treasury"), (left, "stations")):
        sheet.write(x, label(key, lang), size=18, colour=sheet.look.soft, room=SIDE - 4)
    sheet.next(34)
    for index, unit in enumerate(units):
        sheet.band(index)
        sheet.shapes += chip((MARGIN + 46, sheet.y + ROW / 2), (92, 34), unit, sheet.look)
        price = pos.price(unit.id)
        sheet.write(MARGIN + 132, str(price) if price else "–", bold=True, room=60)
        for player, x in _columns(pos).items():
            _holding(sheet, pos, unit, player, x)
        sheet.write(pool, _share(pos, POOL, unit), colour=sheet.look.soft)
        sheet.write(treasury, str(pos.cash(unit.id)), room=SIDE - 6)
        sheet.write(
            left, " ".join(map(str, pos.state.markers.get(unit.id, ()))) or "–", size=20, room=SIDE - 6
        )
        sheet.next()
    sheet.next(14)


def _holding(sheet: Sheet, pos: Position, unit: Unit, player: str, x: float) -> None:
    text = _share(pos, player, unit)
    directs = pos.director(unit.id) == player
    if directs:
        half = min(_step(pos) / 2 - 3, 36)
        low, high = (x - half, sheet.y + 4), (x + half, sheet.y + ROW - 4)
        sheet.shapes.append(Box(low, high, sheet.look.start, sheet.look.ink, 1.5, 8, Layer.MARK))
    sheet.write(x, text, bold=directs, room=_step(pos) - 8)


def _share(pos: Position, holder: str, unit: Unit) -> str:
    percent = pos.percent(holder, unit.id)
    return f"{percent}%" if percent else "–"


def _running(sheet: Sheet, pos: Position, units: list[Unit], names: Mapping[str, str], lang: str) -> None:
    if not units:
        return
    sheet.heading(label("minors", lang))
    right = WIDTH - MARGIN
    heads = (
        (MARGIN + 60, "owner", "l"),
        (285, "treasury", "m"),
        (350, "trains", "l"),
        (545, "stations", "l"),
        (right, "last_run", "r"),
    )
    for x, key, anchor in heads:
        sheet.write(x, label(key, lang), size=18, colour=sheet.look.soft, anchor=anchor)
    sheet.next(34)
    for index, unit in enumerate(units):
        sheet.band(index)
        _row(sheet, pos, unit, names)
        sheet.next()
    sheet.next(14)


def _row(sheet: Sheet, pos: Position, unit: Unit, names: Mapping[str, str]) -> None:
    y = sheet.y + ROW / 2
    owner = pos.director(unit.id)
    sheet.shapes += roundel((MARGIN + 20, y), 19, unit)
    sheet.write(MARGIN + 60, names.get(owner, "–"), anchor="l", room=165)
    sheet.write(285, str(pos.cash(unit.id)), bold=True)
    for index, train in enumerate(pos.state.trains.get(unit.id, ())):
        sheet.shapes += card((369 + index * 44, y), train, sheet.look)
    sheet.shapes += tokens(563, y, pos.state.markers.get(unit.id, ()), sheet.look)
    run = pos.state.runs.get(unit.id)
    sheet.write(WIDTH - MARGIN, str(run.revenue) if run else "–", anchor="r")
