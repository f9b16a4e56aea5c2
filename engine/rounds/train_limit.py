"""A decision that interrupts a round: directors, one after another, return the trains above their limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.actions import Discard
from engine.events import TrainDiscarded
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds.decision import DecisionRound
from engine.rules import Rules
from engine.scratch import Scratch
from engine.state import POOL, Frame
from engine.steps import Step
from engine.steps.trains import DISCARDING, train_limit


def over_limit(pos: Position, unit: str) -> int:
    """Return how many trains a unit owns above its limit."""
    return max(0, len(pos.trains(unit)) - train_limit(pos, unit))


def check_limits(scratch: Scratch, units: Iterable[str], *, last: bool = False) -> None:
    """Ask the directors of units above their train limit, in this order, before the game goes on.

    With ``last`` they are asked after all decisions already open.
    """
    pos = scratch.now
    over = tuple(unit for unit in units if over_limit(pos, unit) and pos.director(unit))
    if over:
        (scratch.push_below if last else scratch.push)(Frame("train_limit", queue=over))


CHOOSE = "train_limit_choose"
"""Why nobody may pass who has to return a train."""


@dataclass(frozen=True, eq=False)
class ReturnTrainsStep(Step[Discard]):
    """Return trains without payment while there are too many; ``to`` says where they can be bought afterwards."""

    rules: Rules[Discard] = DISCARDING
    to: Callable[[Position], str] = lambda _: POOL

    verb = Discard
    required = True
    repeats = True

    def candidates(self, pos: Position) -> Iterator[Discard]:
        """Yield every type of train the unit owns, if it is above its limit."""
        if over_limit(pos, pos.unit):
            for train in dict.fromkeys(pos.state.trains[pos.unit]):
                yield Discard(pos.awaited[0], pos.unit, train)

    def facts(self, pos: Position, action: Discard) -> Mapping[str, Any]:
        """Return how many trains are to be returned, and where to."""
        return {"count": over_limit(pos, action.unit), "to": self.to(pos)}

    def apply(self, scratch: Scratch, action: Discard) -> None:
        """Return the train; it leaves the game if nobody can buy it."""
        to = self.to(scratch.now)
        scratch.emit(TrainDiscarded(action.unit, action.train, to))
        scratch.drop_train(action.unit, action.train)
        if to:
            scratch.add_train(to, action.train)


def no_pass_above_limit(pos: Position) -> Refusal | None:
    """Refuse to pass: a train must be returned."""
    return Refusal(CHOOSE, {"unit": pos.unit, "count": over_limit(pos, pos.unit)})


TRAIN_LIMIT = DecisionRound("return", no_pass=no_pass_above_limit, demands=(CHOOSE,))
"""The frame of such a decision; its queue holds the units."""
