"""Runs of minors and dividends of majors in 18Mag, with the rail cars that help a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from engine.actions import PayDividend, RunTrains
from engine.events import DividendPaid
from engine.finance import market
from engine.position import Position
from engine.refusals import Refusal
from engine.routes import BestRoutes
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps.run import (
    Running,
    best_for,
    highest,
    note_recorded,
    note_run,
    route_rules,
    told,
    usual_rules,
)
from engine.steps.turn import units_turn
from engine.steps.unit_routes import judged_by
from engine.titles.t18mag import routing, supporters
from engine.titles.t18mag.figures import figures
from engine.titles.t18mag.tokens import director_decides, has_director

# --- rail cars and runs


def car_prices(pos: Position, cars: tuple[str, ...]) -> tuple[int, ...]:
    """Return the price of each rail car, in the order of payment; a supporter costs nothing."""
    prices = iter(figures(pos).rail_car_prices[pos.phase.name])
    return tuple(next(prices, 0) if car in figures(pos).rail_cars else 0 for car in cars)


def most_cars(pos: Position) -> int:
    """Return how many rail cars may be used in a turn."""
    return len(figures(pos).rail_car_prices[pos.phase.name])


def car_choices(pos: Position) -> Iterator[tuple[str, ...]]:
    """Yield every selection of rail cars in every order that the treasury can pay."""
    cars = tuple(figures(pos).rail_cars)
    for count in range(most_cars(pos) + 1):
        for chosen in permutations(cars, count):
            if sum(car_prices(pos, chosen)) <= pos.cash(pos.unit):
                yield chosen


def can_run(pos: Position, unit: str) -> bool:
    """Tell whether a minor has any run: a token joined to another location, if need be through a mine."""
    if not pos.trains(unit):
        return False
    joined = False
    for one, other, _ in routing.MinorRoutes(pos, unit, ()).joined_stops():
        if "mine" not in (pos.network.stop(one).kind, pos.network.stop(other).kind):
            return True
        joined = True
    return joined and any(
        routing.best(pos, unit, tuple(sorted(cars))).routes for cars in car_choices(pos) if cars
    )


def proposals(pos: Position) -> Iterator[tuple[RunTrains, Mapping[str, Any]]]:
    """Yield the best run without rail cars, if only of nothing, and with every selection that brings a run.

    A supporter is offered where he adds to it.
    """
    if not can_run(pos, pos.unit):
        return
    supporter = supporters.on_call(pos, figures(pos).supporters.town)
    for cars in car_choices(pos):
        best = routing.best(pos, pos.unit, tuple(sorted(cars)))
        if best.routes or not cars:
            yield _proposal(pos, cars, best)
        if supporter:
            more = routing.best(pos, pos.unit, tuple(sorted((*cars, supporter))))
            if more.revenue > best.revenue:
                yield _proposal(pos, (*cars, supporter), more)


def _proposal(pos: Position, cars: tuple[str, ...], best: BestRoutes) -> tuple[RunTrains, Mapping[str, Any]]:
    prices = car_prices(pos, cars)
    known = {**told(best), "subsidy": best.subsidy, "cost": sum(prices)}
    if len(prices) > 1:
        known["prices"] = dict(zip(cars, prices, strict=True))
    return RunTrains(pos.awaited[0], pos.unit, cars, best.routes), known


@rule("railcar_none")
def cars_known(pos: Position, run: RunTrains) -> Refusal | None:
    """Each rail car is one of those for sale."""
    strange = [car for car in run.using if car not in pos.title.data.benefits]
    return unless(not strange, car=next(iter(strange), ""))


@rule("railcar_twice")
def cars_single(pos: Position, run: RunTrains) -> Refusal | None:
    """Each rail car is bought once."""
    return unless(len(set(run.using)) == len(run.using), using=list(run.using))


@rule("railcar_one")
def cars_few(pos: Position, run: RunTrains) -> Refusal | None:
    """No more rail cars are used in a turn than there are prices."""
    bought = [car for car in run.using if car in figures(pos).rail_cars]
    return unless(len(bought) <= most_cars(pos), using=list(run.using))


@rule("supporter")
def supporter_ready(pos: Position, run: RunTrains) -> Refusal | None:
    """A supporter who helps belongs to the owner of the minor and has not helped in this round yet."""
    called = [one for one in run.using if one in figures(pos).supporters.town]
    ready = supporters.on_call(pos, figures(pos).supporters.town)
    return unless(all(one == ready for one in called), supporter="".join(called))


@rule("railcar_cash")
def cars_affordable(pos: Position, run: RunTrains) -> Refusal | None:
    """Rail cars are paid from the treasury as it stands before the run."""
    cost = sum(car_prices(pos, run.using))
    return unless(pos.cash(run.unit) >= cost, cost=cost, cash=pos.cash(run.unit))


judged = judged_by(routing.judge)

RUNNING_RULES = (
    usual_rules(judged)
    .without("run_using")
    .before("route_train", cars_known, cars_single, cars_few, supporter_ready, cars_affordable)
    .before("route_shared", *route_rules(judged, "route_mine"))
    .then(*route_rules(judged, "railcar_unused"), highest(best_for, judged))
)


def earn(scratch: Scratch, run: RunTrains, worth: routing.MinorRun) -> None:
    """Pay the rail cars, then share the revenue: half goes to the owner, half and the mine's part to the treasury."""
    pay_cars(scratch, run)
    if worth.through:
        scratch.pay(BANK, figures(scratch.now).through_to, worth.through, "red_to_red")
    note_run(scratch, run, worth, worth.subsidy)
    split(scratch, run.unit, worth.revenue, worth.subsidy)


def earn_recorded(scratch: Scratch, run: RunTrains, revenue: int, subsidy: int) -> None:
    """Pay the rail cars of a run against the rules, then share what it has earned."""
    pay_cars(scratch, run)
    note_recorded(scratch, run, revenue, subsidy)
    split(scratch, run.unit, revenue, subsidy)


def pay_cars(scratch: Scratch, run: RunTrains) -> None:
    """Pay what helps a run: the rail cars; a supporter has helped in this round."""
    pos = scratch.now
    for car, price in zip(run.using, car_prices(pos, run.using), strict=True):
        if car in figures(pos).rail_cars:
            scratch.pay(run.unit, pos.title.data.benefits[car], price, "rail_car")
        else:
            supporters.use(scratch, car)


def split(scratch: Scratch, unit: str, revenue: int, subsidy: int) -> None:
    """Share a minor's revenue with its owner."""
    owner = scratch.state.owners[unit]
    share = revenue // 2
    scratch.pay(BANK, owner, share, "dividend")
    scratch.pay(BANK, unit, revenue - share, "dividend")
    scratch.pay(BANK, unit, subsidy, "mine")
    scratch.emit(DividendPaid(unit, revenue, revenue - share, {owner: share}))


RUNNING = Running(proposals, can_run, earn, earn_recorded, best_for, judged)


# --- dividends of majors


@rule("dividend_step")
def whole_tens(pos: Position, dividend: PayDividend) -> Refusal | None:
    """A dividend is a multiple of ten, at most the treasury."""
    cash = pos.cash(dividend.unit)
    return unless(0 <= dividend.total <= cash and dividend.total % 10 == 0, cash=cash)


def full(pos: Position) -> int:
    """Return the highest dividend of the major in turn, in forints."""
    return pos.cash(pos.unit) // 10 * 10


def in_tens(pos: Position) -> range:
    """Return the dividends that the major in turn may pay, in forints."""
    return range(0, full(pos) + 1, 10)


def director_chooses(pos: Position) -> bool:
    """Tell whether there is a director, and something to choose."""
    return bool(pos.awaited) and full(pos) > 0


def without_director(pos: Position) -> int:
    """Return the amount that is paid out without a choice: the whole treasury where there is no director."""
    return 0 if pos.awaited else pos.cash(pos.unit)


PAYING: Rules[PayDividend] = Rules((has_director, director_decides, units_turn, whole_tens))


def pay_out(scratch: Scratch, unit: str, total: int) -> None:
    """Pay every share its part, the bank getting that of shares nobody holds, and move the price."""
    pos = scratch.now
    parts = {player: total * pos.percent(player, unit) // 100 for player in pos.state.players}
    paid = {player: amount for player, amount in parts.items() if amount}
    for player, amount in paid.items():
        scratch.pay(unit, player, amount, "dividend")
    scratch.pay(unit, BANK, total - sum(paid.values()), "dividend")
    scratch.emit(DividendPaid(unit, total, pos.cash(unit) - total, paid, apart=True))
    scratch.ran(unit, total, kept=not total and pos.cash(unit) > 0)
    market.move(scratch, unit, dividend_move(pos, total), "dividend")


def dividend_move(pos: Position, total: int) -> int:
    """Return how many cells to the right a dividend moves the price."""
    return [cells for least, cells in figures(pos).dividend_moves if total >= least][-1]
