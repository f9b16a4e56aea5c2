"""Which routes of a unit are best: the question as most titles put it, its answer, and what claimed routes earn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from engine.actions import Route, RunTrains
from engine.board.hexes import Place
from engine.lazily import lazily
from engine.position import Position
from engine.refusals import RouteFault
from engine.routes import (
    BestRoutes,
    LazyStops,
    Looks,
    RouteClaim,
    RouteGraph,
    RouteProblem,
    RouteStop,
    TrainRun,
    TrainSpec,
    check_shared,
    check_trains,
    claims_of,
    solve,
)


def route_graph(pos: Position) -> RouteGraph:
    """Return the stops of the board and the chains of track between them."""
    inputs = (pos.state.tiles, pos.state.layers)
    return pos.fact("route_graph", inputs, lambda: RouteGraph(pos.network))


@dataclass(frozen=True, eq=False)
class UnitRoutes:
    """The question which routes of a unit are best, for trains that count every stop they run to.

    With ``everywhere`` the unit has a token in every city; ``using`` are benefits bought for the run. Titles whose
    stops and trains are more than that have a question of their own, which says what differs from this one.
    """

    pos: Position
    unit: str
    trains: tuple[str, ...]
    everywhere: bool = False
    using: tuple[str, ...] = ()

    @property
    def inputs(self) -> tuple[object, ...]:
        """Return all that the answer depends on."""
        return (*self.pos.board, self.trains, self.pos.state.phase)

    @lazily
    def graph(self) -> RouteGraph:
        """Return the stops of the board and the chains of track between them."""
        return route_graph(self.pos)

    @property
    def problem(self) -> RouteProblem:
        """Return the question in the terms of the search."""
        return self.about(self.stops)

    @property
    def claimed(self) -> RouteProblem:
        """Return the question by which claims are judged."""
        return self.about(LazyStops(self.graph.places, self.stop))

    def about(self, stops: Sequence[RouteStop]) -> RouteProblem:
        """Return the question in the terms of the search, with the stops described so."""
        specs = self.specs
        trains = tuple([(specs[train],) for train in self.trains])
        return RouteProblem(self.graph, stops, trains, **self.terms)

    @property
    def terms(self) -> Mapping[str, Any]:
        """Return what else the question says, by the fields of a problem: bonuses, and what they depend on."""
        return {}

    @property
    def stops(self) -> tuple[RouteStop, ...]:
        """Return the role of every stop of the board for the unit, in the order of the graph."""
        inputs = (*self.pos.board, self.pos.state.phase)
        name = f"stops {self.unit} {self.everywhere}"
        return self.pos.fact(name, inputs, lambda: tuple(map(self.stop, self.graph.places)))

    def stop(self, place: Place) -> RouteStop:
        """Return the role of a stop for the unit."""
        network, stop = self.pos.network, self.pos.network.stop(place)
        ends = network.terminus(place) or (not self.everywhere and network.blocked(self.unit, *place))
        return RouteStop(
            stop.kind,
            stop.value(self.pos.phase.colours),
            passable=not ends,
            own=place in self.own or (self.everywhere and stop.kind == "city"),
            group=network.plan.groups.get(stop.group, 0),
        )

    @lazily
    def own(self) -> frozenset[Place]:
        """Return the stops with a token of the unit."""
        return frozenset(self.pos.network.own(self.unit))

    def spec(self, train: str) -> TrainSpec:
        """Return the abilities of a train."""
        return TrainSpec(train, self.pos.title.trains[train].stops)

    @lazily
    def specs(self) -> dict[str, TrainSpec]:
        """Return the abilities of each type of train."""
        return {train: self.spec(train) for train in set(self.trains)}

    def joined_stops(self) -> Iterator[tuple[Place, Place, int]]:
        """Yield the stops with a token of the unit, each with a stop that track joins it to, and how far that is."""
        for place in self.own:
            for other, length in self.graph.joined(place).items():
                yield place, other, length

    def answer(self, budget: float | Looks | None) -> BestRoutes:
        """Return the best routes; ``budget`` ends the search after so many seconds or looks."""
        return solve(self.problem, budget) or BestRoutes()

    def claims(self, routes: tuple[Route, ...]) -> list[RouteClaim]:
        """Return routes that the unit would like to run with these trains.

        :raises RouteFault: when something is wrong with one of them, or with all together.
        """
        check_trains(routes, self.trains)
        claims = claims_of(self.claimed, self.pos.network, self.unit, self.specs, routes)
        for claim in claims:
            self.check_open(claim)
            claim.check()
        check_shared([claim.traced for claim in claims])
        return claims

    def check_open(self, claim: RouteClaim) -> None:
        """Check that a train may enter every stop on its way; in most titles it always may.

        :raises RouteFault: when it may not.
        """


# --- the best routes


class RouteSearch(Protocol):
    """The search for the best routes of a unit.

    ``using`` names benefits bought, ``trains`` replace the unit's own, ``everywhere`` puts a free token of the unit
    into every city. ``budget`` ends the search after so many seconds or looks.
    """

    def __call__(  # noqa: D102, PLR0913 - the class says it; the last three are for questions beyond the rules
        self,
        pos: Position,
        unit: str,
        using: tuple[str, ...] = (),
        trains: tuple[str, ...] | None = None,
        *,
        everywhere: bool = False,
        budget: float | Looks | None = None,
    ) -> BestRoutes: ...


def search_routes(
    ask: Callable[[Position, str, tuple[str, ...], bool, tuple[str, ...]], UnitRoutes],
    runnable: Callable[[Position, str], tuple[str, ...]] = Position.trains,
) -> RouteSearch:
    """Return the search for the best routes of a unit.

    ``ask`` puts the question for a unit with some trains, as if it had tokens everywhere or not, and with benefits.
    ``runnable`` returns those of its trains that a unit can run.
    """

    def best(  # noqa: PLR0913 - the last three are for questions beyond the rules
        pos: Position,
        unit: str,
        using: tuple[str, ...] = (),
        trains: tuple[str, ...] | None = None,
        *,
        everywhere: bool = False,
        budget: float | Looks | None = None,
    ) -> BestRoutes:
        owned = runnable(pos, unit) if trains is None else trains
        asked = ask(pos, unit, tuple(sorted(owned)), everywhere, tuple(sorted(using)))
        name = f"best {unit} {asked.using} {trains} {everywhere} {budget}"
        return pos.answer(name, asked.inputs, lambda: asked.answer(budget))

    return best


usual_routes = search_routes(UnitRoutes)
"""The search where trains count every stop they run to."""

# --- claimed routes


class Claim(Protocol):
    """What a claimed run was found to be: ``fault`` is the first thing wrong with it, ``runs`` are its routes."""

    @property
    def runs(self) -> tuple[TrainRun, ...]:
        """Return the routes with what each earns."""
        ...

    @property
    def fault(self) -> RouteFault | None:
        """Return the fault, None if there is none."""
        ...

    @property
    def revenue(self) -> int:
        """Return the sum over all trains."""
        ...


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """What a claimed run was found to be: what each train earns, in the title's currency, or its first fault."""

    fault: RouteFault | None = None
    runs: tuple[TrainRun, ...] = ()

    @property
    def revenue(self) -> int:
        """Return the sum over all trains."""
        return sum(run.revenue for run in self.runs)


C = TypeVar("C", bound=Claim)
Judge = Callable[[Position, str, tuple[str, ...], tuple[Route, ...]], C]
"""Judges routes of a unit with the benefits bought for them."""


def judge_routes(
    ask: Callable[[Position, str, tuple[str, ...]], UnitRoutes],
    runnable: Callable[[Position, str], tuple[str, ...]] = Position.trains,
) -> Judge[JudgedRun]:
    """Return the judge of routes for the question that ``ask`` puts about the trains that a unit can run."""

    def judge(pos: Position, unit: str, using: tuple[str, ...], routes: tuple[Route, ...]) -> JudgedRun:
        try:
            claims = ask(pos, unit, runnable(pos, unit)).claims(routes)
        except RouteFault as fault:
            return JudgedRun(fault)
        return JudgedRun(None, tuple(claim.run for claim in claims))

    return judge


def judged_by(judge: Judge[C]) -> Callable[[Position, RunTrains], C]:
    """Return a function that judges claimed runs, each of them only once in the same position."""

    def judged(pos: Position, run: RunTrains) -> C:
        asked, known = pos.turn_memo.get(judge, (None, None))
        if asked is not run or known is None:
            inputs = (*pos.board, pos.state.trains, pos.state.phase, run)
            known = pos.fact("judged", inputs, lambda: judge(pos, run.unit, run.using, run.routes))
            pos.turn_memo[judge] = run, known
        worth: C = known
        return worth

    return judged
