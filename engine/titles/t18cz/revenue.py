"""Running trains in 18CZ and dividing what they earn: all or nothing, and what it does to the price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.actions import RunTrains
from engine.finance import market
from engine.position import Position
from engine.rules import Refusal, Rules, rule, unless
from engine.scratch import Scratch
from engine.steps.dividend import pay_or_keep
from engine.steps.run import Running, note_run, route_rules, told
from engine.steps.turn import units_turn
from engine.titles.t18cz import routing
from engine.titles.t18cz.figures import figures

# --- runs


def can_run(pos: Position) -> bool:
    """Tell whether the company in turn has anything to run."""
    return routing.possible(pos, pos.unit)


def proposals(pos: Position) -> Iterator[tuple[RunTrains, Mapping[str, Any]]]:
    """Yield the best run, for everybody who may decide on it."""
    best = routing.best(pos, pos.unit)
    for player in pos.awaited if best.routes else ():
        yield RunTrains(player, pos.unit, (), best.routes), told(best)


def judged(pos: Position, run: RunTrains) -> routing.JudgedRun:
    """Return what a claimed run is worth, or what is wrong with it."""
    inputs = (*pos.board, pos.state.trains, pos.state.phase, run)
    return pos.fact("judged", inputs, lambda: routing.judge(pos, run.unit, run.using, run.routes))


@rule("run_using")
def nothing_is_bought(pos: Position, run: RunTrains) -> Refusal | None:
    """Nothing is paid for to help a run."""
    return unless(not run.using, using=list(run.using))


@rule("must_run")
def something_runs(pos: Position, run: RunTrains) -> Refusal | None:
    """A company with a legal route runs."""
    return unless(bool(run.routes), unit=run.unit)


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

RUNNING_RULES: Rules[RunTrains] = Rules(
    (units_turn, nothing_is_bought, something_runs, *route_rules(judged, *ROUTE_FAULTS))
)


def demanded(pos: Position, run: RunTrains) -> None:
    """Return that any legal set of routes may be claimed."""


def earn(scratch: Scratch, run: RunTrains) -> None:
    """Note the revenue."""
    worth = judged(scratch.now, run)
    note_run(scratch, run, worth)
    scratch.note(revenue=worth.revenue)


RUNNING = Running(proposals, can_run, earn, demanded, judged)

# --- dividing


def divide(scratch: Scratch, unit: str, total: int) -> None:
    """Pay a dividend or keep the revenue, and move the price along its row."""
    pos = scratch.now
    pay_or_keep(scratch, unit, total, parts(pos, unit, total))
    steps = figures(pos).dividend_steps[pos.kind(unit)] if total else -1
    market.move(scratch, unit, steps, "dividend")


def parts(pos: Position, unit: str, total: int) -> dict[str, int]:
    """Return what every player gets of a dividend, rounded up; Václav is paid like them."""
    return {holder: -(-total * pos.percent(holder, unit) // 100) for holder in pos.everybody}
