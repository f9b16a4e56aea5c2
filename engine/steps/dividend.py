"""Dividends: all of the revenue or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.actions import PayDividend
from engine.events import DividendPaid
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps import Step
from engine.steps.turn import units_turn


def earned(pos: Position) -> int:
    """Return the revenue of this turn, in the title's currency."""
    return pos.turn.revenue or 0


def anything_earned(pos: Position) -> bool:
    """Tell whether there is any revenue to divide."""
    return earned(pos) > 0


@rule("dividend_all")
def all_or_nothing(pos: Position, dividend: PayDividend) -> Refusal | None:
    """Everything is paid out, or everything kept."""
    return unless(dividend.total in (0, earned(pos)), **_told(pos))


def _told(pos: Position) -> dict[str, int]:
    return {"revenue": earned(pos)} if earned(pos) else {}


def pay_or_keep(scratch: Scratch, unit: str, total: int, parts: Mapping[str, int]) -> None:
    """Let the bank pay each shareholder's part of a total, or the unit keep its revenue where the total is 0."""
    revenue = earned(scratch.now)
    paid = {holder: amount for holder, amount in parts.items() if amount}
    for holder, amount in paid.items():
        scratch.pay(BANK, holder, amount, "dividend")
    kept = 0 if total else revenue
    scratch.pay(BANK, unit, kept, "revenue")
    if kept:
        scratch.withheld(unit)
    if revenue:
        scratch.emit(DividendPaid(unit, revenue, kept, paid))


def rounded_up(pos: Position, unit: str, total: int) -> dict[str, int]:
    """Return each player's part of a dividend, and a dummy's, rounded up."""
    return {holder: -(-total * pos.percent(holder, unit) // 100) for holder in pos.everybody}


def nothing_or_all(pos: Position) -> range:
    """Return the totals that may be paid out: nothing and all that was earned."""
    return range(0, earned(pos) + 1, earned(pos))


PAYING: Rules[PayDividend] = Rules((units_turn, all_or_nothing))


@dataclass(frozen=True, eq=False)
class DividendStep(Step[PayDividend]):
    """The director pays everything out or keeps everything; without revenue there is nothing to choose.

    ``divide`` does what follows, also for a total of 0. ``totals`` are those to choose from. Where nobody is asked
    (``asks``), ``unasked`` is paid out.
    """

    rules: Rules[PayDividend]
    divide: Callable[[Scratch, str, int], None]
    asks: Callable[[Position], bool] = anything_earned
    totals: Callable[[Position], range] = nothing_or_all
    unasked: Callable[[Position], int] = earned

    verb = PayDividend
    required = True

    def candidates(self, pos: Position) -> Iterator[PayDividend]:
        """Yield the choice to pay out nothing; it stands for every total."""
        yield PayDividend(pos.awaited[0], pos.unit, 0)

    def amounts(self, pos: Position, action: PayDividend) -> range | None:
        """Return the amounts that may be paid out."""
        return self.totals(pos)

    def facts(self, pos: Position, action: PayDividend) -> Mapping[str, Any]:
        """Return the revenue, if there is any."""
        return _told(pos)

    def by_itself(self, pos: Position) -> bool:
        """Tell whether there is nothing to choose."""
        return not self.asks(pos)

    def happen(self, scratch: Scratch) -> None:
        """Divide what is paid out where nobody is asked, if anything."""
        self.divide(scratch, scratch.frame.queue[0], self.unasked(scratch.now))

    def apply(self, scratch: Scratch, action: PayDividend) -> None:
        """Divide the revenue."""
        self.divide(scratch, action.unit, action.total)
