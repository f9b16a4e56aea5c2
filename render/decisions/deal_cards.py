"""What is decided about what changes hands: the whole price, what comes with it, and what both sides have then."""

from __future__ import annotations

from engine.actions import Action, BuyTrain
from engine.choices import Offer
from engine.notes import Proposal
from engine.position import Position
from render.compose import HIGH, ROW, WIDTH, Dressed, Flow, Part
from render.decisions.map_cards import add_runs, add_unit, money
from render.decisions.question import Question
from render.sheet import MARGIN, SMALL, Sheet, wrapped
from render.supply import power_in_words


def target_of(action: Action) -> str:
    """What is acquired: a private or a company; empty where neither is."""
    return str(getattr(action, "target", "") or getattr(action, "private", ""))


def acquisition(dressed: Dressed, asked: Question) -> tuple[list[Part], float]:
    """What the unit in turn may acquire, at what prices, and what comes with it."""
    pos, sheet = dressed.pos, Sheet(dressed.look, width=WIDTH, y=4)
    if pos.unit:
        add_unit(sheet, dressed, pos.unit)
    found: dict[str, Offer] = {}
    for offer in asked.offers:
        if target := target_of(offer.action):
            found.setdefault(target, offer)
    for index, (target, offer) in enumerate(found.items()):
        if sheet.y + 2 * ROW > HIGH:
            Flow(sheet, dressed).text(f"+{len(found) - index}", soft=True).end()
            break
        add_target(sheet, dressed, target, offer)
    return [Part(0, 0, sheet.shapes)], sheet.y + 4


def add_target(sheet: Sheet, dressed: Dressed, target: str, offer: Offer) -> None:
    """Add one thing that may be acquired: whose it is, what it costs in all, what comes with it."""
    pos, unit = dressed.pos, dressed.pos.title.units.get(target)
    flow = Flow(sheet, dressed)
    owner = pos.director(target) if unit else pos.owner(target)
    flow = flow.unit(unit) if unit else flow.plate(target)
    flow.holder(owner) if owner else flow
    price, times = getattr(offer.action, "price", None), offered_shares(pos, target)
    price = price if price is not None else offer.facts.get("price")
    amounts = offer.amounts or (range(price, price + 1) if price is not None else range(0))
    if len(amounts):
        low, high = amounts[0], amounts[-1]
        text = f"{low}\u2013{high}" if low != high else str(low)
        if unit and unit.shares:
            flow.text(text).label("card.a_share")
            whole = f"{low * times}\u2013{high * times}" if low != high else str(low * times)
            flow.text("=").text(whole, bold=True)
        else:
            flow.text(text, bold=True)
    private = pos.title.privates.get(target)
    if private and private.income:
        flow.text(f"+{private.income}", colour=sheet.scheme.accent, bold=True)
    if not unit:
        _power(sheet, dressed, target, flow)
        return
    flow.end()
    flow = Flow(sheet, dressed, MARGIN + 24).label("treasury").text(str(pos.cash(target)), bold=True)
    flow.label("trains").plates(pos.state.trains.get(target, ()))
    flow.label("head.tokens").tokens(pos.state.tokens_left.get(target, ()))
    add_runs(flow, dressed, target)
    flow.end(4)


def _power(sheet: Sheet, dressed: Dressed, target: str, flow: Flow) -> None:
    """End the row of a private with what it can do, if that has room there."""
    power = power_in_words(dressed.pos, target, sheet.lang)
    lines = wrapped(power.split(" "), (flow.right - flow.x) / SMALL, " ") if power else []
    if lines and (len(lines) == 1 or sheet.y + 3 * ROW < HIGH):
        begins = flow.x
        for line in lines[:2]:
            Flow(sheet, dressed, begins).text(line, size=SMALL, soft=True)
            sheet.next(ROW - 4)
        sheet.next(4)
    else:
        flow.end()


def offered_shares(pos: Position, target: str) -> int:
    """How many shares of a company are paid for: those that players hold."""
    size = pos.title.share_sizes.get(target)
    held = sum(
        part for (holder, unit), part in pos.holdings.items() if unit == target and holder in pos.everybody
    )
    return held // size if size else 1


def deal(dressed: Dressed, asked: Question) -> tuple[list[Part], float]:
    """Who offers what for what, and what both sides have before and after it."""
    pos, sheet, action = dressed.pos, Sheet(dressed.look, width=WIDTH, y=4), asked.deal
    notes = pos.round_notes
    proposer = notes.proposer if isinstance(notes, Proposal) else ""
    flow = Flow(sheet, dressed).player(proposer).text(dressed.names.get(proposer, ""), bold=True)
    flow.text("\u2192").player(pos.acting).text(dressed.names.get(pos.acting, ""), bold=True)
    flow.end(4)
    if action is None:
        return [Part(0, 0, sheet.shapes)], sheet.y
    price, buyer = int(getattr(action, "price", 0)), str(getattr(action, "unit", "") or action.actor)
    target = target_of(action)
    times = offered_shares(pos, target) if target in pos.title.share_sizes else 1
    _terms(Flow(sheet, dressed).holder(buyer), action, price, times)
    _both_sides(sheet, dressed, action, (buyer, price, times))
    return [Part(0, 0, sheet.shapes)], sheet.y + 4


def _terms(flow: Flow, action: Action, price: int, times: int) -> None:
    """Write what is bought from whom, and the whole price."""
    units, target = flow.dressed.pos.title.units, target_of(action)
    flow.text("\u2190", soft=True)
    if isinstance(action, BuyTrain):
        flow.plate(action.train).holder(action.seller)
    elif target in units:
        flow.unit(units[target])
    elif target:
        flow.plate(target)
    flow.text(money(flow.dressed, price * times), bold=True, size=28)
    if times > 1:
        flow.text(f"= {times} \u00d7 {price}", soft=True)
    flow.end(6)


def _both_sides(sheet: Sheet, dressed: Dressed, action: Action, terms: tuple[str, int, int]) -> None:
    """Add what both sides have, before and after it, and what comes with what is bought."""
    (buyer, price, times), pos, target = terms, dressed.pos, target_of(action)
    _side(sheet, dressed, buyer, -price * times)
    if isinstance(action, BuyTrain):
        _side(sheet, dressed, action.seller, price)
    elif target in pos.title.units:
        _bought(sheet, dressed, target, price)
    elif target:
        owner = pos.owner(target)
        _side(sheet, dressed, owner, price)
        for line in wrapped(power_in_words(pos, target, sheet.lang).split(" "), sheet.inner / SMALL, " "):
            if line and sheet.y + ROW < HIGH:
                Flow(sheet, dressed).text(line, size=SMALL, soft=True)
                sheet.next(ROW - 3)


def _side(sheet: Sheet, dressed: Dressed, who: str, more: int) -> None:
    """Add what one side has now and after the deal."""
    pos = dressed.pos
    flow = Flow(sheet, dressed, MARGIN + 8).holder(who)
    now = pos.cash(who)
    flow.text(str(now)).text("\u2192", soft=True).text(money(dressed, now + more), bold=True)
    unit = pos.title.units.get(who)
    if unit:
        trains, limit = pos.state.trains.get(who, ()), pos.phase.train_limit.get(pos.kind(who), 0)
        flow.gap(4).label("trains").plates(trains)
        if limit:
            flow.text(f"{len(trains)}/{limit}", soft=True)
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
