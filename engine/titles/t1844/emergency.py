"""What a director of 1844 may do to pay for a train that a company must own: sell shares, and never go bankrupt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.actions import Action, BuyTrain, Sell
from engine.events import GameOver
from engine.finance import shares
from engine.position import Position
from engine.rules import KEPT, Refusal, Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, DEPOT, POOL
from engine.steps import Step
from engine.steps.shares import SellSharesStep, corporations
from engine.steps.turn import players_turn, units_turn
from engine.titles.t1844 import stock
from engine.titles.t1844.trains import AVAILABLE, BUY_TRAINS, must_own, printed


def on_sale(pos: Position, rules: Rules[BuyTrain]) -> list[BuyTrain]:
    """Return the trains the company in turn could have under these rules, at whatever price."""
    return [deal for deal in BUY_TRAINS.candidates(pos) if rules.broken(pos, deal) is None]


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


class EmergencySale(SellSharesStep):
    """Sell shares of one's own in an operating round, to pay for a train the company must buy."""

    def candidates(self, pos: Position) -> Iterator[Sell]:
        """Yield every block of every company, while there is an emergency."""
        return super().candidates(pos) if must_own(pos) else iter(())


EMERGENCY_SALE = EmergencySale(DUMPING.then(no_more_than_needed), stock.after_sale, stock.sale_price)

# --- bankruptcy


@dataclass(frozen=True, slots=True)
class Bankrupt(Action):
    """Give up because nothing pays for the train a company must own (a reading of recorded games)."""

    verb: ClassVar[str] = "bankrupt"
    shared: ClassVar[bool] = False
    unit: str


def means(pos: Position) -> int:
    """Return all that treasury and director can raise for a train, shares included, in francs."""
    player = pos.director(pos.unit)
    blocks: dict[str, int] = {}
    for unit in corporations(pos):
        share = shares.size(pos, unit)
        for percent in range(share, pos.percent(player, unit) + 1, share):
            if DUMPING.broken(pos, Sell(player, unit, percent)) is None:
                blocks[unit] = stock.sale_price(pos, unit) * percent // share
    return pos.cash(pos.unit) + pos.cash(player) + sum(blocks.values())


@rule("no_bankruptcy")
def ruined(pos: Position, end: Bankrupt) -> Refusal | None:
    """There is no bankruptcy; under that reading only if the cheapest train of the bank cannot be paid."""
    if pos.option("bankruptcy") != "ends_game" or not must_own(pos):
        return refuse(unit=end.unit)
    bank = [printed(pos, deal.train) for deal in on_sale(pos, AVAILABLE) if deal.seller in (DEPOT, POOL)]
    return unless(bool(bank) and means(pos) < min(bank), unit=end.unit)


class GiveUp(Step[Bankrupt]):
    """Go bankrupt, which ends the game, where the table plays so."""

    verb = Bankrupt

    def candidates(self, pos: Position) -> Iterator[Bankrupt]:
        """Yield the only way to do it."""
        if pos.option("bankruptcy") == "ends_game":
            yield Bankrupt(pos.awaited[0], pos.unit)

    def apply(self, scratch: Scratch, action: Bankrupt) -> None:
        """Sell what can be sold, give all cash to the bank, and score the game."""
        player = action.actor
        for unit in corporations(scratch.now):
            blocks = (sale for sale in EMERGENCY_SALE.candidates(scratch.now) if sale.unit == unit)
            able = [sale for sale in blocks if DUMPING.broken(scratch.now, sale) is None]
            if able:
                EMERGENCY_SALE.apply(scratch, able[-1])
        scratch.pay(player, BANK, scratch.now.cash(player), "bankruptcy")
        scratch.state.over = True
        pos = scratch.now
        scratch.emit(GameOver({player: pos.worth(player) for player in pos.state.players}, "bankruptcy"))


GIVE_UP = GiveUp(Rules((units_turn, ruined)))
