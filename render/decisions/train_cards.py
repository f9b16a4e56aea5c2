"""What is decided about trains: what is sold, what that brings, whose trains go, what it costs and what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine import outlook, stakes
from engine.choices import Offer
from engine.milestones import milestones, next_card
from engine.position import Position
from engine.stakes import Bill, Flip, Sale
from engine.state import POOL
from render import fonts
from render.compose import HIGH, ROW, TYPE, WIDTH, Dressed, Flow, PicturePart
from render.decisions.map_cards import add_order, add_unit, money, range_of
from render.decisions.merger_rows import add_mergers
from render.decisions.question import Question
from render.labels import TIMES, count_left
from render.prospects import Prospects
from render.shapes import Box, Layer
from render.sheet import MARGIN, SMALL, Sheet, in_lines, wrapped
from render.train_table import cards_by_stack

BILLS = 2
"""Trains of which is told who pays for them."""
SHOWN, ALL = 3, 5
"""Cards of which is told what their sale brings, and up to how many where all are on sale at once."""
LINES = 4
"""Lines in which that is told."""
TOLD_AT = 190.0
"""Where they begin at the left."""
BETWEEN = " · "
LINE = ROW - 5
"""Height of a line in small type."""
BELOW_CARD = 7
"""Height of the gap below a card."""


def train_purchase(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """What the unit in turn has, what the depot and others sell, and what the next sales bring."""

    def composed(lines: int, shown: int) -> Sheet:
        sheet = Sheet(dressed.look, width=WIDTH, y=4)
        add_unit(sheet, dressed, dressed.pos.unit)
        add_mergers(sheet, dressed, asked.offers)
        _add_flips(sheet, dressed, asked.offers)
        add_depot(sheet, dressed, asked.offers, lines, shown)
        add_others(sheet, dressed, asked.offers)
        add_exports(sheet, dressed)
        add_order(sheet, dressed, owners=True)
        return sheet

    return _fitting(composed)


def _fitting(composed: Callable[[int, int], Sheet]) -> tuple[list[PicturePart], float]:
    """A sheet that tells of so many cards in so many lines as there is room for, with its height."""
    ways = ((4, SHOWN), (3, SHOWN), (2, SHOWN), (3, SHOWN - 1), (2, SHOWN - 1), (1, SHOWN))
    tried = (composed(lines, shown) for lines, shown in ways)
    sheet = next((one for one in tried if one.y + 4 <= HIGH), None) or composed(1, SHOWN)
    return [PicturePart(0, 0, sheet.shapes)], sheet.y + 4


def emergency(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """What a train costs that must be bought, who pays what of it, and what may be sold for it."""
    return _fitting(lambda lines, shown: _emergency(dressed, asked, lines, shown))


def _emergency(dressed: Dressed, asked: Question, lines: int, shown: int) -> Sheet:
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
    add_depot(sheet, dressed, asked.offers, lines, shown)
    return sheet


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
    return _fitting(lambda lines, shown: _discard(dressed, asked, lines, shown))


def _discard(dressed: Dressed, asked: Question, lines: int, shown: int) -> Sheet:
    sheet = Sheet(dressed.look, width=WIDTH, y=4)
    for unit, trains in stakes.to_discard(asked.offers).items():
        add_unit(sheet, dressed, unit)
        for train in trains:
            flow = Flow(sheet, dressed, MARGIN + 30).plate(train)
            flow.words(_goes(sheet, dressed.pos, train)).end()
    add_depot(sheet, dressed, (), lines, shown)
    return sheet


def _add_flips(sheet: Sheet, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Add the trains that may be turned to another side of their cards: what each costs, and how long it runs."""
    sides = dict[str, list[Flip]]()
    for flip in stakes.flips(dressed.pos, offers):
        sides.setdefault(flip.train, []).append(flip)
    for train, flips in sides.items():
        flow = Flow(sheet, dressed).plate(train)
        flow.words(_goes(sheet, dressed.pos, train)).end()
        for flip in flips:
            flow = Flow(sheet, dressed, MARGIN + 30).text("\u2192", soft=True).plate(flip.into)
            flow.text(f"\u2212{flip.price}", bold=True).gap(-4).text(f"\u2192{flip.treasury}", soft=True)
            flow.gap(6).words(_goes(sheet, dressed.pos, flip.into)).end()
    sheet.next(4 if sides else 0)


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


def add_depot(
    sheet: Sheet, dressed: Dressed, offers: Sequence[Offer], lines: int = LINES, most: int = SHOWN
) -> None:
    """Add the cards that are left: price, how many, and in so many lines what the first sale of the next ones brings.

    The one that is sold next is framed; where all are on sale at once, none is.
    """
    pos = dressed.pos
    ahead, now = milestones(pos), next_card(pos)
    left, prices = cards_left(pos), stakes.payable(offers)
    if pool := pos.state.trains.get(POOL, ()):
        Flow(sheet, dressed).label("pool_trains").plates(pool).end()
    shown = left[: most if now or len(left) > ALL else ALL]
    if not now:
        _alike(sheet, dressed, shown, lines, prices)
    for index, card in enumerate(shown if now else ()):
        top = sheet.y
        _card(sheet, dressed, card, _brought(sheet, dressed, card, lines), prices)
        if card == now:
            low, high = (MARGIN - 8, top), (sheet.width - MARGIN + 8, sheet.y - BELOW_CARD + 3)
            sheet.shapes.append(Box(low, high, sheet.scheme.card, sheet.scheme.accent, 2.5, 8, Layer.GROUND))
        rusts = _owners(pos, ahead[card].rusts) if card in ahead else {}
        if rusts and index <= 1:
            _gone(sheet, dressed, rusts)
    _add_further(sheet, dressed, left[len(shown) :])


def _brought(sheet: Sheet, dressed: Dressed, card: str, lines: int) -> _Brought:
    """What the first sale of a card brings, in so many lines."""
    sale = milestones(dressed.pos).get(card)
    return _Brought(Prospects(dressed.pos, dressed.names, sheet.lang).sale(sale) if sale else [], lines)


def _alike(
    sheet: Sheet, dressed: Dressed, cards: Sequence[str], lines: int, prices: Container[tuple[str, int]]
) -> None:
    """Add cards that are on sale at once; what the first sale of any of several brings is told once, beside them."""
    for brings, group in groupby(cards, lambda card: _brought(sheet, dressed, card, lines)):
        alike, top = [*group], sheet.y
        for card in alike:
            _card(sheet, dressed, card, brings if len(alike) == 1 else _Brought((), 0), prices)
        if brings.told and len(alike) > 1:
            bottom = sheet.y - BELOW_CARD
            low, high = (TOLD_AT - 10, top + 4), (TOLD_AT - 7, bottom)
            sheet.shapes.append(Box(low, high, sheet.scheme.faint, layer=Layer.MARK))
            told = brings.lines((sheet.width - MARGIN - TOLD_AT) / SMALL)
            aside = replace(sheet, y=(top + bottom - len(told) * LINE) / 2)
            for line in told:
                Flow(aside, dressed, TOLD_AT).text(line, size=SMALL)
                aside.next(LINE)


def _add_further(sheet: Sheet, dressed: Dressed, further: Sequence[str]) -> None:
    """Add cards side by side; pale are those that are not on sale yet."""
    if not further:
        return
    pos, flow = dressed.pos, Flow(sheet, dressed)
    cards, later = cards_by_stack(pos), bool(next_card(pos))
    for card in further:
        for side in cards[card]:
            flow.priced(side.name, str(side.price), pale=later)
        if not later:
            flow.text(count_left(pos.state.depot.get(card, 0)), soft=True)
        flow.gap(6)
    flow.end()


def cards_left(pos: Position) -> list[str]:
    """The cards of which there are any, in the order of the cards."""
    return [card for card in cards_by_stack(pos) if pos.state.depot.get(card, 0) != 0]


def add_next_sale(sheet: Sheet, dressed: Dressed) -> None:
    """Add the card that is sold next and what the one after it brings; all cards where all are on sale at once.

    Cards that have no room for a row of their own stand side by side.
    """
    pos, rooms = dressed.pos, HIGH - 4 - sheet.y
    left = cards_left(pos)[: 2 if next_card(pos) else None]
    high = ROW - 4 + BELOW_CARD
    if len(left) * high > rooms and not next_card(pos):
        _add_groups(sheet, dressed, left)
        return
    fit = int(rooms // high) if len(left) * high <= rooms else max(0, int((rooms - ROW) // high))
    for most in range(LINES, 0, -1):
        trial = replace(sheet, shapes=[])
        _alike(trial, dressed, left[:fit], most, ())
        if trial.y <= HIGH - 4:
            break
    sheet.shapes += trial.shapes
    sheet.y = trial.y
    if sheet.y + ROW <= HIGH:
        _add_further(sheet, dressed, left[fit:])


def next_sale_height(dressed: Dressed) -> float:
    """How much room the card that is sold next and the one after it need with all that they bring."""
    pos, trial = dressed.pos, Sheet(dressed.look, width=WIDTH, y=0)
    if next_card(pos):
        _alike(trial, dressed, cards_left(pos)[:2], LINES, ())
    else:
        _add_groups(trial, dressed, cards_left(pos))
    return trial.y


def _add_groups(sheet: Sheet, dressed: Dressed, cards: Sequence[str]) -> None:
    """Add cards that are on sale at once, those side by side of which the first sale brings the same."""
    for brings, group in groupby(cards, lambda card: _brought(sheet, dressed, card, 1)):
        if sheet.y + ROW > HIGH:
            return
        flow, sides = Flow(sheet, dressed), cards_by_stack(dressed.pos)
        for card in group:
            for side in sides[card]:
                flow.priced(side.name, str(side.price))
            flow.text(count_left(dressed.pos.state.depot.get(card, 0)), soft=True).gap(4)
        told = BETWEEN.join(brings.told)
        if told:
            flow.keep(fonts.width(told) * SMALL).text(told, size=SMALL)
        flow.end()


@dataclass(frozen=True, slots=True)
class _Brought:
    """What a sale brings, and in how many lines that is told."""

    told: Sequence[str]
    most: int

    def lines(self, room: float) -> list[str]:
        """The lines, so wide in units of the size of type; what has no room in them ends in an ellipsis."""
        found = wrapped(self.told, room, BETWEEN) if self.told else []
        if len(found) <= self.most:
            return found
        return [*found[: self.most - 1], fonts.shorten(BETWEEN.join(found[self.most - 1 :]), 1, room)]


def _card(
    sheet: Sheet,
    dressed: Dressed,
    card: str,
    brings: _Brought,
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
    begins = max(flow.x + 8, TOLD_AT)
    lines = brings.lines((sheet.width - MARGIN - begins) / SMALL)
    for line in lines:
        aside = Flow(sheet, dressed, begins)
        aside.text(line, size=SMALL)
        sheet.next(LINE)
    sheet.next(max(0, ROW - 4 - len(lines) * LINE) + BELOW_CARD)


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
    """Add the trains that other units may sell and whose they are, behind the range of their prices."""
    pos, found = dressed.pos, stakes.from_units(dressed.pos, offers)
    if not found:
        return
    flow, begun, told = Flow(sheet, dressed).label("card.others"), sheet.y, None
    common = Counter(found.values())
    ranked = sorted(found.items(), key=lambda one: (-common[one[1]], one[1]))
    for index, ((seller, train), amounts) in enumerate(ranked):
        price = range_of(amounts) if amounts != told else ""
        wide = 150 + (fonts.width(price, bold=True) * TYPE + 7 if price else 0)
        if flow.x + wide + 40 > flow.right and (sheet.y - begun >= ROW - 1 or sheet.y + 3 * ROW > HIGH):
            flow.text(f"+{len(found) - index}", soft=True)
            break
        flow.keep(wide)
        if price:
            flow.text(price, bold=True)
        told = amounts
        flow.plate(train).unit(pos.title.units[seller]).player(pos.director(seller)).gap(6)
    flow.end()


def add_exports(sheet: Sheet, dressed: Dressed) -> None:
    """Add the automatic events to come, as many as fit."""
    for sentence in Prospects(dressed.pos, dressed.names, sheet.lang).sentences():
        lines = in_lines(sentence, sheet.inner / SMALL)
        if sheet.y + len(lines) * LINE + ROW > HIGH - 4:
            return
        for line in lines:
            Flow(sheet, dressed).text(line, size=SMALL, soft=True)
            sheet.next(LINE)
