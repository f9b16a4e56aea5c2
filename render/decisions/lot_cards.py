"""What is decided in an auction or a draft: what is for sale, what it pays and can do, and who has how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assets import places
from engine import stakes
from engine.choices import Offer
from engine.position import Position
from render import fonts
from render.compose import HIGH, ROW, TYPE, WIDTH, Dressed, Flow, PicturePart
from render.decisions.map_cards import add_order, map_part, money
from render.decisions.question import Question
from render.map_picture import MapContent
from render.sheet import MARGIN, SMALL, Sheet, in_lines
from render.supply import power_in_words

NEAR = 3
"""Homes that are shown on the map."""
ONE = 3
"""Lots that are told one by one, with all they can do."""
WHOLE = 9
"""More lines than any power has."""
CUT = 1.3
"""How wide the mark is behind what is cut, in its own size."""
INDENT = 16
"""How far what a thing can do is moved in below it."""


def lots(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """What is for sale with price, income and power, everybody's cash, and where it lies on the map."""
    pos, sheet = dressed.pos, Sheet(dressed.look, width=WIDTH, y=4)
    people = Flow(sheet, dressed)
    for player in pos.state.players:
        people.player(player).text(str(pos.cash(player)), bold=player in pos.awaited).gap(6)
    people.end()
    add_order(sheet, dressed)
    named = stakes.for_sale(asked.offers)
    places = tuple(dict.fromkeys(hex_ for lot in named if (hex_ := home_of(pos, lot))))
    parts: list[PicturePart] = []
    wide: float = WIDTH
    if 0 < len(places) <= NEAR:
        image, across, _ = map_part(dressed, MapContent(highlight=places), HIGH - sheet.y, 300)
        parts.append(PicturePart(WIDTH - across, sheet.y, picture=image))
        wide = WIDTH - across - 4
    table = Sheet(dressed.look, width=round(wide), y=sheet.y + 2)
    _bids(table, dressed, asked.offers)
    if len(named) <= ONE:
        for lot in named:
            _lot(table, dressed, lot)
        _waiting(table, dressed, named)
    else:
        _all(table, dressed, named)
    high = max(table.y, HIGH if parts else 0) + 4
    return [*parts, PicturePart(0, 0, sheet.shapes), PicturePart(0, 0, table.shapes)], high


def home_of(pos: Position, lot: str) -> str:
    """The hex on which a minor that is for sale begins; empty for what has none."""
    unit = pos.title.units.get(lot)
    return unit.home.hex if unit and unit.home else ""


def _bids(sheet: Sheet, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Add the bid that stands, and the least that is higher."""
    for lot in stakes.lots(offers):
        flow = Flow(sheet, dressed).plate(lot.private)
        if lot.bidder:
            flow.player(lot.bidder).text(money(dressed, lot.standing), bold=True, size=26)
        flow.label("card.least").text(money(dressed, lot.least), bold=True, size=26)
        flow.end()


def _lot(sheet: Sheet, dressed: Dressed, lot: str) -> None:
    """Add one thing for sale with all there is to know of it."""
    pos, private = dressed.pos, dressed.pos.title.privates.get(lot)
    flow = Flow(sheet, dressed)
    if lot in pos.title.units:
        _unit(flow, dressed, lot)
    else:
        flow.plate(lot)
        if private and private.name:
            flow.text(private.name, bold=True)
    if private:
        _worth(flow, dressed, lot)
    flow.end()
    for line in in_lines(power_in_words(pos, lot, sheet.lang), (sheet.inner - 8) / SMALL):
        if sheet.y + ROW < HIGH:
            Flow(sheet, dressed, MARGIN + 8).text(line, size=SMALL)
            sheet.next(ROW - 3)
    sheet.next(6)


def _unit(flow: Flow, dressed: Dressed, lot: str) -> None:
    unit = dressed.pos.title.units[lot]
    flow.unit(unit)
    if unit.home:
        name = places.in_language(dressed.pos.title.hexes[unit.home.hex].name, dressed.look.lang)
        flow.text(f"{unit.home.hex} {name}".strip(), size=SMALL)


def _short(flow: Flow, dressed: Dressed, lot: str) -> None:
    """Write a unit with the hex it begins on, both in one row."""
    unit = dressed.pos.title.units[lot]
    home = unit.home.hex if unit.home else ""
    flow.keep(40 + fonts.width(home) * SMALL).unit(unit)
    if home:
        flow.text(home, size=SMALL).gap(8)


def _named(flow: Flow, dressed: Dressed, lot: str) -> None:
    """Write what a lot is called, with what belongs to it."""
    if lot in dressed.pos.title.units:
        _short(flow, dressed, lot)
    elif lot in dressed.pos.title.privates:
        add_priced(flow, dressed, lot)
    else:
        flow.plate(lot)


def add_priced(flow: Flow, dressed: Dressed, lot: str) -> None:
    """Write a private with its price and income, all in one row."""
    private = dressed.pos.title.privates[lot]
    price = money(dressed, private.price) if private.price else ""
    income = f"+{private.income}" if private.income else ""
    worth = fonts.width(price) * TYPE + fonts.width(income, bold=True) * TYPE
    flow.keep(20 + fonts.width(lot, bold=True) * 22 + worth).plate(lot)
    _worth(flow, dressed, lot)


def _worth(flow: Flow, dressed: Dressed, lot: str) -> None:
    private = dressed.pos.title.privates[lot]
    if private.price:
        flow.text(money(dressed, private.price))
    if private.income:
        flow.text(f"+{private.income}", bold=True, colour=flow.sheet.scheme.accent)


def _waiting(sheet: Sheet, dressed: Dressed, shown: Sequence[str]) -> None:
    """Add what comes up for sale after this, as much as has room."""
    rest = [lot for lot in dressed.pos.title.unsold(dressed.pos) if lot not in shown]
    if not rest or sheet.y + ROW > HIGH:
        return
    flow = Flow(sheet, dressed).label("card.later")
    for index, lot in enumerate(rest):
        if flow.x + 170 > flow.right and sheet.y + 2 * ROW > HIGH:
            flow.text(f"+{len(rest) - index}", soft=True)
            break
        add_priced(flow, dressed, lot) if lot in dressed.pos.title.privates else flow.plate(lot)
    flow.end()


def _all(sheet: Sheet, dressed: Dressed, named: Sequence[str]) -> None:
    """Add many things: those that can do the same together with what that is, shorter only if there is no room."""
    groups = dict[str, list[str]]()
    for lot in named:
        groups.setdefault(power_in_words(dressed.pos, lot, sheet.lang), []).append(lot)
    for most, gap in ((WHOLE, 4), (WHOLE, 0), (2, 0), (1, 0)):
        trial = replace(sheet, shapes=[], gap=gap)
        for power, group in groups.items():
            add_group(trial, dressed, group, power, most)
        if trial.y <= HIGH:
            break
    sheet.shapes += trial.shapes
    sheet.y = trial.y


def add_group(sheet: Sheet, dressed: Dressed, group: Sequence[str], power: str, most: int) -> None:
    """Add things that have the same power, and what it is in at most so many lines: behind one, below several."""
    flow = Flow(sheet, dressed)
    for lot in group:
        _named(flow, dressed, lot)
        flow.gap(4)
    wide = sheet.inner - INDENT
    first = flow.right - flow.x if len(group) == 1 else 0
    beside, below = parted(power, first / SMALL, wide / SMALL, most)
    flow.text(beside, size=SMALL, soft=True).end()
    for line in below:
        Flow(sheet, dressed, MARGIN + INDENT).text(line, size=SMALL, soft=True)
        sheet.next(ROW - 4)
    sheet.next(sheet.gap if below else 0)


def parted(text: str, first: float, room: float, most: int) -> tuple[str, Sequence[str]]:
    """The line of a text that stands beside what it tells of, empty where only a word or two fit, and those below."""
    if not most:
        return "", []
    if first < room / 4:
        return "", _cut(in_lines(text, room), most)
    beside = next(iter(in_lines(text, first - (CUT if most == 1 else 0))), "")
    first_of_all, *below = _cut([beside, *in_lines(text[len(beside) :], room)], most)
    return first_of_all, below


def _cut(lines: Sequence[str], most: int) -> list[str]:
    return list(lines) if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} \u2026"]
