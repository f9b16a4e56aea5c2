"""One sheet of the table: players and their shares, companies, trains and tiles."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from PIL import Image

from engine.data import Unit
from engine.position import Position
from render import fonts, paint, theme
from render.boards import boards
from render.dress import dressed
from render.notes import Notes
from render.people import players, unsold
from render.sharelist import shares
from render.sheet import MARGIN, Sheet
from render.supply import depot, tiles
from render.unitlist import running

WIDTH = 800


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
    pos, look = dressed(pos, scheme)
    sheet = compose(pos, names or {}, look, caption, lang)
    zoom = width / WIDTH
    size = width, ceil((sheet.y + MARGIN) * zoom)
    return paint.sheet(size, sheet.shapes, sheet.look.page, zoom)


def compose(
    pos: Position, names: Mapping[str, str], look: theme.Scheme, caption: str = "", lang: str = "en"
) -> Sheet:
    """Return the sheet as shapes."""
    sheet = Sheet(look, lang=lang)
    known = {player: fonts.drawable(names.get(player, player)) or player for player in seated(pos)}
    notes = Notes.of(pos, known, lang)
    if caption:
        sheet.write(MARGIN, caption, size=28, bold=True, anchor="l", room=sheet.inner)
        sheet.next(50)
    here = [unit for unit in pos.title.data.units if unit.id in pos.state.tokens_left]
    runners = [unit for unit in here if _runs(pos, unit)]
    players(sheet, pos, notes)
    unsold(sheet, pos)
    shares(sheet, pos, known, [unit for unit in here if unit.shares])
    running(sheet, pos, notes, runners)
    boards(sheet, pos, known)
    depot(sheet, pos, notes.loose(frozenset(unit.id for unit in runners)))
    tiles(sheet, pos)
    return sheet


def seated(pos: Position) -> tuple[str, ...]:
    """Return the players as they are listed: by their seats, or in turn order where that changes; a dummy last."""
    listed = pos.state.players if pos.state.priority else ()
    return tuple(dict.fromkeys((*listed, *pos.everybody)))


def _runs(pos: Position, unit: Unit) -> bool:
    """Tell whether a unit has a row of its own: it runs trains, or will as soon as it has some."""
    if not unit.shares or pos.state.trains.get(unit.id):
        return True
    alone = all(other.shares for other in pos.title.data.units)
    return alone and bool(pos.price(unit.id) or pos.cash(unit.id))
