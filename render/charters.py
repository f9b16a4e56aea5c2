"""One sheet of the table: players and their shares, companies, trains and tiles."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from PIL import Image

from engine.data import Unit
from engine.position import Position
from render import fonts, paint, palette
from render.company_rows import add_runners
from render.depot_rows import add_depot
from render.player_cards import add_cards
from render.player_rows import add_players, add_unsold
from render.recolour import in_scheme
from render.remarks import Remarks
from render.share_table import add_shares
from render.sheet import MARGIN, Sheet
from render.tile_counts import add_tile_counts

WIDTH = 800


def draw_charters(  # noqa: PLR0913 - what a caller may ask of a sheet
    pos: Position,
    *,
    names: Mapping[str, str] | None = None,
    width: int = WIDTH,
    scheme: str = "light",
    caption: str = "",
    lang: str = "en",
) -> Image.Image:
    """Return the sheet; ``names`` are the players' display names."""
    pos, look = in_scheme(pos, scheme)
    sheet = charters_sheet(pos, names or {}, look, caption, lang)
    zoom = width / WIDTH
    size = width, ceil((sheet.y + MARGIN) * zoom)
    return paint.sheet(size, sheet.shapes, sheet.look.page, zoom)


def charters_sheet(
    pos: Position, names: Mapping[str, str], look: palette.Scheme, caption: str = "", lang: str = "en"
) -> Sheet:
    """Return the sheet as shapes."""
    sheet = Sheet(look, lang=lang)
    known = {player: fonts.drawable(names.get(player, player)) or player for player in seated(pos)}
    remarks = Remarks.of(pos, known, lang)
    if caption:
        sheet.write(MARGIN, caption, size=28, bold=True, anchor="l", room=sheet.inner)
        sheet.next(50)
    here = [unit for unit in pos.title.data.units if unit.id in pos.state.tokens_left]
    runners = [unit for unit in here if _runs(pos, unit)]
    add_players(sheet, pos, remarks)
    add_unsold(sheet, pos)
    add_shares(sheet, pos, known, [unit for unit in here if unit.shares])
    add_runners(sheet, pos, remarks, runners)
    add_cards(sheet, pos, known)
    add_depot(sheet, pos, remarks.elsewhere(frozenset(unit.id for unit in runners)), known)
    add_tile_counts(sheet, pos)
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
