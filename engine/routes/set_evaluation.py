"""Sets of routes one by one: each is counted by the rules, and the best is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from engine.routes.candidates import CandidateRoute, RouteSet, by_rank, tie_break, total_rank
from engine.routes.enumeration import RouteEnumerator
from engine.routes.joint_results import ChainRoute, sets
from engine.routes.joint_search import JointSearch
from engine.routes.problem import TrainKind

PAUSE = 64
"""Sets between two looks at the clock."""


class SetEvaluation:
    """The best of the sets that a joint search finds.

    Only sets that rank better than ``worst``, or as well, are looked for. ``tried`` counts the sets, ``truncated``
    tells that the search ended early.
    """

    def __init__(self, enumerator: RouteEnumerator, trains: Sequence[TrainKind], worst: int) -> None:
        self._enumerator = enumerator
        self._trains = trains
        self._kinds = {spec: kind for kind in trains for spec in kind}
        self._written: dict[ChainRoute, tuple[CandidateRoute, ...]] = {}
        self._rank = worst
        self._chosen: tuple[CandidateRoute | None, ...] | None = None
        self.tried = 0
        self.truncated = False

    @property
    def best(self) -> RouteSet | None:
        """Return the best set so far in the order of the trains; None if there is none."""
        return None if self._chosen is None else tuple(route for route in self._chosen if route is not None)

    @property
    def floor(self) -> int:
        """Return the rank, the sign turned, that sets still to be found have at least."""
        return -self._rank

    def try_sets(self, search: JointSearch, most: int) -> bool:
        """Try the sets that a walk has found; tell whether these were enough to see the best of them."""
        for number, (worth, routes) in enumerate(sets(search)):
            if worth < self.floor:
                break
            if number % PAUSE == PAUSE - 1 and self._enumerator.problem.must_end():
                self.truncated = True
            if number == most or self.truncated:
                return False
            self.tried += 1
            self._offer(routes)
        return True

    def _offer(self, chain_routes: Sequence[ChainRoute]) -> None:
        """Count a set in every way there is and keep what is better; among equals the first train decides."""
        for routes in product(*map(self._counted, chain_routes)):
            rank = total_rank(routes)
            if rank <= self._rank and self._fits(routes):
                chosen = tuple(self._by_train(routes))
                if self._chosen is None or (rank, tie_break(chosen)) < (self._rank, tie_break(self._chosen)):
                    self._rank, self._chosen = rank, chosen

    def _counted(self, route: ChainRoute) -> tuple[CandidateRoute, ...]:
        key = ChainRoute(route.spec, tuple(sorted(route.chains)))
        if key not in self._written:
            self._written[key] = tuple(self._enumerator.of_chains(*key))
        return self._written[key]

    def _fits(self, routes: Sequence[CandidateRoute]) -> bool:
        """Tell whether all required benefits are used, and none twice."""
        used = 0
        for route in routes:
            if used & route.uses:
                return False
            used |= route.uses
        return self._enumerator.problem.required & ~used == 0

    def _by_train(self, routes: Sequence[CandidateRoute]) -> Iterator[CandidateRoute | None]:
        """Yield what every train runs; equal trains take their routes best first."""
        left = sorted(routes, key=by_rank)
        for kind in self._trains:
            mine = next((route for route in left if self._kinds[route.spec] == kind), None)
            if mine is not None:
                left.remove(mine)
            yield mine
