"""Share rounds in 18Mag: a sale moves the price one left; the director certificate is not for sale."""

from __future__ import annotations

from engine.actions import Buy
from engine.finance import market
from engine.position import Position
from engine.rules import KEPT, Fault, Rules, rule
from engine.scratch import Scratch
from engine.steps.shares import BUYING, no_director_certificate


def one_left(scratch: Scratch, unit: str, percent: int) -> None:
    """Move the price one cell left, however many shares were sold."""
    market.move(scratch, unit, -1, "sale")


@rule("buy_director")
def director_by_exchange(pos: Position, deal: Buy) -> Fault | None:
    """The director certificate comes by exchange only, unless the table plays otherwise."""
    if pos.option("director_purchase") == "on":
        return KEPT
    return no_director_certificate.test(pos, deal)


RULES: Rules[Buy] = Rules(
    tuple(director_by_exchange if one is no_director_certificate else one for one in BUYING)
)
