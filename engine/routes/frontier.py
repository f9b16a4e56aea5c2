"""All routes of a train in one small diagram.

The board is swept chain by chain: a route takes each chain or leaves it. Unfinished routes that can go on in the
same ways are one part of the diagram, so it stays small where the routes are millions, and the best of them, or all
above some value, are found by walking through it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.routes.budget import never
from engine.routes.graph import Chain, RouteGraph
from engine.routes.problem import RouteStop

ROUTE_END, PASSED = -2, -1
"""What lies at the other end of a piece of route: an end of the whole route; or the stop is passed already."""

DEAD_END = -1
"""Where no route goes on; numbers below it stand for finished routes."""

NO_ROUTE = 0
"""The fork at which no route goes on; those after it are finished routes."""

MINUS_INFINITY = -(1 << 60)
"""A value below that of any route."""


MOST_STATES = 400_000
"""So many parts a diagram has at most."""


class SearchTooLarge(Exception):
    """A diagram would have too many parts, or would take too long."""


class _FrontierState(NamedTuple):
    """What an unfinished route may still do.

    ``mates`` gives for the stops at the front the other end of their piece of route, themselves if not visited.
    ``ends`` counts the ends behind the front; ``busy`` is the track and the groups used that may be wanted again.
    """

    mates: tuple[tuple[int, int], ...]
    ends: int = 0
    busy: int = 0
    marks: int = 0
    own: bool = False


class _DiagramLayer(NamedTuple):
    """One chain of the sweep: for every part where leaving and taking it leads, and what it visits first.

    ``fresh`` is 1 if taking it visits the chain's first stop, 2 for the second, 3 for both.
    """

    skip: list[int]
    take: list[int]
    fresh: list[int]


class DiagramNode(NamedTuple):
    """A place where a route takes a chain or leaves it: the forks that follow, and which gain taking it brings."""

    skip: int
    take: int
    gain: int


@dataclass(frozen=True, slots=True)
class PartValues:
    """What parts of a route are worth: stops and chains by number, and finished routes by their marks."""

    stops: Sequence[int]
    chains: Sequence[int]
    marks: Sequence[int]


class RouteDiagram:
    """The routes of a train over a chart, of the chains in ``order``.

    ``marks`` are those of finished routes. ``forks`` follow on :data:`NO_ROUTE` and the finished routes; a route
    begins at the ``root``. Four gains belong to each chain, as in :class:`_DiagramLayer`.

    :raises SearchTooLarge: the diagram would become too large, or ``enough`` tells to end.
    """

    def __init__(
        self,
        chart: RouteGraph,
        nodes: Sequence[RouteStop],
        order: Sequence[int],
        heeded: int,
        enough: Callable[[], bool] = never,
    ) -> None:
        self.chart = chart
        self.order = order
        self._nodes = nodes
        self._heeded = heeded
        self._chains = [chart.chains[number] for number in order]
        self._last = {stop: at for at, chain in enumerate(self._chains) for stop in (chain.one, chain.two)}
        self._later = self._wanted_later()
        self.marks: list[int] = []
        self._finished: dict[int, int] = {}
        self.forks, self.root = self._forks(self._layers(enough))

    def _wanted_later(self) -> list[int]:
        later, masks = 0, list[int]()
        for chain in reversed(self._chains):
            masks.append(later)
            later |= self._occupied(chain)
        return masks[::-1]

    def _occupied(self, chain: Chain) -> int:
        groups = self._nodes[chain.one].group | self._nodes[chain.two].group
        return chain.track | groups << self.chart.width

    def _layers(self, enough: Callable[[], bool]) -> list[_DiagramLayer]:
        layers = []
        parts = {_FrontierState(()): 0}
        count = 0
        for at, chain in enumerate(self._chains):
            following: dict[_FrontierState, int] = {}
            layer = _DiagramLayer([], [], [])
            for part in parts:
                layer.skip.append(self._kept(at, part, dict(part.mates), following))
                take, fresh = self._taken(at, part, chain, following)
                layer.take.append(take)
                layer.fresh.append(fresh)
            layers.append(layer)
            parts = following
            count += len(parts)
            if count > MOST_STATES or enough():
                raise SearchTooLarge
        return layers

    def _forks(self, layers: list[_DiagramLayer]) -> tuple[list[DiagramNode], int]:
        """Join parts that go on alike, and leave out those that take nothing any more or never finish."""
        first = 1 + len(self.marks)
        finished = [*range(first - 1, NO_ROUTE, -1), NO_ROUTE]
        forks: list[DiagramNode] = []
        numbers: list[int] = []
        for at in reversed(range(len(layers))):
            layer, numbers = layers[at], (numbers or [NO_ROUTE] * len(layers[at].skip) * 2) + finished
            known: dict[DiagramNode, int] = {}
            found = []
            for skip, take, fresh in zip(layer.skip, layer.take, layer.fresh, strict=True):
                fork = DiagramNode(numbers[skip], numbers[take], 4 * at + fresh)
                if fork.take == NO_ROUTE:
                    found.append(fork.skip)
                    continue
                if fork not in known:
                    known[fork] = first + len(forks)
                    forks.append(fork)
                found.append(known[fork])
            numbers = found
        return forks, numbers[0] if numbers else NO_ROUTE

    def _taken(
        self, at: int, part: _FrontierState, chain: Chain, following: dict[_FrontierState, int]
    ) -> tuple[int, int]:
        """Return where a part leads that takes a chain, and which stops it visits first."""
        mates = dict(part.mates)
        one, two = chain.one, chain.two
        near, far = mates.get(one, one), mates.get(two, two)
        if part.busy & chain.track or near == two or PASSED in (near, far):
            return DEAD_END, 0
        busy, marks, own = part.busy | chain.track, part.marks | chain.marks, part.own
        for stop, mate in ((one, near), (two, far)):
            node = self._nodes[stop]
            if mate != stop:
                mates[stop] = PASSED
                continue
            group = node.group << self.chart.width
            if busy & group:
                return DEAD_END, 0
            busy, marks, own = busy | group, marks | node.marks, own or node.own
        fresh = (near == one) + 2 * (far == two)
        if near >= 0:
            mates[near] = far
        if far >= 0:
            mates[far] = near
        taken = _FrontierState((), part.ends, busy & self._later[at], marks & self._heeded, own)
        if near == far == ROUTE_END:
            return self._finish(taken, mates), fresh
        return self._kept(at, taken, mates, following), fresh

    def _kept(
        self, at: int, part: _FrontierState, mates: dict[int, int], following: dict[_FrontierState, int]
    ) -> int:
        """Let the stops go whose chains have all been decided, and those that end a route."""
        chain, ends = self._chains[at], part.ends
        for stop in (chain.one, chain.two):
            over = self._last[stop] == at
            mate = mates.setdefault(stop, stop)
            if mate not in (stop, PASSED) and (over or not self._nodes[stop].passable):
                ends += 1
                mates[stop] = PASSED
                if mate == ROUTE_END:
                    return self._finish(part, mates)
                mates[mate] = ROUTE_END
            if over:
                del mates[stop]
        if ends > 2:
            return DEAD_END
        busy = part.busy & self._later[at]
        kept = _FrontierState(tuple(sorted(mates.items())), ends, busy, part.marks, part.own)
        return following.setdefault(kept, len(following))

    def _finish(self, part: _FrontierState, mates: dict[int, int]) -> int:
        """Return the number of a finished route; there must be no other piece of route."""
        if not part.own or any(mate not in (stop, PASSED) for stop, mate in mates.items()):
            return DEAD_END
        if part.marks not in self._finished:
            self._finished[part.marks] = len(self.marks)
            self.marks.append(part.marks)
        return DEAD_END - 1 - self._finished[part.marks]


class ValuedDiagram:
    """The routes of a diagram for what their parts are worth; ``best`` is the value of the best of them.

    ``gains`` are added by chains taken, ``most`` is what can be gained from a fork on.
    """

    def __init__(self, sweep: RouteDiagram, worth: PartValues) -> None:
        self.sweep = sweep
        self.gains = [
            gain for number in sweep.order for gain in _gains(worth, sweep.chart.chains[number], number)
        ]
        self.most = self._mosts([MINUS_INFINITY, *worth.marks])
        self.best = self.most[sweep.root]

    def _mosts(self, most: list[int]) -> list[int]:
        """Return for every fork the most that can be gained from there on, after the finished routes' own worth."""
        gains, add = self.gains, most.append
        for skip, take, gain in self.sweep.forks:
            left, taken = most[skip], most[take] + gains[gain]
            if left > taken:
                add(left)
            else:
                add(taken)
        return most

    def first(self) -> tuple[int, ...]:
        """Return the chains of one route worth most."""
        return next(self.above(self.best))

    def above(self, least: int) -> Iterator[tuple[int, ...]]:
        """Yield the chains of every route worth at least so much, in the order of the sweep."""
        forks, most, gains, order = self.sweep.forks, self.most, self.gains, self.sweep.order
        first = len(most) - len(forks)
        open_: list[tuple[int, int, tuple[int, ...]]] = (
            [(self.sweep.root, 0, ())] if self.best >= least else []
        )
        while open_:
            at, value, chains = open_.pop()
            while at >= first:
                skip, take, gain = forks[at - first]
                gained = value + gains[gain]
                if gained + most[take] < least:
                    at = skip
                    continue
                if value + most[skip] >= least:
                    open_.append((skip, value, chains))
                at, value, chains = take, gained, (*chains, order[gain >> 2])
            yield chains


def _gains(worth: PartValues, chain: Chain, number: int) -> tuple[int, int, int, int]:
    """Return what taking a chain adds, by the stops that it visits first."""
    plain, near, far = worth.chains[number], worth.stops[chain.one], worth.stops[chain.two]
    return plain, plain + near, plain + far, plain + near + far
