"""The order in which a sweep comes to the chains: the fewer stops lie open at a time, the smaller its diagram."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.board.hexes import coordinates
from engine.routes.graph import RouteGraph
from engine.routes.problem import RouteStop

GROWTH = 2.2
"""How many times larger a diagram becomes by one open stop more, roughly."""


def usable_chains(chart: RouteGraph, nodes: Sequence[RouteStop], bars: Collection[str]) -> set[int]:
    """Return the chains (by number) that a route may have which visits no stop of the kinds in ``bars``."""
    chains = [
        (number, (chain.one, chain.two))
        for number, chain in enumerate(chart.chains)
        if not {nodes[chain.one].kind, nodes[chain.two].kind} & set(bars)
    ]
    reached = {stop for stop, node in enumerate(nodes) if node.own}
    while True:
        open_ = {stop for stop in reached if nodes[stop].passable or nodes[stop].own}
        found = {number: ends for number, ends in chains if open_ & set(ends)}
        further = reached.union(*found.values())
        if further == reached:
            return set(found)
        reached = further


def sweep_order(chart: RouteGraph, numbers: Iterable[int]) -> tuple[int, ...]:
    """Return chains in a good order: the best of those that begin at the four sides of the board."""
    left = sorted(numbers)
    ends = sorted(
        {stop for number in left for stop in _ends(chart, number)}, key=lambda one: _place(chart, one)
    )
    if not ends:
        return ()
    west, east = (pick(ends, key=lambda one: _place(chart, one)[::-1]) for pick in (min, max))
    ways = [
        _GreedyOrder(chart, left, start).order for start in dict.fromkeys((west, east, ends[0], ends[-1]))
    ]
    return min(ways, key=lambda way: _size(chart, way))


def _ends(chart: RouteGraph, number: int) -> tuple[int, int]:
    chain = chart.chains[number]
    return chain.one, chain.two


def _place(chart: RouteGraph, stop: int) -> tuple[int, int]:
    return coordinates(chart.places[stop][0])


class _GreedyOrder:
    """An order that begins at some stop; each next chain is one that leaves the fewest stops open."""

    def __init__(self, chart: RouteGraph, numbers: Sequence[int], start: int) -> None:
        self._ends = {number: _ends(chart, number) for number in numbers}
        self._at: dict[int, list[int]] = {}
        for number, ends in self._ends.items():
            for stop in ends:
                self._at.setdefault(stop, []).append(number)
        self._met: dict[int, int] = {}
        self.order: tuple[int, ...] = ()
        near = set(self._at[start])
        while self._ends:
            number = min(near or self._ends, key=self._opened)
            self.order += (number,)
            near |= self._closed(number)
            near.discard(number)

    def _opened(self, number: int) -> tuple[int, int, int]:
        """Return how many stops more a chain leaves open, then since when the older of its stops is."""
        ends, met = self._ends[number], self._met
        more = sum((stop not in met) - (len(self._at[stop]) == 1) for stop in ends)
        return more, min(met.get(stop, len(self.order)) for stop in ends), number

    def _closed(self, number: int) -> set[int]:
        """Take a chain; return those that are next to it."""
        near = set[int]()
        for stop in self._ends.pop(number):
            self._met.setdefault(stop, len(self.order))
            self._at[stop].remove(number)
            near.update(self._at[stop])
        return near


def _size(chart: RouteGraph, order: Sequence[int]) -> float:
    """Return how large a diagram in that order will be, roughly."""
    last = {stop: at for at, number in enumerate(order) for stop in _ends(chart, number)}
    size, open_ = 0.0, set[int]()
    for at, number in enumerate(order):
        open_ = {stop for stop in open_.union(_ends(chart, number)) if last[stop] > at}
        size += GROWTH ** len(open_)
    return size
