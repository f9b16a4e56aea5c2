"""What the best run of a unit would earn: as things stand, and after something that it may do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import Action, BuyTrain, unit_of
from engine.outlook import done
from engine.position import Position
from engine.refusals import Refusal
from engine.routes import SearchStopped, search_budget
from engine.state import DEPOT

UNPAID = ("train_cost", "emergency_needless")
"""The rules that say that there is not the money for a train."""


@dataclass(frozen=True, slots=True)
class Earning:
    """What the best run of a unit earns, in the title's currency, subsidies included.

    ``train`` is empty for the unit's own trains; a unit without any is measured by the next train of the depot.
    ``proved`` tells that nothing earns more.
    """

    revenue: int
    train: str = ""
    proved: bool = True


@dataclass(frozen=True, slots=True)
class Gain:
    """What a unit earns before something is done, and after it."""

    before: Earning
    after: Earning

    @property
    def more(self) -> int:
        """Return by how much the revenue grows, in the title's currency."""
        return self.after.revenue - self.before.revenue


def earning(pos: Position, unit: str) -> Earning | None:
    """Return the earnings of a unit's best run; None where it has no train and the depot has none left."""
    if pos.state.trains.get(unit):
        best = pos.title.routes(pos, unit, pos.title.foresight.benefits(pos, unit))
        return Earning(best.revenue + best.subsidy, "", best.proved)
    train = next_train(pos, unit)
    if not train:
        return None
    best = pos.title.routes(pos, unit, (), (train,))
    return Earning(best.revenue + best.subsidy, train, best.proved)


def next_train(pos: Position, unit: str) -> str:
    """Return the first train of the depot that the unit in turn may buy, its money left aside; empty if none."""
    step = next((step for step in pos.steps if step.verb is BuyTrain), None)
    if step is None or unit != pos.unit:
        return ""
    deals = (deal for deal in step.candidates(pos) if deal.seller == DEPOT)
    return next((deal.train for deal in deals if _allowed(step.rules.broken(pos, deal))), "")


def _allowed(refusal: Refusal | None) -> bool:
    return refusal is None or refusal.key in UNPAID


def gains(pos: Position, actions: Sequence[Action], seconds: float | None = None) -> tuple[Gain | None, ...]:
    """Return the earnings that each of these legal actions brings its unit, None where nothing can be said.

    After ``seconds`` the searches end with the best found so far.
    """
    with search_budget(seconds):
        now = {unit: earning(pos, unit) for unit in dict.fromkeys(map(unit_of, actions)) if unit}
        return tuple(_gain(pos, action, now.get(unit_of(action))) for action in actions)


def earned_after(pos: Position, action: Action, checks: int) -> Earning | None:
    """Return the earnings of a unit's best run after a legal action of its own; None where nothing can be said.

    The search may ask ``checks`` times whether it must end; what it has not proved by then is not told.
    """
    left = iter(range(checks))
    with search_budget(stopped=lambda: next(left, None) is None):
        try:
            found = earning(done(pos, action), unit_of(action))
        except SearchStopped:
            return None
    return found if found is not None and found.proved else None


def _gain(pos: Position, action: Action, now: Earning | None) -> Gain | None:
    if now is None:
        return None
    after = done(pos, action)
    later = earning(after, unit_of(action))
    return None if later is None else Gain(now, later)
