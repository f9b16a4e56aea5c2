"""Papers of 1844 that are no shares: mountain railways, tunnel certificates, and the incomes of all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from engine.actions import Action, Par
from engine.events import Closed, TileLaid, Won
from engine.position import Position
from engine.rules import KEPT, Refusal, Rules, rule, unless
from engine.scratch import Scratch
from engine.special import change
from engine.state import BANK
from engine.steps import Step
from engine.steps.shares import one_certificate, within_limit
from engine.steps.turn import players_turn
from engine.titles.t1844.figures import figures, swiss_state

A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Mountain(Action):
    """Buy a mountain railway: the certificate, a mountain for its marker, and the panel of its incomes."""

    verb: ClassVar[str] = "mountain"
    shared: ClassVar[bool] = False
    paper: str
    hex: str
    panel: str


@dataclass(frozen=True, slots=True)
class Permit(Action):
    """Buy a tunnel certificate: the right to build one tunnel."""

    verb: ClassVar[str] = "permit"
    shared: ClassVar[bool] = False
    paper: str


Paper = Mountain | Permit
KINDS: Mapping[type[Action], str] = {Mountain: "mountain", Permit: "tunnel"}


def for_sale(pos: Position, kind: str) -> list[str]:
    """Return the certificates of a kind that nobody has bought; the first of them is the next to go."""
    return pos.owned(BANK, kind)


def unsold(pos: Position) -> tuple[str, ...]:
    """Return what can still be bought of the bank: privates not yet auctioned, then certificates."""
    lots = (private for private in swiss_state(pos).lots if not pos.owner(private))
    return (*lots, *pos.owned(BANK))


def in_debt(pos: Position, player: str) -> int:
    """Return what a player owes in all, in francs."""
    return pos.state.debts.get(player, 0) + swiss_state(pos).owed.get(player, 0)


# --- rules of every purchase


@rule("buy_in_debt")
def debts_paid(pos: Position, deal: Any) -> Refusal | None:
    """Who is in debt buys nothing; under another reading mountain railways and tunnels are open to him."""
    owed = in_debt(pos, deal.actor)
    free = isinstance(deal, Paper) and pos.option("debtor_certificates") == "allowed"
    starts = isinstance(deal, Par) and pos.option("par_in_debt") == "allowed"
    return KEPT if free or starts else unless(not owed, debt=owed)


@rule("buy_none")
def is_next(pos: Position, deal: Any) -> Refusal | None:
    """Certificates of a kind are all alike; they go in their order while any are left."""
    left = for_sale(pos, KINDS[type(deal)])
    return unless(left[:1] == [deal.paper], unit=deal.paper, percent=0, left=len(left))


@rule("buy_cash")
def paper_can_be_paid(pos: Position, deal: Any) -> Refusal | None:
    """The buyer has the money."""
    price, cash = pos.title.privates[deal.paper].price, pos.cash(deal.actor)
    return unless(cash >= price, unit=deal.paper, price=price, cash=cash)


def bought_kinds(pos: Position, player: str) -> tuple[str, ...]:
    """Return the kinds of certificates a player has bought in this round."""
    return tuple(pos.frame.memo.get("papers", {}).get(player, ()))


# --- mountain railways


@rule("mountain_one")
def first_mountain(pos: Position, deal: Mountain) -> Refusal | None:
    """A player buys one mountain railway in a stock round."""
    return unless("mountain" not in bought_kinds(pos, deal.actor))


@rule("mountain_hex")
def is_mountain(pos: Position, deal: Mountain) -> Refusal | None:
    """The marker goes on one of the marked mountains."""
    return unless(deal.hex in figures(pos).mountains, hex=deal.hex)


@rule("mountain_taken")
def mountain_free(pos: Position, deal: Mountain) -> Refusal | None:
    """A mountain has one railway."""
    return unless(deal.hex not in swiss_state(pos).mountains, hex=deal.hex)


@rule("panel_taken")
def panel_left(pos: Position, deal: Mountain) -> Refusal | None:
    """One of the remaining panels is chosen."""
    known = deal.panel in figures(pos).panels
    return unless(known and bool(pos.state.supply.get(deal.panel)), panel=deal.panel)


@rule("tunnel_one")
def first_permit(pos: Position, deal: Permit) -> Refusal | None:
    """A player buys one tunnel certificate in a stock round."""
    return unless("tunnel" not in bought_kinds(pos, deal.actor))


_BEFORE = (one_certificate, players_turn, is_next, debts_paid, within_limit)

RAILWAYS: Rules[Mountain] = Rules(
    (*_BEFORE, first_mountain, is_mountain, mountain_free, panel_left, paper_can_be_paid)
)
PERMITS: Rules[Permit] = Rules((*_BEFORE, first_permit, paper_can_be_paid))


class BuyPaper(Step[A]):
    """Buy a certificate that is no share, from the bank."""

    def facts(self, pos: Position, action: Any) -> Mapping[str, Any]:
        """Return the price."""
        return {"price": pos.title.privates[action.paper].price}

    def apply(self, scratch: Scratch, action: Any) -> None:
        """Pay and take the certificate."""
        player, private = action.actor, action.paper
        price = scratch.title.privates[private].price
        scratch.emit(Won(player, private, price))
        scratch.pay(player, BANK, price, "private")
        scratch.put("owners", private, player)
        bought = scratch.frame.memo.get("papers", {})
        scratch.remember(papers={**bought, player: [*bought.get(player, ()), KINDS[type(action)]]})
        scratch.note(bought=private)


class BuyMountain(BuyPaper[Mountain]):
    """Buy a mountain railway; its marker and its panel go on the map at once."""

    verb = Mountain

    def candidates(self, pos: Position) -> Iterator[Mountain]:
        """Yield every mountain with every kind of panel."""
        for private in for_sale(pos, "mountain")[:1]:
            for hex_ in figures(pos).mountains:
                for panel in figures(pos).panels:
                    yield Mountain(pos.acting, private, hex_, panel)

    def apply(self, scratch: Scratch, action: Mountain) -> None:
        """Buy the certificate, place marker and panel."""
        super().apply(scratch, action)
        place = action.hex
        change(scratch, mountains={**swiss_state(scratch.now).mountains, place: action.paper})
        scratch.put("layers", place, (*scratch.state.layers.get(place, ()), (action.panel, 0)))
        scratch.put("supply", action.panel, (scratch.state.supply[action.panel] or 0) - 1)
        scratch.emit(TileLaid(action.paper, place, action.panel, 0, "", 0))


class BuyPermit(BuyPaper[Permit]):
    """Buy a tunnel certificate."""

    verb = Permit

    def candidates(self, pos: Position) -> Iterator[Permit]:
        """Yield the next certificate."""
        for private in for_sale(pos, "tunnel")[:1]:
            yield Permit(pos.acting, private)


# --- incomes and closing


def incomes(scratch: Scratch) -> None:
    """Pay at the start of an operating round: privates always, mountains and tunnels a train has run to."""
    pos = scratch.now
    for private in pos.title.data.privates:
        owner = pos.owner(private.id)
        if owner not in ("", BANK) and (private.kind == "private" or active(pos, private.id)):
            scratch.pay(BANK, owner, private.income, "income")


def active(pos: Position, private: str) -> bool:
    """Tell whether a train has run to the mountain railway, or through the tunnel, of a certificate."""
    own = swiss_state(pos)
    places = {**own.mountains, **own.tunnels}
    return any(places.get(hex_) == private for hex_ in own.active)


def close_private(scratch: Scratch, private: str, why: str) -> None:
    """Take a private out of the game."""
    holder = scratch.now.owner(private)
    scratch.drop("owners", private)
    scratch.emit(Closed(private, holder, why))
