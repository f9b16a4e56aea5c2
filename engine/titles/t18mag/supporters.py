"""Supporters of 18Mag: each helps one minor of its owner, at most once in an operating round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.actions import Action, BuyTrain, PlaceToken
from engine.events import Counted
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.special import change
from engine.state import BANK, DEPOT
from engine.steps import Step
from engine.steps.token import CONNECTED, Charge, cities, one_was_placed, pay_and_place, told
from engine.steps.trains import TRADING
from engine.steps.turn import units_turn
from engine.titles.t18mag.figures import figures, mag_state


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Call on a supporter whose help is not part of another action."""

    verb: ClassVar[str] = "call"
    shared: ClassVar[bool] = False
    unit: str
    supporter: str


@dataclass(frozen=True, slots=True)
class Berth(PlaceToken):
    """Place a token with the help of a supporter who pays part of its price."""

    verb: ClassVar[str] = "berth"
    shared: ClassVar[bool] = False


def helper(pos: Position, cards: Collection[str]) -> str:
    """Return which of these supporters the minor in turn may call on now; empty if none."""
    owner = pos.state.owners.get(pos.unit)
    free = (card for card in cards if owner and pos.owner(card) == owner and card not in mag_state(pos).used)
    return next(free, "")


def use(scratch: Scratch, card: str) -> None:
    """Note that a supporter has helped in this round."""
    change(scratch, used=(*mag_state(scratch.now).used, card))
    scratch.emit(Counted("supporter", 1, card))


def ready_again(scratch: Scratch) -> None:
    """Make every supporter ready to help again."""
    change(scratch, used=())


# --- money


def calling(ready: Callable[[Position], tuple[str, ...]]) -> Rules[Call]:
    """Return the rules about calling on one of those supporters who are ready."""

    @rule("supporter")
    def may_be_called(pos: Position, action: Call) -> Refusal | None:
        """The owner of the minor has the supporter, who has not helped in this round yet."""
        return unless(action.supporter in ready(pos), supporter=action.supporter)

    return Rules((units_turn, may_be_called))


def gives_money(pos: Position) -> tuple[str, ...]:
    """Return the supporter who gives the minor in turn money, if there is one."""
    card = helper(pos, figures(pos).supporters.money)
    return (card,) if card else ()


@dataclass(frozen=True, eq=False)
class CallSupporter(Step[Call]):
    """Call on a supporter whose help is no part of another action; ``ready`` are those who may be called."""

    rules: Rules[Call]
    ready: Callable[[Position], tuple[str, ...]]
    help: Callable[[Scratch, Call], None]

    verb = Call
    aside = True

    def candidates(self, pos: Position) -> Iterator[Call]:
        """Yield every supporter who may be called."""
        if not pos.awaited or not pos.unit:
            return
        for card in self.ready(pos):
            yield Call(pos.awaited[0], pos.unit, card)

    def figures(self, pos: Position, action: Call) -> Mapping[str, Any]:
        """Return what the treasury gets."""
        return {"amount": figures(pos).supporters.money.get(action.supporter, 0)}

    def apply(self, scratch: Scratch, action: Call) -> None:
        """Take the help."""
        use(scratch, action.supporter)
        self.help(scratch, action)


def take_money(scratch: Scratch, action: Call) -> None:
    """Pay a supporter's money to the treasury."""
    scratch.pay(BANK, action.unit, figures(scratch.now).supporters.money[action.supporter], "supporter")


# --- tokens


def reduced(pos: Position, card: str) -> int:
    """Return the price of the minor's next token with a supporter's help."""
    return pos.state.tokens_left[pos.unit][0] * (100 - figures(pos).supporters.token[card]) // 100


@rule("supporter")
def may_pay_a_token(pos: Position, action: Berth) -> Refusal | None:
    """The owner of the minor has the supporter, who has not helped in this round yet."""
    return unless(bool(helper(pos, figures(pos).supporters.token)))


@rule("token_one")
def no_token_yet(pos: Position, action: Berth) -> Refusal | None:
    """One token is placed a turn, no matter who pays."""
    return unless(not pos.turn.token)


@rule("token_cost")
def rest_affordable(pos: Position, action: Berth) -> Refusal | None:
    """The treasury pays the rest."""
    price = reduced(pos, helper(pos, figures(pos).supporters.token))
    return unless(pos.cash(action.unit) >= price, cost=price, cash=pos.cash(action.unit))


BERTHING: Rules[Any] = Rules(
    (may_pay_a_token, no_token_yet, *CONNECTED.without("token_cost"), rest_affordable)
)


@dataclass(frozen=True, eq=False)
class PlaceBerth(Step[Berth]):
    """Place one token of whose price a supporter pays a part; ``charge`` says who is paid the rest."""

    rules: Rules[Berth]
    charge: Charge

    verb = Berth

    def candidates(self, pos: Position) -> Iterator[Berth]:
        """Yield every city of the map while there is such a supporter."""
        if helper(pos, figures(pos).supporters.token):
            for hex_, stop in cities(pos):
                yield Berth(pos.awaited[0], pos.unit, hex_, stop)

    def facts(self, pos: Position, action: Berth) -> Mapping[str, Any]:
        """Return what a player wants to know of a token, with the reduced price."""
        return told(pos, action, reduced(pos, helper(pos, figures(pos).supporters.token)))

    def closed(self, pos: Position, action: Berth) -> Refusal:
        """Say that one token was placed already, if that is why the step is over."""
        return one_was_placed(pos, action) or super().closed(pos, action)

    def apply(self, scratch: Scratch, action: Berth) -> None:
        """Pay the rest and place the token; the supporter has helped."""
        card = helper(scratch.now, figures(scratch.now).supporters.token)
        pay_and_place(scratch, action, reduced(scratch.now, card), self.charge)
        use(scratch, card)


# --- trains


def discount(pos: Position, train: str) -> int:
    """Return what a supporter takes off the price of a train for the minor in turn, 0 if nobody does."""
    cards = figures(pos).supporters.train
    card = helper(pos, cards)
    return cards[card].get(train, 0) if card else 0


@rule("train_cost")
def depot_price(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The bank sells at the printed price or with a supporter's discount, and the treasury pays it."""
    if deal.seller != DEPOT:
        return None
    price, cash = pos.title.trains[deal.train].price, pos.cash(deal.unit)
    prices = (price, price - discount(pos, deal.train))
    return unless(deal.price in prices and deal.price <= cash, train=deal.train, price=prices[-1], cash=cash)


def at_a_discount(pos: Position, deal: BuyTrain) -> tuple[BuyTrain, ...]:
    """Return the ways in which the depot sells a train: the cheaper one first, where a supporter helps."""
    less = discount(pos, deal.train)
    return (replace(deal, price=deal.price - less), deal) if less else (deal,)


DEALS: Rules[BuyTrain] = TRADING.replacing(depot_price)


def note_discount(scratch: Scratch, deal: BuyTrain) -> None:
    """Note that a supporter has helped if a train of the depot cost less than printed."""
    if deal.price < scratch.title.trains[deal.train].price:
        use(scratch, helper(scratch.now, figures(scratch.now).supporters.train))
