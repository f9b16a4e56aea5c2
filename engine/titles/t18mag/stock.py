"""Share rounds in 18Mag: a sale moves the price one left; the director certificate is not for sale."""

from __future__ import annotations

from engine.actions import Buy, Sell
from engine.finance import market
from engine.position import Position
from engine.rules import KEPT, Fault, Rules, rule, unless
from engine.scratch import Scratch
from engine.steps.shares import (
    BUYING,
    SELLING,
    no_director_certificate,
    not_after_buying,
    not_from_players,
    one_certificate,
)


def one_left(scratch: Scratch, unit: str, percent: int) -> None:
    """Move the price one cell left, however many shares were sold."""
    market.move(scratch, unit, -1, "sale")


@rule("buy_director")
def director_by_exchange(pos: Position, deal: Buy) -> Fault | None:
    """The director certificate comes by exchange only, unless the table plays otherwise."""
    if pos.option("director_purchase") == "on":
        return KEPT
    return no_director_certificate.test(pos, deal)


@rule("minor_sale")
def minors_stay(pos: Position, sale: Sell) -> Fault | None:
    """Minors cannot be sold."""
    unit = pos.title.units.get(sale.unit)
    return unless(unit is None or unit.kind != "minor", unit=sale.unit)


SALES: Rules[Sell] = Rules((not_after_buying, minors_stay, *SELLING))

RULES: Rules[Buy] = Rules(
    (
        one_certificate,
        not_from_players,
        *(director_by_exchange if one is no_director_certificate else one for one in BUYING),
    )
)
