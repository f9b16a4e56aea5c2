"""What minors and majors of 18Mag do with money: runs, tokens, trades and dividends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from engine.actions import PayDividend, RunTrains
from engine.board.hexes import Place
from engine.events import DividendPaid
from engine.finance import market
from engine.position import Position
from engine.refusals import Refusal
from engine.routes import BestRoutes
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps import Step
from engine.steps.run import Running, highest, note_run, route_rules, told
from engine.steps.turn import units_turn
from engine.titles.t18mag import running, supporters
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


def can_run(pos: Position) -> bool:
    """Tell whether a minor has any run: a token joined to another location, if need be through a mine."""
    if not pos.state.trains.get(pos.unit):
        return False
    own = set(pos.network.own(pos.unit))
    mine = False
    for kinds in _from_tokens(pos, own):
        if "mine" not in kinds:
            return True
        mine = True
    return mine and any(
        running.best(pos, pos.unit, tuple(sorted(cars))).routes for cars in car_choices(pos) if cars
    )


def _from_tokens(pos: Position, own: set[Place]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of kinds of stops joined by track that starts at a token."""
    chart = running.route_graph(pos)
    for chain in chart.chains:
        one, two = chart.places[chain.one], chart.places[chain.two]
        if one != two and (one in own or two in own):
            yield pos.network.stop(one).kind, pos.network.stop(two).kind


def proposals(pos: Position) -> Iterator[tuple[RunTrains, Mapping[str, Any]]]:
    """Yield the best run without rail cars, if only of nothing, and with every selection that brings a run.

    A supporter is offered where he adds to it.
    """
    if not can_run(pos):
        return
    supporter = supporters.helper(pos, figures(pos).supporters.town)
    for cars in car_choices(pos):
        best = running.best(pos, pos.unit, tuple(sorted(cars)))
        if best.routes or not cars:
            yield _proposal(pos, cars, best)
        if supporter:
            more = running.best(pos, pos.unit, tuple(sorted((*cars, supporter))))
            if more.routes and more.revenue > best.revenue:
                yield _proposal(pos, (*cars, supporter), more)


def _proposal(pos: Position, cars: tuple[str, ...], best: BestRoutes) -> tuple[RunTrains, Mapping[str, Any]]:
    cost = sum(car_prices(pos, cars))
    known = {**told(best), "subsidy": best.subsidy, "cost": cost}
    return RunTrains(pos.awaited[0], pos.unit, cars, best.routes), known


@rule("railcar_none")
def cars_known(pos: Position, run: RunTrains) -> Refusal | None:
    """Each rail car is one of those for sale."""
    strange = [car for car in run.using if car not in pos.title.data.benefits]
    return unless(not strange, car="".join(strange[:1]))


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
    ready = supporters.helper(pos, figures(pos).supporters.town)
    return unless(all(one == ready for one in called), supporter="".join(called))


@rule("railcar_cash")
def cars_affordable(pos: Position, run: RunTrains) -> Refusal | None:
    """Rail cars are paid from the treasury as it stands before the run."""
    cost = sum(car_prices(pos, run.using))
    return unless(pos.cash(run.unit) >= cost, cost=cost, cash=pos.cash(run.unit))


def judged(pos: Position, run: RunTrains) -> running.Judged:
    """Return the value of a claimed run, or what is wrong with it."""
    state = pos.state
    inputs = (state.tiles, state.tokens, state.trains, state.phase, run)
    return pos.fact("judged", inputs, lambda: running.judge(pos, run.unit, run.using, run.routes))


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
    "route_mine",
    "route_shared",
    "railcar_unused",
)


def demanded(pos: Position, run: RunTrains) -> BestRoutes | None:
    """Return the best routes with the rail cars bought, which must be claimed."""
    return running.best(pos, run.unit, tuple(sorted(run.using)))


RUNNING_RULES: Rules[RunTrains] = Rules(
    (
        units_turn,
        cars_known,
        cars_single,
        cars_few,
        supporter_ready,
        cars_affordable,
        *route_rules(judged, *ROUTE_FAULTS),
        highest(demanded, judged),
    )
)


def earn(scratch: Scratch, run: RunTrains) -> None:
    """Pay the rail cars, then share the revenue: half goes to the owner, half and the mine's part to the treasury."""
    pos = scratch.now
    worth = judged(pos, run)
    for car, price in zip(run.using, car_prices(pos, run.using), strict=True):
        if car in figures(pos).rail_cars:
            scratch.pay(run.unit, pos.title.data.benefits[car], price, "rail_car")
        else:
            supporters.use(scratch, car)
    if worth.through:
        scratch.pay(BANK, figures(pos).through_to, worth.through, "red_to_red")
    note_run(scratch, run, worth, worth.subsidy)
    split(scratch, run.unit, worth.revenue, worth.subsidy)


def split(scratch: Scratch, unit: str, revenue: int, subsidy: int) -> None:
    """Share a minor's revenue with its owner."""
    owner = scratch.state.owners[unit]
    share = revenue // 2
    scratch.pay(BANK, owner, share, "dividend")
    scratch.pay(BANK, unit, revenue - share, "dividend")
    scratch.pay(BANK, unit, subsidy, "mine")
    scratch.emit(DividendPaid(unit, revenue, revenue - share, {owner: share}))


RUNNING = Running(proposals, can_run, earn, demanded, judged)


# --- dividends of majors


@rule("dividend_step")
def whole_tens(pos: Position, dividend: PayDividend) -> Refusal | None:
    """A dividend is a multiple of ten, at most the treasury."""
    cash = pos.cash(dividend.unit)
    return unless(0 <= dividend.total <= cash and dividend.total % 10 == 0, cash=cash)


def full(pos: Position, unit: str) -> int:
    """Return the highest dividend."""
    return pos.cash(unit) // 10 * 10


def in_tens(pos: Position, unit: str) -> range:
    """Return the dividends a major may pay, in forints."""
    return range(0, full(pos, unit) + 1, 10)


@dataclass(frozen=True, eq=False)
class PayDividendStep(Step[PayDividend]):
    """The director decides how much of the treasury is paid out; without a director it is everything."""

    rules: Rules[PayDividend]
    total: Callable[[Position, str], range] = in_tens

    verb = PayDividend
    required = True

    def candidates(self, pos: Position) -> Iterator[PayDividend]:
        """Yield the smallest dividend; the others follow in steps of ten."""
        yield PayDividend(pos.awaited[0], pos.unit, 0)

    def amounts(self, pos: Position, action: PayDividend) -> range | None:
        """Return the possible dividends."""
        return self.total(pos, action.unit)

    def by_itself(self, pos: Position) -> bool:
        """Tell whether there is no director, or nothing to choose."""
        return not pos.awaited or pos.cash(pos.unit) < 10

    def happen(self, scratch: Scratch) -> None:
        """Pay out the whole treasury, or nothing where there is nothing to choose."""
        pos = scratch.now
        pay_out(scratch, pos.unit, 0 if pos.awaited else pos.cash(pos.unit))

    def apply(self, scratch: Scratch, action: PayDividend) -> None:
        """Pay the dividend that the director chose."""
        pay_out(scratch, action.unit, action.total)


PAYING: Rules[PayDividend] = Rules((has_director, director_decides, units_turn, whole_tens))


def pay_out(scratch: Scratch, unit: str, total: int) -> None:
    """Pay every share its part, the bank getting that of shares nobody holds, and move the price."""
    pos = scratch.now
    paid = {player: total * pos.percent(player, unit) // 100 for player in pos.state.players}
    paid = {player: amount for player, amount in paid.items() if amount}
    for player, amount in paid.items():
        scratch.pay(unit, player, amount, "dividend")
    scratch.pay(unit, BANK, total - sum(paid.values()), "dividend")
    scratch.emit(DividendPaid(unit, total, pos.cash(unit) - total, paid))
    scratch.ran(unit, total, kept=not total and pos.cash(unit) > 0)
    market.move(scratch, unit, dividend_move(pos, total), "dividend")


def dividend_move(pos: Position, total: int) -> int:
    """Return how many cells to the right a dividend moves the price."""
    return [cells for least, cells in figures(pos).dividend_moves if total >= least][-1]
