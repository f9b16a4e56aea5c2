"""The lower part of the charters: phases, trains in the depot, tiles left."""

from __future__ import annotations

from engine.data import TrainType
from engine.position import Position
from engine.title import Note
from render import fonts, theme
from render.labels import label
from render.layout import Point
from render.shapes import Box, Layer, Text
from render.sheet import MARGIN, ROW, Sheet

TIMES = "\u00d7"
ENDLESS = "\u221e"

Pool = tuple[str, int | None]
"""Tiles of one supply, and how many are left."""


def depot(sheet: Sheet, pos: Position, lang: str) -> None:
    """Add phases and trains."""
    sheet.heading(label("phase", lang))
    _phases(sheet, pos)
    _allowed(sheet, pos, lang)
    _notes(sheet, pos, lang)
    sheet.heading(label("trains", lang))
    _trains(sheet, pos)
    sheet.next(14)


def _allowed(sheet: Sheet, pos: Position, lang: str) -> None:
    """Add what the phase allows: colours of tiles, rounds, trains a unit may own."""
    look, x = sheet.look, MARGIN
    text = label("tiles", lang)
    sheet.write(x, text, size=22, anchor="l", colour=look.soft)
    x += round(fonts.width(text) * 22 + 12)
    for colour in pos.phase.colours:
        low, high = (x, sheet.y + 10), (x + 26, sheet.y + 32)
        sheet.shapes.append(
            Box(low, high, look.tiles[colour], theme.mix(look.tiles[colour], look.ink, 0.4), 1.5, 5)
        )
        x += 30
    limits = pos.phase.train_limit.items()
    limit = " · ".join(f"{label(kind, lang)} {count}" for kind, count in limits if count)
    facts = [f"{label('rounds', lang)} {pos.phase.operating_rounds}", f"{label('limit', lang)}: {limit}"]
    sheet.write(
        sheet.width - MARGIN, "   ".join(facts), size=22, anchor="r", room=sheet.width - MARGIN - x - 20
    )
    sheet.next(ROW + 6)


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


def _notes(sheet: Sheet, pos: Position, lang: str) -> None:
    """Add what only this title counts, one line a matter."""
    lines: dict[str, list[str]] = {}
    for note in pos.title.notes(pos):
        word = label(note.key, lang)
        head, item = (
            (f"{word} {note.value}", note.about) if isinstance(note.value, str) else (word, _item(note))
        )
        lines.setdefault(head, []).append(item)
    for head, items in lines.items():
        sheet.write(MARGIN, f"{head}:", size=22, anchor="l", colour=sheet.look.soft)
        x = MARGIN + fonts.width(f"{head}:") * 22 + 12
        sheet.write(x, " · ".join(items), size=22, anchor="l", room=sheet.width - MARGIN - x)
        sheet.next(34)
    sheet.next(8 if lines else 0)


def _item(note: Note) -> str:
    return f"{note.about} {TIMES}{note.value}" if note.about else str(note.value)


def _trains(sheet: Sheet, pos: Position) -> None:
    trains = pos.title.data.trains
    columns = min(len(trains), 5)
    step = sheet.inner / columns
    for index, train in enumerate(trains):
        if index and index % columns == 0:
            sheet.next(66)
        low = MARGIN + index % columns * step + 4, sheet.y
        _train(sheet, low, step - 8, train, pos.state.depot.get(train.name, 0))
    sheet.next(66)


def _train(sheet: Sheet, low: Point, wide: float, train: TrainType, left: int | None) -> None:
    look, (x, y) = sheet.look, low
    ink, fill = (look.faint, look.page) if left == 0 else (look.ink, look.slot)
    size = fonts.fit(train.name, 34, wide - 76, bold=True)
    right = x + wide - 10
    sheet.shapes += [
        Box(low, (x + wide, y + 58), fill, look.faint, 1.5, 8),
        Text((x + 14, y + 29), train.name, size, ink, bold=True, anchor="l", layer=Layer.NAME),
        Text((right, y + 18), str(train.price), 22, ink, anchor="r", layer=Layer.NAME),
        Text((right, y + 42), TIMES + _count(left), 22, ink, anchor="r", layer=Layer.NAME),
    ]


def _count(left: int | None) -> str:
    return ENDLESS if left is None else str(left)


def tiles(sheet: Sheet, pos: Position, lang: str) -> None:
    """Add how many of each tile are left, by colour."""
    sheet.heading(label("tiles_left", lang))
    by_colour: dict[str, list[Pool]] = {}
    for pool, left in pos.state.supply.items():
        side = pos.title.board.pools.get(pool, (pool,))[0]
        by_colour.setdefault(pos.title.tiles[side].colour, []).append((pool, left))
    for colour, found in by_colour.items():
        _colour(sheet, colour, found)
    sheet.next(6)


def _colour(sheet: Sheet, colour: str, found: list[Pool]) -> None:
    columns = 6
    step = sheet.inner / columns
    for index, pool in enumerate(found):
        if index and index % columns == 0:
            sheet.next(40)
        _tile(sheet, (MARGIN + index % columns * step + 2, sheet.y), step - 4, colour, pool)
    sheet.next(46)


def _tile(sheet: Sheet, low: Point, wide: float, colour: str, pool: Pool) -> None:
    look, (x, y), (name, left) = sheet.look, low, pool
    fill, ink = look.tiles[colour], look.ink
    if left == 0:
        fill, ink = theme.mix(fill, look.page, 0.75), look.faint
    sheet.shapes += [
        Box(low, (x + wide, y + 36), fill, radius=6),
        Text((x + 8, y + 18), name, fonts.fit(name, 20, wide - 48), ink, anchor="l"),
        Text((x + wide - 8, y + 18), _count(left), 22, ink, bold=True, anchor="r"),
    ]
