"""What a director of 1844 may do to pay for a train that a company must own: sell shares, but not go bankrupt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from engine.actions import Action, BuyTrain, Matter, Sell
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, refuse, rule
from engine.steps.emergency_sale import Shortage, emergency_rules, no_more_than_needed
from engine.steps.forbidden import Forbidden
from engine.steps.shares import SellSharesStep
from engine.steps.trains import from_bank, printed
from engine.steps.turn import units_turn
from engine.titles.t1844 import stock
from engine.titles.t1844.sbb import taken_first
from engine.titles.t1844.trains import AVAILABLE, must_own

EITHER_SIDE = AVAILABLE.without("train_side")
"""The rules about a train that could be had if its side made no difference."""


def on_sale(pos: Position, rules: Rules[BuyTrain]) -> list[BuyTrain]:
    """Return the trains the company in turn could have under these rules, at any price."""
    return [deal for deal in pos.title.steps["train"].candidates(pos) if rules.kept(pos, deal)]


def is_within_reach(pos: Position, deal: BuyTrain) -> bool:
    """Tell whether the director can have a train without asking anybody: the bank or a company of his sells it."""
    return from_bank(deal) or pos.director(deal.seller) == deal.actor


def dearest(pos: Position) -> int:
    """Return the highest printed price of the trains that the director can choose from, in francs; 0 without any."""
    return pos.once(
        "dearest", lambda: _highest(pos, filter(partial(is_within_reach, pos), on_sale(pos, AVAILABLE)))
    )


def _highest(pos: Position, deals: Iterable[BuyTrain]) -> int:
    return max((printed(pos, deal.train) for deal in deals), default=0)


def dearest_of_all(pos: Position) -> int:
    """Return the highest printed price of all trains for sale or owned, whichever side the company may own."""
    return pos.once("dearest of all", lambda: _highest(pos, on_sale(pos, EITHER_SIDE)))


USUAL = stock.SELLING.without("not_your_turn", "sell_after_buy", "sell_first_round", "sell_director")


def is_sellable(pos: Position, sale: Sell) -> bool:
    """Tell whether a block could be sold, however much is needed."""
    return pos.title.steps["emergency_sale"].rules.without("emergency_more").broken(pos, sale) is None


def sale_for(price: Callable[[Position], int]) -> SellSharesStep:
    """Return the step in which a director sells shares for a train that may cost this much."""
    shortage = Shortage(must_own, price, taken_first)
    rules = emergency_rules(USUAL, shortage).then(
        no_more_than_needed(shortage, stock.sale_price, is_sellable)
    )
    return SellSharesStep(rules, stock.after_sale, stock.sale_price, needed=must_own)


EMERGENCY_SALE = sale_for(dearest)


@dataclass(frozen=True, slots=True)
class Bankrupt(Action):
    """Go bankrupt because no means suffice for the train a company must own (a reading for recorded games only)."""

    seldom: ClassVar[bool] = True
    verb: ClassVar[str] = "bankrupt"
    matter: ClassVar[Matter] = "train"
    unit: str


@rule("no_bankruptcy")
def nobody_is_ruined(pos: Position, end: Bankrupt) -> Refusal | None:
    """There is no bankruptcy: a director owes the bank what he cannot pay."""
    return refuse(unit=end.unit)


NO_BANKRUPTCY = Forbidden(Bankrupt, Rules((units_turn, nobody_is_ruined)))
