"""All routes of a train as one small decision diagram, built by the frontier method.

The map is swept chain by chain: a route takes each chain or leaves it. Unfinished routes that can go on in the same
ways are one state, so the diagram stays small where the routes are millions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.routes.budget import MustEnd, never
from engine.routes.graph import Chain, RouteGraph
from engine.routes.problem import RouteStop

ROUTE_END, PASSED = -2, -1
"""What may lie at the other end of a piece of route: an end of the whole route; or the stop is passed already."""

DEAD_END = -1
"""Where no route goes on; numbers below it stand for finished routes."""

NO_ROUTE = 0
"""The node from which no route goes on; those after it are finished routes."""

MOST_STATES = 400_000
"""How many states are looked at in all before a diagram is given up."""


class SearchTooLarge(Exception):
    """A diagram or a joint search has too many states, or there is no time to build it."""


class _FrontierState(NamedTuple):
    """What an unfinished route may still do.

    ``mates`` gives for the stops in the frontier the other end of their piece of route, themselves if not visited.
    ``ends`` counts the ends of the route behind the frontier; ``busy`` is the track and the groups used that may be
    wanted again.
    """

    mates: tuple[tuple[int, int], ...]
    ends: int = 0
    busy: int = 0
    marks: int = 0
    own: bool = False


class _DiagramLayer(NamedTuple):
    """One chain of the sweep: for every state where leaving and taking it leads, and which stops it visits first.

    ``fresh`` is 1 if taking it visits the chain's first stop, 2 for the second, 3 for both.
    """

    skip: list[int]
    take: list[int]
    fresh: list[int]


class DiagramNode(NamedTuple):
    """Where a route takes a chain or leaves it: the nodes that follow, and which gain taking it brings."""

    skip: int
    take: int
    gain: int


class RouteDiagram:
    """The routes of a train over a graph, made of the chains in ``order``.

    ``marks`` are those of finished routes, one for each. ``nodes`` are numbered on from :data:`NO_ROUTE` and the
    finished routes; a route begins at the ``root``. Four gains belong to each chain, as in :class:`_DiagramLayer`.

    :raises SearchTooLarge: when the diagram would be too large, or the search must end.
    """

    def __init__(
        self,
        graph: RouteGraph,
        stops: Sequence[RouteStop],
        order: Sequence[int],
        heeded: int,
        must_end: MustEnd = never,
    ) -> None:
        self.graph = graph
        self.order = order
        self._stops = stops
        self._heeded = heeded
        self._chains = [graph.chains[number] for number in order]
        self._last = {stop: at for at, chain in enumerate(self._chains) for stop in (chain.one, chain.two)}
        self._wanted_later = self._occupied_later()
        self.marks: list[int] = []
        self._finished: dict[int, int] = {}
        self.nodes, self.root = self._reduced(self._layers(must_end))

    @property
    def first(self) -> int:
        """Return the number of the first node; those before it are finished routes."""
        return 1 + len(self.marks)

    def _occupied_later(self) -> list[int]:
        later, masks = 0, list[int]()
        for chain in reversed(self._chains):
            masks.append(later)
            later |= self._occupied(chain)
        return masks[::-1]

    def _occupied(self, chain: Chain) -> int:
        groups = self._stops[chain.one].group | self._stops[chain.two].group
        return chain.track | groups << self.graph.width

    def _layers(self, must_end: MustEnd) -> list[_DiagramLayer]:
        layers = []
        states = {_FrontierState(()): 0}
        count = 0
        for at, chain in enumerate(self._chains):
            following: dict[_FrontierState, int] = {}
            layer = _DiagramLayer([], [], [])
            for state in states:
                layer.skip.append(self._advanced(at, state, dict(state.mates), following))
                take, fresh = self._taken(at, state, chain, following)
                layer.take.append(take)
                layer.fresh.append(fresh)
            layers.append(layer)
            states = following
            count += len(states)
            if count > MOST_STATES or must_end():
                raise SearchTooLarge
        return layers

    def _reduced(self, layers: list[_DiagramLayer]) -> tuple[list[DiagramNode], int]:
        """Return nodes and root: states that go on alike share a node; those that take nothing more have none."""
        first = self.first
        finished = [*range(first - 1, NO_ROUTE, -1), NO_ROUTE]
        nodes: list[DiagramNode] = []
        numbers: list[int] = []
        for at in reversed(range(len(layers))):
            layer = layers[at]
            following = (numbers or [NO_ROUTE] * len(layer.skip) * 2) + finished
            known: dict[DiagramNode, int] = {}
            numbers = []
            for skip, take, fresh in zip(layer.skip, layer.take, layer.fresh, strict=True):
                node = DiagramNode(following[skip], following[take], 4 * at + fresh)
                if node.take == NO_ROUTE:
                    numbers.append(node.skip)
                    continue
                if node not in known:
                    known[node] = first + len(nodes)
                    nodes.append(node)
                numbers.append(known[node])
        return nodes, numbers[0] if numbers else NO_ROUTE

    def _taken(
        self, at: int, state: _FrontierState, chain: Chain, following: dict[_FrontierState, int]
    ) -> tuple[int, int]:
        """Return where a state leads that takes a chain, and which stops it visits first."""
        mates = dict(state.mates)
        one, two = chain.one, chain.two
        near, far = mates.get(one, one), mates.get(two, two)
        if state.busy & chain.track or near == two or PASSED in (near, far):
            return DEAD_END, 0
        busy, marks, own = state.busy | chain.track, state.marks | chain.marks, state.own
        for number, mate in ((one, near), (two, far)):
            stop = self._stops[number]
            if mate != number:
                mates[number] = PASSED
                continue
            group = stop.group << self.graph.width
            if busy & group:
                return DEAD_END, 0
            busy, marks, own = busy | group, marks | stop.marks, own or stop.own
        fresh = (near == one) + 2 * (far == two)
        if near >= 0:
            mates[near] = far
        if far >= 0:
            mates[far] = near
        taken = _FrontierState((), state.ends, busy & self._wanted_later[at], marks & self._heeded, own)
        if near == far == ROUTE_END:
            return self._finish(taken, mates), fresh
        return self._advanced(at, taken, mates, following), fresh

    def _advanced(
        self, at: int, state: _FrontierState, mates: dict[int, int], following: dict[_FrontierState, int]
    ) -> int:
        """Take the stops whose chains have all been decided, and those that end a route, out of the frontier."""
        chain, ends = self._chains[at], state.ends
        for stop in (chain.one, chain.two):
            over = self._last[stop] == at
            mate = mates.setdefault(stop, stop)
            if mate not in (stop, PASSED) and (over or not self._stops[stop].passable):
                ends += 1
                mates[stop] = PASSED
                if mate == ROUTE_END:
                    return self._finish(state, mates)
                mates[mate] = ROUTE_END
            if over:
                del mates[stop]
        if ends > 2:
            return DEAD_END
        busy = state.busy & self._wanted_later[at]
        advanced = _FrontierState(tuple(sorted(mates.items())), ends, busy, state.marks, state.own)
        return following.setdefault(advanced, len(following))

    def _finish(self, state: _FrontierState, mates: dict[int, int]) -> int:
        """Return the number of a finished route; there must be no other piece of route."""
        if not state.own or any(mate not in (stop, PASSED) for stop, mate in mates.items()):
            return DEAD_END
        if state.marks not in self._finished:
            self._finished[state.marks] = len(self.marks)
            self.marks.append(state.marks)
        return DEAD_END - 1 - self._finished[state.marks]
