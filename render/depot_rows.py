"""The bank of the charters: phases with what they allow, trains in the depot and in the pool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from assets import sentences
from assets.sentences import money
from engine.data import Phase, TrainType
from engine.position import Position
from engine.state import BANK, POOL
from render import fonts, palette
from render.hex_geometry import Point
from render.labels import TIMES, count_left
from render.prospects import Prospects
from render.shapes import Box, Layer, Text
from render.sheet import MARGIN, ROW, Sheet
from render.sheet_parts import train_plates


def add_depot(
    sheet: Sheet, pos: Position, remarks: Mapping[str, Sequence[str]], names: Mapping[str, str]
) -> None:
    """Add phases, what the title tells besides, what is to come, and trains."""
    sheet.heading(sheet.label("phase"))
    _phases(sheet, pos)
    _allowed(sheet, pos)
    _remarks(sheet, remarks)
    for sentence in Prospects(pos, names, sheet.lang).sentences():
        for line in _wrapped(sentence.split(), sheet.inner / 22, " "):
            sheet.write(MARGIN, line, size=22, anchor="l", room=sheet.inner)
            sheet.next(34)
    sheet.heading(sheet.label("trains"))
    _trains(sheet, pos)
    _pool(sheet, pos)
    sheet.next(14)


def _allowed(sheet: Sheet, pos: Position) -> None:
    """Add what the phase allows: colours of tiles, rounds, trains a unit may own; and the bank where it may break."""
    left = _colours(sheet, pos)
    facts, limit = [*_rounds_and_bank(sheet, pos)], f"{sheet.label('limit')}: {_limits(sheet, pos)}"
    room = sheet.width - MARGIN - left - 20
    together = fonts.width("   ".join([*facts, limit])) * 20 <= room
    facts += [limit] if together else []
    sheet.write(sheet.width - MARGIN, "   ".join(facts), size=22, anchor="r", room=room)
    if not together:
        sheet.next(34)
        sheet.write(MARGIN, limit, size=22, anchor="l", room=sheet.inner)
    sheet.next(ROW + 6)


def _colours(sheet: Sheet, pos: Position) -> float:
    """Add the colours of tiles that may be laid; return where they end."""
    look, text = sheet.look, sheet.label("tiles")
    sheet.write(MARGIN, text, size=22, anchor="l", colour=look.soft)
    x = MARGIN + round(fonts.width(text) * 22 + 12)
    for colour in pos.phase.colours:
        fill, middle = look.tiles[colour], (x + 13, sheet.y + 21)
        low, high = (x, sheet.y + 10), (x + 26, sheet.y + 32)
        sheet.shapes.append(Box(low, high, fill, palette.mix(fill, look.ink, 0.4), 1.5, 5))
        rank = palette.RANKS.get(colour, "")
        sheet.shapes.append(Text(middle, rank, 17, palette.ink_on(fill), bold=True, layer=Layer.NAME))
        x += 30
    return x


def _rounds_and_bank(sheet: Sheet, pos: Position) -> Iterator[str]:
    """Yield how many operating rounds follow each other, and what is left in a bank that may break."""
    if rounds := pos.phase.operating_rounds:
        yield f"{sheet.label('rounds')} {rounds}"
    if pos.title.data.bank is not None:
        yield f"{sheet.label('bank')} {money(pos.cash(BANK), pos.title.data.currency, sheet.lang)}"


def _limits(sheet: Sheet, pos: Position) -> str:
    """Return how many trains a unit may own, for the kinds that are in play."""
    limits = {kind: count for kind, count in pos.phase.train_limit.items() if count}
    here = {kind: count for kind, count in limits.items() if pos.units(kind)}
    return " · ".join(f"{sheet.label(kind)} {count}" for kind, count in (here or limits).items())


def _phases(sheet: Sheet, pos: Position) -> None:
    """Add all phases side by side, the current one lit."""
    phases = pos.title.data.phases
    step = sheet.inner / len(phases)
    for index, phase in enumerate(phases):
        _phase(sheet, phase, (MARGIN + index * step + 3, step), lit=index == pos.state.phase)
    sheet.next(50)


def _phase(sheet: Sheet, phase: Phase, place: tuple[float, float], *, lit: bool) -> None:
    (low, step), look = place, sheet.look
    colour = look.tiles.get(phase.colours[-1], look.card)
    fill = colour if lit else palette.mix(colour, look.page, 0.6)
    box = Box((low, sheet.y), (low + step - 6, sheet.y + 40), fill, radius=8)
    frame = (low - 3, sheet.y - 3), (low + step - 3, sheet.y + 43)
    edge = Box(*frame, look.ink, radius=10, layer=Layer.GROUND)
    sheet.shapes += [edge, box] if lit else [box]
    key = f"phase.{phase.name}"
    name = sentences.say(key, sheet.lang) if sentences.known(key) else phase.name
    size, middle = fonts.fit(name, 24, step - 16, lit), (low + step / 2 - 3, sheet.y + 20)
    ink = look.ink if lit else look.soft
    sheet.shapes.append(Text(middle, name, size, ink, lit, layer=Layer.NAME))


def _remarks(sheet: Sheet, remarks: Mapping[str, Sequence[str]]) -> None:
    """Add what only this title counts, a line for each matter."""
    for head, items in remarks.items():
        head = f"{head}:" if any(items) else head
        sheet.write(MARGIN, head, size=22, anchor="l", colour=sheet.look.soft)
        x = MARGIN + fonts.width(head) * 22 + 12
        for line in _wrapped([*filter(None, items)], (sheet.width - MARGIN - x) / 22):
            sheet.write(x, line, size=22, anchor="l", room=sheet.width - MARGIN - x)
            sheet.next(34)
    sheet.next(8 if remarks else 0)


def _wrapped(items: Sequence[str], room: float, between: str = " · ") -> list[str]:
    """Return items side by side, in as many lines as they need; ``room`` is in units of the size of type."""
    lines = [""]
    for item in items:
        longer = f"{lines[-1]}{between}{item}" if lines[-1] else item
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
    text = TIMES + count_left(left)
    sheet.shapes.append(Text((right, y + high - 16), text, 22, ink, anchor="r", layer=Layer.NAME))


def _pool(sheet: Sheet, pos: Position) -> None:
    """Add the trains that lie in the pool."""
    trains = pos.state.trains.get(POOL, ())
    if trains:
        head = sheet.label("pool")
        sheet.write(MARGIN, head, size=22, anchor="l", colour=sheet.look.soft)
        x = MARGIN + fonts.width(head) * 22 + 12
        sheet.shapes += train_plates((x, sheet.y + ROW / 2), trains, sheet.width - MARGIN - x, sheet.look)
        sheet.next(ROW)
