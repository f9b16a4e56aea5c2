"""Companies of 18CZ: when they become active, and with what; the incomes of locals."""

from __future__ import annotations

from engine.events import Counted
from engine.exhibits import StartTerms
from engine.finance.floating import can_float, float_unit
from engine.finance.privates import pay_incomes
from engine.position import Position
from engine.scratch import Scratch
from engine.state import OFFER, POOL
from engine.titles.t18cz.figures import czech_state, figures, local_value

# --- floating


def on_purchase(scratch: Scratch, unit: str) -> None:
    """Put the other shares of a newly founded company into the pool; float a company once players hold enough.

    Its money is a multiple of its initial price in crowns (CZ-VII.5.a).
    """
    for certificate in scratch.now.certificates(OFFER, unit):
        scratch.give(certificate, POOL)
    pos = scratch.now
    kind = pos.kind(unit)
    if can_float(pos, unit, figures(pos).floated_at[kind]):
        float_unit(scratch, unit, pos.state.pars[unit] * figures(pos).capital[kind])


def start_terms(pos: Position, unit: str, price: int) -> StartTerms | None:
    """Return what a company started at a price gets on floating; None for what cannot be started (CZ-VII.5.a)."""
    kind, numbers = pos.kind(unit), figures(pos)
    if kind not in numbers.capital:
        return None
    return StartTerms(numbers.floated_at[kind], price * numbers.capital[kind])


# --- operating rounds


def incomes(scratch: Scratch) -> None:
    """Begin an operating round: locals get their new value, then pay their owners (CZ-IV.1.3, CZ-IV.1.6)."""
    scratch.change(rounds=czech_state(scratch.now).rounds + 1)
    scratch.emit(Counted("local_value", local_value(scratch.now)))
    pay_incomes(scratch)
