"""The lower part of the charters: phases, trains in the depot, tiles left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assets import sentences
from assets.sentences import money
from engine.board.tiles import COLOURS
from engine.data import TrainType
from engine.position import Position
from engine.state import BANK, POOL
from render import fonts, palette
from render.hex_geometry import Point
from render.remarks import TIMES
from render.shapes import Box, Layer, Text
from render.sheet import MARGIN, ROW, Sheet, train_plates
from render.surroundings import underground

ENDLESS = "\u221e"

TilesLeft = tuple[str, int | None]
"""Tiles of one supply, and how many are left."""


def add_depot(sheet: Sheet, pos: Position, notes: Mapping[str, Sequence[str]]) -> None:
    """Add phases, what the title tells besides, and trains."""
    sheet.heading(sheet.label("phase"))
    _phases(sheet, pos)
    _allowed(sheet, pos)
    _notes(sheet, notes)
    sheet.heading(sheet.label("trains"))
    _trains(sheet, pos)
    _pool(sheet, pos)
    sheet.next(14)


def _allowed(sheet: Sheet, pos: Position) -> None:
    """Add what the phase allows: colours of tiles, rounds, trains a unit may own; and the bank where it may break."""
    look, x = sheet.look, MARGIN
    text = sheet.label("tiles")
    sheet.write(x, text, size=22, anchor="l", colour=look.soft)
    x += round(fonts.width(text) * 22 + 12)
    for colour in pos.phase.colours:
        low, high = (x, sheet.y + 10), (x + 26, sheet.y + 32)
        sheet.shapes.append(
            Box(low, high, look.tiles[colour], palette.mix(look.tiles[colour], look.ink, 0.4), 1.5, 5)
        )
        rank, middle = palette.RANKS.get(colour, ""), (x + 13, sheet.y + 21)
        sheet.shapes.append(
            Text(middle, rank, 17, palette.ink_on(look.tiles[colour]), bold=True, layer=Layer.NAME)
        )
        x += 30
    rounds = pos.phase.operating_rounds
    facts = [f"{sheet.label('rounds')} {rounds}"] if rounds else []
    if pos.title.data.bank is not None:
        facts.append(f"{sheet.label('bank')} {money(pos.cash(BANK), pos.title.data.currency, sheet.lang)}")
    limit = f"{sheet.label('limit')}: {_limits(sheet, pos)}"
    room = sheet.width - MARGIN - x - 20
    together = fonts.width("   ".join([*facts, limit])) * 20 <= room
    facts += [limit] if together else []
    sheet.write(sheet.width - MARGIN, "   ".join(facts), size=22, anchor="r", room=room)
    if not together:
        sheet.next(34)
        sheet.write(MARGIN, limit, size=22, anchor="l", room=sheet.inner)
    sheet.next(ROW + 6)


def _limits(sheet: Sheet, pos: Position) -> str:
    """Return how many trains a unit may own, for the kinds that are in play."""
    limits = {kind: count for kind, count in pos.phase.train_limit.items() if count}
    here = {kind: count for kind, count in limits.items() if pos.units(kind)}
    return " · ".join(f"{sheet.label(kind)} {count}" for kind, count in (here or limits).items())


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
            fill if lit else palette.mix(fill, look.page, 0.6),
            radius=8,
        )
        edge = Box(
            (low - 3, sheet.y - 3), (low + step - 3, sheet.y + 43), look.ink, radius=10, layer=Layer.GROUND
        )
        sheet.shapes += [edge, box] if lit else [box]
        ink = look.ink if lit else look.soft
        key = f"phase.{phase.name}"
        name = sentences.say(key, sheet.lang) if sentences.known(key) else phase.name
        size = fonts.fit(name, 24, step - 16, lit)
        sheet.shapes.append(Text((low + step / 2 - 3, sheet.y + 20), name, size, ink, lit, layer=Layer.NAME))
    sheet.next(50)


def _notes(sheet: Sheet, notes: Mapping[str, Sequence[str]]) -> None:
    """Add what only this title counts, one line a matter."""
    for head, items in notes.items():
        head = f"{head}:" if any(items) else head
        sheet.write(MARGIN, head, size=22, anchor="l", colour=sheet.look.soft)
        x = MARGIN + fonts.width(head) * 22 + 12
        for line in _wrapped([*filter(None, items)], (sheet.width - MARGIN - x) / 22):
            sheet.write(x, line, size=22, anchor="l", room=sheet.width - MARGIN - x)
            sheet.next(34)
    sheet.next(8 if notes else 0)


def _wrapped(items: Sequence[str], room: float) -> list[str]:
    """Return items side by side, in as many lines as they need; ``room`` is in units of the size of type."""
    lines = [""]
    for item in items:
        longer = f"{lines[-1]} · {item}" if lines[-1] else item
        if lines[-1] and fonts.width(longer) > room:
            lines.append(item)
        else:
            lines[-1] = longer
    return lines


def _trains(sheet: Sheet, pos: Position) -> None:
    """Add the stacks of the depot, the sides of their cards below each other."""
    stacks: dict[str, list[TrainType]] = {}
    for train in pos.title.data.trains:
        stacks.setdefault(train.stack, []).append(train)
    high = 26 + 32 * max(map(len, stacks.values()))
    columns = min(len(stacks), 5 if len(stacks) != 6 else 6)
    step = sheet.inner / columns
    for index, (stack, sides) in enumerate(stacks.items()):
        if index and index % columns == 0:
            sheet.next(high + 8)
        low = MARGIN + index % columns * step + 4, sheet.y
        _stack(sheet, low, (step - 8, high), sides, pos.state.depot.get(stack, 0))
    sheet.next(high + 8)


def _stack(sheet: Sheet, low: Point, size: Point, sides: Sequence[TrainType], left: int | None) -> None:
    look, (x, y), (wide, high) = sheet.look, low, size
    ink, fill = (look.faint, look.page) if left == 0 else (look.ink, look.slot)
    right, rows = x + wide - 10, len(sides)
    sheet.shapes.append(Box(low, (x + wide, y + high), fill, look.faint, 1.5, 8))
    for index, side in enumerate(sides):
        middle = y + high / 2 if rows == 1 else y + 22 + index * 30
        name = fonts.fit(side.name, 34 if index == 0 else 26, wide - 70, bold=True)
        price = y + 18 if rows == 1 else middle
        sheet.shapes += [
            Text((x + 12, middle), side.name, name, ink, bold=True, anchor="l", layer=Layer.NAME),
            Text((right, price), str(side.price), 22, ink, anchor="r", layer=Layer.NAME),
        ]
    count = TIMES + _count(left)
    sheet.shapes.append(Text((right, y + high - 16), count, 22, ink, anchor="r", layer=Layer.NAME))


def _pool(sheet: Sheet, pos: Position) -> None:
    """Add the trains that lie in the pool."""
    trains = pos.state.trains.get(POOL, ())
    if trains:
        head = sheet.label("pool")
        sheet.write(MARGIN, head, size=22, anchor="l", colour=sheet.look.soft)
        x = MARGIN + fonts.width(head) * 22 + 12
        sheet.shapes += train_plates((x, sheet.y + ROW / 2), trains, sheet.width - MARGIN - x, sheet.look)
        sheet.next(ROW)


def _count(left: int | None) -> str:
    return ENDLESS if left is None else str(left)


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
        Text((x + wide - 8, y + 18), _count(left), 22, ink, bold=True, anchor="r"),
    ]
