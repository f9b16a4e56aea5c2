"""What a director of 1844 may do to pay for a train that a company must own: sell shares, and not go bankrupt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.actions import Action, BuyTrain, Sell
from engine.finance import shares
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import KEPT, Rules, refuse, rule, unless
from engine.steps.forbidden import Forbidden
from engine.steps.shares import SellSharesStep
from engine.steps.turn import players_turn, units_turn
from engine.titles.t1844 import stock
from engine.titles.t1844.trains import AVAILABLE, must_own, printed


def on_sale(pos: Position, rules: Rules[BuyTrain]) -> list[BuyTrain]:
    """Return the trains the company in turn could have under these rules, at whatever price."""
    return [deal for deal in pos.title.steps["train"].candidates(pos) if rules.broken(pos, deal) is None]


def dearest(pos: Position) -> int:
    """Return the highest printed price of all trains on sale, whichever side the company may own; 0 without any."""
    return pos.once("dearest", lambda: max(_prices(pos, AVAILABLE.without("train_side")), default=0))


def _prices(pos: Position, rules: Rules[BuyTrain]) -> Iterator[int]:
    return (printed(pos, deal.train) for deal in on_sale(pos, rules))


def lacking(pos: Position) -> int:
    """Return what treasury and director lack for the dearest of these trains, in francs."""
    return dearest(pos) - pos.cash(pos.unit) - pos.cash(pos.director(pos.unit))


@rule("emergency_needless")
def is_emergency(pos: Position, sale: Sell) -> Refusal | None:
    """Shares are sold in an operating round only for a train that must be bought."""
    price, cash = dearest(pos), pos.cash(pos.unit)
    return unless(must_own(pos) and lacking(pos) > 0, unit=pos.unit, price=price, cash=cash)


@rule("emergency_sale")
def directors_stay(pos: Position, sale: Sell) -> Refusal | None:
    """Such sales change the director of no company."""
    if pos.director(sale.unit) != sale.actor:
        return KEPT
    kept = pos.percent(sale.actor, sale.unit) - sale.percent
    heir = shares.rival(pos, sale.unit, sale.actor, kept)
    return unless(kept >= shares.director_share(pos, sale.unit) and not heir, unit=sale.unit, percent=kept)


@rule("emergency_sale")
def no_more_than_needed(pos: Position, sale: Sell) -> Refusal | None:
    """A block is no larger than what is lacking."""
    share = shares.size(pos, sale.unit)
    for percent in range(share, sale.percent, share):
        enough = stock.sale_price(pos, sale.unit) * percent // share >= lacking(pos)
        if enough and shares.block(pos, sale.actor, sale.unit, percent) is not None:
            return refuse(unit=sale.unit, percent=percent)
    return KEPT


DUMPING: Rules[Sell] = Rules(
    (
        players_turn,
        is_emergency,
        *stock.SELLING.without("not_your_turn", "sell_after_buy", "sell_first_round", "sell_director").before(
            "sell_pool_full", directors_stay
        ),
    )
)


EMERGENCY_SALE = SellSharesStep(
    DUMPING.then(no_more_than_needed), stock.after_sale, stock.sale_price, needed=must_own
)


@dataclass(frozen=True, slots=True)
class Bankrupt(Action):
    """Give up because nothing pays for the train a company must own (a reading of recorded games alone)."""

    verb: ClassVar[str] = "bankrupt"
    shared: ClassVar[bool] = False
    unit: str


@rule("no_bankruptcy")
def nobody_is_ruined(pos: Position, end: Bankrupt) -> Refusal | None:
    """There is no bankruptcy: what a director cannot pay he owes."""
    return refuse(unit=end.unit)


NO_BANKRUPTCY = Forbidden(Bankrupt, Rules((units_turn, nobody_is_ruined)))
