"""Trains of 1844: cards with two sides, trades, the duty to own one, and what a director may do to meet it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.actions import Action, BuyTrain, Discard, Sell
from engine.events import GameOver
from engine.finance import shares
from engine.position import Position
from engine.rules import KEPT, Refusal, Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, DEPOT, POOL
from engine.steps import Step
from engine.steps.emergency import missing
from engine.steps.forbidden import Forbidden
from engine.steps.shares import SellSharesStep, corporations
from engine.steps.trains import (
    BuyTrainStep,
    needs_consent,
    room_for_a_train,
    seller_has_train,
    top_card_first,
)
from engine.steps.turn import players_turn, units_turn
from engine.titles.t1844 import phases, stock
from engine.titles.t1844.facts import facts
from engine.titles.t1844.running import has_route


def must_own(pos: Position) -> bool:
    """Tell whether the company in turn has a route, no train, and so must buy one (CH-OR.TRAIN.2)."""
    unit = pos.unit
    obliged = pos.kind(unit) in facts(pos).must_own_train and not pos.state.trains.get(unit)
    return obliged and has_route(pos, unit)


def printed(pos: Position, train: str) -> int:
    """Return the price printed on a side of a card, in francs."""
    return pos.title.trains[train].price


# --- what is for sale


@rule("train_side")
def side_is_allowed(pos: Position, deal: BuyTrain) -> Refusal | None:
    """Some companies own H-trains only."""
    only = facts(pos).trains_only.get(pos.kind(deal.unit))
    return unless(only in (None, pos.title.trains[deal.train].kind), unit=deal.unit, train=deal.train)


@rule("sbb_train")
def national_keeps_its_own(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The national company never sells its last train of the printed kind."""
    return unless(not phases.printed_one(pos, deal.seller, deal.train), unit=deal.seller, train=deal.train)


@rule("train_phase")
def trades_are_open(pos: Position, deal: BuyTrain) -> Refusal | None:
    """Companies trade trains from a certain phase on."""
    since_when = facts(pos).trade_from
    bank = deal.seller in (DEPOT, POOL)
    return unless(bank or pos.since(since_when), phase=since_when)


AVAILABLE: Rules[BuyTrain] = Rules(
    (
        units_turn,
        room_for_a_train,
        seller_has_train,
        top_card_first,
        side_is_allowed,
        national_keeps_its_own,
        trades_are_open,
    )
)

# --- what it costs, and who pays


@rule("train_cost")
def bank_price(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The bank sells new trains and those in the pool at the printed price."""
    price = printed(pos, deal.train)
    bank = deal.seller in (DEPOT, POOL)
    return unless(not bank or deal.price == price, train=deal.train, price=price, cash=pos.cash(deal.unit))


def at_face_value(pos: Position, deal: BuyTrain) -> bool:
    """Tell whether two companies may trade at the printed price only: those of different directors."""
    apart = pos.director(deal.seller) != pos.director(deal.unit)
    national = facts(pos).sbb.id in (deal.seller, deal.unit)
    return apart or (national and pos.option("sbb_trade") == "face_value")


@rule("train_face_price")
def face_value(pos: Position, deal: BuyTrain) -> Refusal | None:
    """Companies of different directors trade at the printed price."""
    price = printed(pos, deal.train)
    bound = deal.seller not in (DEPOT, POOL) and at_face_value(pos, deal)
    return unless(not bound or deal.price == price, train=deal.train, price=price)


@rule("train_trade_price")
def at_least_one(pos: Position, deal: BuyTrain) -> Refusal | None:
    """A train is never given away."""
    return unless(deal.price >= 1, cash=pos.cash(deal.unit))


@rule("emergency_cash")
def helped_once(pos: Position, deal: BuyTrain) -> Refusal | None:
    """After a purchase with private help the company buys no further train."""
    return unless(not pos.frame.turn.get("helped"), unit=deal.unit)


@rule("emergency_kind")
def may_be_helped(pos: Position, deal: BuyTrain) -> Refusal | None:
    """A company that will be part of the national one pays for its trains alone."""
    alone = missing(pos, deal) and deal.unit in facts(pos).sbb_parts
    return unless(not alone, unit=deal.unit, price=deal.price, cash=pos.cash(deal.unit))


@rule("emergency_needless")
def help_is_needed(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The director pays only for a company that must own a train and cannot pay it."""
    kept = not missing(pos, deal) or must_own(pos)
    return unless(kept, unit=deal.unit, price=deal.price, cash=pos.cash(deal.unit))


@rule("emergency_price")
def help_at_printed_price(pos: Position, deal: BuyTrain) -> Refusal | None:
    """With private help a train costs no more than is printed on it."""
    price = printed(pos, deal.train)
    return unless(not missing(pos, deal) or deal.price <= price, train=deal.train, price=price)


TRADING: Rules[BuyTrain] = AVAILABLE.then(
    bank_price,
    face_value,
    at_least_one,
    helped_once,
    may_be_helped,
    help_is_needed,
    help_at_printed_price,
)


def prices(pos: Position, deal: BuyTrain) -> range:
    """Return the prices at which a company may sell a train to another one."""
    price = printed(pos, deal.train)
    if at_face_value(pos, deal):
        return range(price, price + 1)
    return range(1, max(pos.cash(deal.unit), price if must_own(pos) else 0) + 1)


def sold(scratch: Scratch, deal: BuyTrain) -> None:
    """Pay the bank for a new train; it may start a phase."""
    scratch.pay(deal.unit, BANK, deal.price, "train")
    phases.card_gone(scratch, deal.train, "sale")


BUY_TRAINS = BuyTrainStep(TRADING, sold, needs_consent, prices, stock.interest, must_own)

# --- sales in an emergency


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

# --- what does not exist


@rule("train_sale")
def never_given_away(pos: Position, scrap: Discard) -> Refusal | None:
    """Trains are never scrapped voluntarily."""
    return refuse(unit=scrap.unit, train=scrap.train)


KEEP_TRAINS = Forbidden(Discard, Rules((never_given_away,)))


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

STEPS: tuple[Step[Any], ...] = (KEEP_TRAINS, EMERGENCY_SALE, GIVE_UP, BUY_TRAINS)
"""The last part of a company's turn."""
