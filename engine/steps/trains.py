"""Discarding and buying trains."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.actions import BuyTrain, Discard
from engine.data import TrainType
from engine.defaults import never, nothing
from engine.events import TrainBought, TrainDiscarded
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import KEPT, Rule, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, DEPOT, POOL
from engine.steps import Step
from engine.steps.deals import DealStep
from engine.steps.emergency import Lend, fund, terms
from engine.steps.turn import units_turn


@rule("discard_none")
def owns_it(pos: Position, discard: Discard) -> Refusal | None:
    """Only a train that the unit owns can be discarded."""
    return unless(discard.train in pos.trains(discard.unit), train=discard.train, unit=discard.unit)


class DiscardStep(Step[Discard]):
    """Discard trains without payment; they go back to their stack."""

    verb = Discard
    repeats = True

    def candidates(self, pos: Position) -> Iterator[Discard]:
        """Yield every type of train the unit owns."""
        for train in dict.fromkeys(pos.trains(pos.unit)):
            yield Discard(pos.awaited[0], pos.unit, train)

    def closed(self, pos: Position, action: Discard) -> Refusal:
        """Return which rule forbids the discard, or that this is not the time for it."""
        return self.rules.broken(pos, action) or Refusal("discard_time")

    def idle(self, pos: Position, action: Discard) -> bool:
        """Tell whether the unit has room for another train anyway."""
        return has_room(pos, action.unit)

    def apply(self, scratch: Scratch, action: Discard) -> None:
        """Put the train back on its stack."""
        scratch.emit(TrainDiscarded(action.unit, action.train))
        scratch.drop_train(action.unit, action.train)
        restock(scratch, action.train, +1)
        scratch.note(discarded=True)


def restock(scratch: Scratch, train: str, cards: int) -> None:
    """Put cards with a train on their stack, or take them from it."""
    stack = scratch.title.trains[train].stack
    left = scratch.state.depot[stack]
    if left is not None:
        scratch.put("depot", stack, left + cards)


DISCARDING: Rules[Discard] = Rules((units_turn, owns_it))


def train_limit(pos: Position, unit: str) -> int:
    """Return how many trains a unit may own now."""
    return pos.phase.train_limit[pos.title.units[unit].kind]


def has_room(pos: Position, unit: str) -> bool:
    """Tell whether a unit may own another train."""
    return len(pos.trains(unit)) < train_limit(pos, unit)


def could_buy(pos: Position, unit: str, prices: Iterable[int], *, trades: bool = True) -> bool:
    """Tell whether a unit has room for a train, and money for one of the bank's ``prices`` or for another unit's."""
    others = any(pos.state.trains.get(seller) for seller in pos.state.tokens_left if seller != unit)
    lowest = [*prices, *([1] if trades and others else [])]
    return has_room(pos, unit) and any(pos.cash(unit) >= price for price in lowest)


def from_bank(deal: BuyTrain) -> bool:
    """Tell whether the bank sells: a new train, or one from the pool."""
    return deal.seller in (DEPOT, POOL)


def printed(pos: Position, train: str) -> int:
    """Return the price printed on a train, or on that side of a card, in the title's currency."""
    return pos.title.trains[train].price


@rule("train_limit", personal=True)
def room_for_a_train(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The unit owns fewer trains than its limit."""
    return unless(has_room(pos, deal.unit), unit=deal.unit, limit=train_limit(pos, deal.unit))


@rule("train_none")
def seller_has_train(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The depot, the pool or another unit has such a train."""
    if deal.seller == DEPOT:
        return unless(deal.train in pos.title.trains and pos.left(deal.train), train=deal.train, seller=DEPOT)
    has = deal.seller != deal.unit and deal.train in pos.trains(deal.seller)
    return unless(has, train=deal.train, seller=deal.seller)


def top_card(pos: Position) -> str:
    """Return the front of the card on top of the stacks, taken in the order of the data; empty if none is left."""
    return pos.fact("top card", (pos.state.depot,), lambda: _top_card(pos))


def _top_card(pos: Position) -> str:
    stacks = (train.name for train in pos.title.data.trains if not train.card)
    return next((stack for stack in stacks if pos.left(stack)), "")


def sides(pos: Position, train: str) -> tuple[str, ...]:
    """Return every side of the card that a type of train is on, the front first."""
    card = pos.title.trains[train].stack
    return tuple(side.name for side in pos.title.data.trains if side.stack == card)


def in_depot(pos: Position) -> list[TrainType]:
    """Return every type of train that the depot has left."""
    return [kind for kind in pos.title.data.trains if pos.left(kind.name)]


def on_top(pos: Position) -> list[TrainType]:
    """Return the sides of the card on top of the stacks, as types of trains."""
    return pos.fact("on top", (pos.state.depot,), lambda: _on_top(pos))


def _on_top(pos: Position) -> list[TrainType]:
    top = top_card(pos)
    return [kind for kind in pos.title.data.trains if kind.stack == top]


@rule("train_order")
def top_card_first(pos: Position, deal: BuyTrain) -> Refusal | None:
    """New trains are sold in ascending order, by any side of the top card."""
    top = top_card(pos)
    return unless(deal.seller != DEPOT or pos.title.trains[deal.train].stack == top, train=top)


@rule("train_cost")
def depot_price(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The bank sells at the printed price, and the treasury pays it."""
    if not from_bank(deal):
        return KEPT
    price, cash = printed(pos, deal.train), pos.cash(deal.unit)
    return unless(deal.price == price <= cash, train=deal.train, price=price, cash=cash)


@rule("train_trade_price")
def trade_price(pos: Position, deal: BuyTrain) -> Refusal | None:
    """A train of another unit costs at least 1 and at most the treasury."""
    if from_bank(deal):
        return KEPT
    cash = pos.cash(deal.unit)
    return unless(1 <= deal.price <= cash, **({"cash": cash} if cash else {}))


DUTY = "train_duty"
"""Why a unit without a train may not end its turn, where it must own one."""

TRADING: Rules[BuyTrain] = Rules(
    (units_turn, room_for_a_train, seller_has_train, top_card_first, depot_price, trade_price)
)
"""The usual rules of a purchase; new trains are sold in order."""


def trades_open(phase: Callable[[Position], str]) -> Rule[BuyTrain]:
    """Return the rule that units trade trains from a phase on, which is given by name."""

    @rule("train_phase")
    def kept(pos: Position, deal: BuyTrain) -> Refusal | None:
        """Companies trade trains from a phase on."""
        return unless(from_bank(deal) or pos.since(phase(pos)), phase=phase(pos))

    return kept


def any_price(pos: Position, deal: BuyTrain) -> range:
    """Return every price from 1 to the whole treasury."""
    return range(1, pos.cash(deal.unit) + 1)


def sellers_director(pos: Position, deal: BuyTrain) -> str:
    """Return the director of the selling unit, who must agree unless he buys himself; nobody where the bank sells."""
    return "" if from_bank(deal) else pos.director(deal.seller)


def as_printed(pos: Position, deal: BuyTrain) -> tuple[BuyTrain, ...]:
    """Return the only way in which the depot sells a train."""
    return (deal,)


def pool_and_units(pos: Position) -> Iterator[tuple[str, str]]:
    """Yield the sellers besides the depot with the types of train they own: the pool first, then the units."""
    for seller in pos.sellers()[1:]:
        for train in dict.fromkeys(pos.state.trains[seller]):
            yield seller, train


def pay_the_bank(scratch: Scratch, deal: BuyTrain) -> None:
    """Pay the bank for a train of the depot."""
    scratch.pay(deal.unit, BANK, deal.price, "train")


@dataclass(frozen=True, eq=False)
class BuyTrainStep(DealStep[BuyTrain]):
    """Buy trains from the depot and from other units.

    ``pay`` pays for a train of the depot, ``sold`` does what follows its sale. ``consent`` returns who must agree to
    a trade. ``prices`` are those at which another unit may sell. Where directors help their units, ``lend`` makes
    them owe the bank what they cannot pay. ``duty`` tells whether the unit in turn must buy. ``offers`` are the ways
    in which the depot sells a train, ``others`` yields who else sells which one. ``prepare`` is done before every
    purchase and ``bought`` after it.
    """

    rules: Rules[BuyTrain]
    pay: Callable[[Scratch, BuyTrain], None] = pay_the_bank
    sold: Callable[[Scratch, BuyTrain], None] = nothing
    consent: Callable[[Position, BuyTrain], str] = sellers_director
    prices: Callable[[Position, BuyTrain], range] = any_price
    lend: Lend | None = None
    duty: Callable[[Position], bool] = never
    offers: Callable[[Position, BuyTrain], tuple[BuyTrain, ...]] = as_printed
    others: Callable[[Position], Iterator[tuple[str, str]]] = pool_and_units
    prepare: Callable[[Scratch, BuyTrain], None] = nothing
    bought: Callable[[Scratch, BuyTrain], None] = nothing
    early: bool = False

    verb = BuyTrain
    repeats = True

    def candidates(self, pos: Position) -> Iterator[BuyTrain]:
        """Yield every type that the depot may sell, then the trains of others at their lowest price."""
        actor, unit = pos.awaited[0], pos.unit
        for kind in on_top(pos) if top_card_first in self.rules else in_depot(pos):
            yield from self.offers(pos, BuyTrain(actor, unit, kind.name, DEPOT, kind.price))
        for seller, train in self.others(pos):
            deal = BuyTrain(actor, unit, train, seller, printed(pos, train))
            prices = self.prices(pos, deal) if seller != POOL else ()
            yield BuyTrain(actor, unit, train, seller, prices[0]) if prices else deal

    def amounts(self, pos: Position, action: BuyTrain) -> range | None:
        """Return the prices that may be agreed."""
        if from_bank(action):
            return None
        prices = self.prices(pos, action)
        return prices if len(prices) > 1 else None

    def facts(self, pos: Position, action: BuyTrain) -> Mapping[str, Any]:
        """Return whether another player must agree, and what the director would have to add."""
        return {**super().facts(pos, action), **(terms(pos, action) if self.lend else {})}

    def must(self, pos: Position) -> bool:
        """Tell whether the unit may not end its turn without a train."""
        return self.duty(pos)

    @property
    def demands(self) -> tuple[str, ...]:
        """Return that a train is due, where the title asks for one."""
        return () if self.duty is never else (DUTY,)

    def demand(self, pos: Position) -> Refusal:
        """Return the refusal of a pass: the unit must own a train."""
        return Refusal(DUTY, {"unit": pos.unit})

    def conclude(self, scratch: Scratch, action: BuyTrain) -> None:
        """Pay for the train and take it."""
        self.prepare(scratch, action)
        scratch.emit(TrainBought(action.unit, action.train, action.price, action.seller))
        scratch.note(trains=(*scratch.now.turn.trains, action.train))
        if self.lend:
            fund(scratch, action, self.lend)
        scratch.add_train(action.unit, action.train)
        if action.seller == DEPOT:
            restock(scratch, action.train, -1)
            self.pay(scratch, action)
            self.sold(scratch, action)
        else:
            payee = BANK if action.seller == POOL else action.seller
            scratch.pay(action.unit, payee, action.price, "train")
            scratch.drop_train(action.seller, action.train)
        self.bought(scratch, action)
