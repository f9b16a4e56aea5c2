"""Paying off debt in a stock round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.actions import Repay
from engine.defaults import never
from engine.events import Indebted
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rule, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps import Step


def any_part(most: int) -> range:
    """Return every amount up to the most a player can pay."""
    return range(1, most + 1)


def only_the_most(most: int) -> range:
    """Return only the most a player can pay, so that he can pay no less."""
    return range(max(most, 1), most + 1)


def repays(debt: Callable[[Position, str], int], parts: Callable[[int], range] = any_part) -> Rule[Repay]:
    """Return the rule about what is paid off.

    ``debt`` is what a player could pay off with cash enough, ``parts`` are the amounts up to the most he can pay.
    """

    @rule("repay_amount")
    def amount_is_there(pos: Position, repayment: Repay) -> Refusal | None:
        """A debtor pays off a part of his debt for which he has the cash."""
        owed, cash = debt(pos, repayment.actor), pos.cash(repayment.actor)
        kept = repayment.total in parts(min(owed, cash))
        return unless(kept, **({"debt": owed, "cash": cash} if owed else {}))

    return amount_is_there


def debts_paid(debt: Callable[[Position, str], int]) -> Rule[Any]:
    """Return the rule that a debtor buys nothing."""

    @rule("buy_in_debt", personal=True)
    def kept(pos: Position, deal: Any) -> Refusal | None:
        """Whoever owes the bank buys nothing."""
        owed = debt(pos, deal.actor)
        return unless(not owed, debt=owed)

    return kept


@dataclass(frozen=True, eq=False)
class Repaying(Step[Repay]):
    """Pay off debt; it is neither a sale nor a purchase. The rules say whether only the acting player may do so.

    ``debt`` is what a player could pay off, ``parts`` are the amounts up to the most he can pay at once, and
    ``reduce`` deducts what was paid. ``due`` tells whether the acting player may not pass before he has paid.
    """

    rules: Rules[Repay]
    debt: Callable[[Position, str], int]
    reduce: Callable[[Scratch, str, int], None]
    parts: Callable[[int], range] = any_part
    due: Callable[[Position], bool] = never

    verb = Repay
    aside = True

    def candidates(self, pos: Position) -> Iterator[Repay]:
        """Yield the most that each debtor can pay, the acting player first."""
        others = (player for player in pos.state.order if player != pos.acting)
        for player in (pos.acting, *others):
            if most := self._most(pos, player):
                yield Repay(player, most)

    def _most(self, pos: Position, player: str) -> int:
        owed = self.debt(pos, player)
        return min(owed, pos.cash(player)) if owed else 0

    def must(self, pos: Position) -> bool:
        """Tell whether the acting player has to pay before he passes."""
        return self.debt(pos, pos.acting) > 0 and self.due(pos)

    def amounts(self, pos: Position, action: Repay) -> range | None:
        """Return the amounts that may be paid."""
        return self.parts(action.total)

    def facts(self, pos: Position, action: Repay) -> Mapping[str, Any]:
        """Return the whole debt."""
        return {"debt": self.debt(pos, action.actor)}

    def open(self, pos: Position) -> bool:
        """Tell whether the acting player can pay; a turn waits for nobody else."""
        most = self._most(pos, pos.acting)
        return most > 0 and self.rules.broken(pos, Repay(pos.acting, most)) is None

    def apply(self, scratch: Scratch, action: Repay) -> None:
        """Pay."""
        scratch.pay(action.actor, BANK, action.total, "debt")
        self.reduce(scratch, action.actor, action.total)
        scratch.emit(Indebted(action.actor, -action.total, 0, "repaid"))
