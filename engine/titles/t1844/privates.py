"""Privates of 1844, mountain railways and tunnel certificates among them: how they are bought, and which earn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from engine.actions import Action, Matter
from engine.data import Private
from engine.events import TileLaid
from engine.finance.debts import unpaid
from engine.finance.privates import buy_private
from engine.position import Position
from engine.printed import Printed
from engine.refusals import Refusal
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps import Step
from engine.steps.shares import one_certificate, within_limit
from engine.steps.track import add_layer
from engine.steps.turn import players_turn
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.notes import SwissStockNotes


@dataclass(frozen=True, slots=True)
class Mountain(Action):
    """Buy a mountain railway: the certificate, the mountain it goes to, and the panel with its values."""

    verb: ClassVar[str] = "mountain"
    matter: ClassVar[Matter] = "draft"
    private: str
    hex: str
    panel: str


@dataclass(frozen=True, slots=True)
class Permit(Action):
    """Buy a tunnel certificate: the right to build one tunnel."""

    verb: ClassVar[str] = "permit"
    matter: ClassVar[Matter] = "draft"
    private: str


KINDS: Mapping[type[Action], str] = {Mountain: "mountain", Permit: "tunnel"}


def auctioned(title: Printed) -> list[str]:
    """Return the privates that are auctioned, in their order: neither mountain railways nor tunnels."""
    return [private.id for private in title.data.privates if private.kind == "private"]


def for_sale(pos: Position, kind: str) -> list[str]:
    """Return the certificates of a kind that nobody has bought, the next one first."""
    return pos.owned(BANK, kind)


def unsold(pos: Position) -> tuple[str, ...]:
    """Return the bank's remaining privates: those not yet auctioned, then certificates."""
    lots = (private for private in swiss_state(pos).lots if not pos.owner(private))
    return (*lots, *pos.owned(BANK))


def in_debt(pos: Position, player: str) -> int:
    """Return all that a player owes, in francs."""
    return unpaid(pos, player) + swiss_state(pos).owed.get(player, 0)


# --- rules of every purchase


@rule("buy_none", by=("private",))
def is_next(pos: Position, deal: Any) -> Refusal | None:
    """Certificates of a kind are all alike; they are bought in their order."""
    left = for_sale(pos, KINDS[type(deal)])
    return unless(left[:1] == [deal.private], private=deal.private, **({"next": left[0]} if left else {}))


@rule("buy_cash", by=("private",))
def private_can_be_paid(pos: Position, deal: Any) -> Refusal | None:
    """The buyer has the money."""
    price, cash = pos.title.privates[deal.private].price, pos.cash(deal.actor)
    return unless(cash >= price, unit=deal.private, price=price, cash=cash)


def bought_kinds(pos: Position, player: str) -> tuple[str, ...]:
    """Return the kinds of certificates a player has bought in this round."""
    return pos.notes(SwissStockNotes).certificates.get(player, ())


# --- mountain railways


@rule("mountain_one", personal=True)
def first_mountain(pos: Position, deal: Mountain) -> Refusal | None:
    """A player buys one mountain railway in a stock round."""
    return unless("mountain" not in bought_kinds(pos, deal.actor))


@rule("mountain_hex")
def is_mountain(pos: Position, deal: Mountain) -> Refusal | None:
    """A mountain railway is built on one of the marked mountains."""
    return unless(deal.hex in figures(pos).mountains, hex=deal.hex)


@rule("mountain_taken")
def mountain_free(pos: Position, deal: Mountain) -> Refusal | None:
    """A mountain has one railway."""
    return unless(deal.hex not in swiss_state(pos).mountains, hex=deal.hex)


@rule("panel_taken")
def panel_left(pos: Position, deal: Mountain) -> Refusal | None:
    """The panel is one of those that are left."""
    known = deal.panel in figures(pos).panels
    return unless(known and bool(pos.state.supply.get(deal.panel)), panel=deal.panel)


@rule("tunnel_one", personal=True)
def first_permit(pos: Position, deal: Permit) -> Refusal | None:
    """A player buys one tunnel certificate in a stock round."""
    return unless("tunnel" not in bought_kinds(pos, deal.actor))


_BEFORE = (one_certificate, players_turn, is_next, within_limit)

RAILWAYS: Rules[Mountain] = Rules(
    (*_BEFORE, first_mountain, is_mountain, mountain_free, panel_left, private_can_be_paid)
)
PERMITS: Rules[Permit] = Rules((*_BEFORE, first_permit, private_can_be_paid))


def buy(scratch: Scratch, deal: Mountain | Permit) -> None:
    """Pay the bank for a certificate and take it."""
    player, private = deal.actor, deal.private
    price = scratch.title.privates[private].price
    buy_private(scratch, player, private, price)
    kinds = (*bought_kinds(scratch.now, player), KINDS[type(deal)])
    scratch.remember(certificates={**scratch.now.notes(SwissStockNotes).certificates, player: kinds})
    scratch.note(bought=private)


class BuyMountain(Step[Mountain]):
    """Buy a mountain railway; it stands on its mountain at once, with its panel."""

    verb = Mountain

    def candidates(self, pos: Position) -> Iterator[Mountain]:
        """Yield every mountain with every kind of panel."""
        for private in for_sale(pos, "mountain")[:1]:
            if not self.rules.allow(pos, Mountain(pos.acting, private, "", ""), "private"):
                return
            for hex_, panel in product(figures(pos).mountains, figures(pos).panels):
                yield Mountain(pos.acting, private, hex_, panel)

    def facts(self, pos: Position, action: Mountain) -> Mapping[str, Any]:
        """Return the price."""
        return {"price": pos.title.privates[action.private].price}

    def apply(self, scratch: Scratch, action: Mountain) -> None:
        """Buy the certificate, lay the panel on the mountain."""
        buy(scratch, action)
        scratch.change(mountains={**swiss_state(scratch.now).mountains, action.hex: action.private})
        add_layer(scratch, action.hex, action.panel)
        scratch.emit(TileLaid(action.private, action.hex, action.panel, 0, "", 0))


class BuyPermit(Step[Permit]):
    """Buy a tunnel certificate."""

    verb = Permit

    def candidates(self, pos: Position) -> Iterator[Permit]:
        """Yield the next certificate."""
        return (Permit(pos.acting, private) for private in for_sale(pos, "tunnel")[:1])

    def facts(self, pos: Position, action: Permit) -> Mapping[str, Any]:
        """Return the price."""
        return {"price": pos.title.privates[action.private].price}

    def apply(self, scratch: Scratch, action: Permit) -> None:
        """Buy it."""
        buy(scratch, action)


# --- incomes


def earns(pos: Position, private: Private) -> bool:
    """Tell whether a certificate pays its income: privates always, others once a train has run to them."""
    return private.kind == "private" or active(pos, private.id)


def active(pos: Position, private: str) -> bool:
    """Tell whether a train has run to the mountain railway, or through the tunnel, of a certificate."""
    own = swiss_state(pos)
    places = {**own.mountains, **own.tunnels}
    return any(places.get(hex_) == private for hex_ in own.active)
