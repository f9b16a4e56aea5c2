"""The lower part of the charters: phases, trains in the depot, tiles left."""

from __future__ import annotations

from engine.position import Position
from render import fonts, theme
from render.labels import label
from render.sheet import MARGIN, ROW, Sheet
from render.shapes import Box, Layer, Text


def depot(sheet: Sheet, pos: Position, lang: str) -> None:
    """Add phases and trains."""
    sheet.heading(label("phase", lang))
    _phases(sheet, pos)
    limits = " · ".join(f"{kind} {limit}" for kind, limit in pos.phase.train_limit.items())
    facts = f"{label('rounds', lang)}: {pos.phase.operating_rounds}    {label('limit', lang)}: {limits}"
    sheet.write(MARGIN, facts, size=22, anchor="l", room=sheet.inner)
    sheet.next(ROW + 6)
    sheet.heading(label("trains", lang))
    _trains(sheet, pos, lang)
    sheet.next(14)


def _phases(sheet: Sheet, pos: Position) -> None:
    phases = pos.title.data.phases
    step, look = sheet.inner / len(phases), sheet.look
    for index, phase in enumerate(phases):
        low = MARGIN + index * step + 3
        lit = index == pos.state.phase
        fill = look.tiles.get(phase.colours[-1], look.card)
        box = Box(
            (low, sheet.y),
            (low + step - 6, sheet.y + 40),
            fill if lit else theme.mix(fill, look.page, 0.6),
            radius=8,
        )
        edge = Box(
            (low - 3, sheet.y - 3), (low + step - 3, sheet.y + 43), look.ink, radius=10, layer=Layer.GROUND
        )
        sheet.shapes += [edge, box] if lit else [box]
        ink = look.ink if lit else look.soft
        size = fonts.fit(phase.name, 24, step - 16, lit)
        sheet.shapes.append(
            Text((low + step / 2 - 3, sheet.y + 20), phase.name, size, ink, lit, layer=Layer.NAME)
        )
    sheet.next(50)


def _trains(sheet: Sheet, pos: Position, lang: str) -> None:
    trains = pos.title.data.trains
    columns = min(len(trains), 5)
    step = sheet.inner / columns
    for index, train in enumerate(trains):
        if index and index % columns == 0:
            sheet.next(66)
        x = MARGIN + (index % columns + 0.5) * step
        left = pos.state.depot.get(train.name, 0)
        _train(sheet, x, step, train.name, train.price, "∞" if left is None else str(left))
    sheet.next(66)


def _train(sheet: Sheet, x: float, step: float, name: str, price: int, left: str) -> None:
    look, gone = sheet.look, left == "0"
    low, high = (x - step / 2 + 4, sheet.y), (x + step / 2 - 4, sheet.y + 58)
    ink = look.faint if gone else look.ink
    sheet.shapes.append(Box(low, high, look.page if gone else look.slot, look.faint, 1.5, 8))
    name_at = (low[0] + 26 + fonts.width(name, bold=True) * 3, sheet.y + 29)
    sheet.shapes.append(
        Text(name_at, name, fonts.fit(name, 34, 60, bold=True), ink, bold=True, layer=Layer.NAME)
    )
    sheet.shapes.append(Text((high[0] - 10, sheet.y + 18), str(price), 22, ink, anchor="r", layer=Layer.NAME))
    sheet.shapes.append(Text((high[0] - 10, sheet.y + 42), f"×{left}", 22, ink, anchor="r", layer=Layer.NAME))


def tiles(sheet: Sheet, pos: Position, lang: str) -> None:
    """Add how many of each tile are left, by colour."""
    sheet.heading(label("tiles_left", lang))
    by_colour: dict[str, list[tuple[str, int | None]]] = {}
    for pool, left in pos.state.supply.items():
        side = pos.title.board.pools.get(pool, (pool,))[0]
        by_colour.setdefault(pos.title.tiles[side].colour, []).append((pool, left))
    for colour, found in by_colour.items():
        _colour(sheet, colour, found)
    sheet.next(6)


def _colour(sheet: Sheet, colour: str, found: list[tuple[str, int | None]]) -> None:
    columns = 6
    step = sheet.inner / columns
    for index, (pool, left) in enumerate(found):
        if index and index % columns == 0:
            sheet.next(40)
        _tile(sheet, MARGIN + index % columns * step, step, colour, pool, left)
    sheet.next(46)


def _tile(sheet: Sheet, x: float, step: float, colour: str, pool: str, left: int | None) -> None:
    look, fill = sheet.look, sheet.look.tiles[colour]
    gone = left == 0
    fill = theme.mix(fill, look.page, 0.75) if gone else fill
    ink = look.faint if gone else look.ink
    sheet.shapes.append(Box((x + 2, sheet.y), (x + step - 2, sheet.y + 36), fill, radius=6))
    sheet.shapes.append(Text((x + 10, sheet.y + 18), pool, fonts.fit(pool, 20, step - 52), ink, anchor="l"))
    count = "∞" if left is None else str(left)
    sheet.shapes.append(Text((x + step - 10, sheet.y + 18), count, 22, ink, bold=True, anchor="r"))
