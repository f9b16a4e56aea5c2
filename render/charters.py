"""The charters: the players and what they hold, the companies and what they have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from PIL import Image

from engine.data import Unit
from engine.position import Position
from render import fonts
from render.head import head_shapes
from render.hex_geometry import Point
from render.look import PLAIN, Look
from render.minor_rows import Minors
from render.player_cards import add_cards
from render.player_rows import add_players, add_unsold
from render.recolour import in_scheme
from render.remarks import Remarks
from render.seats import named, seat_signs
from render.shapes import Box, Disc, Layer, Shape, Text
from render.share_table import add_companies, sold_now
from render.sheet import LINE, MARGIN, SMALL, Sheet
from render.sheet_parts import star
from render.unpainted import UnpaintedPage

WIDTH, ROOMY = 726, 800
"""Width of a sheet in its own units: one that the board shows can be read on a phone, others have more room."""
CROWD = 7
"""Players for whose columns a sheet must be roomy."""
SIZE = 800
"""Width of the picture if nobody asks for another."""
DEBT = "10"
"""What stands in the legend for the debts of players."""
TALL = 1.4
"""How many times as high as wide a sheet may be."""


def charters_sheet(pos: Position, look: Look, *, brief: bool = False) -> Sheet:
    """Return the sheet as shapes; a ``brief`` one cuts names and leaves out what others show as well.

    What a title counts of players, as what they owe, nothing else shows.
    """
    sheet = headed(pos, look, WIDTH if len(pos.everybody) < CROWD else ROOMY)
    known = shown_names(pos, look)
    sheet.gap = 1 if brief else sheet.gap
    remarks, signs = Remarks.of(pos, known, look.lang), seat_signs(pos, known)
    add_players(sheet, pos, remarks, signs, brief=brief)
    if not brief:
        add_unsold(sheet, pos)
    add_companies(sheet, pos, remarks, signs)
    minors = [unit for unit in pos.title.data.units if _runs_alone(pos, unit)]
    if minors:
        Minors(sheet, pos, remarks, signs).add(minors)
    add_cards(sheet, pos, known)
    _remarks(sheet, remarks.elsewhere(frozenset(), remarks.names if brief else None))
    _legend(sheet, pos)
    return sheet


def _remarks(sheet: Sheet, remarks: Mapping[str, Sequence[str]]) -> None:
    """Add what only this title counts, by head."""
    told = (f"{head.rstrip(' :')}: {', '.join(items)}" for head, items in remarks.items())
    sheet.tell(" · ".join(one.removesuffix(": ") for one in told), colour=sheet.scheme.soft)


class SheetOf(Protocol):
    """Makes a sheet of shapes; a ``brief`` one leaves out what can be seen elsewhere."""

    def __call__(self, pos: Position, look: Look, *, brief: bool = False) -> Sheet: ...  # noqa: D102 - the class says it


class SheetPicture:
    """A sheet as a picture; one that would be too high is brief."""

    def __init__(self, sheet_of: SheetOf) -> None:
        self._sheet_of = sheet_of

    def __call__(self, pos: Position, look: Look = PLAIN) -> Image.Image:
        """The picture."""
        return self.page(pos, look).painted()

    def page(self, pos: Position, look: Look = PLAIN) -> UnpaintedPage:
        """The same before it is painted."""
        pos, scheme = in_scheme(pos, look)
        sheet = self._sheet_of(pos, look)
        if sheet.y > TALL * sheet.width:
            sheet = self._sheet_of(pos, look, brief=True)
        size = sheet.width, sheet.y
        return UnpaintedPage(size, tuple(sheet.shapes), scheme.page, look.width or SIZE)


draw_charters = SheetPicture(charters_sheet)
"""Draws what players and companies have."""


def headed(pos: Position, look: Look, width: int = WIDTH) -> Sheet:
    """Return a sheet with the head of every picture."""
    shapes, height = head_shapes(pos, look)
    return Sheet(look, width, y=height + 2, shapes=shapes)


def shown_names(pos: Position, look: Look) -> dict[str, str]:
    """Return the players' rows, in the order in which they are listed."""
    return named(pos, look, seated(pos))


def seated(pos: Position) -> tuple[str, ...]:
    """Return the players as they are listed: by their seats, or in turn order where that changes; a dummy last.

    When the game is over the richest is first.
    """
    listed = pos.state.players if pos.state.priority or pos.state.over else ()
    if pos.state.over:
        listed = tuple(sorted(listed, key=pos.worth, reverse=True))
    return tuple(dict.fromkeys((*listed, *pos.everybody)))


def _runs_alone(pos: Position, unit: Unit) -> bool:
    """Tell whether a unit without shares is in play: somebody owns it, or it has a train."""
    owned = pos.state.owners.get(unit.id) or pos.state.trains.get(unit.id)
    return not unit.shares and unit.id in pos.state.tokens_left and bool(owned)


def _legend(sheet: Sheet, pos: Position) -> None:
    """Add what the marks mean that occur here."""
    x = float(MARGIN)
    for mark, key in _marks(sheet, pos):
        text = sheet.label(f"mark.{key}")
        wide = fonts.width(text) * SMALL
        if x + 30 + wide > sheet.width - MARGIN:
            x = float(MARGIN)
            sheet.next(LINE)
        sheet.shapes += mark((x + 12, sheet.y + LINE / 2))
        at = x + 30, sheet.y + LINE / 2
        sheet.shapes.append(Text(at, text, SMALL, sheet.scheme.soft, anchor="l", layer=Layer.NAME))
        x += 30 + wide + 20
    sheet.next(LINE + 2)


MarkDrawer = Callable[[Point], list[Shape]]
"""What draws a mark at a place."""


def _marks(sheet: Sheet, pos: Position) -> Iterator[tuple[MarkDrawer, str]]:
    scheme = sheet.scheme
    if any(pos.director(unit.id) for unit in pos.title.data.units if unit.shares):
        yield lambda at: [_box(at, scheme.start, scheme.ink)], "director"
    if any(sold_now(pos).values()):
        yield lambda at: [Disc(at, 6, scheme.barrier, layer=Layer.NAME)], "sold"
    if any(run.kept for last in pos.state.runs.values() for run in last.latest):
        yield lambda at: [_box(at, scheme.shade, scheme.faint)], "withheld"
    if any(pos.state.debts.values()):
        yield lambda at: [Text(at, DEBT, SMALL, scheme.barrier, layer=Layer.NAME)], "debt"
    if pos.state.priority and not pos.state.over:
        yield lambda at: star(at, 12, scheme), "priority"


def _box(at: Point, fill: str, stroke: str) -> Box:
    return Box((at[0] - 12, at[1] - 11), (at[0] + 12, at[1] + 11), fill, stroke, 1.5, 6, Layer.MARK)
