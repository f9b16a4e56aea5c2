"""Companies that may be acquired, in rows: what they cost and bring, and what the buyer has after it."""

from __future__ import annotations

from collections.abc import Sequence

from engine import stakes
from engine.choices import Offer
from engine.stakes import MergerOutcome
from render import fonts
from render.compose import HIGH, ROW, TYPE, Dressed, Flow
from render.decisions.map_cards import range_of
from render.sheet import SMALL, Sheet


def add_mergers(sheet: Sheet, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Add each company in a row, below a row that says what stands in it."""
    found = stakes.mergers(dressed.pos, offers)
    if not found:
        return
    Flow(sheet, dressed).text(sheet.label("card.merger_key"), size=SMALL, soft=True).end()
    for index, one in enumerate(found):
        if sheet.y + ROW > HIGH - ROW and index < len(found) - 1:
            Flow(sheet, dressed).text(f"+{len(found) - index}", soft=True).end()
            return
        _merger(sheet, dressed, one)
    sheet.next(4)


def _merger(sheet: Sheet, dressed: Dressed, one: MergerOutcome) -> None:
    """Add whose a company is, the whole price, its treasury and trains, then what the buyer has after it."""
    pos, target = dressed.pos, one.deal.target
    flow = Flow(sheet, dressed).unit(pos.title.units[target]).holder(one.deal.seller)
    flow.text(range_of(one.deal.whole), bold=True).gap(4)
    if cash := pos.cash(target):
        flow.text(f"+{cash}", colour=sheet.scheme.accent)
    for train in pos.trains(target):
        flow.plate(train)
    add_after(flow.gap(2), dressed, one)
    flow.end()


def add_after(flow: Flow, dressed: Dressed, one: MergerOutcome) -> None:
    """Add the treasury after it, and how many trains the buyer has then of how many it may have."""
    pos, buyer = dressed.pos, one.deal.buyer
    limit = pos.phase.train_limit.get(pos.kind(buyer), 0)
    flow.text("\u2192", soft=True).text(range_of(one.treasury), bold=True)
    if limit:
        over = len(one.trains) > limit
        flow.text(
            f"{len(one.trains)}/{limit}", soft=not over, colour=flow.sheet.scheme.barrier if over else ""
        )


def add_outcome(flow: Flow, dressed: Dressed, one: MergerOutcome) -> None:
    """Add the same with the tokens that the buyer can place then, and what each holder of shares is paid."""
    pos, buyer = dressed.pos, one.deal.buyer
    add_after(flow, dressed, one)
    flow.gap(4).label_of(pos.kind(buyer), "head.tokens").tokens(one.tokens).gap(4)
    for player, amounts in one.paid.items():
        flow.keep(50 + fonts.width(range_of(amounts)) * TYPE).player(player).text(f"+{range_of(amounts)}")
