"""What trains earn in 18Mag: values by phase, tokens of majors, mines and rail cars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from engine.actions import Route
from engine.board.hexes import Place
from engine.lazily import lazily
from engine.position import Position
from engine.refusals import RouteFault
from engine.routes import (
    BestRoutes,
    Looks,
    RouteBonus,
    RouteProblem,
    RouteStop,
    TracedPath,
    TrainRun,
    TrainSpec,
    check_passed,
    check_shared,
    check_token,
    check_trains,
    solve,
    trace,
)
from engine.steps.unit_routes import JudgedRun, UnitRoutes, search_routes
from engine.titles.t18mag.figures import figures
from engine.titles.t18mag.procedures import procedures

USES = {"bonus": 1, "plus": 2, "mine": 4, "town": 8}
"""What rail cars and supporters do, as benefits of routes."""

LONGER = ("town", "plus")
"""The benefits that let a train visit more towns than its number."""

MINE, RED = 1, 2
"""Marks of the stops that matter to them; where two red locations matter, the next ones have the bits above."""


@dataclass(frozen=True, slots=True)
class MinorRun(JudgedRun):
    """What a claimed run of a minor was found to be. Money in forints.

    ``subsidy`` goes to the treasury alone. ``through`` is what the routes from red to red bring in addition.
    """

    subsidy: int = 0
    through: int = 0


def value(pos: Position, place: Place) -> int:
    """Return the value of a stop now, tokens of majors included (VI.3.7.3, .4)."""
    hex_, index = place
    there = (token for token in pos.state.tokens.get(hex_, ()) if token.stop == index)
    tokens = sum(pos.title.units[token.unit].kind == "major" for token in there)
    return pos.network.stop(place).value(pos.phase.colours) + figures(pos).token_bonus * tokens


def red_to_red(pos: Position) -> int:
    """Return the bonus of a route from one red location to another."""
    return figures(pos).red_to_red.get(pos.phase.name, 0)


def _more(number: int, helps: Sequence[str]) -> int:
    """Return how many more towns a train with that number visits."""
    return sum(number if effect == "plus" else 1 for effect in helps)


# --- the best set


@dataclass(frozen=True, eq=False)
class MinorRoutes(UnitRoutes):
    """Which routes of a minor are best with the rail cars bought, each of which must be used."""

    def answer(self, budget: float | Looks | None) -> BestRoutes:
        """Return the best set with what it earns, or which benefit cannot be used."""
        found = solve(self.problem, budget)
        if found is None:
            return BestRoutes(fault=RouteFault("railcar_unused", car=self._useless()))
        return replace(found, subsidy=self.subsidy([run.stops for run in found.runs]))

    def _useless(self) -> str:
        """Return the first rail car that is useless even alone, or else the last one."""
        for car in self.using[:-1]:
            if best(self.pos, self.unit, (car,), self.trains, everywhere=self.everywhere).fault:
                return car
        return self.using[-1]

    @lazily
    def bought(self) -> dict[str, str]:
        """Return the rail cars bought, and the supporters called on, by what they do."""
        towns = figures(self.pos).supporters.town
        return {"town" if one in towns else figures(self.pos).rail_cars[one]: one for one in self.using}

    def kind(self, place: Place) -> str:
        """Return the kind of a stop."""
        return self.pos.network.stop(place).kind

    def joins_red(self, stops: Sequence[Place]) -> bool:
        """Tell whether a route joins two red locations."""
        return sum(self.kind(place) == "offboard" for place in stops) > 1

    def subsidy(self, visited: Sequence[Sequence[Place]]) -> int:
        """Return what routes with these stops bring to the treasury alone, in forints."""
        mines = (place for stops in visited for place in stops if self.kind(place) == "mine")
        apart = red_to_red(self.pos) - procedures(self.pos).crossing(self.pos)
        return sum(value(self.pos, place) for place in mines) + apart * sum(map(self.joins_red, visited))

    def about(self, stops: Sequence[RouteStop]) -> RouteProblem:
        """Return the question in the terms of the search."""
        kinds = tuple(self._specs(train) for train in self.trains)
        uses = sum(USES[effect] for effect in self.bought)
        return RouteProblem(self.graph, stops, kinds, self._extras(), uses)

    @property
    def stops(self) -> tuple[RouteStop, ...]:
        """Return the role of every stop for the minor; where two red ones matter, each has its own mark."""
        inputs = (*self.pos.board, self.pos.state.phase)
        name = f"stops {self.unit} {self._mines} {self.everywhere}"
        return self.pos.fact(name, inputs, lambda: tuple(self._each_stop()))

    @property
    def _mines(self) -> bool:
        return "mine" in self.bought

    def _each_stop(self) -> Iterator[RouteStop]:
        red = RED
        for stop in map(self.stop, self.graph.places):
            if stop.marks == RED and red_to_red(self.pos):
                yield replace(stop, marks=red)
                red <<= 1
            else:
                yield stop

    def stop(self, place: Place) -> RouteStop:
        """Return the role of a stop for the minor; mines may be passed where that was paid for."""
        kind = self.kind(place)
        if kind == "mine":
            return RouteStop(kind, 0, passable=self._mines, group=1, marks=MINE)
        marks = RED if kind == "offboard" else 0
        return replace(super().stop(place), value=value(self.pos, place), marks=marks)

    def _specs(self, train: str) -> tuple[TrainSpec, ...]:
        """Return a train as it is, and in every way in which it visits more towns than its number (VI.3.7.12)."""
        number = self.pos.title.trains[train].stops
        helps = [effect for effect in LONGER if effect in self.bought]
        plain = TrainSpec(train, number, skips=frozenset({"mine"}))
        kinds = [plain]
        for count in range(1, len(helps) + 1):
            for some in combinations(helps, count):
                uses = sum(USES[effect] for effect in some)
                kinds.append(replace(plain, towns=_more(number, some), least=number + count, uses=uses))
        return tuple(kinds)

    def _extras(self) -> Callable[[TrainSpec, int], tuple[RouteBonus, ...]]:
        """Return how a route uses the mine it visits, and the bonus at a red location."""
        bonus = figures(self.pos).red_bonus[self.pos.phase.name]
        through = procedures(self.pos).crossing(self.pos)

        def extras(spec: TrainSpec, marks: int) -> tuple[RouteBonus, ...]:
            if marks & MINE and not self._mines:
                return ()
            uses = USES["mine"] if marks & MINE else 0
            reds = (marks & ~MINE).bit_count()
            earned = through if reds > 1 else 0
            plain = RouteBonus(earned, uses)
            if reds and "bonus" in self.bought:
                return plain, RouteBonus(earned + bonus, uses | USES["bonus"])
            return (plain,)

        return extras


best = search_routes(MinorRoutes)
"""The search for the routes that earn most with the rail cars bought, each of which must be used."""

# --- any other set


def judge(pos: Position, unit: str, using: tuple[str, ...], routes: tuple[Route, ...]) -> MinorRun:
    """Return the revenue of a set of routes with the rail cars bought, or its first fault."""
    try:
        return ClaimedRoutes(MinorRoutes(pos, unit, pos.trains(unit), using=using), routes).worth()
    except RouteFault as fault:
        return MinorRun(fault)


class ClaimedRoutes:
    """A set of routes that somebody would like to run; ``asked`` is the question which ones are best."""

    def __init__(self, asked: MinorRoutes, routes: tuple[Route, ...]) -> None:
        self._asked = asked
        self._pos = asked.pos
        self._bought = asked.bought
        self._kind = asked.kind
        self._routes = routes
        check_trains(routes, asked.trains)
        self._traced = [trace(self._pos.network, route.path) for route in routes]

    def worth(self) -> MinorRun:
        """Return what the set earns.

        :raises RouteFault: when a route or the set breaks a rule.
        """
        for traced in self._traced:
            check_passed(self._pos.network, self._asked.unit, traced)
            check_token(self._pos.network, self._asked.unit, traced)
            self._check_length(traced)
        used = {"mine": self._mines(), "bonus": len(self._visited("offboard")), **self._lengthened()}
        check_shared(self._traced)
        self._check_cars(used)
        visited = [traced.stops for traced in self._traced]
        through = red_to_red(self._pos) * sum(map(self._asked.joins_red, visited))
        return MinorRun(None, tuple(self._runs()), self._asked.subsidy(visited), through)

    def _visited(self, kind: str) -> list[Place]:
        """Return the stops of a kind on all routes."""
        return [place for traced in self._traced for place in traced.stops if self._kind(place) == kind]

    def _counted(self, traced: TracedPath) -> list[Place]:
        return [place for place in traced.stops if self._kind(place) != "mine"]

    def _check_length(self, traced: TracedPath) -> None:
        """Check that the route joins two locations (VI.2.3)."""
        if len(self._counted(traced)) < 2:
            raise RouteFault("route_too_short")

    def _lengthened(self) -> dict[str, int]:
        """Tell which benefits let a train visit more than its number; each serves only one train (VI.3.7.12-14)."""
        spare = tuple(effect for effect in LONGER if effect in self._bought)
        shared, room = spare, 0
        for route, traced in sorted(
            zip(self._routes, self._traced, strict=True), key=self._over, reverse=True
        ):
            over = self._over((route, traced))
            if over > 0:
                helps = self._helps(route, traced, shared)
                shared = tuple(effect for effect in shared if effect not in helps)
                room += over - len(helps)
        return {effect: effect not in shared[room:] for effect in spare}

    def _over(self, run: tuple[Route, TracedPath]) -> int:
        return len(self._counted(run[1])) - self._pos.title.trains[run[0].train].stops

    def _helps(self, route: Route, traced: TracedPath, spare: tuple[str, ...]) -> tuple[str, ...]:
        """Return the first of these benefits with which a train reaches that far; they count for towns only."""
        number = self._pos.title.trains[route.train].stops
        counted = self._counted(traced)
        others = sum(self._kind(place) != "town" for place in counted)
        sets = (some for count in range(len(spare)) for some in combinations(spare, count + 1))
        for some in sets:
            if others <= number and len(counted) <= number + _more(number, some):
                return some
        name = f"{number}+{_more(number, spare)}" if spare else route.train
        raise RouteFault("route_too_long", count=len(counted), train=name)

    def _mines(self) -> int:
        """Return how many mines are visited: one, if that was paid for (VI.3.7.19, .20)."""
        mines = self._visited("mine")
        allowed = 1 if "mine" in self._bought else 0
        if len(mines) > allowed:
            raise RouteFault("route_mine", hex=mines[allowed][0])
        return len(mines)

    def _check_cars(self, used: Mapping[str, int]) -> None:
        """Check that every rail car bought is of use (VI.3.7.24)."""
        for effect, car in self._bought.items():
            if not used[effect]:
                raise RouteFault("railcar_unused", car=car)

    def _runs(self) -> Iterator[TrainRun]:
        """Yield each route with what it earns; the first at a red location gets the bonus."""
        bonus = figures(self._pos).red_bonus[self._pos.phase.name] if "bonus" in self._bought else 0
        for route, traced in zip(self._routes, self._traced, strict=True):
            revenue = sum(value(self._pos, place) for place in self._counted(traced))
            if any(self._kind(place) == "offboard" for place in traced.stops):
                revenue, bonus = revenue + bonus, 0
            if self._asked.joins_red(traced.stops):
                revenue += procedures(self._pos).crossing(self._pos)
            yield TrainRun(route, traced.stops, traced.hexes, revenue)
