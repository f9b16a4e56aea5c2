"""Trains that pay for what is scarce: the best each can do at some prices, and all that comes close to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.routes.bits import bits
from engine.routes.candidates import REVENUE_WEIGHT, STOP_WEIGHT, TRAIN_WEIGHT, CandidateRoute
from engine.routes.chain_order import sweep_order, usable_chains
from engine.routes.enumeration import RouteEnumerator
from engine.routes.frontier import RouteDiagram
from engine.routes.graph import RouteGraph
from engine.routes.problem import RouteBonus, RouteProblem, RouteStop, TrainSpec
from engine.routes.valued_diagram import MINUS_INFINITY, PartValues, ValuedDiagram

PRICE_SCALE = 256
"""Prices are whole numbers of such parts of the title's currency."""


class Objective(NamedTuple):
    """What a unit of revenue is worth, and what a train, a stop that counts and a hex side cost."""

    revenue: int
    train: int = 0
    stop: int = 0
    side: int = 0


REVENUE_ALONE = Objective(PRICE_SCALE)
"""Only the revenue matters."""

WHOLE_RANK = Objective(REVENUE_WEIGHT, TRAIN_WEIGHT + 1, STOP_WEIGHT, 1)
"""The rank of a route matters, with its sign turned."""

Resource = tuple[str, int]
"""What has a price: ``("track", bit)``, or what a train (by number) has too few of, by the name of its limit."""


@dataclass(frozen=True, slots=True)
class TrainLimits:
    """How many stops a train counts, how many of them may be other than towns, how many hex sides it crosses.

    And how many stops other than towns it visits, whether they count or not.
    """

    stop: int | None
    other: int | None
    hex: int | None
    visit: int | None

    @classmethod
    def of(cls, spec: TrainSpec) -> TrainLimits:
        """Return the limits of a train."""
        every = None if spec.stops is None else spec.stops + spec.towns
        sides = None if spec.hexes is None else spec.hexes - 1
        return cls(every, spec.stops if spec.towns else None, sides, spec.stops if spec.within else None)


class RouteDiagrams:
    """The routes of all trains as diagrams: one for the trains that may enter the same stops.

    ``order`` are the chains that any train may use, as they are swept.
    """

    def __init__(self, problem: RouteProblem, stops: Sequence[RouteStop]) -> None:
        self._problem = problem
        self._stops = stops
        bars = {spec.bars for kind in problem.trains for spec in kind}
        self._open = {kinds: usable_chains(problem.graph, stops, kinds) for kinds in bars}
        self.order = sweep_order(problem.graph, set[int]().union(*self._open.values()))
        self._diagrams: dict[frozenset[str], RouteDiagram] = {}

    def of(self, spec: TrainSpec) -> RouteDiagram:
        """Return the diagram of a train.

        :raises SearchTooLarge: when it would be too large.
        """
        if spec.bars not in self._diagrams:
            asked, open_ = self._problem, self._open[spec.bars]
            order = [number for number in self.order if number in open_]
            self._diagrams[spec.bars] = RouteDiagram(
                asked.graph, self._stops, order, asked.heeded, asked.must_end
            )
        return self._diagrams[spec.bars]


class PricedTrain:
    """A train that runs in one way, with its routes as a diagram; ``best`` is what the best leaves at the prices."""

    def __init__(self, enumerator: RouteEnumerator, spec: TrainSpec, diagram: RouteDiagram) -> None:
        bonuses = enumerator.problem.bonuses
        self._enumerator = enumerator
        self.spec = spec
        self._graph = enumerator.problem.graph
        self._stops = enumerator.stops
        self._limits = TrainLimits.of(spec)
        self._diagram = diagram
        self._once = _once_by_each([bonuses(spec, marks) for marks in diagram.marks])
        self._valued: dict[int, ValuedDiagram] = {}
        self._written: dict[tuple[int, ...], tuple[CandidateRoute, ...]] = {}
        self.best = MINUS_INFINITY

    def reprice(self, track: Mapping[int, int], own: Mapping[str, int]) -> None:
        """Take new prices: of track by bit, and of what the train itself has too little of."""
        self._valued = {each: self._at_prices(each, track, own, REVENUE_ALONE) for each in self._once}
        self.best = max((valued.best for valued in self._valued.values()), default=MINUS_INFINITY)

    def by_rank(self, track: Mapping[int, int], own: Mapping[str, int]) -> Iterator[ValuedDiagram]:
        """Yield the routes valued by their ranks, the sign turned, at prices in parts of a rank."""
        return (self._at_prices(each, track, own, WHOLE_RANK) for each in self._once)

    def routes(self, least: int) -> Iterator[CandidateRoute]:
        """Yield every route that leaves so much, and those that seem to until their stops are counted."""
        for valued in self._valued.values():
            for chains in valued.above(least):
                if self._enumerator.interrupted():
                    return
                if chains not in self._written:
                    self._written[chains] = tuple(self._enumerator.of_chains(self.spec, chains))
                yield from self._written[chains]

    def over_limit(self, own: Mapping[str, int]) -> Counter[Resource]:
        """Return by how much one of the best routes exceeds the train's limit (negative: stays below it)."""
        each, valued = max(self._valued.items(), key=lambda one: one[1].best)
        numbers = valued.first()
        chains = [self._graph.chains[number] for number in numbers]
        visited = {stop for chain in chains for stop in (chain.one, chain.two)}
        stops = [self._stops[stop] for stop in visited]
        counting = [stop for stop in stops if self._counts(stop, each, own)]
        taken = {
            "stop": len(counting),
            "other": sum(stop.kind != "town" for stop in counting),
            "hex": sum(chain.length for chain in chains),
            "visit": sum(stop.kind != "town" and self.spec.limits(stop.kind) for stop in stops),
        }
        found = _track(self._graph, numbers)
        for name, number in taken.items():
            limit = getattr(self._limits, name)
            if limit is not None:
                found[name, 0] = number - limit
        return found

    # --- what routes leave at prices

    def _at_prices(
        self, each: int, track: Mapping[int, int], own: Mapping[str, int], objective: Objective
    ) -> ValuedDiagram:
        """Return the routes with the bonuses of so much for each stop, by what they leave."""
        prices = chain_prices(self._graph, track)
        side = objective.side + own.get("hex", 0)
        chains = [
            -price - side * chain.length for price, chain in zip(prices, self._graph.chains, strict=True)
        ]
        free = (
            sum(price * (getattr(self._limits, name) or 0) for name, price in own.items()) - objective.train
        )
        ends = [
            free + objective.revenue * once if once > MINUS_INFINITY else MINUS_INFINITY
            for once in self._once[each]
        ]
        stops = [self._value(stop, each, own, objective) for stop in self._stops]
        return ValuedDiagram(self._diagram, PartValues(stops, chains, ends))

    def _value(self, stop: RouteStop, each: int, own: Mapping[str, int], objective: Objective) -> int:
        if stop.kind in self.spec.skips:
            return 0
        cost = objective.stop + own.get("stop", 0) + (own.get("other", 0) if stop.kind != "town" else 0)
        value = objective.revenue * (stop.value + each) - cost
        visit = own.get("visit", 0) if stop.kind != "town" else 0
        return (max(value, 0) if stop.kind in self.spec.drops else value) - visit

    def _counts(self, stop: RouteStop, each: int, own: Mapping[str, int]) -> bool:
        if stop.kind in self.spec.drops:
            counted = {name: price for name, price in own.items() if name != "visit"}
            return self._value(stop, each, counted, REVENUE_ALONE) > 0
        return stop.kind not in self.spec.skips


def _once_by_each(allowed: Sequence[Sequence[RouteBonus]]) -> dict[int, list[int]]:
    """Return, by what is paid for each stop, what every finished route earns once; MINUS_INFINITY if not allowed."""
    return {
        each: [
            max((bonus.once for bonus in bonuses if bonus.each == each), default=MINUS_INFINITY)
            for bonuses in allowed
        ]
        for each in sorted({bonus.each for bonuses in allowed for bonus in bonuses})
    }


def chain_prices(graph: RouteGraph, track: Mapping[int, int]) -> list[int]:
    """Return the price of every chain's track."""
    return [sum([track[bit] for bit in bits(chain.track) if bit in track]) for chain in graph.chains]


def _track(graph: RouteGraph, numbers: Iterable[int]) -> Counter[Resource]:
    """Return the track of some chains, bit by bit."""
    return Counter(("track", bit) for number in numbers for bit in bits(graph.chains[number].track))
