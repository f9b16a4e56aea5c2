"""A train's routes in the order in which branch and bound tries them, and which of them share track with others."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.routes.candidates import CandidateRoute

CONFLICT_BITS_KEPT = 1 << 28
"""How many bits of sets of routes are kept at most, so that they need not be made twice."""


@dataclass(frozen=True, slots=True)
class ChainPrices:
    """What chains cost, by number, and what all track costs together; in units of a rank, or of a price."""

    chains: Sequence[int] = ()
    total: int = 0

    def of(self, chains: Iterable[int]) -> int:
        """Return the revenue of a route."""
        price = self.chains
        return sum([price[chain] for chain in chains])


FREE = ChainPrices()


class RankedCandidates:
    """Routes of one list, best first after they have paid for their track; ``ranks`` are what is left then.

    A set of routes is an integer with one bit each: those that go together with others are one ``&`` away, and the
    best of them is the lowest bit.
    """

    def __init__(self, routes: Sequence[CandidateRoute], prices: ChainPrices) -> None:
        self.routes, self.ranks = routes, [route.rank for route in routes]
        if prices.total:
            paid = [route.rank + prices.of(route.chains) for route in routes]
            order = sorted(range(len(routes)), key=lambda number: (paid[number], routes[number][:3]))
            self.routes, self.ranks = [routes[number] for number in order], [paid[number] for number in order]
        self._size = 0
        self._table: dict[int, int] = {}
        self._conflicts: dict[int, int] = {}

    def below(self, rank: int) -> int:
        """Return how many routes rank better than that, track paid."""
        return bisect_left(self.ranks, rank)

    def prepare(self, size: int) -> None:
        """Make ready to tell the conflicts among that many routes."""
        if size <= self._size:
            return
        self._size = size
        rows: dict[int, bytearray] = {}
        for number, route in enumerate(self.routes[:size]):
            left, byte, mark = route.track, number >> 3, 1 << (number & 7)
            while left:
                low = left & -left
                left ^= low
                if low not in rows:
                    rows[low] = bytearray((size >> 3) + 1)
                rows[low][byte] |= mark
        self._table = {bit: int.from_bytes(row, "little") for bit, row in rows.items()}
        self._conflicts = {}

    def conflicts(self, track: int) -> int:
        """Return the set of routes that use some of that track."""
        known = self._conflicts.get(track)
        if known is not None:
            return known
        found, left = 0, track
        while left:
            low = left & -left
            found |= self._table.get(low, 0)
            left ^= low
        if len(self._conflicts) * self._size < CONFLICT_BITS_KEPT:
            self._conflicts[track] = found
        return found
