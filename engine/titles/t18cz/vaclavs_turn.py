"""The turn of a company of Václav's: each step is another player's, and all that it earns is paid out."""

from __future__ import annotations

from typing import Any

from engine.actions import BuyTrain
from engine.position import Position
from engine.rounds.operating import OperatingRound, Part
from engine.rules import Refusal, Rules, refuse, rule
from engine.scratch import Scratch
from engine.steps import Step
from engine.steps.dividend import PAYING, DividendStep, earned
from engine.steps.forbidden import Forbidden
from engine.steps.run import RunStep
from engine.titles.t18cz import homes, merging, revenue, tokens, track, vaclav


class LayApart(track.Build):
    """Lay track; the stations are another player's."""

    apart = True


class PlaceApart(tokens.PlaceHomeToken):
    """Place a station; what follows is either player's."""

    apart = True


class PayAll(DividendStep):
    """Pay out all that was earned, without being asked."""

    def by_itself(self, pos: Position) -> bool:
        """Tell that there is nothing to choose."""
        return True

    def happen(self, scratch: Scratch) -> None:
        """Divide everything."""
        self.divide(scratch, scratch.frame.queue[0], earned(scratch.now))


@rule("dummy_deals")
def buys_nothing(pos: Position, deal: Any) -> Refusal | None:
    """His companies buy no trains and acquire nothing; they are given their trains."""
    return refuse(unit=deal.unit, owner=pos.director(deal.unit))


NOTHING: Rules[Any] = Rules((buys_nothing,))

TURN: tuple[Step[Any], ...] = (
    homes.HOME_TOKEN,
    homes.RED_HOME,
    LayApart(track.RULES, track.BUILDING),
    PlaceApart(tokens.TOKENS, tokens.charge),
    RunStep(revenue.RUNNING_RULES, revenue.RUNNING),
    PayAll(PAYING, revenue.divide),
    Forbidden(BuyTrain, NOTHING),
    Forbidden(merging.Merge, NOTHING),
)


class CompanyTurns(OperatingRound):
    """An operating round in which Václav's companies have a turn of their own."""

    def __init__(self, part: Part, powers: tuple[Step[Any], ...], his: tuple[Step[Any], ...]) -> None:
        super().__init__((part,), powers=powers)
        self._his = his

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps of the company in turn."""
        return self._his if self._for_him(pos) else super().steps(pos)

    def powers(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return what a company may do at any moment; his may do nothing of the kind."""
        return () if self._for_him(pos) else super().powers(pos)

    def awaited(self, pos: Position) -> tuple[str, ...]:
        """Return the director, for Václav who does the step that is on."""
        step = self.steps(pos)[pos.frame.stage :][:1]
        if not step or not self._for_him(pos):
            return super().awaited(pos)
        return vaclav.deciders(pos, pos.unit, step[0].verb)

    def _for_him(self, pos: Position) -> bool:
        return bool(pos.frame.queue) and vaclav.owns(pos, pos.unit)
