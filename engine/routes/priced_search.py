"""The best set where routes are too many to list: only those that prices and a joint walk leave are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import islice
from operator import or_

from engine.routes.branch_and_bound import WORST_RANK, BranchAndBound, ChainPrices
from engine.routes.enumeration import REVENUE_WEIGHT, CandidateRoute, Candidates, RouteEnumerator, by_rank
from engine.routes.frontier import SearchTooLarge
from engine.routes.joint_search import JointSearch, TrainGroup
from engine.routes.joint_sets import SetEvaluation
from engine.routes.priced_trains import PRICE_SCALE, PricedTrain, RouteDiagrams, chain_prices
from engine.routes.prices import LagrangianBound
from engine.routes.problem import TrainSpec

AIM_STEP = 10
"""How far the aim falls at first, in the title's currency."""

BEAM_WIDTHS = (64, 512, None)
"""How many knots a walk keeps at every turn at first; what is found there rules out most of the rest."""

RANK_PER_PRICE = REVENUE_WEIGHT // PRICE_SCALE
"""How many units of a rank a price has."""

SLACKS = (0, 10, 20, 40, 80)
"""How far below the best a train looks for a first route, in the title's currency."""

SETS_TRIED = 64
"""So many sets are tried before their routes are listed."""

FEW_ROUTES = 400
"""So many routes that prices leave are looked at before all trains walk together."""

TrainKind = tuple[TrainSpec, ...]
"""The ways in which one kind of train may run."""

RouteSet = tuple[CandidateRoute, ...] | None


class PricedSearch:
    """The search for the best set, where benefits are shared out or it is known what that earns.

    ``cut`` tells that it ended early.

    :raises SearchTooLarge: the diagrams would be too large.
    """

    def __init__(self, lister: RouteEnumerator, trains: Sequence[TrainKind], diagrams: RouteDiagrams) -> None:
        self._lister = lister
        self._trains = trains
        self._order = diagrams.order
        self._kinds = {
            kind: [PricedTrain(lister, spec, diagrams.of(spec)) for spec in kind]
            for kind in dict.fromkeys(trains)
        }
        counts = [(buyers, trains.count(kind)) for kind, buyers in self._kinds.items()]
        self._market = LagrangianBound(counts, lister.enough)
        self.cut = False

    def best(self, least: int = 0, aim: int = 0) -> RouteSet:
        """Return the best routes in the order of the trains; None if no set uses all benefits and earns ``least``.

        The aim falls until a set reaches it: then all sets as good are made of the routes that were listed. If prices
        leave too many of them, all trains walk together; what that leaves is tried set by set if it is little. Who
        knows what there is aims at that from the start.
        """
        self._market.settle()
        if self._market.bound < least * PRICE_SCALE:
            return None
        found = self._one_by_one()
        if found is not None and _revenue(found) < least:
            found = None
        found, sure = self._fallen(
            found, least, aim or self._market.bound // PRICE_SCALE - AIM_STEP, self._short
        )
        if sure or self.cut:
            return found
        joint, found, sure = self._walked(found, least)
        if sure or self.cut:
            return found
        bound = self._market.bound // PRICE_SCALE if joint is None else joint.top // REVENUE_WEIGHT + 1
        return self._fallen(found, least, aim or bound - AIM_STEP, partial(self._menus, joint=joint))[0]

    def _fallen(
        self,
        found: RouteSet,
        least: int,
        aim: int,
        listed: Callable[[int], Mapping[TrainKind, Candidates] | None],
    ) -> tuple[RouteSet, bool]:
        """Let the aim fall until a set reaches it; return the best set, and whether that is sure."""
        step = AIM_STEP
        while True:
            aim = max(aim, least)
            menus = listed(aim)
            if menus is None:
                return found, False
            found = self._packed(menus, found)
            revenue = 0 if found is None else _revenue(found)
            if self.cut or max(revenue, least) >= aim:
                return found, not self.cut
            step *= 2
            aim = aim - step if aim - step > revenue + AIM_STEP else revenue

    # --- all trains together

    def _walked(self, found: RouteSet, least: int) -> tuple[JointSearch | None, RouteSet, bool]:
        """Walk through all diagrams; return the walk unless it is too wide, the best set, and if that is sure."""
        worst = (1 - least) * REVENUE_WEIGHT if found is None else sum(listed.rank for listed in found)
        ensemble = SetEvaluation(self._lister, self._trains, worst)
        joint, whole, seen = self._joint(), False, False
        try:
            for width in BEAM_WIDTHS:
                whole = joint.walk(ensemble.floor, width)
                seen = ensemble.tried(joint, SETS_TRIED)
                self.cut = joint.cut or ensemble.cut
                if whole or self.cut:
                    break
            joint.look_back()
        except SearchTooLarge:
            return None, ensemble.best or found, False
        return joint, ensemble.best or found, whole and seen

    def _joint(self) -> JointSearch:
        track = {bit: price * RANK_PER_PRICE for bit, price in self._market.tolls().items()}
        kinds = [
            TrainGroup(
                [lane for one in some for lane in one.lanes(track, self._market.paid(one, RANK_PER_PRICE))],
                self._trains.count(kind),
                idle=not kind[0].must,
            )
            for kind, some in self._kinds.items()
        ]
        return JointSearch(self._lister.chart, self._order, kinds, track, self._lister.enough)

    # --- one by one, then from lists

    def _one_by_one(self) -> RouteSet:
        """Return a good set: each train, those that must run first, takes the best that others leave."""
        taken, chosen = 0, dict[int, CandidateRoute]()
        for number in sorted(range(len(self._trains)), key=self._urgency):
            self._market.ask(taken)
            buyer = max(self._kinds[self._trains[number]], key=lambda one: one.best)
            listed = self._near_best(buyer, taken)
            if listed is not None:
                chosen[number] = listed
                taken |= listed.track
        self._market.ask()
        used = reduce(or_, (listed.uses for listed in chosen.values()), 0)
        whole = not self._lister.required & ~used
        return tuple(chosen[number] for number in sorted(chosen)) if whole else None

    def _near_best(self, buyer: PricedTrain, taken: int) -> CandidateRoute | None:
        """Return one of the best routes that leave some track alone: the very best may only seem to be routes."""
        for slack in SLACKS:
            least = max(buyer.best - slack * PRICE_SCALE, 0)
            for listed in islice(buyer.routes(least), SETS_TRIED):
                if not listed.track & taken:
                    return listed
        return None

    def _urgency(self, train: int) -> tuple[bool, int]:
        kind = self._trains[train]
        return not kind[0].must, -self._promise(kind)

    def _promise(self, kind: TrainKind) -> int:
        return max(buyer.best for buyer in self._kinds[kind])

    def _packed(self, menus: Mapping[TrainKind, Candidates], found: RouteSet) -> RouteSet:
        """Return the best set of such routes, or the one known."""
        worst = WORST_RANK if found is None else sum(listed.rank for listed in found) + 1
        packer = BranchAndBound(
            [menus[kind] for kind in self._trains],
            self._lister.required,
            self._lister.enough,
            self._tolls(),
            worst,
        )
        chosen = packer.best()
        self.cut = packer.cut or self._lister.cut or self._lister.enough()
        return found if chosen is None else chosen

    def _tolls(self, unit: int = RANK_PER_PRICE) -> ChainPrices:
        """Return the settled prices of track, in units of which a part of the currency has some."""
        prices = {bit: price * unit for bit, price in self._market.tolls().items()}
        return ChainPrices(chain_prices(self._lister.chart, prices), sum(prices.values()))

    def _short(self, aim: int) -> Mapping[TrainKind, Candidates] | None:
        """Return what the prices alone leave, if that is little."""
        return self._lister.short(FEW_ROUTES, lambda: self._menus(aim, None))

    def _menus(self, aim: int, joint: JointSearch | None) -> Mapping[TrainKind, Candidates]:
        """Return for every kind of train the routes that a set of so much revenue can be made of."""
        if joint is None:
            return {kind: self._menu(self._priced(kind, aim)) for kind in self._kinds}
        lists = joint.lists(max((aim - 1) * REVENUE_WEIGHT, joint.floor))
        return {kind: self._menu(self._written(*one)) for kind, one in zip(self._kinds, lists, strict=True)}

    def _menu(self, routes: Iterable[CandidateRoute]) -> Candidates:
        found: dict[int, list[CandidateRoute]] = {}
        for listed in routes:
            found.setdefault(listed.uses & self._lister.required, []).append(listed)
        return {uses: sorted(found[uses], key=by_rank) for uses in sorted(found)}

    def _priced(self, kind: TrainKind, aim: int) -> Iterator[CandidateRoute]:
        least = self._promise(kind) - (self._market.bound - aim * PRICE_SCALE)
        costs = self._tolls(1)
        for buyer in self._kinds[kind]:
            for listed in buyer.routes(least):
                if PRICE_SCALE * listed.revenue - costs.of(listed.chains) >= least:
                    yield listed

    def _written(
        self, least: int, routes: Iterable[tuple[TrainSpec, tuple[int, ...]]]
    ) -> Iterator[CandidateRoute]:
        costs = self._tolls()
        for spec, chains in routes:
            if self._lister.tired():
                return
            for listed in self._lister.written(spec, chains):
                if -listed.rank - costs.of(chains) >= least:
                    yield listed


def _revenue(routes: Sequence[CandidateRoute]) -> int:
    return sum(listed.revenue for listed in routes)
