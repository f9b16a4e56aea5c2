"""What a corporation of the toy does in its turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.actions import LayTile, PayDividend, RunTrains
from engine.board.tiles import Tile
from engine.events import DividendPaid as Divided
from engine.events import Ran, RouteRun
from engine.finance import market
from engine.position import Position
from engine.routes import BestRoutes, RouteGraph, RouteProblem, RouteStop, TrainSpec, solve
from engine.rules import Refusal, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps import Step, track
from engine.steps.turn import units_turn


def order(pos: Position) -> tuple[str, ...]:
    """Corporations with a director, by falling price."""
    return tuple(unit for unit in market.order(pos, list(pos.title.units)) if pos.director(unit))


def one_down(scratch: Scratch, unit: str, percent: int) -> None:
    """Every share sold moves the marker one row down."""
    for _ in range(percent // 20):
        row, column = map(int, scratch.now.cell(unit).split(","))
        market.move_to(scratch, unit, f"{min(row + 1, 2)},{column}", "sale")


def no_label(pos: Position, hex_: str, tile: Tile) -> str:
    return ""


def no_merging(pos: Position, hex_: str) -> tuple[str, ...]:
    return ()


def free(pos: Position, lay: LayTile) -> Mapping[str, int]:
    return {BANK: 0}


def no_aids(pos: Position) -> tuple[str, ...]:
    return ()


def nothing(scratch: Scratch, *what: Any) -> None:
    """Do nothing."""


def never(pos: Position, *what: Any) -> bool:
    return False


BUILDING = track.Building(no_label, no_merging, free, track.moved, no_aids, nothing, never)


@rule("tile_second")
def one_tile(pos: Position, lay: LayTile) -> Refusal | None:
    return unless(not track.lays(pos))


@rule("tile_using")
def nothing_helps(pos: Position, lay: LayTile) -> Refusal | None:
    return unless(not lay.using)


TRACK: Rules[LayTile] = Rules(
    (
        units_turn,
        nothing_helps,
        track.tile_exists,
        track.hex_takes_tiles,
        one_tile,
        track.not_the_same_colour,
        track.colour_is_open,
        track.one_colour_at_a_time,
        track.wrong_kind(BUILDING),
        track.in_supply,
        *track.SHAPE,
        track.reachable,
        track.not_blocked,
    )
)


def best(
    pos: Position, unit: str, using: Any = (), trains: Any = None, *, everywhere: bool = False
) -> BestRoutes:
    """The best routes: trains count every city and town."""
    chart, own = RouteGraph(pos.network), pos.network.own(unit)
    nodes = []
    for place in chart.places:
        stop = pos.network.stop(place)
        open_ = everywhere or not pos.network.blocked(unit, *place)
        mine = place in own or (everywhere and stop.kind == "city")
        nodes.append(RouteStop(stop.kind, stop.value(pos.phase.colours), passable=open_, own=mine))
    owned = pos.state.trains.get(unit, ()) if trains is None else trains
    specs = tuple((TrainSpec(train, pos.title.trains[train].stops),) for train in owned)
    return solve(RouteProblem(chart, tuple(nodes), specs)) or BestRoutes()


def can_run(pos: Position) -> bool:
    return bool(best(pos, pos.unit).routes)


def proposals(pos: Position) -> Iterator[tuple[RunTrains, Mapping[str, Any]]]:
    found = best(pos, pos.unit)
    if found.routes:
        yield RunTrains(pos.awaited[0], pos.unit, (), found.routes), {"revenue": found.revenue}


@rule("route_not_best")
def the_best(pos: Position, run: RunTrains) -> Refusal | None:
    found = best(pos, pos.unit)
    return unless(not run.using and run.routes == found.routes, best=found.revenue)


def measure(pos: Position, run: RunTrains) -> BestRoutes:
    """What a run is measured by."""
    return best(pos, run.unit)


RUNS: Rules[RunTrains] = Rules((units_turn, the_best))


def earn(scratch: Scratch, run: RunTrains) -> None:
    found = best(scratch.now, run.unit)
    routes = tuple(RouteRun(one.train, one.path, one.revenue) for one in found.runs)
    scratch.emit(Ran(run.unit, found.revenue, routes=routes))
    scratch.note(revenue=found.revenue)


def earned(pos: Position) -> int:
    return pos.turn.revenue or 0


@rule("dividend_all")
def all_or_nothing(pos: Position, payout: PayDividend) -> Refusal | None:
    return unless(payout.total in (0, earned(pos)))


PAYOUTS: Rules[PayDividend] = Rules((units_turn, all_or_nothing))


class PayOrKeep(Step[PayDividend]):
    """Everything is paid out, or everything kept."""

    verb = PayDividend
    required = True

    def candidates(self, pos: Position) -> Iterator[PayDividend]:
        """Yield both."""
        keep = PayDividend(pos.awaited[0], pos.unit, 0)
        yield keep
        yield replace(keep, total=earned(pos))

    def by_itself(self, pos: Position) -> bool:
        """Tell whether nothing was earned."""
        return not earned(pos)

    def happen(self, scratch: Scratch) -> None:
        """Move the price left."""
        market.move(scratch, scratch.frame.queue[0], -1, "payout")

    def apply(self, scratch: Scratch, action: PayDividend) -> None:
        """Pay and move the price."""
        pos = scratch.now
        paid = {who: action.total * pos.percent(who, action.unit) // 100 for who in pos.state.players}
        for who, amount in paid.items():
            scratch.pay(BANK, who, amount, "dividend")
        kept = earned(pos) - action.total
        scratch.pay(BANK, action.unit, kept, "dividend")
        scratch.emit(Divided(action.unit, earned(pos), kept, paid))
        market.move(scratch, action.unit, 1 if action.total else -1, "payout")
