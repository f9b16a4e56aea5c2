"""What players buy: privates at printed prices, then corporations, which they start at a par price."""

from __future__ import annotations

from engine.actions import Draft
from engine.exhibits import StartTerms
from engine.finance import market
from engine.finance.floating import can_float, float_unit, floated, not_on_offer
from engine.finance.privates import close_private
from engine.kit.figures import figures
from engine.position import Position
from engine.rounds.stock import move_priority, raise_sold_out
from engine.rules import Rules
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps.draft import can_be_paid, is_offered
from engine.steps.shares import BUYING_FROM_PAR, kept_to_the_limit
from engine.steps.turn import players_turn


def for_sale(pos: Position) -> list[str]:
    """Return the privates that nobody has bought."""
    return pos.owned(BANK)


DRAFTING: Rules[Draft] = Rules((players_turn, is_offered(for_sale), can_be_paid))
BUYING = BUYING_FROM_PAR.then(kept_to_the_limit)


def draft_ends(scratch: Scratch) -> None:
    """Take unsold privates out of the game; the player after the last buyer has the priority deal."""
    for private in for_sale(scratch.now):
        close_private(scratch, private, "unsold")
    move_priority(scratch)


def float_if_sold(scratch: Scratch, unit: str) -> None:
    """Let a corporation float once enough of it is sold, and pay it its capital."""
    own = figures(scratch.now)
    if can_float(scratch.now, unit, own.floats_at, not_on_offer):
        float_unit(scratch, unit, own.shares_paid * scratch.state.pars[unit])


def start_terms(pos: Position, unit: str, price: int) -> StartTerms:
    """Return what a corporation gets that is started at this par price: players are told before they choose."""
    own = figures(pos)
    return StartTerms(own.floats_at, own.shares_paid * price)


def one_down(scratch: Scratch, unit: str, percent: int) -> None:
    """Move the marker one row down for every share sold."""
    for _ in range(percent // scratch.title.share_sizes[unit]):
        market.move_to(scratch, unit, market.down(scratch.now, scratch.now.cell(unit)), "sale")


def round_ends(scratch: Scratch) -> None:
    """Move the priority deal, and the markers of corporations that are sold out one row up."""
    move_priority(scratch)
    raise_sold_out(scratch, sold_out(scratch.now), market.up)


def sold_out(pos: Position) -> list[str]:
    """Return the corporations that players hold all of."""
    return [unit for unit in floated(pos) if not_on_offer(pos, unit) == 100]
