"""Supporters of 18Mag: each helps one minor of its owner, at most once in an operating round."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.actions import Action, BuyTrain, PlaceToken
from engine.events import Counted
from engine.position import Position
from engine.rules import Refusal, Rules, rule, unless
from engine.scratch import Scratch
from engine.special import change
from engine.state import BANK, DEPOT
from engine.steps import Step
from engine.steps.token import CONNECTED, TokenStep
from engine.steps.trains import TRADING, BuyTrainStep
from engine.steps.turn import units_turn
from engine.titles.t18mag.figures import figures, mag_state


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Call on a supporter whose help is not part of another action."""

    verb: ClassVar[str] = "call"
    shared: ClassVar[bool] = False
    unit: str
    paper: str


@dataclass(frozen=True, slots=True)
class Berth(PlaceToken):
    """Place a station with the help of a supporter who pays a part of it."""

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
    """Let every supporter help once more."""
    change(scratch, used=())


# --- money, and terrain paid beforehand


def prepaying(pos: Position) -> str:
    """Return the supporter who may pay for terrain before a lay, under that reading of recorded games."""
    if pos.option("terrain_token") != "prepaid" or pos.frame.turn.get("prepaid"):
        return ""
    return helper(pos, figures(pos).supporters.terrain)


@rule("supporter")
def may_be_called(pos: Position, action: Call) -> Refusal | None:
    """The owner of the minor has the supporter, who has not helped in this round yet."""
    known = (helper(pos, figures(pos).supporters.money), prepaying(pos))
    return unless(bool(action.paper) and action.paper in known, paper=action.paper)


class CallSupporter(Step[Call]):
    """Take a supporter's money, or have terrain paid beforehand."""

    verb = Call
    aside = True

    def candidates(self, pos: Position) -> Iterator[Call]:
        """Yield every supporter of that kind."""
        if not pos.awaited or not pos.unit:
            return
        for card in (*figures(pos).supporters.money, *figures(pos).supporters.terrain):
            yield Call(pos.awaited[0], pos.unit, card)

    def figures(self, pos: Position, action: Call) -> Mapping[str, Any]:
        """Return what the treasury gets."""
        return {"amount": figures(pos).supporters.money.get(action.paper, 0)}

    def apply(self, scratch: Scratch, action: Call) -> None:
        """Pay the treasury, or remember that terrain is paid for."""
        use(scratch, action.paper)
        money = figures(scratch.now).supporters.money.get(action.paper)
        if money is None:
            scratch.note(prepaid=True)
        else:
            scratch.pay(BANK, action.unit, money, "supporter")


CALLING: Rules[Call] = Rules((units_turn, may_be_called))


# --- stations


def reduced(pos: Position, card: str) -> int:
    """Return what the next station of the minor in turn costs with a supporter's help."""
    return pos.state.tokens_left[pos.unit][0] * (100 - figures(pos).supporters.token[card]) // 100


@rule("supporter")
def may_pay_a_token(pos: Position, action: Berth) -> Refusal | None:
    """The owner of the minor has the supporter, who has not helped in this round yet."""
    return unless(bool(helper(pos, figures(pos).supporters.token)))


@rule("token_one")
def no_token_yet(pos: Position, action: Berth) -> Refusal | None:
    """One station a turn, whoever pays."""
    return unless(not pos.frame.turn.get("token"))


@rule("token_cost")
def rest_affordable(pos: Position, action: Berth) -> Refusal | None:
    """The treasury pays the rest."""
    price = reduced(pos, helper(pos, figures(pos).supporters.token))
    return unless(pos.cash(action.unit) >= price, cost=price, cash=pos.cash(action.unit))


BERTHING: Rules[Any] = Rules(
    (may_pay_a_token, no_token_yet, *CONNECTED.without("token_cost"), rest_affordable)
)


class PlaceBerth(TokenStep):
    """Place one station of which a supporter pays a part."""

    verb = Berth

    def candidates(self, pos: Position) -> Iterator[PlaceToken]:
        """Yield every city of the map while there is such a supporter."""
        if helper(pos, figures(pos).supporters.token):
            for one in super().candidates(pos):
                yield Berth(one.actor, one.unit, one.hex, one.stop)

    def price(self, pos: Position, unit: str) -> int:
        """Return the reduced price."""
        return reduced(pos, helper(pos, figures(pos).supporters.token))

    def apply(self, scratch: Scratch, action: PlaceToken) -> None:
        """Pay and place the marker; the supporter has helped."""
        card = helper(scratch.now, figures(scratch.now).supporters.token)
        super().apply(scratch, action)
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


DEALS: Rules[BuyTrain] = Rules(tuple(depot_price if one.name == "train_cost" else one for one in TRADING))


class BuyTrainsCheaply(BuyTrainStep):
    """Buy trains, one of them at a supporter's discount."""

    def candidates(self, pos: Position) -> Iterator[BuyTrain]:
        """Yield trains of the depot at the reduced price too."""
        for deal in super().candidates(pos):
            less = discount(pos, deal.train) if deal.seller == DEPOT else 0
            if less:
                yield replace(deal, price=deal.price - less)
            yield deal


def note_discount(scratch: Scratch, deal: BuyTrain) -> None:
    """Note that a supporter has helped if a train of the depot cost less than printed."""
    if deal.price < scratch.title.trains[deal.train].price:
        use(scratch, helper(scratch.now, figures(scratch.now).supporters.train))
