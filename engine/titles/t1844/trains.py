"""Trains of 1844: cards with two sides, trades between companies, and the duty to own a train."""

from __future__ import annotations

from engine.actions import BuyTrain, Discard
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, refuse, rule, unless
from engine.steps.emergency import missing
from engine.steps.forbidden import Forbidden
from engine.steps.trains import (
    from_bank,
    printed,
    room_for_a_train,
    seller_has_train,
    top_card_first,
    trades_open,
)
from engine.steps.turn import units_turn
from engine.titles.t1844 import phases
from engine.titles.t1844.figures import figures
from engine.titles.t1844.procedures import procedures
from engine.titles.t1844.routing import has_route


def must_own(pos: Position) -> bool:
    """Tell whether the company in turn must buy a train: it has a route and no train (CH-OR.TRAIN.2)."""
    unit = pos.unit
    obliged = pos.kind(unit) in figures(pos).must_own_train and not pos.trains(unit)
    return obliged and has_route(pos, unit)


# --- what is for sale


@rule("train_side")
def side_is_allowed(pos: Position, deal: BuyTrain) -> Refusal | None:
    """Some companies own H-trains only."""
    only = figures(pos).trains_only.get(pos.kind(deal.unit))
    return unless(only in (None, pos.title.trains[deal.train].kind), unit=deal.unit, train=deal.train)


@rule("sbb_train")
def national_keeps_its_own(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The SBB sells any train but the last of the kind printed on its charter."""
    return unless(not phases.printed_one(pos, deal.seller, deal.train), unit=deal.seller, train=deal.train)


AVAILABLE: Rules[BuyTrain] = Rules(
    (
        units_turn,
        room_for_a_train,
        seller_has_train,
        top_card_first,
        side_is_allowed,
        national_keeps_its_own,
        trades_open(lambda pos: figures(pos).trade_from),
    )
)

# --- what it costs, and who pays


@rule("train_cost")
def bank_price(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The bank sells new trains and those in the pool at the printed price."""
    price = printed(pos, deal.train)
    kept = not from_bank(deal) or deal.price == price
    return unless(kept, train=deal.train, price=price, cash=pos.cash(deal.unit))


def different_directors(pos: Position, deal: BuyTrain) -> bool:
    """Tell whether two companies have different directors, so that they trade only at the printed price."""
    return pos.director(deal.seller) != pos.director(deal.unit)


@rule("train_face_price")
def face_value(pos: Position, deal: BuyTrain) -> Refusal | None:
    """Companies of different directors trade at the printed price."""
    price = printed(pos, deal.train)
    bound = not from_bank(deal) and procedures(pos).at_face_value(pos, deal)
    why = {} if different_directors(pos, deal) else {"wants": "national"}
    return unless(not bound or deal.price == price, train=deal.train, price=price, **why)


@rule("train_trade_price")
def at_least_one(pos: Position, deal: BuyTrain) -> Refusal | None:
    """A train costs at least 1."""
    return unless(deal.price >= 1, cash=pos.cash(deal.unit))


@rule("emergency_cash", personal=True)
def helped_once(pos: Position, deal: BuyTrain) -> Refusal | None:
    """After a purchase with the director's help the company buys no further train."""
    return unless(not pos.turn.helped, unit=deal.unit)


@rule("emergency_kind")
def may_be_helped(pos: Position, deal: BuyTrain) -> Refusal | None:
    """A company that will be part of the SBB gets no help with its trains."""
    alone = missing(pos, deal) and deal.unit in figures(pos).sbb_parts
    return unless(not alone, unit=deal.unit, price=deal.price, cash=pos.cash(deal.unit))


@rule("emergency_needless")
def help_is_needed(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The director pays only for a company that must own a train and cannot pay for it."""
    kept = not missing(pos, deal) or must_own(pos)
    return unless(kept, unit=deal.unit, price=deal.price, cash=pos.cash(deal.unit))


@rule("emergency_price")
def help_at_printed_price(pos: Position, deal: BuyTrain) -> Refusal | None:
    """With the director's help a train costs no more than its printed price."""
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
    if procedures(pos).at_face_value(pos, deal):
        return range(price, price + 1)
    return range(1, max(pos.cash(deal.unit), price if must_own(pos) else 0) + 1)


@rule("train_sale")
def not_discarded(pos: Position, discard: Discard) -> Refusal | None:
    """No train is ever discarded by choice."""
    return refuse(unit=discard.unit, train=discard.train)


KEEP_TRAINS = Forbidden(Discard, Rules((not_discarded,)))
