"""What every title checks of routes that a player would like to run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine.actions import Route
from engine.board.hexes import Place, stop_name
from engine.board.network import Network
from engine.lazily import lazily
from engine.refusals import RouteFault
from engine.routes.answer import TrainRun
from engine.routes.counting import CountedRoute, best_count
from engine.routes.paths import TracedPath, trace
from engine.routes.problem import RouteProblem, RouteStop, TrainSpec


def check_trains(routes: Iterable[Route], owned: Iterable[str]) -> None:
    """Check that a unit has the trains, and runs none of them twice.

    :raises RouteFault: when it has not.
    """
    left = [*owned]
    wanted = [route.train for route in routes]
    for train in wanted:
        if wanted.count(train) > left.count(train):
            raise RouteFault("route_train", train=train)


def check_passed(network: Network, unit: str, traced: TracedPath) -> None:
    """Check that a route may go on from every stop between its ends.

    :raises RouteFault: when one of them is a terminus, or a city full of other units' tokens.
    """
    for place in traced.stops[1:-1]:
        if network.terminus(place):
            raise RouteFault("route_red", red=stop_name(*place))
        if network.blocked(unit, *place):
            raise RouteFault("route_blocked", city=stop_name(*place))


def check_token(network: Network, unit: str, traced: TracedPath) -> None:
    """Check that a route visits a token of the unit.

    :raises RouteFault: when it does not.
    """
    if not set(traced.stops) & set(network.own(unit)):
        raise RouteFault("route_no_token", unit=unit)


def check_shared(paths: Sequence[TracedPath]) -> None:
    """Check that no two routes use the same track.

    :raises RouteFault: when two of them do.
    """
    used: set[tuple[str, int, int]] = set()
    for traced in paths:
        for piece in traced.track:
            if piece in used:
                raise RouteFault("route_shared", hex=piece[0])
        used.update(traced.track)


class LazyStops(Sequence[RouteStop]):
    """The stops of a graph by number, each described when it is asked for: a claim visits only a few of them."""

    def __init__(self, places: Sequence[Place], describe: Callable[[Place], RouteStop]) -> None:
        self._places = places
        self._describe = describe
        self._known: dict[int, RouteStop] = {}

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, number: Any) -> Any:
        """Return the role of a stop for the unit."""
        if number not in self._known:
            self._known[number] = self._describe(self._places[number])
        return self._known[number]


@dataclass(frozen=True)
class RouteClaim:
    """A route of a unit, priced as the search prices it; ``traced`` is the route followed over the track."""

    problem: RouteProblem
    network: Network
    unit: str
    spec: TrainSpec
    route: Route
    traced: TracedPath

    def check(self) -> None:
        """Check all that concerns this route alone, but for where its train may not enter.

        :raises RouteFault: when something is wrong with it.
        """
        check_passed(self.network, self.unit, self.traced)
        check_token(self.network, self.unit, self.traced)
        self._check_groups()
        self._check_length()

    def stop(self, place: Place) -> RouteStop:
        """Return the role of a stop for the unit."""
        return self.problem.stops[self.problem.graph.number(place)]

    @lazily
    def stops(self) -> tuple[RouteStop, ...]:
        """Return the roles of the stops on the way for the unit."""
        number, known = self.problem.graph.number, self.problem.stops
        return tuple([known[number(place)] for place in self.traced.stops])

    def _check_groups(self) -> None:
        places = zip(self.traced.stops, self.stops, strict=True)
        grouped = [(place, stop.group) for place, stop in places if stop.group]
        for one, two in combinations(grouped, 2):
            if one[1] & two[1]:
                raise RouteFault("route_repeat", hex=two[0][0], wants="area")

    def _check_length(self) -> None:
        spec = self.spec
        kinds = [stop.kind for stop in self.stops]
        if sum(kind not in spec.skips for kind in kinds) < spec.least:
            raise RouteFault("route_too_short")
        counts = [kind for kind in kinds if spec.limits(kind)]
        if not spec.fits(counts.count("town"), len(counts) - counts.count("town")):
            raise RouteFault("route_too_long", count=len(counts), train=spec.name)
        if spec.hexes is not None and len(self.traced.hexes) > spec.hexes:
            raise RouteFault("route_too_many_hexes", count=len(self.traced.hexes), train=spec.name)

    @property
    def passed(self) -> list[tuple[str, int, int]]:
        """Return the marked track on the way."""
        return [piece for piece in self.traced.passed if piece in self.problem.graph.marked]

    @lazily
    def _count(self) -> CountedRoute:
        graph, stops = self.problem.graph, self.problem.stops
        numbers = [graph.number(place) for place in self.traced.stops]
        marks = 0
        for mark in [stops[number].marks for number in numbers] + [graph.marked[one] for one in self.passed]:
            marks |= mark
        bonuses = self.problem.bonuses(self.spec, marks & self.problem.heeded)
        count = best_count(self.spec, stops, numbers, bonuses)
        assert count is not None
        return count

    @property
    def counted(self) -> list[Place]:
        """Return the stops that count."""
        return [self.problem.graph.places[number] for number in self._count[1]]

    @property
    def run(self) -> TrainRun:
        """Return the route with its revenue."""
        return TrainRun(self.route, self.traced.stops, self.traced.hexes, self._count[0])


def claims_of(
    problem: RouteProblem,
    network: Network,
    unit: str,
    specs: Mapping[str, TrainSpec],
    routes: Sequence[Route],
) -> list[RouteClaim]:
    """Return the routes that a unit would like to run, followed over the track; ``specs`` tell what trains can do.

    :raises RouteFault: when a route does not follow the track.
    """
    paths = [trace(network, route.path) for route in routes]
    return [
        RouteClaim(problem, network, unit, specs[route.train], route, traced)
        for route, traced in zip(routes, paths, strict=True)
    ]
