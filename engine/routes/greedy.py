"""A good first set: its revenue is a lower bound for the best set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import islice
from operator import or_

from engine.routes.candidates import CandidateRoute, RouteSet
from engine.routes.lagrangian import LagrangianBound
from engine.routes.priced_trains import PRICE_SCALE, PricedTrain
from engine.routes.problem import TrainKind

SLACKS = (0, 10, 20, 40, 80)
"""How far below its best a train looks for a route, in the title's currency."""

ROUTES_TRIED = 64
"""How many routes a train looks at before it looks further below its best."""


def greedy_set(
    prices: LagrangianBound,
    trains: Sequence[TrainKind],
    candidates: Mapping[TrainKind, Sequence[PricedTrain]],
    required: int,
) -> RouteSet | None:
    """Return a good set that uses all benefits in ``required``; None if none is found.

    Each train, those that must run first, takes the best route at current prices that the others leave.
    """

    def urgency(train: int) -> tuple[bool, int]:
        kind = trains[train]
        return not kind[0].must, -max(one.best for one in candidates[kind])

    taken, chosen = 0, dict[int, CandidateRoute]()
    for number in sorted(range(len(trains)), key=urgency):
        prices.reprice(taken)
        train = max(candidates[trains[number]], key=lambda one: one.best)
        route = _near_best(train, taken)
        if route is not None:
            chosen[number] = route
            taken |= route.track
    prices.reprice()
    used = reduce(or_, (route.uses for route in chosen.values()), 0)
    return None if required & ~used else tuple(chosen[number] for number in sorted(chosen))


def _near_best(train: PricedTrain, taken: int) -> CandidateRoute | None:
    """Return one of the best routes that leave some track alone; the very best may fall short once it is counted."""
    for slack in SLACKS:
        least = max(train.best - slack * PRICE_SCALE, 0)
        for route in islice(train.routes(least), ROUTES_TRIED):
            if not route.track & taken:
                return route
    return None
