"""The best set where routes are too many to list: only those that prices and a joint search leave are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from engine.routes.branch_and_bound import BranchAndBound
from engine.routes.candidates import (
    REVENUE_WEIGHT,
    WORST_RANK,
    CandidateRoute,
    Candidates,
    RouteSet,
    sorted_by_benefit,
    total_rank,
    total_revenue,
)
from engine.routes.enumeration import RouteEnumerator
from engine.routes.frontier import SearchTooLarge
from engine.routes.greedy import greedy_set
from engine.routes.joint_nodes import RankedDiagram
from engine.routes.joint_results import ChainRoute, routes_of_sets
from engine.routes.joint_search import JointSearch, TrainGroup
from engine.routes.lagrangian import LagrangianBound
from engine.routes.priced_trains import PRICE_SCALE, PricedTrain, RouteDiagrams, chain_prices
from engine.routes.problem import TrainKind
from engine.routes.ranked_candidates import ChainPrices
from engine.routes.set_evaluation import SetEvaluation

AIM_STEP = 10
"""How far the aim falls at first, in the title's currency."""

BEAM_WIDTHS = (64, 512, None)
"""How many joint states are kept at every turn, walk by walk; what a narrow one finds rules out most of the rest."""

RANK_PER_PRICE = REVENUE_WEIGHT // PRICE_SCALE
"""How many units of a rank a price has."""

SETS_TRIED = 64
"""How many sets are tried before their routes are listed."""

FEW_ROUTES = 400
"""How many routes that prices leave are looked at before all trains walk together."""

_Lists = Mapping[TrainKind, Candidates]


class PricedSearch:
    """The search for the best set where benefits are assigned, or where it is known what the best set earns.

    ``truncated`` tells that it ended early.

    :raises SearchTooLarge: when the diagrams would be too large.
    """

    def __init__(self, enumerator: RouteEnumerator, diagrams: RouteDiagrams) -> None:
        self._enumerator = enumerator
        self._problem = enumerator.problem
        self._trains = self._problem.trains
        self._order = diagrams.order
        self._candidates = {
            kind: [PricedTrain(enumerator, spec, diagrams.of(spec)) for spec in kind]
            for kind in dict.fromkeys(self._trains)
        }
        counts = [(candidates, self._trains.count(kind)) for kind, candidates in self._candidates.items()]
        self._prices = LagrangianBound(counts, self._problem.must_end)
        self.truncated = False

    def best(self, least: int = 0, aim: int = 0) -> RouteSet | None:
        """Return the best routes in the order of the trains; None if no set uses all benefits and earns ``least``.

        The aim falls until a set reaches it: then all sets as good are made of the routes that were listed. If prices
        leave too many of them, all trains walk together; what that leaves is tried set by set if it is little. Where
        it is known what the best set earns, that is the first aim.
        """
        self._prices.minimise()
        if self._prices.bound < least * PRICE_SCALE:
            return None
        found = greedy_set(self._prices, self._trains, self._candidates, self._problem.required)
        if found is not None and total_revenue(found) < least:
            found = None
        first = aim or self._prices.bound // PRICE_SCALE - AIM_STEP
        found, proved = self._lowering(found, least, first, self._few_priced)
        if proved or self.truncated:
            return found
        joint, found, proved = self._together(found, least)
        if proved or self.truncated:
            return found
        bound = self._prices.bound // PRICE_SCALE if joint is None else joint.top // REVENUE_WEIGHT + 1
        return self._lowering(found, least, aim or bound - AIM_STEP, partial(self._lists, joint=joint))[0]

    def _lowering(
        self, found: RouteSet | None, least: int, aim: int, listed: Callable[[int], _Lists | None]
    ) -> tuple[RouteSet | None, bool]:
        """Lower the aim until a set reaches it; return the best set, and whether that is proved."""
        step = AIM_STEP
        while True:
            aim = max(aim, least)
            lists = listed(aim)
            if lists is None:
                return found, False
            found = self._combined(lists, found)
            revenue = 0 if found is None else total_revenue(found)
            if self.truncated or max(revenue, least) >= aim:
                return found, not self.truncated
            step *= 2
            aim = aim - step if aim - step > revenue + AIM_STEP else revenue

    def _combined(self, lists: _Lists, found: RouteSet | None) -> RouteSet | None:
        """Return the best set of such routes, or the one known."""
        search = BranchAndBound(
            [lists[kind] for kind in self._trains],
            self._problem.required,
            self._problem.must_end,
            self._chain_prices(RANK_PER_PRICE),
            WORST_RANK if found is None else total_rank(found) + 1,
        )
        chosen = search.best()
        self.truncated = search.truncated or self._enumerator.truncated or self._problem.must_end()
        return found if chosen is None else chosen

    # --- all trains together

    def _together(
        self, found: RouteSet | None, least: int
    ) -> tuple[JointSearch | None, RouteSet | None, bool]:
        """Return the joint search unless it is too large, the best set, and whether that is proved."""
        worst = (1 - least) * REVENUE_WEIGHT if found is None else total_rank(found)
        evaluation = SetEvaluation(self._enumerator, self._trains, worst)
        joint, whole, seen = self._joint_search(), False, False
        try:
            for width in BEAM_WIDTHS:
                whole = joint.walk(evaluation.floor, width)
                seen = evaluation.try_sets(joint, SETS_TRIED)
                self.truncated = joint.truncated or evaluation.truncated
                if whole or self.truncated:
                    break
            joint.work_back()
        except SearchTooLarge:
            return None, evaluation.best or found, False
        return joint, evaluation.best or found, whole and seen

    def _joint_search(self) -> JointSearch:
        prices = {bit: price * RANK_PER_PRICE for bit, price in self._prices.track_prices().items()}
        groups = [
            TrainGroup(
                [
                    RankedDiagram(train.spec, valued)
                    for train in candidates
                    for valued in train.by_rank(prices, self._prices.own_prices(train, RANK_PER_PRICE))
                ],
                self._trains.count(kind),
                idle=not kind[0].must,
            )
            for kind, candidates in self._candidates.items()
        ]
        return JointSearch(self._problem.graph, self._order, groups, prices, self._problem.must_end)

    # --- the routes that a set of some revenue can be made of

    def _few_priced(self, aim: int) -> _Lists | None:
        """Return the routes that prices alone leave; None if there are many."""
        return self._enumerator.within_limit(FEW_ROUTES, lambda: self._lists(aim, None))

    def _lists(self, aim: int, joint: JointSearch | None) -> _Lists:
        """Return the routes that a set of so much revenue can be made of, by prices or else by a joint search."""
        if joint is None:
            routes = [self._priced(kind, aim) for kind in self._candidates]
        else:
            found = routes_of_sets(joint, max((aim - 1) * REVENUE_WEIGHT, joint.floor))
            routes = [self._counted(least, chain_routes) for least, chain_routes in found]
        required = self._problem.required
        return {
            kind: sorted_by_benefit(some, required)
            for kind, some in zip(self._candidates, routes, strict=True)
        }

    def _priced(self, kind: TrainKind, aim: int) -> Iterator[CandidateRoute]:
        """Yield the routes that come as close to the best of their train as a set must come to the bound."""
        best = max(train.best for train in self._candidates[kind])
        least = best - (self._prices.bound - aim * PRICE_SCALE)
        prices = self._chain_prices(1)
        for train in self._candidates[kind]:
            for route in train.routes(least):
                if PRICE_SCALE * route.revenue - prices.of(route.chains) >= least:
                    yield route

    def _counted(self, least: int, chain_routes: set[ChainRoute]) -> Iterator[CandidateRoute]:
        """Yield those of some routes that leave so much after paying for track, once their stops are counted."""
        prices = self._chain_prices(RANK_PER_PRICE)
        for spec, chains in chain_routes:
            if self._enumerator.interrupted():
                return
            for route in self._enumerator.of_chains(spec, chains):
                if -route.rank - prices.of(chains) >= least:
                    yield route

    def _chain_prices(self, unit: int) -> ChainPrices:
        """Return the prices found, with so many units to a part of the currency."""
        prices = {bit: price * unit for bit, price in self._prices.track_prices().items()}
        return ChainPrices(chain_prices(self._problem.graph, prices), sum(prices.values()))
