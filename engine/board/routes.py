"""The best set of routes: the question a title asks, and the answer.

A title turns its rules into a :class:`Problem`: what every stop is worth to whom, what every train can do, and
what else a route may earn or must spend. The search itself (``listing`` and ``packing``) knows no title.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.actions import Route
from engine.board.chains import Chart
from engine.board.listing import Listed, Lister, Menu
from engine.board.network import Place
from engine.board.packing import Packer
from engine.board.paths import word
from engine.board.patience import check_stopped, ends, never
from engine.board.shares import Shares
from engine.board.sieve import Kind
from engine.board.sweep import TooWide
from engine.board.trains import Extra, Node, TrainSpec
from engine.refusals import RouteFault

FEW, MANY = 500, 100_000
"""So many routes are listed before the search turns to prices: with trains that pass any number of stops, or none."""


def _nothing(spec: TrainSpec, marks: int) -> tuple[Extra, ...]:
    return (Extra(),)


@dataclass(frozen=True)
class Problem:
    """The search for the best routes of one unit.

    ``nodes`` describe the stops of ``chart``, number by number. ``trains`` gives every train's alternatives: it
    runs as one of them. ``extras`` lists what a route of a train may earn besides its stops, by the marks of the
    stops it visits; without an entry the route is not allowed. Extras that use the same benefit exclude each
    other, and all benefits in ``required`` (bits) must be used. Of marks only those in ``heeded`` (bits) matter.
    Sets that earn less than ``least`` need not be found. The search ends early when ``enough`` says so.
    """

    chart: Chart
    nodes: Sequence[Node]
    trains: tuple[tuple[TrainSpec, ...], ...]
    extras: Callable[[TrainSpec, int], tuple[Extra, ...]] = _nothing
    required: int = 0
    heeded: int = -1
    least: int = 0
    enough: Callable[[], bool] = never

    def lister(self, most: int | None = None) -> Lister:
        """Return a lister that looks at no more routes than that."""
        return Lister(
            self.chart, tuple(self.nodes), self.extras, self.required, self.enough, self.heeded, most
        )


def within(problem: Problem, seconds: float | None) -> Problem:
    """Return the question with its search ending after so many seconds, or when the present patience is over."""
    return replace(problem, enough=ends(seconds))


@dataclass(frozen=True, slots=True)
class Ride:
    """What one train does: the route, its stops and hexes in order, and its revenue in the title's currency."""

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
class Best:
    """The best set of routes, or the best one found if it is not ``proved``.

    Money is in the title's currency; ``subsidy`` is earned besides the revenue. ``fault`` is the reason
    why there can be no routes at all.
    """

    runs: tuple[Ride, ...] = ()
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


def solve(problem: Problem) -> Best | None:
    """Return the set of routes with the highest revenue; None if required benefits cannot all be used.

    Among equals: the fewest trains, then the fewest stops, then the fewest hexes; then an earlier train earns
    more, then the stops lie first in the order of the board (north to south, west to east).

    :raises Stopped: nobody wants the answer any more.
    """
    check_stopped()
    problem = within(problem, None) if problem.enough is never else problem
    chosen, proved = _chosen(problem)
    check_stopped()
    return _answer(problem, chosen, proved=proved)


def _chosen(problem: Problem) -> tuple[tuple[Listed, ...] | None, bool]:
    """Return the best routes, and whether they are proved: from lists, by prices, or else from long lists."""
    menus = dict(_listed(problem))
    if all(kind in menus for kind in problem.trains):
        return _combined(problem, menus, complete=True)
    try:
        shares = Shares(problem.lister(), problem.trains)
        return shares.best(problem.least), not shares.cut
    except TooWide:
        lister = problem.lister()
        menus |= {kind: lister.menu(kind) for kind in problem.trains if kind not in menus}
        return _combined(problem, menus, complete=not lister.cut)


def _combined(
    problem: Problem, menus: Mapping[Kind, Menu], *, complete: bool
) -> tuple[tuple[Listed, ...] | None, bool]:
    packer = Packer([menus[kind] for kind in problem.trains], problem.required, problem.enough)
    return packer.best(), complete and not packer.cut


def _listed(problem: Problem) -> Iterator[tuple[Kind, Menu]]:
    """Yield the lists of the kinds of trains whose routes are few enough to list them all."""
    free = any(spec.drops for kind in problem.trains for spec in kind)
    for kind in dict.fromkeys(problem.trains):
        lister = problem.lister(most=FEW if free else MANY)
        menu = lister.menu(kind)
        if not lister.cut:
            yield kind, menu


def _answer(problem: Problem, chosen: tuple[Listed, ...] | None, *, proved: bool) -> Best | None:
    if chosen is None:
        return None if proved else Best(proved=False)
    return Best(tuple(_ride(problem.chart, one) for one in chosen), proved=proved)


def _ride(chart: Chart, listed: Listed) -> Ride:
    """Write a route out."""
    stops = tuple(chart.places[number] for number in listed.stops)
    path, hexes = [word(*stops[0])], [stops[0][0]]
    for here, number, place in zip(listed.stops, listed.chains, stops[1:], strict=False):
        chain = chart.chains[number]
        passed = chain.passed if chain.one == here else chain.passed[::-1]
        path += [*passed, word(*place)]
        hexes += [*passed, *([place[0]] if chain.length else [])]
    route = Route(listed.spec.name, tuple(path))
    return Ride(route, stops, tuple(hexes), listed.revenue, listed.uses)
