"""Benefits that must be used, shared out: each to one train, in every way there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from engine.routes.branch_and_bound import bits
from engine.routes.enumeration import CandidateRoute, RouteEnumerator, tie_break
from engine.routes.priced_search import PricedSearch, RouteSet, TrainKind
from engine.routes.priced_trains import RouteDiagrams
from engine.routes.problem import RouteBonus, TrainSpec


class BenefitAssignment:
    """The search for the best set that uses all benefits; ``cut`` tells that it ended early.

    :raises TooWide: the diagrams would be too large.
    """

    def __init__(self, lister: RouteEnumerator, trains: Sequence[TrainKind]) -> None:
        self._lister = lister
        self._trains = trains
        self._diagrams = RouteDiagrams(lister, {spec for kind in trains for spec in kind})
        self.cut = False

    def best(self, least: int = 0) -> RouteSet:
        """Return the best routes in the order of the trains; None if no set uses all benefits and earns ``least``.

        Where it is known what the best set earns, it is found without sharing benefits out.
        """
        if least or not self._lister.required:
            return self._sieved(self._lister, self._trains, least, least)
        found: RouteSet = None
        strict = replace(self._lister, extras=self._exact, menus={}, _listings={})
        for trains in self._ways():
            if self.cut:
                break
            most = 0 if found is None else sum(listed.revenue for listed in found)
            other = self._sieved(strict, trains, most)
            if other is not None and (found is None or self._key(other) < self._key(found)):
                found = other
        return found

    def _sieved(
        self, lister: RouteEnumerator, trains: Sequence[TrainKind], least: int, aim: int = 0
    ) -> RouteSet:
        sieve = PricedSearch(lister, trains, self._diagrams)
        found = sieve.best(least, aim)
        self.cut |= sieve.cut
        return found

    def _exact(self, spec: TrainSpec, marks: int) -> tuple[RouteBonus, ...]:
        """Return what a route may earn besides if it uses just the benefits that are its share."""
        required = self._lister.required
        extras = self._lister.extras(spec, marks)
        return tuple(extra for extra in extras if (extra.uses | spec.uses) & required == spec.must)

    def _ways(self) -> Iterator[tuple[TrainKind, ...]]:
        """Yield the trains with their shares; of equal trains a later one has no lower share."""
        every = list(bits(self._lister.required))
        for holders in product(range(len(self._trains)), repeat=len(every)):
            musts = [0] * len(self._trains)
            for bit, holder in zip(every, holders, strict=True):
                musts[holder] |= 1 << bit
            pairs = zip(self._trains, musts, strict=True)
            shared = tuple(tuple(self._bound(kind, must)) for kind, must in pairs)
            if all(shared) and self._fair(musts):
                yield shared

    def _bound(self, kind: TrainKind, must: int) -> Iterator[TrainSpec]:
        """Yield the ways in which a train can run that has such a share."""
        required = self._lister.required
        for spec in (replace(spec, must=must) for spec in kind):
            marks = self._diagrams.of(spec).marks
            if not spec.uses & required & ~must and (
                not must or any(self._exact(spec, one) for one in marks)
            ):
                yield spec

    def _fair(self, musts: Sequence[int]) -> bool:
        last: dict[TrainKind, int] = {}
        for kind, must in zip(self._trains, musts, strict=True):
            if must < last.get(kind, 0):
                return False
            last[kind] = must
        return True

    def _key(
        self, found: Sequence[CandidateRoute]
    ) -> tuple[int, list[tuple[int, tuple[int, ...], tuple[int, ...]]]]:
        """Return what sorts sets: by rank, then train by train."""
        left, chosen = list(found), list[CandidateRoute | None]()
        for kind in self._trains:
            mine = next((one for one in left if replace(one.spec, must=0) in kind), None)
            if mine is not None:
                left.remove(mine)
            chosen.append(mine)
        return sum(listed.rank for listed in found), tie_break(chosen)
