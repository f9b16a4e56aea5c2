"""Prices on track, stops and hexes that bound what any set of routes can earn: a Lagrangian relaxation.

Every train pays for what is scarce: track that another train wants, a stop it counts, a hex it enters. At any prices
no set earns more than the best that each train could do alone and all that is paid together. And a set that comes
close to this bound is made of routes that each come as close to the best of their train. Prices with a low bound are
found by the subgradient method: what too many want becomes dearer, what is left over becomes cheaper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.routes.bits import bits
from engine.routes.budget import MustEnd
from engine.routes.priced_trains import PricedTrain, Resource
from engine.routes.valued_diagram import MINUS_INFINITY

ROUNDS = 60
"""How often prices are changed at most."""

FIRST_STEP = 0.1
"""The part of the bound by which prices change at first."""

MOMENTUM = 0.7
"""How much of the direction of a change is kept for the next."""

ROUNDS_WITHOUT_GAIN = 3
"""Rounds without a better bound after which prices change by half as much."""

SETTLED_ROUNDS, SETTLED_PART = 10, 0.999
"""Prices are good enough when in so many rounds the bound has not fallen below that part of itself."""

UNAFFORDABLE = 1 << 40
"""A price for track that nobody can pay."""

NOTICEABLE = 0.001
"""A smaller change of direction counts as none."""


@dataclass
class LagrangianBound:
    """The prices for some trains: for each kind the ways in which it runs, and how many trains of it there are.

    ``bound`` is what no set of routes exceeds, in parts of the currency (PRICE_SCALE).
    """

    kinds: Sequence[tuple[Sequence[PricedTrain], int]]
    must_end: MustEnd
    bound: int = -MINUS_INFINITY
    prices: dict[Resource, int] = field(default_factory=dict)

    def minimise(self) -> None:
        """Look for prices with a low bound, in steps that keep some of their direction."""
        prices = dict(self.prices)
        direction: dict[Resource, float] = {}
        step, waited, lows = FIRST_STEP, 0, list[int]()
        for _ in range(ROUNDS):
            self._apply(prices)
            total = self._total(prices)
            waited += 1
            if total < self.bound:
                self.bound, self.prices, waited = total, dict(prices), 0
            elif waited >= ROUNDS_WITHOUT_GAIN:
                step, waited = step / 2, 0
            lows.append(self.bound)
            if len(lows) > SETTLED_ROUNDS and lows[-1] > lows[-1 - SETTLED_ROUNDS] * SETTLED_PART:
                break
            direction = _turned(direction, self._excess(prices))
            size = sum(over * over for over in direction.values())
            if not size or self.must_end():
                break
            for resource, over in direction.items():
                prices[resource] = max(0, prices.get(resource, 0) + round(step * total * over / size))
        self.reprice()

    def track_prices(self) -> dict[int, int]:
        """Return the prices of track by bit."""
        return {bit: price for (name, bit), price in self.prices.items() if name == "track" and price}

    def own_prices(self, train: PricedTrain, unit: int = 1) -> dict[str, int]:
        """Return the prices of what a train has too little of, with so many units to a part of the currency."""
        own = self._own(self.prices, list(self._trains()).index(train))
        return {name: price * unit for name, price in own.items()}

    def reprice(self, taken: int = 0) -> None:
        """Give all trains the prices found, with some track (bits) taken."""
        self._apply({**self.prices, **{("track", bit): UNAFFORDABLE for bit in bits(taken)}})

    def _apply(self, prices: Mapping[Resource, int]) -> None:
        track = {bit: price for (name, bit), price in prices.items() if name == "track" and price}
        for number, train in enumerate(self._trains()):
            train.reprice(track, self._own(prices, number))

    def _trains(self) -> Iterator[PricedTrain]:
        return (train for trains, _ in self.kinds for train in trains)

    def _own(self, prices: Mapping[Resource, int], number: int) -> dict[str, int]:
        return {name: price for (name, at), price in prices.items() if name != "track" and at == number}

    def _total(self, prices: Mapping[Resource, int]) -> int:
        paid = sum(price for (name, _), price in prices.items() if name == "track")
        return paid + sum(count * _gain(trains) for trains, count in self.kinds)

    def _excess(self, prices: Mapping[Resource, int]) -> dict[Resource, int]:
        """Return of everything how much more is wanted than there is; leave out what is free and left over."""
        found = Counter[Resource]({resource: -1 for resource in prices if resource[0] == "track"})
        numbers = {train: number for number, train in enumerate(self._trains())}
        for trains, count in self.kinds:
            train = max(trains, key=lambda one: one.best)
            if _gain(trains) > train.best:
                continue
            for (name, bit), over in train.over_limit(self._own(prices, numbers[train])).items():
                resource = (name, bit if name == "track" else numbers[train])
                if name == "track" and resource not in found:
                    found[resource] = -1
                found[resource] += count * over
        return {resource: over for resource, over in found.items() if over > 0 or prices.get(resource)}


def _gain(trains: Sequence[PricedTrain]) -> int:
    """Return the gain of a train that runs one of these routes, at least 0 if it may stay idle."""
    best = max(train.best for train in trains)
    return best if trains[0].spec.must else max(0, best)


def _turned(direction: Mapping[Resource, float], excess: Mapping[Resource, int]) -> dict[Resource, float]:
    """Return a direction turned towards what is wanted."""
    every = {**direction, **excess}
    turned = {
        resource: MOMENTUM * direction.get(resource, 0) + (1 - MOMENTUM) * excess.get(resource, 0)
        for resource in every
    }
    return {resource: over for resource, over in turned.items() if abs(over) > NOTICEABLE}
