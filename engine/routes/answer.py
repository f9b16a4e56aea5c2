"""The answer to a question: what every train does, and what the set earns."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Route
from engine.board.hexes import Place, stop_name
from engine.refusals import RouteFault
from engine.routes.candidates import CandidateRoute
from engine.routes.graph import RouteGraph


@dataclass(frozen=True, slots=True)
class TrainRun:
    """What one train does: the route, its stops and hexes in order, and its revenue in the title's currency.

    ``uses`` are the benefits (bits) spent.
    """

    route: Route
    stops: tuple[Place, ...]
    hexes: tuple[str, ...]
    revenue: int
    uses: int = 0

    @property
    def train(self) -> str:
        """Return the name of the train."""
        return self.route.train

    @property
    def path(self) -> tuple[str, ...]:
        """Return the hexes and stops as a route names them."""
        return self.route.path


@dataclass(frozen=True, slots=True)
class BestRoutes:
    """The best set of routes, or the best one found if it is not ``proved``.

    Money is in the title's currency; ``subsidy`` is earned besides the revenue. ``fault`` is the reason why there can
    be no routes at all.
    """

    runs: tuple[TrainRun, ...] = ()
    subsidy: int = 0
    proved: bool = True
    fault: RouteFault | None = None

    @property
    def routes(self) -> tuple[Route, ...]:
        """Return the routes as an action names them."""
        return tuple(run.route for run in self.runs)

    @property
    def revenue(self) -> int:
        """Return the sum over all trains."""
        return sum(run.revenue for run in self.runs)


def train_run(graph: RouteGraph, found: CandidateRoute) -> TrainRun:
    """Return a train's run on a route of the search."""
    stops = tuple(graph.places[number] for number in found.stops)
    path, hexes = [stop_name(*stops[0])], [stops[0][0]]
    for here, number, place in zip(found.stops, found.chains, stops[1:], strict=False):
        chain = graph.chains[number]
        passed = chain.passed if chain.one == here else chain.passed[::-1]
        path += [*passed, stop_name(*place)]
        hexes += [*passed, *([place[0]] if chain.length else [])]
    return TrainRun(Route(found.spec.name, tuple(path)), stops, tuple(hexes), found.revenue, found.uses)
