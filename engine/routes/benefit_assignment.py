"""Benefits that must be used: each is assigned to one train, in every way there is, and each way is searched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from engine.routes.bits import bits
from engine.routes.candidates import CandidateRoute, RouteSet, SortKey, tie_break, total_rank, total_revenue
from engine.routes.enumeration import RouteEnumerator
from engine.routes.priced_search import PricedSearch
from engine.routes.priced_trains import RouteDiagrams
from engine.routes.problem import RouteBonus, RouteProblem, TrainKind, TrainSpec


class BenefitAssignment:
    """The search for the best set that uses all benefits; ``truncated`` tells that it ended early.

    :raises SearchTooLarge: when the diagrams would be too large.
    """

    def __init__(self, problem: RouteProblem) -> None:
        self._problem = problem
        self._diagrams = RouteDiagrams(problem, tuple(problem.stops))
        self.truncated = False

    def best(self) -> RouteSet | None:
        """Return the best routes in the order of the trains; None if no set uses all benefits and earns the least.

        Where it is known what the best set earns, it is found without assigning benefits.
        """
        least = self._problem.least
        if least or not self._problem.required:
            return self._searched(RouteEnumerator(self._problem), least, least)
        found: RouteSet | None = None
        exact = replace(self._problem, bonuses=self._exact)
        for trains in self._assigned():
            if self.truncated:
                break
            enumerator = RouteEnumerator(replace(exact, trains=trains))
            other = self._searched(enumerator, 0 if found is None else total_revenue(found))
            if other is not None and (found is None or self._key(other) < self._key(found)):
                found = other
        return found

    def _searched(self, enumerator: RouteEnumerator, least: int, aim: int = 0) -> RouteSet | None:
        search = PricedSearch(enumerator, self._diagrams)
        found = search.best(least, aim)
        self.truncated |= search.truncated
        return found

    def _exact(self, spec: TrainSpec, marks: int) -> tuple[RouteBonus, ...]:
        """Return the bonuses of a route that uses just the benefits assigned to its train."""
        required = self._problem.required
        bonuses = self._problem.bonuses(spec, marks)
        return tuple(bonus for bonus in bonuses if (bonus.uses | spec.uses) & required == spec.must)

    def _assigned(self) -> Iterator[tuple[TrainKind, ...]]:
        """Yield the trains with their benefits; of equal trains a later one has no lower bits."""
        trains = self._problem.trains
        every = list(bits(self._problem.required))
        for holders in product(range(len(trains)), repeat=len(every)):
            musts = [0] * len(trains)
            for bit, holder in zip(every, holders, strict=True):
                musts[holder] |= 1 << bit
            assigned = tuple(
                tuple(self._assignments(kind, must)) for kind, must in zip(trains, musts, strict=True)
            )
            if all(assigned) and self._ordered(musts):
                yield assigned

    def _assignments(self, kind: TrainKind, must: int) -> Iterator[TrainSpec]:
        """Yield the ways in which a train can run that must use some benefits."""
        required = self._problem.required
        for spec in (replace(spec, must=must) for spec in kind):
            marks = self._diagrams.of(spec).marks
            if not spec.uses & required & ~must and (
                not must or any(self._exact(spec, one) for one in marks)
            ):
                yield spec

    def _ordered(self, musts: Sequence[int]) -> bool:
        last: dict[TrainKind, int] = {}
        for kind, must in zip(self._problem.trains, musts, strict=True):
            if must < last.get(kind, 0):
                return False
            last[kind] = must
        return True

    def _key(self, found: RouteSet) -> tuple[int, list[SortKey]]:
        """Return the sort key of a set: by rank, then train by train."""
        left, chosen = list(found), list[CandidateRoute | None]()
        for kind in self._problem.trains:
            mine = next((route for route in left if replace(route.spec, must=0) in kind), None)
            if mine is not None:
                left.remove(mine)
            chosen.append(mine)
        return total_rank(found), tie_break(chosen)
