"""Running trains in 18CZ and dividing what they earn: all or nothing, with its effect on the price."""

from __future__ import annotations

from engine.actions import RunTrains
from engine.finance import market
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import rule, unless
from engine.scratch import Scratch
from engine.steps.dividend import pay_or_keep, rounded_up
from engine.steps.run import Running, any_legal, usual_rules
from engine.steps.unit_routes import judged_by
from engine.titles.t18cz import routing
from engine.titles.t18cz.figures import figures

judged = judged_by(routing.judge)


@rule("must_run")
def something_runs(pos: Position, run: RunTrains) -> Refusal | None:
    """A company with a legal route runs."""
    return unless(bool(run.routes), unit=run.unit)


RUNNING_RULES = usual_rules(judged).before("route_train", something_runs)

RUNNING = Running(possible=routing.possible, best=any_legal, judged=judged)

# --- dividing


def divide(scratch: Scratch, unit: str, total: int) -> None:
    """Pay a dividend or keep the revenue, and move the price along its row."""
    pos = scratch.now
    pay_or_keep(scratch, unit, total, rounded_up(pos, unit, total))
    market.move(scratch, unit, dividend_move(pos, unit, total), "dividend")


def dividend_move(pos: Position, unit: str, total: int) -> int:
    """Return how many cells to the right a dividend moves the price: without one it moves to the left."""
    return figures(pos).dividend_steps[pos.kind(unit)] if total else -1
