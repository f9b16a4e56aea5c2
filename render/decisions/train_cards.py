"""What is decided about trains: what is sold, what that brings, whose trains go, what it costs and what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence

from engine import outlook, stakes
from engine.choices import Offer
from engine.milestones import milestones
from engine.position import Position
from engine.stakes import Bill, Sale
from engine.state import POOL
from render.compose import HIGH, ROW, WIDTH, Dressed, Flow, PicturePart
from render.decisions.map_cards import add_order, add_unit, money, range_of
from render.decisions.question import Question
from render.labels import TIMES, count_left
from render.prospects import Prospects
from render.shapes import Box, Layer
from render.sheet import MARGIN, SMALL, Sheet, in_lines, wrapped
from render.train_table import cards_by_stack

BILLS = 2
"""Trains of which is told who pays for them."""
SHOWN = 3
"""Cards of which is told what their sale brings."""
BELOW_CARD = 7
"""Height of the gap below a card."""


def train_purchase(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """What the unit in turn has, what the depot and others sell, and what the next sales bring."""
    sheet = Sheet(dressed.look, width=WIDTH, y=4)
    add_unit(sheet, dressed, dressed.pos.unit)
    add_depot(sheet, dressed, asked.offers)
    add_others(sheet, dressed, asked.offers)
    add_exports(sheet, dressed)
    add_order(sheet, dressed, owners=True)
    return [PicturePart(0, 0, sheet.shapes)], sheet.y + 4


def emergency(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """What a train costs that must be bought, who pays what of it, and what may be sold for it."""
    sheet, pos = Sheet(dressed.look, width=WIDTH, y=4), dressed.pos
    add_unit(sheet, dressed, pos.unit)
    player = pos.director(pos.unit)
    for bill in stakes.bills(pos, asked.offers)[:BILLS]:
        _bill(sheet, dressed, bill)
    flow = Flow(sheet, dressed).player(player).label("cash").text(money(dressed, pos.cash(player)), bold=True)
    if stakes.sales(pos, asked.offers):
        flow.label("liquid").text(money(dressed, outlook.liquidity(pos, player)), bold=True)
    if owed := pos.state.debts.get(player):
        flow.label("debt").text(money(dressed, owed), colour=sheet.scheme.barrier, bold=True)
    flow.end()
    add_sales(sheet, dressed, asked.offers)
    add_depot(sheet, dressed, asked.offers)
    return [PicturePart(0, 0, sheet.shapes)], sheet.y + 4


def _bill(sheet: Sheet, dressed: Dressed, bill: Bill) -> None:
    """Write what a train costs, what the treasury and the director pay, and what is lent."""
    flow = Flow(sheet, dressed).plate(bill.train).text(money(dressed, bill.price), bold=True, size=26)
    flow.text("=").label("treasury").text(str(bill.treasury), bold=True)
    flow.text("+").player(bill.player).text(str(bill.help), bold=True)
    if bill.credit:
        flow.text("+").label("card.loan").text(str(bill.credit), bold=True, colour=sheet.scheme.barrier)
    if bill.owed > bill.credit:
        flow.words(sheet.words("card.owes", money=money(dressed, bill.owed)))
    if bill.penalty:
        flow.words(sheet.words("card.penalty", money=money(dressed, bill.penalty)))
    flow.end()


def discard(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """The trains of which one must go, and which of them rusts next."""
    sheet = Sheet(dressed.look, width=WIDTH, y=4)
    for unit, trains in stakes.to_discard(asked.offers).items():
        add_unit(sheet, dressed, unit)
        for train in trains:
            flow = Flow(sheet, dressed, MARGIN + 30).plate(train)
            flow.words(_goes(sheet, dressed.pos, train)).end()
    add_depot(sheet, dressed, ())
    return [PicturePart(0, 0, sheet.shapes)], sheet.y + 4


def _goes(sheet: Sheet, pos: Position, train: str) -> str:
    """With the first sale of which card a train rusts; that it stays where none does."""
    for card, sale in milestones(pos).items():
        if train in sale.rusts:
            return sheet.words("card.rusts_with", train=card)
    return sheet.words("card.stays")


def add_sales(sheet: Sheet, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Add what may be sold, the largest block of each company, with the price after and who directs then."""
    found = stakes.sales(dressed.pos, offers)
    if not found:
        return
    flow = Flow(sheet, dressed).label("card.sale")
    for sale in found:
        _sale(flow, dressed, sale)
    flow.end()


def _sale(flow: Flow, dressed: Dressed, sale: Sale) -> None:
    """Add one block: what it brings, the price before and after, who directs then if another does."""
    changed = sale.heir if sale.heir != sale.director else ""
    if flow.x + 215 + (45 if changed else 0) > flow.right:
        flow.row()
    flow.unit(dressed.pos.title.units[sale.unit]).text(f"\u2212{sale.percent}")
    flow.text(f"+{sale.proceeds}", bold=True)
    flow.text(f"{sale.old}\u2192{sale.new}" if sale.old != sale.new else f"{sale.old}", soft=True)
    if changed:
        flow.text("\u2192", colour=flow.sheet.scheme.barrier, bold=True).holder(changed)
    flow.gap(12)


# --- the depot


def _owners(pos: Position, trains: Container[str]) -> dict[str, int]:
    """The units that own any of some trains, and how many."""
    held = {unit: sum(one in trains for one in own) for unit, own in pos.state.trains.items() if unit != POOL}
    return {unit: count for unit, count in held.items() if count}


def add_depot(sheet: Sheet, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Add the cards that are left: price, how many, and what the first sale of the next ones brings."""
    pos = dressed.pos
    cards, ahead = cards_by_stack(pos), milestones(pos)
    told = Prospects(pos, dressed.names, sheet.lang)
    left = [card for card in cards if pos.state.depot.get(card, 0) != 0]
    prices = stakes.payable(offers)
    if pool := pos.state.trains.get(POOL, ()):
        Flow(sheet, dressed).label("pool_trains").plates(pool).end()
    for index, card in enumerate(left[:SHOWN]):
        sale = ahead.get(card)
        top = sheet.y
        _card(sheet, dressed, card, told.sale(sale) if sale else [], prices)
        if not index:
            low, high = (MARGIN - 8, top), (sheet.width - MARGIN + 8, sheet.y - BELOW_CARD + 3)
            sheet.shapes.append(Box(low, high, sheet.scheme.card, sheet.scheme.accent, 2.5, 8, Layer.GROUND))
        rusts = _owners(pos, sale.rusts) if sale else {}
        if rusts and index <= 1:
            _gone(sheet, dressed, rusts)
    later = left[SHOWN:]
    if later:
        flow = Flow(sheet, dressed)
        for card in later:
            for side in cards[card]:
                flow.priced(side.name, str(side.price), pale=True)
            flow.gap(6)
        flow.end()


def add_next_sale(sheet: Sheet, dressed: Dressed) -> None:
    """Add the card that is sold next and what the one after it brings, if there is room."""
    pos = dressed.pos
    left = [card for card in cards_by_stack(pos) if pos.state.depot.get(card, 0) != 0]
    told, ahead = Prospects(pos, dressed.names, sheet.lang), milestones(pos)
    for card in left[:2]:
        if sheet.y + 2 * ROW < HIGH:
            _card(sheet, dressed, card, told.sale(ahead[card])[:4] if card in ahead else [], ())


def _card(
    sheet: Sheet,
    dressed: Dressed,
    card: str,
    brings: Sequence[str],
    prices: Container[tuple[str, int]],
) -> None:
    """Add a card with its sides, how many are left, and what its first sale brings; bold what may be paid now."""
    pos = dressed.pos
    sides = cards_by_stack(pos)[card]
    flow = Flow(sheet, dressed)
    for side in sides:
        flow.plate(side.name)
        can_buy = (side.name, side.price) in prices
        flow.text(str(side.price), bold=can_buy)
        if can_buy and pos.cash(pos.unit) >= side.price:
            flow.gap(-4).text(f"\u2192{pos.cash(pos.unit) - side.price}", soft=True)
    count, left = sides[0].count, count_left(pos.state.depot.get(card, 0))
    flow.text(f"{left}/{count}" if count else left, soft=True)
    begins = max(flow.x + 8, 190.0)
    lines = wrapped(brings, (sheet.width - MARGIN - begins) / SMALL) if brings else []
    for line in lines[:2]:
        aside = Flow(sheet, dressed, begins)
        aside.text(line, size=SMALL)
        sheet.next(ROW - 4)
    if not lines:
        sheet.next(ROW - 4)
    sheet.next(BELOW_CARD)


def _gone(sheet: Sheet, dressed: Dressed, rusts: Mapping[str, int]) -> None:
    """Add whose trains rust with a card."""
    flow = Flow(sheet, dressed, MARGIN + 20).label("card.rust_of")
    for index, (unit, count) in enumerate(rusts.items()):
        if flow.cut_off(110, len(rusts) - index):
            break
        flow.holder(unit)
        if count > 1:
            flow.gap(-4).text(f"{TIMES}{count}")
    flow.end(2)


def add_others(sheet: Sheet, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Add the trains that other units may sell, with the range of prices and whose they are."""
    pos, found = dressed.pos, stakes.from_units(dressed.pos, offers)
    if not found:
        return
    flow, begun = Flow(sheet, dressed).label("card.others"), sheet.y
    usual = Counter(found.values()).most_common(1)[0][0]
    flow.text(range_of(usual), bold=True)
    for index, ((seller, train), amounts) in enumerate(found.items()):
        if flow.x + 190 > flow.right and (sheet.y - begun >= ROW - 1 or sheet.y + 3 * ROW > HIGH):
            flow.text(f"+{len(found) - index}", soft=True)
            break
        if flow.x + 150 > flow.right:
            flow.row()
        flow.plate(train).unit(pos.title.units[seller]).player(pos.director(seller))
        if amounts != usual:
            flow.text(range_of(amounts))
        flow.gap(6)
    flow.end()


def add_exports(sheet: Sheet, dressed: Dressed) -> None:
    """Add the automatic events to come, as many as fit."""
    for sentence in Prospects(dressed.pos, dressed.names, sheet.lang).sentences():
        lines = in_lines(sentence, sheet.inner / SMALL)
        if sheet.y + len(lines) * (ROW - 3) + ROW > HIGH - 4:
            return
        for line in lines:
            Flow(sheet, dressed).text(line, size=SMALL, soft=True)
            sheet.next(ROW - 3)
