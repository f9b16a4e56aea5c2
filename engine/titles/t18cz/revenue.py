"""Running trains in 18CZ and dividing what they earn: all or nothing, with its effect on the price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.actions import RunTrains
from engine.finance import market
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.steps.dividend import pay_or_keep, rounded_up
from engine.steps.run import Running, earn, judged_by, nothing_is_bought, route_rules, told
from engine.steps.turn import units_turn
from engine.titles.t18cz import routing
from engine.titles.t18cz.figures import figures

# --- runs


def can_run(pos: Position) -> bool:
    """Tell whether the company in turn has anything to run."""
    return routing.possible(pos, pos.unit)


def proposals(pos: Position) -> Iterator[tuple[RunTrains, Mapping[str, Any]]]:
    """Yield the best run, once for each player who may claim it."""
    best = routing.best(pos, pos.unit)
    for player in pos.awaited if best.routes else ():
        yield RunTrains(player, pos.unit, (), best.routes), told(best)


judged = judged_by(routing.judge)


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
    """Return None: any legal set of routes may be claimed."""


def run_trains(scratch: Scratch, run: RunTrains) -> None:
    """Note the revenue."""
    earn(scratch, run, judged(scratch.now, run))


RUNNING = Running(proposals, can_run, run_trains, demanded, judged)

# --- dividing


def divide(scratch: Scratch, unit: str, total: int) -> None:
    """Pay a dividend or keep the revenue, and move the price along its row."""
    pos = scratch.now
    pay_or_keep(scratch, unit, total, rounded_up(pos, unit, total))
    steps = figures(pos).dividend_steps[pos.kind(unit)] if total else -1
    market.move(scratch, unit, steps, "dividend")
