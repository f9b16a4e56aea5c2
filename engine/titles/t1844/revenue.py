"""Runs of 1844 and their dividends: all is paid out or nothing, and the price moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.actions import RunTrains
from engine.events import Counted
from engine.finance import market
from engine.position import Position
from engine.rules import Rules
from engine.scratch import Scratch
from engine.special import change
from engine.state import POOL
from engine.steps.dividend import pay_or_keep, rounded_up
from engine.steps.run import Running, best_for, earn, highest, judged_by, nothing_is_bought, route_rules, told
from engine.steps.turn import units_turn
from engine.titles.t1844 import routing
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.privates import close_private

# --- runs


def can_run(pos: Position) -> bool:
    """Tell whether the company in turn has anything to run."""
    return routing.possible(pos, pos.unit)


def proposals(pos: Position) -> Iterator[tuple[RunTrains, Mapping[str, Any]]]:
    """Yield the best runs that differ in the mountains and tunnels they open."""
    for best in routing.proposals(pos, pos.unit):
        yield RunTrains(pos.awaited[0], pos.unit, (), best.routes), told(best)


judged = judged_by(routing.judge)

ROUTE_FAULTS = (
    "route_train",
    "route_unknown",
    "route_reverse",
    "route_repeat",
    "route_red",
    "route_mountain",
    "route_zero",
    "route_closed_to_h",
    "route_blocked",
    "route_no_token",
    "route_too_short",
    "route_too_long",
    "route_too_many_hexes",
    "route_shared",
)


RUNNING_RULES: Rules[RunTrains] = Rules(
    (
        units_turn,
        nothing_is_bought,
        *route_rules(judged, *ROUTE_FAULTS),
        highest(best_for, judged),
    )
)


def run_trains(scratch: Scratch, run: RunTrains) -> None:
    """Note the revenue, and the places the trains have run to for the first time."""
    worth = judged(scratch.now, run)
    earn(scratch, run, worth)
    activate(scratch, worth.activated)
    close_after_run(scratch, run.unit)


def activate(scratch: Scratch, hexes: tuple[str, ...]) -> None:
    """Remember the mountain railways and tunnels that pay their owners from now on."""
    known = swiss_state(scratch.now).active
    for hex_ in hexes:
        if hex_ not in known:
            scratch.emit(Counted("activated", 1, hex_))
    change(scratch, active=(*known, *(hex_ for hex_ in hexes if hex_ not in known)))


def close_after_run(scratch: Scratch, unit: str) -> None:
    """Close the private that lives until a company first runs."""
    for private, runner in figures(scratch.now).closed_by_first_run.items():
        if runner == unit and scratch.now.owner(private):
            close_private(scratch, private, "first_run")
            scratch.note(closed=private)


RUNNING = Running(proposals, can_run, run_trains, best_for, judged)

# --- dividing


def divide(scratch: Scratch, unit: str, total: int) -> None:
    """Pay a dividend or keep the revenue, and move the price; from now on the company has operated."""
    pos = scratch.now
    pay_or_keep(scratch, unit, total, parts(pos, unit, total))
    if unit not in swiss_state(pos).operated:
        change(scratch, operated=(*swiss_state(pos).operated, unit))
    cell = pos.cell(unit)
    market.move_to(scratch, unit, rightward(pos, unit) if total else market.left(pos, cell), "dividend")


def parts(pos: Position, unit: str, total: int) -> dict[str, int]:
    """Return everybody's part of a dividend: players rounded up, the company for pool shares rounded down."""
    return {**rounded_up(pos, unit, total), unit: total * pos.percent(POOL, unit) // 100}


def rightward(pos: Position, unit: str) -> str:
    """Return the field a dividend moves the price to; that of a regional company never crosses the red line."""
    cell = pos.cell(unit)
    last = int(cell.partition(",")[2]) + 1 >= figures(pos).regional_columns
    return market.up(pos, cell) if last and pos.kind(unit) == "regional" else market.right(pos, cell)
