"""The best set of routes: which of the searches answers a question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.routes.answer import BestRoutes, train_run
from engine.routes.benefit_assignment import BenefitAssignment
from engine.routes.branch_and_bound import BranchAndBound
from engine.routes.budget import Looks, check_stopped, deadline, never
from engine.routes.candidates import Candidates, RouteSet
from engine.routes.enumeration import RouteEnumerator
from engine.routes.frontier import SearchTooLarge
from engine.routes.problem import RouteProblem, TrainKind

FEW_ROUTES, MANY_ROUTES = 500, 100_000
"""How many routes are listed before prices are sought: with trains that pass any number of stops, and without."""


def solve(problem: RouteProblem, limit: float | Looks | None = None) -> BestRoutes | None:
    """Return the set of routes with the highest revenue; None if required benefits cannot all be used.

    The search ends after so many seconds or looks, or else with the current budget, and returns the best found then.
    Among equals: the fewest trains, then the fewest stops, then the fewest hexes; then an earlier train earns
    more, then the stops lie first on the map (north to south, west to east).

    :raises SearchStopped: when nobody wants the answer any more.
    """
    check_stopped()
    if limit is not None or problem.must_end is never:
        problem = replace(problem, must_end=deadline(limit))
    chosen, proved = _chosen(problem)
    check_stopped()
    if chosen is None:
        return None if proved else BestRoutes(proved=False)
    return BestRoutes(tuple(train_run(problem.graph, route) for route in chosen), proved=proved)


def _chosen(problem: RouteProblem) -> tuple[RouteSet | None, bool]:
    """Return the best routes, and whether they are proved: from lists, by prices, or else from long lists."""
    lists = dict(_short_lists(problem))
    if all(kind in lists for kind in problem.trains):
        return _combined(problem, lists, complete=True)
    try:
        search = BenefitAssignment(problem)
        return search.best(), not search.truncated
    except SearchTooLarge:
        enumerator = RouteEnumerator(problem)
        lists |= {kind: enumerator.candidates(kind) for kind in problem.trains if kind not in lists}
        return _combined(problem, lists, complete=not enumerator.truncated)


def _short_lists(problem: RouteProblem) -> Iterator[tuple[TrainKind, Candidates]]:
    """Yield the lists of the kinds of trains whose routes are few enough to list them all."""
    free = any(spec.drops for kind in problem.trains for spec in kind)
    for kind in dict.fromkeys(problem.trains):
        enumerator = RouteEnumerator(problem, FEW_ROUTES if free else MANY_ROUTES)
        candidates = enumerator.candidates(kind)
        if not enumerator.truncated:
            yield kind, candidates


def _combined(
    problem: RouteProblem, lists: Mapping[TrainKind, Candidates], *, complete: bool
) -> tuple[RouteSet | None, bool]:
    search = BranchAndBound([lists[kind] for kind in problem.trains], problem.required, problem.must_end)
    return search.best(), complete and not search.truncated
