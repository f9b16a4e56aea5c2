"""The order in which a diagram decides about chains: the smaller its frontier at any time, the smaller the diagram.

The frontier is the set of stops at which some chains have been decided about and others have not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.board.hexes import coordinates
from engine.routes.graph import RouteGraph
from engine.routes.problem import RouteStop

GROWTH = 2.2
"""How many times larger a diagram becomes, roughly, by one more stop in its frontier."""


def usable_chains(graph: RouteGraph, stops: Sequence[RouteStop], bars: Collection[str]) -> set[int]:
    """Return the chains (by number) of routes that visit no stop of the kinds in ``bars``."""
    chains = [
        (number, (chain.one, chain.two))
        for number, chain in enumerate(graph.chains)
        if not {stops[chain.one].kind, stops[chain.two].kind} & set(bars)
    ]
    reached = {number for number, stop in enumerate(stops) if stop.own}
    while True:
        open_ = {number for number in reached if stops[number].passable or stops[number].own}
        found = {number: ends for number, ends in chains if open_ & set(ends)}
        further = reached.union(*found.values())
        if further == reached:
            return set(found)
        reached = further


def sweep_order(graph: RouteGraph, numbers: Iterable[int]) -> tuple[int, ...]:
    """Return chains in a good order: the best of those that begin at the four sides of the map."""
    left = sorted(numbers)
    ends = sorted(
        {stop for number in left for stop in _ends(graph, number)}, key=lambda stop: _where(graph, stop)
    )
    if not ends:
        return ()
    west, east = (pick(ends, key=lambda stop: _where(graph, stop)[::-1]) for pick in (min, max))
    starts = dict.fromkeys((west, east, ends[0], ends[-1]))
    orders = [_GreedyOrder(graph, left, start).order for start in starts]
    return min(orders, key=lambda order: _size(graph, order))


def _ends(graph: RouteGraph, number: int) -> tuple[int, int]:
    chain = graph.chains[number]
    return chain.one, chain.two


def _where(graph: RouteGraph, stop: int) -> tuple[int, int]:
    return coordinates(graph.places[stop][0])


class _GreedyOrder:
    """An order that begins at some stop; each next chain is one that leaves the smallest frontier."""

    def __init__(self, graph: RouteGraph, numbers: Sequence[int], start: int) -> None:
        self._ends = {number: _ends(graph, number) for number in numbers}
        self._undecided: dict[int, list[int]] = {}
        for number, ends in self._ends.items():
            for stop in ends:
                self._undecided.setdefault(stop, []).append(number)
        self._met: dict[int, int] = {}
        self.order: tuple[int, ...] = ()
        near = set(self._undecided[start])
        while self._ends:
            number = min(near or self._ends, key=self._cost)
            self.order += (number,)
            near |= self._decide(number)
            near.discard(number)

    def _cost(self, number: int) -> tuple[int, int, int]:
        """Return by how many stops a chain widens the frontier, then how long its older stop has been there."""
        ends, met = self._ends[number], self._met
        wider = sum((stop not in met) - (len(self._undecided[stop]) == 1) for stop in ends)
        return wider, min(met.get(stop, len(self.order)) for stop in ends), number

    def _decide(self, number: int) -> set[int]:
        """Take the next chain; return those that meet it."""
        near = set[int]()
        for stop in self._ends.pop(number):
            self._met.setdefault(stop, len(self.order))
            self._undecided[stop].remove(number)
            near.update(self._undecided[stop])
        return near


def _size(graph: RouteGraph, order: Sequence[int]) -> float:
    """Return how large a diagram in that order will be, roughly."""
    last = {stop: at for at, number in enumerate(order) for stop in _ends(graph, number)}
    size, frontier = 0.0, set[int]()
    for at, number in enumerate(order):
        frontier = {stop for stop in frontier.union(_ends(graph, number)) if last[stop] > at}
        size += GROWTH ** len(frontier)
    return size
