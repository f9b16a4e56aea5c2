"""What trains earn in 18CZ: normal, plus and express trains, Praha, and red tiles with a bonus for their company."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Route
from engine.board.hexes import Place
from engine.position import Position
from engine.refusals import RouteFault
from engine.routes import (
    Bonuses,
    RouteBonus,
    RouteGraph,
    RouteProblem,
    RouteStop,
    TrainSpec,
    check_shared,
    check_trains,
    claims_of,
)
from engine.steps.run import JudgedRun, search_routes
from engine.titles.t18cz.figures import figures


def runnable(pos: Position, unit: str) -> tuple[str, ...]:
    """Return the trains a company owns and can run: those of its own size (CZ-IV.2.b.2, .c.2, .d.2)."""
    owned = pos.state.trains.get(unit, ())
    return tuple(train for train in owned if pos.title.trains[train].kind == pos.kind(unit))


def possible(pos: Position, unit: str) -> bool:
    """Tell whether a company has a train that can run, and track that joins a token to another location."""
    if not runnable(pos, unit):
        return False
    board, stop = route_graph(pos), pos.network.stop
    ends = ((place, other) for place in pos.network.own(unit) for other in board.joined(place))
    return any(stop(one).group != stop(other).group or not stop(one).group for one, other in ends)


def route_graph(pos: Position) -> RouteGraph:
    """Return the stops of the board and the chains of track between them."""
    return pos.fact("route_graph", (pos.state.tiles, pos.state.layers), lambda: RouteGraph(pos.network))


AT_HOME = 1
"""The mark of a company's own red tile, where the bonus is paid for the visit."""


def bonus_for_visits(pos: Position, unit: str) -> Bonuses:
    """Return what a route earns besides its stops: the bonus of the company's own red tile (CZ-VIII.8.5)."""
    stops = (stop for tile in pos.title.tiles.values() for stop in tile.stops)
    paid, none = (RouteBonus(max(stop.bonus.get(unit, 0) for stop in stops)),), (RouteBonus(),)

    def bonuses(_spec: TrainSpec, marks: int) -> tuple[RouteBonus, ...]:
        return paid if marks & AT_HOME else none

    return bonuses


@dataclass(frozen=True, slots=True)
class CompanyRoutes:
    """The question which routes of a company are best."""

    pos: Position
    unit: str
    trains: tuple[str, ...]
    everywhere: bool = False

    @property
    def inputs(self) -> tuple[object, ...]:
        """Return all that the answer depends on."""
        return (*self.pos.board, self.trains, self.pos.state.phase)

    @property
    def problem(self) -> RouteProblem:
        """Return the question in the terms of the search."""
        trains = tuple((self.spec(train),) for train in self.trains)
        paid = bonus_for_visits(self.pos, self.unit)
        return RouteProblem(route_graph(self.pos), self.stops, trains, paid, heeded=AT_HOME)

    @property
    def stops(self) -> tuple[RouteStop, ...]:
        """Return what every stop of the board is to the company, in the order of the graph."""
        inputs = (*self.pos.board, self.pos.state.phase)
        return self.pos.fact(f"stops {self.unit} {self.everywhere}", inputs, self._stops)

    def _stops(self) -> tuple[RouteStop, ...]:
        own = frozenset(self.pos.network.own(self.unit))
        places = route_graph(self.pos).places
        groups = sorted({self.pos.network.stop(place).group for place in places} - {""})
        marks = {name: 1 << at for at, name in enumerate(groups)}
        return tuple(self._stop(place, own, marks) for place in places)

    def _stop(self, place: Place, own: frozenset[Place], groups: dict[str, int]) -> RouteStop:
        network, stop = self.pos.network, self.pos.network.stop(place)
        free = self.everywhere and stop.kind == "city"
        ends = network.terminus(place) or (not self.everywhere and network.blocked(self.unit, *place))
        marks = AT_HOME if self.unit in stop.bonus else 0
        return RouteStop(
            stop.kind,
            stop.value(self.pos.phase.colours),
            passable=not ends,
            own=free or place in own,
            group=groups.get(stop.group, 0),
            marks=marks,
        )

    def spec(self, train: str) -> TrainSpec:
        """Return what a train can do (CZ-VIII.7.5-7): plus trains visit more towns, express trains leave them out."""
        known = self.pos.title.trains[train]
        way = figures(self.pos).ranges[known.kind]
        towns = known.stops if way == "plus" else 0
        drops = frozenset(figures(self.pos).express_drops if way == "express" else ())
        return TrainSpec(train, known.stops, towns=towns, drops=drops, own_counts="city" not in drops)


best = search_routes(CompanyRoutes, runnable)
"""The search for the best routes of a company; nothing can be bought for them."""


def judge(pos: Position, unit: str, using: tuple[str, ...], routes: tuple[Route, ...]) -> JudgedRun:
    """Return what a set of routes earns, or the first thing wrong with it."""
    try:
        return _judged(pos, unit, routes)
    except RouteFault as fault:
        return JudgedRun(fault)


def _judged(pos: Position, unit: str, routes: tuple[Route, ...]) -> JudgedRun:
    check_trains(routes, runnable(pos, unit))
    asked = CompanyRoutes(pos, unit, ())
    claims = claims_of(asked.problem, pos.network, unit, asked.spec, routes)
    for claim in claims:
        claim.check()
    check_shared([claim.way for claim in claims])
    return JudgedRun(None, tuple(claim.run for claim in claims))
