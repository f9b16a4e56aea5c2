"""The turn of one of Václav's companies: players share its steps, and all its revenue is paid out."""

from __future__ import annotations

from typing import Any

from engine.position import Position
from engine.refusals import Refusal
from engine.rounds import StepNames
from engine.rounds.operating import OperatingRound, Part
from engine.rules import Rules, refuse, rule
from engine.steps import Step
from engine.titles.t18cz import dummy
from engine.titles.t18cz.notes import CzechOperating


def nobody(pos: Position) -> bool:
    """Tell that nobody is asked: all revenue is paid out."""
    return False


@rule("dummy_deals")
def buys_nothing(pos: Position, deal: Any) -> Refusal | None:
    """His companies buy no trains and acquire nothing; their trains are given to them."""
    return refuse(unit=deal.unit, owner=pos.director(deal.unit))


NOTHING: Rules[Any] = Rules((buys_nothing,))


class CompanyTurns(OperatingRound):
    """An operating round in which Václav's companies have a turn of their own."""

    def __init__(self, part: Part, powers: StepNames, his: StepNames) -> None:
        super().__init__((part,), powers=powers, notes=CzechOperating)
        self._his = his

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps of the company in turn."""
        return pos.title.named(self._his) if self._for_him(pos) else super().steps(pos)

    def powers(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return what a company may do at any moment; for his there is nothing."""
        return () if self._for_him(pos) else super().powers(pos)

    def awaited(self, pos: Position) -> tuple[str, ...]:
        """Return the director or, for Václav's companies, the player who takes the current step."""
        step = self.steps(pos)[pos.frame.stage :][:1]
        if not step or not self._for_him(pos):
            return super().awaited(pos)
        return dummy.deciders(pos, pos.unit, step[0].verb)

    def _for_him(self, pos: Position) -> bool:
        return bool(pos.frame.queue) and dummy.owns(pos, pos.unit)
