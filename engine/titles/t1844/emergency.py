"""What a director of 1844 may do to pay for a train that a company must own: sell shares, but not go bankrupt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.actions import Action, BuyTrain, Sell
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, refuse, rule
from engine.steps.emergency_sale import Shortage, directors_stay, no_more_than_needed, only_when_short
from engine.steps.forbidden import Forbidden
from engine.steps.shares import SellSharesStep
from engine.steps.turn import players_turn, units_turn
from engine.titles.t1844 import stock
from engine.titles.t1844.trains import AVAILABLE, must_own, printed


def on_sale(pos: Position, rules: Rules[BuyTrain]) -> list[BuyTrain]:
    """Return the trains the company in turn could have under these rules, at any price."""
    return [deal for deal in pos.title.steps["train"].candidates(pos) if rules.broken(pos, deal) is None]


def dearest(pos: Position) -> int:
    """Return the highest printed price of all trains on sale, whichever side the company may own; 0 without any."""
    every = AVAILABLE.without("train_side")
    return pos.once(
        "dearest", lambda: max((printed(pos, deal.train) for deal in on_sale(pos, every)), default=0)
    )


SHORTAGE = Shortage(must_own, dearest)

SALE_RULES: Rules[Sell] = Rules(
    (
        players_turn,
        only_when_short(SHORTAGE),
        *stock.SELLING.without("not_your_turn", "sell_after_buy", "sell_first_round", "sell_director").before(
            "sell_pool_full", directors_stay
        ),
    )
)


EMERGENCY_SALE = SellSharesStep(
    SALE_RULES.then(no_more_than_needed(SHORTAGE, stock.sale_price)),
    stock.after_sale,
    stock.sale_price,
    needed=must_own,
)


@dataclass(frozen=True, slots=True)
class Bankrupt(Action):
    """Go bankrupt because no means suffice for the train a company must own (a reading for recorded games only)."""

    verb: ClassVar[str] = "bankrupt"
    shared: ClassVar[bool] = False
    unit: str


@rule("no_bankruptcy")
def nobody_is_ruined(pos: Position, end: Bankrupt) -> Refusal | None:
    """There is no bankruptcy: a director owes the bank what he cannot pay."""
    return refuse(unit=end.unit)


NO_BANKRUPTCY = Forbidden(Bankrupt, Rules((units_turn, nobody_is_ruined)))
