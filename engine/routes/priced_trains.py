"""The trains of a search as buyers: the best they can do at some prices, and all that comes close to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.routes.branch_and_bound import bits
from engine.routes.chain_order import sweep_order, usable_chains
from engine.routes.enumeration import (
    REVENUE_WEIGHT,
    STOP_WEIGHT,
    TRAIN_WEIGHT,
    CandidateRoute,
    RouteEnumerator,
)
from engine.routes.frontier import MINUS_INFINITY, PartValues, RouteDiagram, ValuedDiagram
from engine.routes.graph import RouteGraph
from engine.routes.joint_nodes import RankedDiagram
from engine.routes.problem import RouteBonus, RouteStop, TrainSpec

PRICE_SCALE = 256
"""Prices are whole numbers of such parts of the title's currency."""


class Objective(NamedTuple):
    """What a unit of revenue is worth, and what a train, a stop that counts and a hex side cost."""

    revenue: int
    train: int = 0
    stop: int = 0
    side: int = 0


REVENUE_ALONE, WHOLE_RANK = (
    Objective(PRICE_SCALE),
    Objective(REVENUE_WEIGHT, TRAIN_WEIGHT + 1, STOP_WEIGHT, 1),
)
"""Only the revenue matters, or the whole rank of a route."""

Resource = tuple[str, int]
"""What has a price: ``("track", bit)``, or for a train (by number) its ``stop``, ``other`` stop or ``hex``."""


@dataclass(frozen=True, slots=True)
class TrainLimits:
    """How many stops a train counts, how many of them may be other than towns, how many hex sides it crosses."""

    stop: int | None
    other: int | None
    hex: int | None

    @classmethod
    def of(cls, spec: TrainSpec) -> TrainLimits:
        """Return the limits of a train."""
        every = None if spec.stops is None else spec.stops + spec.towns
        sides = None if spec.hexes is None else spec.hexes - 1
        return cls(every, spec.stops if spec.towns else None, sides)


class RouteDiagrams:
    """The routes of all trains as diagrams: one for those that may enter the same stops.

    ``order`` are the chains that trains may have, as they are swept.
    """

    def __init__(self, lister: RouteEnumerator, specs: Iterable[TrainSpec]) -> None:
        self._lister = lister
        bars = {spec.bars for spec in specs}
        self._open = {bar: usable_chains(lister.chart, lister.nodes, bar) for bar in bars}
        self.order = sweep_order(lister.chart, set[int]().union(*self._open.values()))
        self._sweeps: dict[frozenset[str], RouteDiagram] = {}

    def of(self, spec: TrainSpec) -> RouteDiagram:
        """Return the diagram of a train.

        :raises TooWide: it would be too large.
        """
        if spec.bars not in self._sweeps:
            lister, open_ = self._lister, self._open[spec.bars]
            order = [number for number in self.order if number in open_]
            self._sweeps[spec.bars] = RouteDiagram(
                lister.chart, lister.nodes, order, lister.heeded, lister.enough
            )
        return self._sweeps[spec.bars]


class PricedTrain:
    """A way in which a train may run, its routes as a diagram; ``best`` is what the best leaves at current prices."""

    def __init__(self, lister: RouteEnumerator, spec: TrainSpec, sweep: RouteDiagram) -> None:
        self._lister = lister
        self.spec = spec
        self._chart = lister.chart
        self._nodes = lister.nodes
        self._limits = TrainLimits.of(spec)
        self._sweep = sweep
        self._bonus = _bonuses([lister.extras(spec, marks) for marks in sweep.marks])
        self._ways: dict[int, ValuedDiagram] = {}
        self._written: dict[tuple[int, ...], tuple[CandidateRoute, ...]] = {}
        self.best = MINUS_INFINITY

    def price(self, track: Mapping[int, int], own: Mapping[str, int]) -> None:
        """Take new prices: of track by bit, and of what the train itself has too little of."""
        self._ways = {each: self._priced(each, track, own) for each in self._bonus}
        self.best = max((ways.best for ways in self._ways.values()), default=MINUS_INFINITY)

    def lanes(self, track: Mapping[int, int], own: Mapping[str, int]) -> Iterator[RankedDiagram]:
        """Yield the routes by rank, at such prices in parts of a rank."""
        return (RankedDiagram(self.spec, self._priced(each, track, own, WHOLE_RANK)) for each in self._bonus)

    def _priced(
        self, each: int, track: Mapping[int, int], own: Mapping[str, int], weights: Objective = REVENUE_ALONE
    ) -> ValuedDiagram:
        paid = zip(chain_prices(self._chart, track), self._chart.chains, strict=True)
        side = weights.side + own.get("hex", 0)
        free = sum(price * (getattr(self._limits, name) or 0) for name, price in own.items()) - weights.train
        ends = [
            free + weights.revenue * bonus if bonus > MINUS_INFINITY else MINUS_INFINITY
            for bonus in self._bonus[each]
        ]
        stops = [self._stop(node, each, own, weights) for node in self._nodes]
        return ValuedDiagram(
            self._sweep, PartValues(stops, [-cost - side * chain.length for cost, chain in paid], ends)
        )

    def _stop(
        self, node: RouteStop, each: int, own: Mapping[str, int], weights: Objective = REVENUE_ALONE
    ) -> int:
        if node.kind in self.spec.skips:
            return 0
        cost = weights.stop + own.get("stop", 0) + (own.get("other", 0) if node.kind != "town" else 0)
        worth = weights.revenue * (node.value + each) - cost
        return max(worth, 0) if node.kind in self.spec.drops else worth

    def routes(self, least: int) -> Iterator[CandidateRoute]:
        """Yield every route that leaves so much, and those that only seem to as long as they are not counted."""
        for ways in self._ways.values():
            for chains in ways.above(least):
                if self._lister.tired():
                    return
                if chains not in self._written:
                    self._written[chains] = tuple(self._lister.written(self.spec, chains))
                yield from self._written[chains]

    def wanted(self, own: Mapping[str, int]) -> Counter[Resource]:
        """Return what one of the best routes takes beyond what it may (negative: leaves)."""
        each, ways = max(self._ways.items(), key=lambda one: one[1].best)
        numbers = ways.first()
        chains = [self._chart.chains[number] for number in numbers]
        visited = {stop for chain in chains for stop in (chain.one, chain.two)}
        counts = [self._nodes[stop] for stop in visited if self._counts(self._nodes[stop], each, own)]
        taken = {
            "stop": len(counts),
            "other": sum(node.kind != "town" for node in counts),
            "hex": sum(chain.length for chain in chains),
        }
        found = _track(self._chart, numbers)
        for name, number in taken.items():
            limit = getattr(self._limits, name)
            if limit is not None:
                found[name, 0] = number - limit
        return found

    def _counts(self, node: RouteStop, each: int, own: Mapping[str, int]) -> bool:
        if node.kind in self.spec.drops:
            return self._stop(node, each, own) > 0
        return node.kind not in self.spec.skips


def _bonuses(earned: Sequence[Sequence[RouteBonus]]) -> dict[int, list[int]]:
    """Return by what is paid for each stop the bonus of every finished route; NEVER where it is not paid."""
    found: dict[int, list[int]] = {}
    for each in sorted({extra.each for extras in earned for extra in extras}):
        found[each] = [
            max((e.bonus for e in extras if e.each == each), default=MINUS_INFINITY) for extras in earned
        ]
    return found


def chain_prices(chart: RouteGraph, track: Mapping[int, int]) -> list[int]:
    """Return what every chain pays for its track."""
    return [sum([track[bit] for bit in bits(chain.track) if bit in track]) for chain in chart.chains]


def _track(chart: RouteGraph, numbers: Sequence[int]) -> Counter[Resource]:
    """Return the track of some chains, bit by bit."""
    return Counter(("track", bit) for number in numbers for bit in bits(chart.chains[number].track))
