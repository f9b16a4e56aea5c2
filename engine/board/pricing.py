"""Prices on track, stops and hexes, and the routes that can belong to the best set at those prices.

Every train pays for what is scarce: track that another train wants, a stop it counts, a hex it enters. For any
prices the best that each train could do alone, and all that is paid, bound the revenue of every set; and a set
that comes close to the bound is made of routes that come as close to the best of their train.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.board.chains import Chart
from engine.board.sweep import NEVER, Sweep, Ways, Worth
from engine.board.trains import Extra, Node, TrainSpec

SCALE = 256
"""Prices are whole numbers of such parts of the title's currency."""

ROUNDS = 60
"""How often prices are changed at most."""

PACE = 0.1
"""The part of the revenue by which prices change at first."""

DRIFT = 0.7
"""How much of the direction of a change is kept for the next."""

PATIENCE = 3
"""Rounds without a better bound after which prices change by half as much."""

CALM, NEARLY = 10, 0.999
"""When the bound has not fallen below that part of itself in so many rounds, prices are settled."""

NOTICED = 0.001
"""A smaller change of direction is none."""

Scarce = tuple[str, int]
"""What has a price: ``("track", bit)``, or for a train (by number) its ``stop``, ``other`` stop or ``hex``."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many stops a train counts, how many of them may be other than towns, how many hex sides it crosses."""

    stop: int | None
    other: int | None
    hex: int | None

    @classmethod
    def of(cls, spec: TrainSpec) -> Limits:
        """Return the limits of a train."""
        every = None if spec.stops is None else spec.stops + spec.towns
        sides = None if spec.hexes is None else spec.hexes - 1
        return cls(every, spec.stops if spec.towns else None, sides)


class Runner:
    """One kind of train, of which a unit has ``count``: its routes at the current prices."""

    def __init__(
        self,
        chart: Chart,
        nodes: Sequence[Node],
        spec: TrainSpec,
        extras: Callable[[TrainSpec, int], tuple[Extra, ...]],
        heeded: int,
    ) -> None:
        self.spec = spec
        self._chart = chart
        self._nodes = nodes
        self._limits = Limits.of(spec)
        self._sweep = Sweep(chart, nodes, spec, heeded)
        self._bonus = _bonuses([extras(spec, marks) for marks in self._sweep.marks])
        self._ways: dict[int, Ways] = {}
        self.best = NEVER

    def price(self, track: Mapping[int, int], own: Mapping[str, int]) -> None:
        """Take new prices: of track by bit, and of what the train itself has too little of."""
        chains = [
            -sum(price for bit, price in track.items() if chain.track >> bit & 1)
            - own.get("hex", 0) * chain.length
            for chain in self._chart.chains
        ]
        free = sum(price * (getattr(self._limits, name) or 0) for name, price in own.items())
        self._ways = {
            each: Ways(
                self._sweep, Worth(self._worth(each, own), chains, [free + SCALE * one for one in bonus])
            )
            for each, bonus in self._bonus.items()
        }
        self.best = max((ways.best for ways in self._ways.values()), default=NEVER)

    def _worth(self, each: int, own: Mapping[str, int]) -> list[int]:
        return [self._stop(node, each, own) for node in self._nodes]

    def _stop(self, node: Node, each: int, own: Mapping[str, int]) -> int:
        if node.kind in self.spec.skips:
            return 0
        cost = own.get("stop", 0) + (own.get("other", 0) if node.kind != "town" else 0)
        worth = SCALE * (node.value + each) - cost
        return max(worth, 0) if node.kind in self.spec.drops else worth

    def above(self, least: int) -> Iterator[tuple[int, ...]]:
        """Yield the chains of every route that is worth so much at these prices, and of some worth less."""
        for ways in self._ways.values():
            yield from ways.above(least)

    def wanted(self, own: Mapping[str, int]) -> Counter[Scarce]:
        """Return what one of the best routes takes beyond what it may (negative: leaves)."""
        each, ways = max(self._ways.items(), key=lambda one: one[1].best)
        chains = [self._chart.chains[number] for number in ways.first()]
        visited = {stop for chain in chains for stop in (chain.one, chain.two)}
        counts = [self._nodes[stop] for stop in visited if self._counts(self._nodes[stop], each, own)]
        taken = {
            "stop": len(counts),
            "other": sum(node.kind != "town" for node in counts),
            "hex": sum(chain.length for chain in chains),
        }
        found = Counter[Scarce]()
        for name, number in taken.items():
            limit = getattr(self._limits, name)
            if limit is not None:
                found[name, 0] = number - limit
        for chain in chains:
            found.update(("track", bit) for bit in range(chain.track.bit_length()) if chain.track >> bit & 1)
        return found

    def _counts(self, node: Node, each: int, own: Mapping[str, int]) -> bool:
        if node.kind in self.spec.drops:
            return self._stop(node, each, own) > 0
        return node.kind not in self.spec.skips


def _bonuses(earned: Sequence[Sequence[Extra]]) -> dict[int, list[int]]:
    """Return by what is paid for each stop the bonus of every finished route; NEVER where it is not paid."""
    found: dict[int, list[int]] = {}
    for each in {extra.each for extras in earned for extra in extras}:
        found[each] = [max((e.bonus for e in extras if e.each == each), default=NEVER) for extras in earned]
    return found


@dataclass
class Market:
    """The prices for some trains: for each kind its ways to run, and how many trains of it there are.

    ``bound`` is what no set of routes can exceed, in parts of the currency.
    """

    kinds: Sequence[tuple[Sequence[Runner], int]]
    enough: Callable[[], bool]
    bound: int = -NEVER
    prices: dict[Scarce, int] = field(default_factory=dict)

    def settle(self) -> None:
        """Look for the prices with the lowest bound, in steps that keep some of their direction."""
        prices = dict(self.prices)
        drift: dict[Scarce, float] = {}
        pace, waited, lows = PACE, 0, list[int]()
        for _ in range(ROUNDS):
            self._ask(prices)
            total = self._total(prices)
            waited += 1
            if total < self.bound:
                self.bound, self.prices, waited = total, dict(prices), 0
            elif waited >= PATIENCE:
                pace, waited = pace / 2, 0
            lows.append(self.bound)
            if len(lows) > CALM and lows[-1] > lows[-1 - CALM] * NEARLY:
                break
            drift = _turned(drift, self._wanted(prices))
            size = sum(over * over for over in drift.values())
            if not size or self.enough():
                break
            for scarce, over in drift.items():
                prices[scarce] = max(0, prices.get(scarce, 0) + round(pace * total * over / size))
        self._ask(self.prices)

    def tolls(self) -> dict[int, int]:
        """Return the prices of track by bit."""
        return {bit: price for (name, bit), price in self.prices.items() if name == "track" and price}

    def _ask(self, prices: Mapping[Scarce, int]) -> None:
        track = {bit: price for (name, bit), price in prices.items() if name == "track" and price}
        for number, runner in enumerate(self._runners()):
            runner.price(track, self._own(prices, number))

    def _runners(self) -> Iterator[Runner]:
        return (runner for runners, _ in self.kinds for runner in runners)

    def _own(self, prices: Mapping[Scarce, int], number: int) -> dict[str, int]:
        return {name: price for (name, at), price in prices.items() if name != "track" and at == number}

    def _total(self, prices: Mapping[Scarce, int]) -> int:
        paid = sum(price for (name, _), price in prices.items() if name == "track")
        return paid + sum(
            count * max(0, *(runner.best for runner in runners)) for runners, count in self.kinds
        )

    def _wanted(self, prices: Mapping[Scarce, int]) -> dict[Scarce, int]:
        """Return of everything how much more is wanted than there is; nothing where it is free and left over."""
        found = Counter[Scarce]({scarce: -1 for scarce in prices if scarce[0] == "track"})
        numbers = {runner: number for number, runner in enumerate(self._runners())}
        for runners, count in self.kinds:
            runner = max(runners, key=lambda one: one.best)
            if runner.best <= 0:
                continue
            for (name, bit), over in runner.wanted(self._own(prices, numbers[runner])).items():
                scarce = (name, bit if name == "track" else numbers[runner])
                if name == "track" and scarce not in found:
                    found[scarce] = -1
                found[scarce] += count * over
        return {scarce: over for scarce, over in found.items() if over > 0 or prices.get(scarce)}


def _turned(drift: Mapping[Scarce, float], wanted: Mapping[Scarce, int]) -> dict[Scarce, float]:
    """Return a direction turned towards what is wanted."""
    both = {**drift, **wanted}
    turned = {one: DRIFT * drift.get(one, 0) + (1 - DRIFT) * wanted.get(one, 0) for one in both}
    return {one: over for one, over in turned.items() if abs(over) > NOTICED}
