"""Running trains and sharing their revenue."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import RunTrains
from engine.events import Ran, RouteRun, Unproved
from engine.position import Position
from engine.refusals import Refusal
from engine.routes import BestRoutes
from engine.rules import KEPT, Rule, Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.steps import Step, out_of_step
from engine.steps.turn import units_turn
from engine.steps.unit_routes import Claim


@rule("run_using")
def nothing_is_bought(pos: Position, run: RunTrains) -> Refusal | None:
    """Nothing is paid for to help a run."""
    return unless(not run.using, using=list(run.using))


def earn(scratch: Scratch, run: RunTrains, worth: Claim) -> None:
    """Note the revenue of a run, to be divided later in the turn."""
    note_run(scratch, run, worth)
    scratch.note(revenue=worth.revenue)


def note_run(scratch: Scratch, run: RunTrains, worth: Claim, subsidy: int = 0) -> None:
    """Emit what every train has earned, and keep the run as the unit's last one."""
    routes = tuple(RouteRun(one.train, one.path, one.revenue) for one in worth.runs)
    scratch.emit(Ran(run.unit, worth.revenue, subsidy, routes, run.using))
    scratch.ran(run.unit, worth.revenue + subsidy, tuple(map(str, run.routes)))


def earn_recorded(scratch: Scratch, run: RunTrains, revenue: int, _subsidy: int) -> None:
    """Note the revenue of a run against the rules, to be divided later in the turn."""
    note_recorded(scratch, run, revenue)
    scratch.note(revenue=revenue)


def note_recorded(scratch: Scratch, run: RunTrains, revenue: int, subsidy: int = 0) -> None:
    """Emit what a run against the rules has earned, whatever its routes are, and keep it as the unit's last one."""
    scratch.emit(Ran(run.unit, revenue, subsidy, using=run.using))
    scratch.ran(run.unit, revenue + subsidy)


def told(best: BestRoutes) -> dict[str, Any]:
    """Return the facts of a proposed run for players; ``found`` is told unless it is proved to be the best."""
    known = {"revenue": best.revenue, "proved": best.proved}
    return known if best.proved else {**known, "found": best.revenue}


def highest(
    best: Callable[[Position, RunTrains], BestRoutes | None], judged: Callable[[Position, RunTrains], Claim]
) -> Rule[RunTrains]:
    """Return the rule that the highest revenue must be claimed, or the best found by a search that ended early."""

    @rule("route_not_best")
    def kept(pos: Position, run: RunTrains) -> Refusal | None:
        if run.least is not None:
            return unless(judged(pos, run).revenue >= run.least, found=run.least)
        known = best(pos, run)
        if known is None or judged(pos, run).revenue >= known.revenue:
            return KEPT
        return refuse(**_shown(known))

    return kept


def best_run(pos: Position) -> Iterator[tuple[RunTrains, Mapping[str, Any]]]:
    """Yield the best run, once for each player who may claim it."""
    best = pos.title.routes(pos, pos.unit, ())
    for player in pos.awaited if best.routes else ():
        yield RunTrains(player, pos.unit, (), best.routes), told(best)


def any_legal(pos: Position, run: RunTrains) -> None:
    """Return None: any legal set of routes may be claimed."""


def has_run(pos: Position, unit: str) -> bool:
    """Tell whether a unit has anything to run."""
    return bool(pos.title.routes(pos, unit, ()).routes)


def best_for(pos: Position, run: RunTrains) -> BestRoutes:
    """Return the best set of routes with the benefits of a run."""
    return pos.title.routes(pos, run.unit, tuple(sorted(run.using)))


@rule("route_not_best")
def only_the_best(pos: Position, run: RunTrains) -> Refusal | None:
    """Exactly the best set of routes is run."""
    best = best_for(pos, run)
    return unless(not run.using and run.routes == best.routes, best=best.revenue)


@dataclass(frozen=True, eq=False)
class Running:
    """What titles decide about running.

    ``judged`` tells what a claim is worth. ``best`` returns the set of routes that it is measured by, None where less
    may be claimed. ``possible`` tells, without searching for the best, whether there is anything to run;
    ``proposals`` are the runs to propose. ``earn`` does with what a claim is worth what follows the run,
    ``earn_recorded`` with the revenue and subsidy that a record has of a run against the rules. Where a title decides
    nothing, only the best run may be claimed.
    """

    proposals: Callable[[Position], Iterator[tuple[RunTrains, Mapping[str, Any]]]] = best_run
    possible: Callable[[Position, str], bool] = has_run
    earn: Callable[[Scratch, RunTrains, Any], None] = earn
    earn_recorded: Callable[[Scratch, RunTrains, int, int], None] = earn_recorded
    best: Callable[[Position, RunTrains], BestRoutes | None] = best_for
    judged: Callable[[Position, RunTrains], Claim] = best_for


def _shown(best: BestRoutes) -> dict[str, Any]:
    """Return the revenue of a better set, and its routes."""
    return {
        "best" if best.proved else "found": best.revenue,
        "routes": [str(one) for one in best.routes],
    }


def route_rules(judged: Callable[[Position, RunTrains], Claim], *keys: str) -> tuple[Rule[RunTrains], ...]:
    """Return a rule for each fault a claimed run may have, in the order in which they are reported."""
    return tuple(_route_rule(judged, key) for key in keys)


def _route_rule(judged: Callable[[Position, RunTrains], Claim], key: str) -> Rule[RunTrains]:
    @rule(key)
    def kept(pos: Position, run: RunTrains) -> Refusal | None:
        fault = judged(pos, run).fault
        return fault.refusal if fault is not None and fault.key == key else KEPT

    return kept


ROUTE_FAULTS = (
    "route_train",
    "route_unknown",
    "route_reverse",
    "route_repeat",
    "route_red",
    "route_blocked",
    "route_no_token",
    "route_too_short",
    "route_too_long",
    "route_shared",
)
"""The faults a claimed run may have in most titles, in the order in which they are reported."""


def usual_rules(judged: Callable[[Position, RunTrains], Claim]) -> Rules[RunTrains]:
    """Return the rules about a run that most titles share; each adds how good the run must be."""
    return Rules((units_turn, nothing_is_bought, *route_rules(judged, *ROUTE_FAULTS)))


@dataclass(frozen=True, eq=False)
class RunStep(Step[RunTrains]):
    """Run every train; a unit without a legal route earns nothing, and nobody is asked."""

    rules: Rules[RunTrains]
    running: Running = field(default_factory=Running)

    verb = RunTrains
    required = True
    slow = True

    def candidates(self, pos: Position) -> Iterator[RunTrains]:
        """Yield the best run for every choice of benefits."""
        return (run for run, _ in self._proposals(pos))

    def _proposals(self, pos: Position) -> tuple[tuple[RunTrains, Mapping[str, Any]], ...]:
        state = pos.state
        inputs = (*pos.board, state.trains, state.cash, state.phase, state.extra, pos.unit, pos.awaited)
        return pos.fact("proposals", inputs, lambda: tuple(self.running.proposals(pos)))

    def by_itself(self, pos: Position) -> bool:
        """Tell whether there is nothing to run."""
        return not self.open(pos)

    def judge(self, pos: Position, action: RunTrains) -> Refusal | None:
        """Return the refusal of the first rule that a run breaks; one that keeps all shows that there is a run."""
        refusal = super().judge(pos, action)
        if refusal is None and action.routes:
            pos.turn_memo[self] = True
        return refusal

    def open(self, pos: Position) -> bool:
        """Tell whether there is anything to run."""
        found: bool | None = pos.turn_memo.get(self)
        if found is None:
            state = pos.state
            inputs = (*pos.board, state.trains, state.cash, state.phase, pos.unit)
            found = pos.fact("runnable", inputs, lambda: self.running.possible(pos, pos.unit))
            pos.turn_memo[self] = found
        return found

    def happen(self, scratch: Scratch) -> None:
        """Earn nothing."""
        unit = scratch.frame.queue[0]
        scratch.emit(Ran(unit, 0))
        scratch.ran(unit, 0)

    def closed(self, pos: Position, action: RunTrains) -> Refusal:
        """Return why nothing is run now: it is somebody else's turn, or the step is over or not yet reached."""
        return Rules((units_turn,)).broken(pos, action) or out_of_step(pos, RunTrains)

    def foresee(self, pos: Position) -> None:
        """Find the best runs."""
        self._proposals(pos)

    def obvious(self, pos: Position, action: RunTrains) -> bool:
        """Tell whether a run is proved to be the best, and must be claimed: for the dummy's units it always must."""
        dummys = bool(pos.title.data.dummy) and pos.director(action.unit) == pos.title.data.dummy
        best = best_for(pos, action) if dummys else self.running.best(pos, action)
        return best is not None and best.proved

    def noted(self, pos: Position, action: RunTrains) -> RunTrains:
        """Return the run with the revenue that had to be claimed, if it was not proved to be the highest."""
        best = self.running.best(pos, action)
        return action if best is None or best.proved else replace(action, least=best.revenue)

    def better(self, pos: Position, action: RunTrains) -> Refusal | None:
        """Return by how much a legal run falls short of the best one with the same benefits, and the best routes."""
        best = best_for(pos, action)
        short = best.revenue - self.running.judged(pos, action).revenue
        return Refusal("route_more", {"short": short, **_shown(best)}) if short > 0 else None

    def facts(self, pos: Position, action: RunTrains) -> Mapping[str, Any]:
        """Return revenue, costs and routes of a proposed run."""
        return next((facts for run, facts in self._proposals(pos) if run == action), {})

    def apply(self, scratch: Scratch, action: RunTrains) -> None:
        """Pay for benefits, earn and share the revenue."""
        if action.least is not None:
            scratch.emit(Unproved(action.unit, action.least))
        self.running.earn(scratch, action, self.running.judged(scratch.now, action))


def claimed_freely(step: RunStep) -> RunStep:
    """Return the step in which less than the highest revenue may be claimed."""
    demands = [name for name in step.rules.names if name == "route_not_best"]
    return replace(step, rules=step.rules.without(*demands), running=replace(step.running, best=any_legal))
