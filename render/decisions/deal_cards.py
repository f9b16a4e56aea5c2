"""What is decided about what changes hands: the whole price, what comes with it, and what both sides have then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil

from engine import stakes
from engine.position import Position
from engine.stakes import Deal, MergerOutcome
from render import fonts
from render.compose import HIGH, ROW, TYPE, WIDTH, Dressed, Flow, PicturePart, plate_width
from render.decisions.lot_cards import INDENT, WHOLE, parted
from render.decisions.map_cards import add_runs, add_trains, add_unit, money, range_of
from render.decisions.merger_rows import add_outcome
from render.decisions.question import Question
from render.sheet import MARGIN, SMALL, Sheet, in_lines
from render.supply import power_in_words

ARROW = 40
"""How much room an arrow needs between two trains."""
ABREAST = 215
"""How much room a private needs with whose it is, its price and its income: three have it side by side."""


def acquisition(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """What the unit in turn may acquire, at what prices, and what comes with it; privates by what they can do."""
    pos, sheet = dressed.pos, Sheet(dressed.look, width=WIDTH, y=4)
    if pos.unit:
        add_unit(sheet, dressed, pos.unit)
    groups = dict[str, list[Deal]]()
    for one in stakes.acquisitions(pos, asked.offers):
        company = one.target in pos.title.units
        groups.setdefault(one.target if company else power_in_words(pos, one.target, sheet.lang), []).append(
            one
        )
    outcomes = {one.deal.target: one for one in stakes.mergers(pos, asked.offers)}
    for told, most, gap in ((outcomes, WHOLE, 4), ({}, WHOLE, 4), ({}, WHOLE, 0), ({}, 1, 0), ({}, 0, 0)):
        trial = replace(sheet, shapes=[], gap=gap)
        if _targets(trial, dressed, groups, most, told):
            break
    return [PicturePart(0, 0, [*sheet.shapes, *trial.shapes])], trial.y + 4


def _targets(
    sheet: Sheet,
    dressed: Dressed,
    groups: Mapping[str, Sequence[Deal]],
    most: int,
    outcomes: Mapping[str, MergerOutcome],
) -> bool:
    """Add what may be acquired, powers in so many lines at most; tell whether all had room, else count the rest."""
    units, left = dressed.pos.title.units, sum(map(len, groups.values()))
    for power, deals in groups.items():
        company = deals[0].target in units
        rows = 2 + (deals[0].target in outcomes) if company else ceil(len(deals) / 3)
        if sheet.y + (rows + (left > len(deals))) * ROW > HIGH:
            Flow(sheet, dressed).text(f"+{left}", soft=True).end()
            return False
        if company:
            _company(sheet, dressed, deals[0], outcomes.get(deals[0].target))
        else:
            _privates(sheet, dressed, deals, (power, most))
        left -= len(deals)
    return sheet.y <= HIGH


def _company(sheet: Sheet, dressed: Dressed, deal: Deal, outcome: MergerOutcome | None) -> None:
    """Add a company that may be acquired: whose it is, what it costs in all, what comes with it and of it."""
    pos, target = dressed.pos, deal.target
    flow = _seller(Flow(sheet, dressed).unit(pos.title.units[target]), deal)
    if pos.title.units[target].shares:
        flow.text(range_of(deal.price)).label("card.a_share").text("=")
    _turns(flow.text(range_of(deal.whole), bold=True).gap(4), target)
    flow.end()
    flow = Flow(sheet, dressed, MARGIN + 24).label("treasury").text(str(pos.cash(target)), bold=True)
    flow.label("trains").plates(pos.state.trains.get(target, ()))
    flow.label_of(pos.kind(target), "head.tokens").tokens(pos.state.tokens_left.get(target, ()))
    add_runs(flow, dressed, target)
    flow.end(0 if outcome else 4)
    if outcome:
        flow = Flow(sheet, dressed, MARGIN + 24)
        add_outcome(flow, dressed, outcome)
        flow.end(4)


def _privates(sheet: Sheet, dressed: Dressed, deals: Sequence[Deal], can: tuple[str, int]) -> None:
    """Add privates that can do the same: whose each is, what it costs and pays, and in some lines what that is."""
    (power, most), flow = can, Flow(sheet, dressed)
    for deal in deals:
        private = dressed.pos.title.privates.get(deal.target)
        _seller(flow.keep(ABREAST).plate(deal.target), deal).text(range_of(deal.whole), bold=True)
        if private and private.income:
            flow.text(f"+{private.income}", colour=sheet.scheme.accent, bold=True)
        flow.gap(8)
    beside, below = parted(power, (flow.right - flow.x) / SMALL, (sheet.inner - INDENT) / SMALL, most)
    flow.text(beside, size=SMALL, soft=True).end()
    for line in below:
        Flow(sheet, dressed, MARGIN + INDENT).text(line, size=SMALL, soft=True)
        sheet.next(ROW - 4)
    sheet.next(sheet.gap if below else 0)


def _seller(flow: Flow, deal: Deal) -> Flow:
    return flow.holder(deal.seller) if deal.seller else flow


def _turns(flow: Flow, target: str) -> None:
    """Add to which sides its trains could be turned, and what that costs besides."""
    pos = flow.dressed.pos
    for train in dict.fromkeys(pos.trains(target)):
        if sides := pos.title.foresight.turns(pos, train):
            first = max(plate_width(side) + fonts.width(f"+{price}") * TYPE for side, price in sides.items())
            flow.keep(plate_width(train) + ARROW + first).plate(train).text("\u2192", soft=True)
            for side, price in sides.items():
                flow.priced(side, f"+{price}").gap(4)


def deal(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """Who offers what for what, and what both sides have before and after it."""
    pos, sheet, by = dressed.pos, Sheet(dressed.look, width=WIDTH, y=4), stakes.proposer(dressed.pos)
    flow = Flow(sheet, dressed).player(by).text(dressed.names.get(by, ""), bold=True)
    flow.text("\u2192").player(pos.acting).text(dressed.names.get(pos.acting, ""), bold=True)
    flow.end(4)
    if asked.deal is not None:
        terms = stakes.proposed(pos, asked.deal)
        _terms(Flow(sheet, dressed).holder(terms.buyer), terms)
        _both_sides(sheet, dressed, terms, stakes.agreed(pos, asked.offers))
    return [PicturePart(0, 0, sheet.shapes)], sheet.y + 4


def _terms(flow: Flow, terms: Deal) -> None:
    """Write what is bought from whom, and the whole price."""
    units, target = flow.dressed.pos.title.units, terms.target
    flow.text("\u2190", soft=True)
    if terms.train:
        flow.plate(terms.train).holder(terms.seller)
    elif target in units:
        flow.unit(units[target])
    elif target:
        flow.plate(target)
    flow.text(money(flow.dressed, terms.whole[0]), bold=True, size=28)
    if terms.shares > 1:
        flow.text(f"= {terms.shares} \u00d7 {terms.price[0]}", soft=True)
    flow.end(6)


def _both_sides(sheet: Sheet, dressed: Dressed, terms: Deal, after: Position | None) -> None:
    """Add what both sides have, before and after it, and what comes with what is bought."""
    target, whole = terms.target, terms.whole[0]
    _side(sheet, dressed, terms.buyer, -whole, after)
    if target in dressed.pos.title.units:
        _bought(sheet, dressed, target, terms.price[0])
    elif terms.seller:
        _side(sheet, dressed, terms.seller, whole, after)
    if target in dressed.pos.title.privates:
        power = power_in_words(dressed.pos, target, sheet.lang)
        for line in in_lines(power, sheet.inner / SMALL):
            if sheet.y + ROW < HIGH:
                Flow(sheet, dressed).text(line, size=SMALL, soft=True)
                sheet.next(ROW - 3)


def _side(sheet: Sheet, dressed: Dressed, who: str, more: int, after: Position | None) -> None:
    """Add what one side has now and after the deal."""
    pos = dressed.pos
    flow = Flow(sheet, dressed, MARGIN + 8).holder(who)
    now = pos.cash(who)
    flow.text(str(now)).text("\u2192", soft=True).text(money(dressed, now + more), bold=True)
    if who in pos.title.units:
        add_trains(flow, dressed, who, after)
        add_runs(flow.gap(4), dressed, who)
    flow.end(4)


def _bought(sheet: Sheet, dressed: Dressed, target: str, price: int) -> None:
    """Add what comes with a company, and what its holders get."""
    pos = dressed.pos
    size = pos.title.share_sizes.get(target, 0)
    flow = Flow(sheet, dressed, MARGIN + 8)
    for player in dressed.signs:
        held = pos.percent(player, target) // size if size else 0
        if held:
            flow.player(player).text(f"+{held * price}", bold=True).gap(6)
    flow.end(4)
    add_unit(sheet, dressed, target)
