"""The table of trains: every card with its sides and prices, how many are left, and what its first sale brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.data import TrainType
from engine.milestones import milestones, next_card
from engine.position import Position
from render import fonts
from render.labels import count_left
from render.prospects import Prospects
from render.shapes import Layer, Text
from render.sheet import HEAD, LINE, MARGIN, ROW, SMALL, Sheet, in_lines, wrapped
from render.sheet_parts import name_plate

COUNT = 58
"""Width of the number of cards left."""
BESIDE = 16
"""How far from that number what a sale brings is told."""
GAP = 5


def add_trains(sheet: Sheet, pos: Position, names: Mapping[str, str], *, brief: bool = False) -> None:
    """Add a row for each card, in the order in which they are sold; the one for sale now is framed.

    Those that are sold out stand together. What a sale brings is broken between words where that makes it ``brief``.
    """
    cards, now = cards_by_stack(pos), None if pos.state.over else next_card(pos)
    count = MARGIN + max(max(map(_sides_width, cards.values())) + COUNT, 160)
    left = [card for card in cards if pos.state.depot.get(card, 0) != 0]
    told = _told(sheet, pos, names, left)
    _heads(sheet, count, first_sale=any(told.values()))
    for index, card in enumerate(left):
        lines = _lines(told[card], (sheet.width - MARGIN - count - BESIDE) / SMALL, brief=brief)
        high = max(1, len(lines)) * LINE + (4 if brief else 6)
        sheet.band(index, high)
        if card == now:
            sheet.frame(high)
        _sides(sheet, pos, cards[card], count)
        for number, line in enumerate(lines):
            at = count + BESIDE, sheet.y + 3 + (number + 0.5) * LINE
            sheet.shapes.append(Text(at, line, SMALL, sheet.scheme.ink, anchor="l", layer=Layer.NAME))
        sheet.next(high)
    _sold_out(sheet, pos)
    sheet.next(8)


def _told(
    sheet: Sheet, pos: Position, names: Mapping[str, str], cards: Sequence[str]
) -> dict[str, list[str]]:
    """Return the consequences of each card's first sale."""
    ahead, said = {} if pos.state.over else milestones(pos), Prospects(pos, names, sheet.lang)
    return {card: said.sale(ahead[card]) if card in ahead else [] for card in cards}


def _heads(sheet: Sheet, count: float, *, first_sale: bool) -> None:
    left = count + BESIDE
    sheet.name(sheet.label("trains"))
    sheet.head(count, sheet.label("head.left"), anchor="r")
    if first_sale:
        sheet.head(left, sheet.label("head.first_sale"), anchor="l", room=sheet.width - left)
    sheet.next(HEAD)


def _lines(told: Sequence[str], room: float, *, brief: bool) -> list[str]:
    if not told:
        return []
    whole, tight = wrapped(told, room), in_lines(" · ".join(told), room)
    return tight if brief and len(tight) < len(whole) else whole


def _sold_out(sheet: Sheet, pos: Position) -> None:
    gone = [card for card in cards_by_stack(pos) if pos.state.depot.get(card, 0) == 0]
    if gone:
        sheet.write(MARGIN, sheet.label("sold_out"), size=SMALL, anchor="l", colour=sheet.scheme.soft)
        x = MARGIN + fonts.width(sheet.label("sold_out")) * SMALL + 12
        for card in gone:
            wide = _plate_width(card)
            at = x + wide / 2, sheet.y + ROW / 2
            sheet.shapes += name_plate(at, card, sheet.scheme, (wide, 28), pale=True)
            x += wide + GAP
        sheet.next(ROW)


def _sides_width(sides: Sequence[TrainType]) -> float:
    prices = sum(fonts.width(str(side.price)) * SMALL for side in sides)
    return prices + sum(_plate_width(side.name) + 2 * GAP + 2 for side in sides)


def _plate_width(name: str) -> float:
    return max(28.0, fonts.width(name, bold=True) * SMALL + 8)


def cards_by_stack(pos: Position) -> dict[str, list[TrainType]]:
    """Return the sides of each card, in the order of the cards."""
    cards: dict[str, list[TrainType]] = {}
    for train in pos.title.data.trains:
        cards.setdefault(train.stack, []).append(train)
    return cards


def _sides(sheet: Sheet, pos: Position, sides: Sequence[TrainType], right: float) -> None:
    """Add the sides of a card with their prices, and how many cards of how many are left."""
    scheme, x, y = sheet.scheme, MARGIN + 2.0, sheet.y + 3 + LINE / 2
    for side in sides:
        wide = _plate_width(side.name)
        sheet.shapes += name_plate((x + wide / 2, y), side.name, scheme, (wide, 28))
        x += wide + GAP
        price = str(side.price)
        sheet.shapes.append(Text((x, y), price, SMALL, scheme.ink, anchor="l", layer=Layer.NAME))
        x += fonts.width(price) * SMALL + GAP + 2
    count, left = sides[0].count, count_left(pos.state.depot.get(sides[0].stack, 0))
    text = left if count is None else f"{left}/{count}"
    sheet.shapes.append(Text((right, y), text, SMALL, scheme.ink, bold=True, anchor="r", layer=Layer.NAME))
