"""Trains of 18CZ: cards with a side for each size, the pool, trades, the duty to own one, and loans to meet it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.actions import BuyTrain, Sell
from engine.events import Counted
from engine.finance import debts
from engine.position import Position
from engine.rounds.train_limit import check_limits
from engine.rules import KEPT, Refusal, Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.special import change
from engine.state import BANK, DEPOT, POOL
from engine.steps import Step
from engine.steps.emergency import missing
from engine.steps.forbidden import Forbidden
from engine.steps.trains import (
    BuyTrainStep,
    seller_has_train,
    top_card,
    top_card_first,
    trade_price,
    train_limit,
)
from engine.steps.turn import players_turn, units_turn
from engine.titles.t18cz import phases, vaclav
from engine.titles.t18cz.facts import extra, facts
from engine.titles.t18cz.locals import may_raise
from engine.titles.t18cz.running import runnable


def owned(pos: Position, unit: str) -> tuple[str, ...]:
    """Return the trains of a company."""
    return pos.state.trains.get(unit, ())


def runs(pos: Position, unit: str, train: str) -> bool:
    """Tell whether a company can run a train: one of its own size."""
    return pos.title.trains[train].kind == pos.kind(unit)


def printed(pos: Position, train: str) -> int:
    """Return the price printed on a side of a card, in crowns."""
    return pos.title.trains[train].price


def from_bank(deal: BuyTrain) -> bool:
    """Tell whether the bank sells: a new train, or one from the pool."""
    return deal.seller in (DEPOT, POOL)


# --- what the bank has


def pool_sides(pos: Position) -> list[str]:
    """Return the sides of the cards in the pool that may be bought: all whose type is not scrapped (D-42)."""
    cards = {pos.title.trains[train].stack for train in owned(pos, POOL)}
    gone = extra(pos).gone
    trains = pos.title.data.trains
    return [side.name for side in trains if side.stack in cards and phases.plain(side.name) not in gone]


def bank_sides(pos: Position) -> list[str]:
    """Return the sides of the card on top of the deck, and of those in the pool."""
    card = top_card(pos)
    return [*(phases.sides(pos, card) if card else ()), *pool_sides(pos)]


def pool_card(pos: Position, side: str) -> str:
    """Return the train in the pool that becomes the wanted side: the same one, else another on such a card."""
    stack = pos.title.trains[side].stack
    alike = [train for train in owned(pos, POOL) if pos.title.trains[train].stack == stack]
    return side if side in alike else alike[0]


# --- the duty to own a train


def must_own(pos: Position) -> bool:
    """Tell whether the company in turn owns no train that it can run (CZ-VIII.10.1)."""
    return bool(pos.unit) and not runnable(pos, pos.unit)


def duty(pos: Position) -> bool:
    """Tell whether the company must buy a train before its turn ends.

    Under another reading that is over after a purchase that leaves no place, or no money for any train (D-35).
    """
    if not must_own(pos):
        return False
    leaky = pos.option("runnable_train_check") and pos.frame.turn.get("trains")
    return not (leaky and at_an_end(pos))


def at_an_end(pos: Position) -> bool:
    """Tell whether a company has no place for another train, or cannot pay the cheapest one of the bank."""
    cheapest = min((printed(pos, side) for side in bank_sides(pos)), default=0)
    return len(owned(pos, pos.unit)) >= train_limit(pos, pos.unit) or pos.cash(pos.unit) < cheapest


# --- what is for sale


@rule("train_sale")
def only_buys(pos: Position, deal: BuyTrain) -> Refusal | None:
    """In its own turn a company buys trains and sells none."""
    sells = deal.seller == pos.unit != deal.unit
    return unless(not sells, unit=deal.seller, train=deal.train)


@rule("train_limit")
def room_for_a_train(pos: Position, deal: BuyTrain) -> Refusal | None:
    """A company at its limit buys nothing, except a train to run if it has none (CZ-VIII.10.6-7)."""
    limit = train_limit(pos, deal.unit)
    known = deal.train in pos.title.trains and runs(pos, deal.unit, deal.train)
    needed = known and not runnable(pos, deal.unit)
    return unless(len(owned(pos, deal.unit)) < limit or needed, unit=deal.unit, limit=limit)


@rule("train_none")
def seller_has_card(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The deck or another company has such a train, or the pool a card with it."""
    if deal.seller == POOL:
        return unless(deal.train in pool_sides(pos), train=deal.train, seller=POOL)
    return seller_has_train.test(pos, deal)


@rule("train_size")
def side_is_allowed(pos: Position, deal: BuyTrain) -> Refusal | None:
    """A company owns trains of its own size and smaller ones."""
    allowed = facts(pos).may_own[pos.kind(deal.unit)]
    return unless(pos.title.trains[deal.train].kind in allowed, unit=deal.unit, train=deal.train)


@rule("train_last_place")
def last_place_for_runnable(pos: Position, deal: BuyTrain) -> Refusal | None:
    """No purchase fills the last place while the company has nothing to run; what it rusts makes room (D-35).

    The limit that counts is the one after the purchase; under another reading it is the one before.
    """
    phase = phases.phase_with(pos, deal.train) if deal.seller == DEPOT else pos.state.phase
    if pos.option("runnable_train_check"):
        phase = pos.state.phase
    limit = pos.title.data.phases[phase].train_limit[pos.kind(deal.unit)]
    gone = phases.scrapped_by(pos, deal.train) if from_bank(deal) else ()
    left = [train for train in owned(pos, deal.unit) if phases.plain(train) not in gone]
    kept = any(runs(pos, deal.unit, train) for train in (*left, deal.train))
    return unless(kept or len(left) + 1 < limit, unit=deal.unit, train=deal.train)


@rule("train_dummy")
def seller_is_no_dummys(pos: Position, deal: BuyTrain) -> Refusal | None:
    """Václav's companies sell no trains."""
    kept = from_bank(deal) or not vaclav.owns(pos, deal.seller)
    return unless(kept, seller=deal.seller, owner=pos.director(deal.seller))


@rule("train_phase")
def trades_are_open(pos: Position, deal: BuyTrain) -> Refusal | None:
    """Companies trade trains from a certain phase on; under another reading always."""
    phase = facts(pos).trade_from
    open_ = pos.since(phase) or bool(pos.option("cross_trains"))
    return unless(from_bank(deal) or open_, phase=phase)


AVAILABLE: Rules[BuyTrain] = Rules(
    (
        players_turn,
        only_buys,
        units_turn,
        room_for_a_train,
        seller_has_card,
        top_card_first,
        side_is_allowed,
        last_place_for_runnable,
        seller_is_no_dummys,
        trades_are_open,
    )
)

# --- what it costs, and who pays


@rule("train_cost")
def treasury_pays(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The bank sells at the printed price; the treasury pays it, except for a train that the company must have."""
    if not from_bank(deal):
        return KEPT
    price, cash = printed(pos, deal.train), pos.cash(deal.unit)
    helped = must_own(pos) and runs(pos, deal.unit, deal.train)
    return unless(deal.price == price and (price <= cash or helped), train=deal.train, price=price, cash=cash)


@rule("emergency_needless")
def help_is_needed(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The director pays only if the company can pay no train of the bank that it could run (D-31).

    Under another reading he may always help a company without a train to run.
    """
    cash = pos.cash(deal.unit)
    if deal.price <= cash or not from_bank(deal) or pos.option("emergency_scope"):
        return KEPT
    price = min(
        (printed(pos, side) for side in bank_sides(pos) if runs(pos, deal.unit, side)), default=cash + 1
    )
    return unless(price > cash, unit=deal.unit, price=price, cash=cash)


@rule("emergency_source")
def help_for_the_bank_only(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The director adds no money for a train of another company."""
    helped = not from_bank(deal) and must_own(pos) and missing(pos, deal)
    return unless(not helped, unit=deal.unit, price=deal.price, cash=pos.cash(deal.unit))


PAID: Rules[BuyTrain] = Rules((treasury_pays, help_is_needed, help_for_the_bank_only, trade_price))
TRADING: Rules[BuyTrain] = Rules((*AVAILABLE, *PAID))


def needs_consent(pos: Position, deal: BuyTrain) -> bool:
    """Tell whether the director of the selling company must agree: not when he directs the buyer too."""
    return not pos.option("consent") and pos.director(deal.seller) != deal.actor


def borrow(scratch: Scratch, player: str, amount: int) -> None:
    """Raise a player's debt by a loan; all he has ever borrowed counts for the penalty (CZ-VIII.11)."""
    debts.owe(scratch, player, amount, 0, "credit")
    loans = extra(scratch.now).loans
    total = loans.get(player, 0) + amount
    change(scratch, loans={**loans, player: total})
    scratch.emit(Counted("penalty", total * facts(scratch.now).penalty // 100, player))


def sold(scratch: Scratch, deal: BuyTrain) -> None:
    """Pay the bank for a new train; a phase may begin, and trains be scrapped."""
    scratch.pay(deal.unit, BANK, deal.price, "train")
    phases.card_gone(scratch, deal.train, "sale")


class BuySides(BuyTrainStep):
    """Buy trains; cards in the pool may be bought by any side. The step waits for money that locals may bring."""

    def candidates(self, pos: Position) -> Iterator[BuyTrain]:
        """Yield the deck, the trains of others, then every side in the pool."""
        yield from (deal for deal in super().candidates(pos) if deal.seller != POOL)
        for side in pool_sides(pos):
            yield BuyTrain(pos.awaited[0], pos.unit, side, POOL, printed(pos, side))

    def open(self, pos: Position) -> bool:
        """Tell whether a train may be bought, or may be soon."""
        if super().open(pos):
            return True
        hope = bool(pos.unit) and may_raise(pos, pos.unit)
        return hope and any(AVAILABLE.broken(pos, deal) is None for deal in self.candidates(pos))

    def conclude(self, scratch: Scratch, action: BuyTrain) -> None:
        """Turn a card of the pool to the side that is bought; its sale rusts like that of a new one."""
        if action.seller == POOL:
            scratch.drop_train(POOL, pool_card(scratch.now, action.train))
            scratch.add_train(POOL, action.train)
        super().conclude(scratch, action)
        if action.seller == POOL:
            phases.card_gone(scratch, action.train, "sale")
        elif action.seller != DEPOT:
            check_limits(scratch, (action.unit,))


BUY_TRAINS = BuySides(TRADING, sold, needs_consent, lend=borrow, duty=duty)

# --- what does not exist


@rule("emergency_shares")
def no_shares_for_trains(pos: Position, sale: Sell) -> Refusal | None:
    """Shares are not sold to pay for a train: the bank lends the money."""
    return refuse(unit=sale.unit)


NO_SALE = Forbidden(Sell, Rules((no_shares_for_trains,)))

STEPS: tuple[Step[Any], ...] = (NO_SALE, BUY_TRAINS)
"""The last part of a company's turn."""
