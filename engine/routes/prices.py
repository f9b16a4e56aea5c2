"""Prices on track, stops and hexes, and the routes that can belong to the best set at those prices.

Every train pays for what is scarce: track that another train wants, a stop it counts, a hex it enters. For any
prices the best that each train could do alone, and all that is paid, bound the revenue of every set; and a set
that comes close to the bound is made of routes that come as close to the best of their train.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.routes.branch_and_bound import bits
from engine.routes.frontier import MINUS_INFINITY
from engine.routes.priced_trains import PricedTrain, Resource

ROUNDS = 60
"""How often prices are changed at most."""

FIRST_STEP = 0.1
"""The part of the revenue by which prices change at first."""

MOMENTUM = 0.7
"""How much of the direction of a change is kept for the next."""

ROUNDS_WITHOUT_GAIN = 3
"""Rounds without a better bound after which prices change by half as much."""

CALM, NEARLY = 10, 0.999
"""When the bound has not fallen below that part of itself in so many rounds, prices are settled."""

UNAFFORDABLE = 1 << 40
"""A price for track that nobody can pay."""

NOTICED = 0.001
"""A smaller change of direction is none."""


@dataclass
class LagrangianBound:
    """The prices for some trains: for each kind its ways to run, and how many trains of it there are.

    ``bound`` is what no set of routes can exceed, in parts of the currency.
    """

    kinds: Sequence[tuple[Sequence[PricedTrain], int]]
    enough: Callable[[], bool]
    bound: int = -MINUS_INFINITY
    prices: dict[Resource, int] = field(default_factory=dict)

    def settle(self) -> None:
        """Look for the prices with the lowest bound, in steps that keep some of their direction."""
        prices = dict(self.prices)
        drift: dict[Resource, float] = {}
        pace, waited, lows = FIRST_STEP, 0, list[int]()
        for _ in range(ROUNDS):
            self._ask(prices)
            total = self._total(prices)
            waited += 1
            if total < self.bound:
                self.bound, self.prices, waited = total, dict(prices), 0
            elif waited >= ROUNDS_WITHOUT_GAIN:
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
        self.ask()

    def tolls(self) -> dict[int, int]:
        """Return the prices of track by bit."""
        return {bit: price for (name, bit), price in self.prices.items() if name == "track" and price}

    def paid(self, buyer: PricedTrain, unit: int = 1) -> dict[str, int]:
        """Return the prices of what a buyer has too little of, in units of which a part of the currency has some."""
        own = self._own(self.prices, list(self._buyers()).index(buyer))
        return {name: price * unit for name, price in own.items()}

    def ask(self, taken: int = 0) -> None:
        """Let every train look at the settled prices, with some track (bits) taken."""
        self._ask({**self.prices, **{("track", bit): UNAFFORDABLE for bit in bits(taken)}})

    def _ask(self, prices: Mapping[Resource, int]) -> None:
        track = {bit: price for (name, bit), price in prices.items() if name == "track" and price}
        for number, buyer in enumerate(self._buyers()):
            buyer.price(track, self._own(prices, number))

    def _buyers(self) -> Iterator[PricedTrain]:
        return (buyer for buyers, _ in self.kinds for buyer in buyers)

    def _own(self, prices: Mapping[Resource, int], number: int) -> dict[str, int]:
        return {name: price for (name, at), price in prices.items() if name != "track" and at == number}

    def _total(self, prices: Mapping[Resource, int]) -> int:
        paid = sum(price for (name, _), price in prices.items() if name == "track")
        return paid + sum(count * _gain(buyers) for buyers, count in self.kinds)

    def _wanted(self, prices: Mapping[Resource, int]) -> dict[Resource, int]:
        """Return of everything how much more is wanted than there is; nothing where it is free and left over."""
        found = Counter[Resource]({scarce: -1 for scarce in prices if scarce[0] == "track"})
        numbers = {buyer: number for number, buyer in enumerate(self._buyers())}
        for buyers, count in self.kinds:
            buyer = max(buyers, key=lambda one: one.best)
            if _gain(buyers) > buyer.best:
                continue
            for (name, bit), over in buyer.wanted(self._own(prices, numbers[buyer])).items():
                scarce = (name, bit if name == "track" else numbers[buyer])
                if name == "track" and scarce not in found:
                    found[scarce] = -1
                found[scarce] += count * over
        return {scarce: over for scarce, over in found.items() if over > 0 or prices.get(scarce)}


def _gain(buyers: Sequence[PricedTrain]) -> int:
    """Return what a train gains, at least nothing if it may stay idle."""
    best = max(buyer.best for buyer in buyers)
    return best if buyers[0].spec.must else max(0, best)


def _turned(drift: Mapping[Resource, float], wanted: Mapping[Resource, int]) -> dict[Resource, float]:
    """Return a direction turned towards what is wanted."""
    both = {**drift, **wanted}
    turned = {one: MOMENTUM * drift.get(one, 0) + (1 - MOMENTUM) * wanted.get(one, 0) for one in both}
    return {one: over for one, over in turned.items() if abs(over) > NOTICED}
