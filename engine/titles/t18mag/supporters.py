"""Supporters of 18Mag: each helps one minor of its owner, at most once in an operating round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.actions import Action, BuyTrain, Matter, PlaceToken
from engine.events import Counted
from engine.finance.privates import unused, use_up
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import KEPT, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, DEPOT
from engine.steps import Step
from engine.steps.token import CONNECTED, affordable, next_price
from engine.steps.trains import TRADING, printed
from engine.steps.turn import units_turn
from engine.titles.t18mag.figures import figures


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Call on a supporter whose help is not part of another action."""

    verb: ClassVar[str] = "call"
    unit: str
    supporter: str


@dataclass(frozen=True, slots=True)
class Berth(PlaceToken):
    """Place a token with the help of a supporter who pays part of its price."""

    verb: ClassVar[str] = "berth"
    matter: ClassVar[Matter] = "power"


def on_call(pos: Position, cards: Collection[str]) -> str:
    """Return which of these supporters the minor in turn may call on now; empty if none."""
    owner = pos.state.owners.get(pos.unit)
    own = (card for card in cards if owner and pos.owner(card) == owner)
    return next(iter(unused(pos, own)), "")


def use(scratch: Scratch, card: str) -> None:
    """Note that a supporter has helped in this round."""
    use_up(scratch, card)
    scratch.emit(Counted("supporter", 1, card))


def ready_again(scratch: Scratch) -> None:
    """Make every supporter ready to help again."""
    scratch.change(used=())


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
    card = on_call(pos, figures(pos).supporters.money)
    return (card,) if card else ()


@dataclass(frozen=True, eq=False)
class CallSupporter(Step[Call]):
    """Call on a supporter whose help is not part of another action; ``ready`` are those who may be called."""

    rules: Rules[Call]
    ready: Callable[[Position], tuple[str, ...]]
    help: Callable[[Scratch, Call], None]

    verb = Call
    aside = True

    def candidates(self, pos: Position) -> Iterator[Call]:
        """Yield every supporter who may be called."""
        for card in self.ready(pos) if pos.awaited else ():
            yield Call(pos.awaited[0], pos.unit, card)

    def facts(self, pos: Position, action: Call) -> Mapping[str, Any]:
        """Return the treasury's income."""
        return {"amount": figures(pos).supporters.money.get(action.supporter, 0)}

    def apply(self, scratch: Scratch, action: Call) -> None:
        """Take the help."""
        use(scratch, action.supporter)
        self.help(scratch, action)


def take_money(scratch: Scratch, action: Call) -> None:
    """Pay a supporter's money to the treasury."""
    scratch.pay(BANK, action.unit, figures(scratch.now).supporters.money[action.supporter], "supporter")


# --- tokens


def payer(pos: Position) -> str:
    """Return the supporter who pays a part of a token of the minor in turn; empty if nobody does."""
    return on_call(pos, figures(pos).supporters.token)


def reduced(pos: Position, unit: str) -> int:
    """Return the price of the next token of a minor with that supporter's help."""
    return next_price(pos, unit) * (100 - figures(pos).supporters.token[payer(pos)]) // 100


@rule("supporter", personal=True)
def may_pay_a_token(pos: Position, action: Berth) -> Refusal | None:
    """The owner of the minor has the supporter, who has not helped in this round yet."""
    return unless(bool(payer(pos)))


@rule("token_one", personal=True)
def no_token_yet(pos: Position, action: Berth) -> Refusal | None:
    """One token is placed a turn, no matter who pays."""
    return unless(not pos.turn.token)


BERTHING: Rules[Any] = Rules((may_pay_a_token, no_token_yet, *CONNECTED.replacing(affordable(reduced))))


def has_paid(scratch: Scratch) -> None:
    """Note that the supporter has helped with a token."""
    use(scratch, payer(scratch.now))


# --- trains


def discount(pos: Position, train: str) -> int:
    """Return a supporter's discount on a train for the minor in turn, 0 if there is none."""
    cards = figures(pos).supporters.train
    card = on_call(pos, cards)
    return cards[card].get(train, 0) if card else 0


@rule("train_cost")
def depot_price(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The bank sells at the printed price or with a supporter's discount, and the treasury pays it."""
    if deal.seller != DEPOT:
        return KEPT
    price, cash = printed(pos, deal.train), pos.cash(deal.unit)
    prices = (price, price - discount(pos, deal.train))
    return unless(deal.price in prices and deal.price <= cash, train=deal.train, price=prices[-1], cash=cash)


def at_a_discount(pos: Position, deal: BuyTrain) -> tuple[BuyTrain, ...]:
    """Return the ways in which the depot sells a train: the cheaper one first, where a supporter helps."""
    less = discount(pos, deal.train)
    return (replace(deal, price=deal.price - less), deal) if less else (deal,)


DEALS: Rules[BuyTrain] = TRADING.without("train_order").replacing(depot_price)


def note_discount(scratch: Scratch, deal: BuyTrain) -> None:
    """Note that a supporter has helped if a train of the depot cost less than printed."""
    if deal.price < printed(scratch.now, deal.train):
        use(scratch, on_call(scratch.now, figures(scratch.now).supporters.train))
