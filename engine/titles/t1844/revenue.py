"""Runs of 1844 and their dividends: all is paid out or nothing, and the price moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.actions import RunTrains
from engine.events import Counted
from engine.finance import market
from engine.finance.floating import note_operated
from engine.finance.privates import close_private
from engine.position import Position
from engine.scratch import Scratch
from engine.state import POOL
from engine.steps.dividend import pay_or_keep, rounded_up
from engine.steps.run import (
    Running,
    best_for,
    earn,
    earn_recorded,
    highest,
    route_rules,
    told,
    usual_rules,
)
from engine.steps.unit_routes import judged_by
from engine.titles.t1844 import routing
from engine.titles.t1844.figures import figures, swiss_state

# --- runs


def proposals(pos: Position) -> Iterator[tuple[RunTrains, Mapping[str, Any]]]:
    """Yield the best runs that differ in the mountains and tunnels they open."""
    for best in routing.proposals(pos, pos.unit):
        yield RunTrains(pos.awaited[0], pos.unit, (), best.routes), told(best)


judged = judged_by(routing.judge)

RUNNING_RULES = (
    usual_rules(judged)
    .before("route_blocked", *route_rules(judged, "route_mountain", "route_zero", "route_closed_to_h"))
    .before("route_shared", *route_rules(judged, "route_too_many_hexes"))
    .then(highest(best_for, judged))
)


def run_trains(scratch: Scratch, run: RunTrains, worth: routing.SwissRun) -> None:
    """Note the revenue, and the places the trains have run to for the first time."""
    earn(scratch, run, worth)
    activate(scratch, worth.activated)
    close_after_run(scratch, run.unit)


def run_as_recorded(scratch: Scratch, run: RunTrains, revenue: int, subsidy: int) -> None:
    """Note the revenue of a run against the rules."""
    earn_recorded(scratch, run, revenue, subsidy)
    close_after_run(scratch, run.unit)


def activate(scratch: Scratch, hexes: tuple[str, ...]) -> None:
    """Remember the mountain railways and tunnels that pay their owners from now on."""
    known = swiss_state(scratch.now).active
    for hex_ in hexes:
        if hex_ not in known:
            scratch.emit(Counted("activated", 1, hex_))
    scratch.change(active=(*known, *(hex_ for hex_ in hexes if hex_ not in known)))


def close_after_run(scratch: Scratch, unit: str) -> None:
    """Close the private that lives until a company first runs."""
    for private, runner in figures(scratch.now).closed_by_first_run.items():
        if runner == unit and scratch.now.owner(private):
            close_private(scratch, private, "first_run")
            scratch.note(closed=private)


RUNNING = Running(proposals, routing.possible, run_trains, run_as_recorded, best_for, judged)

# --- dividing


def divide(scratch: Scratch, unit: str, total: int) -> None:
    """Pay a dividend or keep the revenue, and move the price; from now on the company has operated."""
    pos = scratch.now
    pay_or_keep(scratch, unit, total, parts(pos, unit, total))
    note_operated(scratch, unit)
    market.move_to(scratch, unit, after_dividend(pos, unit, pos.cell(unit), total), "dividend")


def parts(pos: Position, unit: str, total: int) -> dict[str, int]:
    """Return everybody's part of a dividend: players rounded up, the company for pool shares rounded down."""
    return {**rounded_up(pos, unit, total), unit: total * pos.percent(POOL, unit) // 100}


def after_dividend(pos: Position, unit: str, cell: str, total: int) -> str:
    """Return the cell of a price after a dividend; that of a regional company never crosses the red line."""
    if not total:
        return market.left(pos, cell)
    board, column = pos.title.data.market, int(cell.partition(",")[2])
    stopped = pos.kind(unit) in board.barred and board.line is not None and column + 1 >= board.line
    return market.up(pos, cell) if stopped else market.right(pos, cell)
