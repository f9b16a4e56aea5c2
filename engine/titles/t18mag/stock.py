"""Share rounds in 18Mag: a sale moves the price one left; the director certificate is not for sale."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Buy, Sell
from engine.finance import market, shares
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import KEPT, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import POOL
from engine.steps.shares import (
    BUYING,
    SELLING,
    can_pay,
    cost,
    no_director_certificate,
    not_after_buying,
    not_from_players,
    on_offer,
    one_certificate,
    would_hold,
)


def one_left(scratch: Scratch, unit: str, percent: int) -> None:
    """Move the price one cell left, however many shares were sold."""
    market.move(scratch, unit, -1, "sale")


@rule("buy_director")
def director_by_exchange(pos: Position, deal: Buy) -> Refusal | None:
    """The director certificate comes by exchange only."""
    return KEPT if turned_in(pos, deal) else no_director_certificate.test(pos, deal)


@rule("minor_sale")
def minors_stay(pos: Position, sale: Sell) -> Refusal | None:
    """Minors cannot be sold."""
    unit = pos.title.units.get(sale.unit)
    return unless(unit is None or unit.kind != "minor", unit=sale.unit)


SALES: Rules[Sell] = Rules((not_after_buying, minors_stay, *SELLING))


def turned_in(pos: Position, deal: Buy) -> str:
    """Return the certificate given for the director's when there is no second one to get; empty if there is none."""
    office = shares.director_certificate(deal.unit)
    if on_offer(pos, deal) != office or shares.singles(pos, POOL, deal.unit):
        return ""
    return next(iter(shares.singles(pos, deal.actor, deal.unit)), "")


def price(pos: Position, deal: Buy) -> int:
    """Return the price of a purchase; a certificate turned in counts as its part."""
    certificate = turned_in(pos, deal)
    given = pos.share(certificate)[1] if certificate else 0
    return cost(pos, replace(deal, percent=deal.percent - given))


@rule("buy_limit")
def room_or_own_exchange(pos: Position, deal: Buy) -> Refusal | None:
    """A purchase does not break the certificate limit; what is exchanged at once counts after it."""
    limit = shares.limit(pos)
    room = bool(turned_in(pos, deal)) or shares.counted(pos, deal.actor) < limit
    return unless(room or would_hold(pos, deal) <= limit, limit=limit)


OWN = BUYING.replacing(director_by_exchange, room_or_own_exchange, can_pay(price))
RULES: Rules[Buy] = Rules((one_certificate, not_from_players, *OWN))
