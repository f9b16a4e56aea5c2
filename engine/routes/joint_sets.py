"""The best of the sets of routes that a joint walk comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from engine.routes.enumeration import CandidateRoute, RouteEnumerator, by_rank, tie_break
from engine.routes.joint_search import ChainRoute, JointSearch
from engine.routes.problem import TrainSpec

FEW, MOST = 256, 30_000
"""So many sets of a walk are tried at first, and at last."""

PAUSE = 64
"""Sets between two looks at the time."""


class SetEvaluation:
    """The search for the best routes of trains, each of one of some specifications.

    Only sets that rank better than ``worst``, or as well, are looked for. ``offers`` counts the sets, ``cut``
    tells that the search ended early.
    """

    def __init__(self, lister: RouteEnumerator, trains: Sequence[tuple[TrainSpec, ...]], worst: int) -> None:
        self._lister = lister
        self._trains = trains
        self._kinds = {spec: kind for kind in trains for spec in kind}
        self._written: dict[tuple[TrainSpec, tuple[int, ...]], tuple[CandidateRoute, ...]] = {}
        self._rank = worst
        self._chosen: tuple[CandidateRoute | None, ...] | None = None
        self.offers = 0
        self.cut = False

    @property
    def best(self) -> tuple[CandidateRoute, ...] | None:
        """Return the best set so far in the order of the trains; None if there is none."""
        return None if self._chosen is None else tuple(one for one in self._chosen if one is not None)

    @property
    def floor(self) -> int:
        """Return the rank, the sign turned, that sets still to be found have at least."""
        return -self._rank

    def tried(self, joint: JointSearch, most: int) -> bool:
        """Try the sets that a walk has come to; tell whether so many were enough to see the best of them."""
        for number, (worth, trips) in enumerate(joint.sets()):
            if worth < self.floor:
                break
            if number % PAUSE == PAUSE - 1 and self._lister.enough():
                self.cut = True
            if number == most or self.cut:
                return False
            self.offers += 1
            self._offer(trips)
        return True

    def _offer(self, trips: Sequence[ChainRoute]) -> None:
        """Price a set in every way there is and keep what is better; among equals the first train decides."""
        for routes in product(*map(self._routes, trips)):
            rank = sum(listed.rank for listed in routes)
            if rank <= self._rank and self._fits(routes):
                chosen = tuple(self._shared_out(routes))
                if self._chosen is None or (rank, tie_break(chosen)) < self._key(self._chosen):
                    self._rank, self._chosen = rank, chosen

    def _key(self, chosen: Sequence[CandidateRoute | None]) -> tuple[int, list[Any]]:
        return self._rank, tie_break(chosen)

    def _routes(self, trip: ChainRoute) -> tuple[CandidateRoute, ...]:
        key = trip.lane.spec, tuple(sorted(trip.chains))
        if key not in self._written:
            self._written[key] = tuple(self._lister.written(*key))
        return self._written[key]

    def _fits(self, routes: Sequence[CandidateRoute]) -> bool:
        """Tell whether all required benefits are used, and none twice."""
        used = 0
        for listed in routes:
            if used & listed.uses:
                return False
            used |= listed.uses
        return self._lister.required & ~used == 0

    def _shared_out(self, routes: Sequence[CandidateRoute]) -> Iterator[CandidateRoute | None]:
        """Yield what every train runs; equal trains take their routes best first."""
        left = sorted(routes, key=by_rank)
        for kind in self._trains:
            mine = next((listed for listed in left if self._kinds[listed.spec] == kind), None)
            if mine is not None:
                left.remove(mine)
            yield mine
