"""Trains of 18CZ: cards with a side for each size, the pool, trades, the duty to own one, and loans to meet it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.actions import BuyTrain, Sell
from engine.events import Counted
from engine.finance import debts
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds.train_limit import check_limits
from engine.rules import KEPT, Rule, Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.state import DEPOT, POOL
from engine.steps.emergency import missing
from engine.steps.phases import phase_with
from engine.steps.trains import (
    from_bank,
    has_room,
    pool_and_units,
    printed,
    seller_has_train,
    sides,
    top_card,
    top_card_first,
    trade_price,
    trades_open,
    train_limit,
)
from engine.steps.turn import players_turn, units_turn
from engine.titles.t18cz import dummy, phases
from engine.titles.t18cz.figures import czech_state, figures, penalty
from engine.titles.t18cz.routing import runnable, runs

# --- what the bank has


def pool_sides(pos: Position) -> list[str]:
    """Return the sides of the cards in the pool that may be bought: all whose type has not rusted (D-42)."""
    cards = {pos.title.trains[train].stack for train in pos.trains(POOL)}
    every = (side.name for side in pos.title.data.trains if side.stack in cards)
    return [side for side in every if not phases.is_rusted(pos, side)]


def bank_sides(pos: Position) -> list[str]:
    """Return the sides of the card on top of the deck, and of those in the pool."""
    card = top_card(pos)
    return [*(sides(pos, card) if card else ()), *pool_sides(pos)]


def pool_card(pos: Position, side: str) -> str:
    """Return the train in the pool that becomes the wanted side: that type itself, or another side of its card."""
    stack = pos.title.trains[side].stack
    alike = [train for train in pos.trains(POOL) if pos.title.trains[train].stack == stack]
    return side if side in alike else alike[0]


# --- the duty to own a train


def must_own(pos: Position) -> bool:
    """Tell whether the company in turn owns no train that it can run (CZ-VIII.10.1)."""
    return bool(pos.unit) and not runnable(pos, pos.unit)


# --- what is for sale


def units_and_pool(pos: Position) -> Iterator[tuple[str, str]]:
    """Yield who sells what besides the depot: companies their trains, then the pool every side of its cards."""
    yield from ((seller, train) for seller, train in pool_and_units(pos) if seller != POOL)
    yield from ((POOL, side) for side in pool_sides(pos))


@rule("train_own_turn")
def only_buys(pos: Position, deal: BuyTrain) -> Refusal | None:
    """In its own turn a company buys trains and sells none."""
    sells = deal.seller == pos.unit != deal.unit
    return unless(not sells, unit=deal.seller, train=deal.train)


@rule("train_limit", personal=True)
def room_or_nothing_to_run(pos: Position, deal: BuyTrain) -> Refusal | None:
    """A company at its limit buys nothing while it has a train to run (CZ-VIII.10.6-7)."""
    kept = has_room(pos, deal.unit) or not runnable(pos, deal.unit)
    return unless(kept, unit=deal.unit, limit=train_limit(pos, deal.unit))


@rule("train_limit")
def room_for_a_train(pos: Position, deal: BuyTrain) -> Refusal | None:
    """A company at its limit buys nothing, except a train to run if it has none (CZ-VIII.10.6-7)."""
    known = deal.train in pos.title.trains and runs(pos, deal.unit, deal.train)
    needed = known and not runnable(pos, deal.unit)
    kept = needed or has_room(pos, deal.unit)
    return unless(kept, unit=deal.unit, limit=train_limit(pos, deal.unit))


@rule("train_none")
def seller_has_card(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The deck or another company has such a train, or the pool a card with it."""
    if deal.seller == POOL:
        return unless(deal.train in pool_sides(pos), train=deal.train, seller=POOL)
    return seller_has_train.test(pos, deal)


@rule("train_size")
def side_is_allowed(pos: Position, deal: BuyTrain) -> Refusal | None:
    """A company owns trains of its own size and smaller ones."""
    allowed = figures(pos).may_own[pos.kind(deal.unit)]
    return unless(pos.title.trains[deal.train].kind in allowed, unit=deal.unit, train=deal.train)


@rule("train_last_place")
def last_place_for_runnable(pos: Position, deal: BuyTrain) -> Refusal | None:
    """No purchase fills the last place while the company has nothing to run; what it rusts makes room (D-35).

    The limit that counts is the one after the purchase.
    """
    new = deal.seller == DEPOT
    phase = phase_with(pos, figures(pos).starts, deal.train) if new else pos.state.phase
    return unless(leaves_room(pos, deal, phase), unit=deal.unit, train=deal.train)


def leaves_room(pos: Position, deal: BuyTrain, phase: int) -> bool:
    """Tell whether a company will own a train to run, or have a place for one at the limit of a phase."""
    limit = pos.title.data.phases[phase].train_limit[pos.kind(deal.unit)]
    gone = phases.rusted_by(pos, deal.train) if from_bank(deal) else ()
    left = [train for train in pos.trains(deal.unit) if phases.train_type(train) not in gone]
    return len(left) + 1 < limit or any(runs(pos, deal.unit, train) for train in (*left, deal.train))


@rule("train_dummy")
def seller_is_no_dummys(pos: Position, deal: BuyTrain) -> Refusal | None:
    """Václav's companies sell no trains."""
    kept = from_bank(deal) or not dummy.owns(pos, deal.seller)
    return unless(kept, seller=deal.seller, owner=pos.director(deal.seller))


# --- what it costs, and who pays


def treasury_pays(duty: Callable[[Position], bool]) -> Rule[BuyTrain]:
    """Return the rule about what the bank gets, and from whom; ``duty`` tells whether the company must buy."""

    @rule("train_cost")
    def kept(pos: Position, deal: BuyTrain) -> Refusal | None:
        """The bank sells at the printed price; the treasury pays it, except for a train that the company must buy."""
        if not from_bank(deal):
            return KEPT
        price, cash = printed(pos, deal.train), pos.cash(deal.unit)
        paid = price <= cash or (duty(pos) and runs(pos, deal.unit, deal.train))
        return unless(deal.price == price and paid, train=deal.train, price=price, cash=cash)

    return kept


@rule("emergency_needless")
def help_is_needed(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The director pays only if the company can pay no train of the bank that it could run (D-31)."""
    cash = pos.cash(deal.unit)
    if deal.price <= cash or not from_bank(deal):
        return KEPT
    prices = (printed(pos, side) for side in bank_sides(pos) if runs(pos, deal.unit, side))
    price = min(prices, default=cash + 1)
    return unless(price > cash, unit=deal.unit, price=price, cash=cash)


@rule("emergency_source")
def help_for_the_bank_only(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The director adds no money for a train of another company."""
    helped = not from_bank(deal) and must_own(pos) and missing(pos, deal)
    return unless(not helped, unit=deal.unit, price=deal.price, cash=pos.cash(deal.unit))


TRADING: Rules[BuyTrain] = Rules(
    (
        players_turn,
        only_buys,
        units_turn,
        room_or_nothing_to_run,
        room_for_a_train,
        seller_has_card,
        top_card_first,
        side_is_allowed,
        last_place_for_runnable,
        seller_is_no_dummys,
        trades_open(lambda pos: figures(pos).trade_from),
        treasury_pays(must_own),
        help_is_needed,
        help_for_the_bank_only,
        trade_price,
    )
)

# --- what follows from a purchase


def borrow(scratch: Scratch, player: str, amount: int) -> None:
    """Raise a player's debt by a loan; all he has ever borrowed counts for the penalty (CZ-VIII.11)."""
    debts.owe(scratch, player, amount, 0, "credit")
    loans = czech_state(scratch.now).loans
    scratch.change(loans={**loans, player: loans.get(player, 0) + amount})
    scratch.emit(Counted("penalty", penalty(scratch.now, player), player))


def turn_card(scratch: Scratch, deal: BuyTrain) -> None:
    """Turn a card of the pool to the side that is bought."""
    if deal.seller == POOL:
        scratch.drop_train(POOL, pool_card(scratch.now, deal.train))
        scratch.add_train(POOL, deal.train)


def bought(scratch: Scratch, deal: BuyTrain) -> None:
    """Let a train of the bank begin a phase and rust others; a trade may bring the buyer above its limit."""
    if from_bank(deal):
        phases.card_gone(scratch, deal.train, "sale")
    else:
        check_limits(scratch, (deal.unit,))


# --- what does not exist


@rule("emergency_shares")
def no_shares_for_trains(pos: Position, sale: Sell) -> Refusal | None:
    """Shares are not sold to pay for a train: the bank lends the money."""
    return refuse(unit=pos.unit)


NO_SALE: Rules[Sell] = Rules((no_shares_for_trains,))
