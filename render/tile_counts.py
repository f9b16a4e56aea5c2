"""The tiles of the charters: how many of each are left."""

from __future__ import annotations

from engine.board.tiles import COLOURS
from engine.position import Position
from render import fonts, palette
from render.hex_geometry import Point
from render.labels import count_left
from render.shapes import Box, Text
from render.sheet import MARGIN, Sheet
from render.surroundings import underground

TilesLeft = tuple[str, int | None]
"""Tiles of one supply, and how many are left; nothing where they never run out."""


def add_tile_counts(sheet: Sheet, pos: Position) -> None:
    """Add how many of each tile are left, by colour; pieces of a line that lies in one way only are no choice."""
    sheet.heading(sheet.label("tiles_left"))
    by_colour: dict[str, list[TilesLeft]] = {}
    for pool, left in pos.state.supply.items():
        side = pos.title.tiles[pos.title.board.pools.get(pool, (pool,))[0]]
        if side.colour != "none" or underground(side):
            by_colour.setdefault(side.colour, []).append((pool, left))
    for colour in sorted(by_colour, key=_shade):
        _colour(sheet, colour, by_colour[colour])
    sheet.next(6)


def _shade(colour: str) -> int:
    """Return the place of a colour: in the order of upgrading, then tiles without one."""
    known = COLOURS[1:]
    return known.index(colour) if colour in known else len(known)


def _colour(sheet: Sheet, colour: str, found: list[TilesLeft]) -> None:
    columns = 4 if colour == "none" else 7
    step = sheet.inner / columns
    for index, pool in enumerate(found):
        if index and index % columns == 0:
            sheet.next(40)
        _tile(sheet, (MARGIN + index % columns * step + 2, sheet.y), step - 4, colour, pool)
    sheet.next(46)


def _tile(sheet: Sheet, low: Point, wide: float, colour: str, pool: TilesLeft) -> None:
    look, (x, y), (name, left) = sheet.look, low, pool
    if colour == "none":
        name = f"{sheet.label('tunnel')} {name}"
    elif look.ranks:
        name = f"{name} {palette.RANKS.get(colour, '')}".strip()
    fill, ink = look.tiles[colour], look.ink
    if left == 0:
        fill, ink = palette.mix(fill, look.page, 0.75), look.faint
    sheet.shapes += [
        Box(low, (x + wide, y + 36), fill, radius=6),
        Text((x + 8, y + 18), name, fonts.fit(name, 20, wide - 48), ink, anchor="l"),
        Text((x + wide - 8, y + 18), count_left(left), 22, ink, bold=True, anchor="r"),
    ]
