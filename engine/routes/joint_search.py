"""Several trains on one map, where their routes are too many to list.

All trains walk through their diagrams together, chain by chain: one of them takes it, or none does. So no track is
used twice, and how far the trains have come is all that matters for what they may still do. The prices bound what
may still come of that; where it is too little, nobody goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from itertools import chain, combinations_with_replacement, product
from typing import NamedTuple

from engine.routes.bits import bits
from engine.routes.budget import MustEnd
from engine.routes.frontier import SearchTooLarge
from engine.routes.graph import RouteGraph
from engine.routes.joint_nodes import DEAD_END, FINISHED, NodeTable, RankedDiagram
from engine.routes.valued_diagram import MINUS_INFINITY

MOST_STATES = 100_000
"""How many joint states are looked at before a walk is given up."""

PAUSE = 1 << 10
"""Joint states, or nodes of one train, between two looks at the clock."""


class TrainGroup(NamedTuple):
    """The trains of one kind: the ways in which they run, how many they are, and whether they may stay ``idle``."""

    diagrams: Sequence[RankedDiagram]
    number: int
    idle: bool = True


class JointState:
    """How far all trains have come: their nodes in order, and the track used that may be wanted again.

    ``value`` is the best that brings them here, ``bound`` what may come of it at most, ``rest`` what is still to come
    at most, once that is known. ``steps`` lead here: from which state, the node that the train left which took the
    chain (DEAD_END if none did), and what was gained.
    """

    __slots__ = ("bound", "busy", "nodes", "rest", "steps", "value")

    def __init__(self, nodes: tuple[int, ...], busy: int) -> None:
        self.nodes, self.busy = nodes, busy
        self.value = self.bound = self.rest = 2 * MINUS_INFINITY
        self.steps: list[tuple[JointState, int, int]] = []


class JointSearch:
    """The sets of routes of some groups of trains.

    ``order`` are the chains that the diagrams decide about, ``prices`` what each bit of track costs: what the ranked
    diagrams have paid. ``layers`` are the states by the turn at which their trains decide next; ``truncated`` tells
    that a walk ended early. Values are ranks with the sign turned.
    """

    def __init__(
        self,
        graph: RouteGraph,
        order: Sequence[int],
        groups: Sequence[TrainGroup],
        prices: Mapping[int, int],
        must_end: MustEnd,
    ) -> None:
        self._prices = prices
        self._tracks = [graph.chains[number].track for number in order]
        self.must_end = must_end
        self.table = NodeTable(order, [self._price(one.track) for one in graph.chains])
        self.roots = [
            [FINISHED] * group.idle
            + [root for root in map(self.table.add, group.diagrams) if root > FINISHED]
            for group in groups
        ]
        self.counts = [group.number for group in groups]
        self._wanted = self._wanted_from()
        self._left = [self._price(wanted) for wanted in self._wanted]
        self._paid: dict[int, int] = {0: 0}
        self.layers: list[dict[tuple[tuple[int, ...], int], JointState]] = []
        self.floor = MINUS_INFINITY
        self.truncated = False

    @property
    def price_of_all(self) -> int:
        """Return the sum of the prices of all track that may be used."""
        return self._left[0]

    def _wanted_from(self) -> list[int]:
        """Return for every turn the track that may be used from there on."""
        wanted = [0]
        for track in reversed(self._tracks):
            wanted.append(wanted[-1] | track)
        return wanted[::-1]

    def _price(self, track: int) -> int:
        return sum(self._prices.get(bit, 0) for bit in bits(track))

    def walk(self, floor: int, width: int | None = None) -> bool:
        """Walk to all sets that may be worth ``floor``; tell whether nothing was left out.

        No more than ``width`` states are kept at every turn.

        :raises SearchTooLarge: when there are too many states.
        """
        self.layers = [{} for _ in range(len(self._tracks) + 1)]
        self.floor = floor
        self._start()
        whole, seen = True, 0
        for turn in range(len(self._tracks)):
            states = list(self.layers[turn].values())
            if width is not None and len(states) > width:
                whole, states = False, nlargest(width, states, key=lambda state: state.bound)
            for state in states:
                seen += 1
                if seen % PAUSE == 0 and self.must_end():
                    self.truncated = True
                    return False
                self._go_on(turn, state)
            if seen > MOST_STATES:
                raise SearchTooLarge
        return whole

    def _start(self) -> None:
        pairs = zip(self.roots, self.counts, strict=True)
        for roots in product(*(combinations_with_replacement(some, number) for some, number in pairs)):
            start = JointState(tuple(sorted(chain.from_iterable(roots))), 0)
            start.value = 0
            self._reach(start.nodes, 0, start, DEAD_END, 0)

    def _go_on(self, turn: int, state: JointState) -> None:
        """Leave the chain of this turn out; then let each train that may take it."""
        table, turns = self.table, self.table.turn
        nodes, gained, dead = list(state.nodes), 0, 0
        here = []
        for at, node in enumerate(nodes):
            if turns[node] == turn:
                here.append(at)
                left, gain = table.skip(node)
                nodes[at] = left
                gained += gain
                dead += left == DEAD_END
        if not dead:
            self._reach(tuple(sorted(nodes)), state.busy, state, DEAD_END, gained)
        track, last = self._tracks[turn], DEAD_END
        if state.busy & track:
            return
        for at in here:
            node, left = state.nodes[at], nodes[at]
            taken, gain = table.take(node)
            if node == last or taken == DEAD_END or dead > (left == DEAD_END):
                continue
            last, nodes[at] = node, taken
            gain += gained - table.skip(node)[1]
            self._reach(tuple(sorted(nodes)), state.busy | track, state, node, gain)
            nodes[at] = left

    def _reach(self, nodes: tuple[int, ...], busy: int, before: JointState, taker: int, gain: int) -> None:
        """Reach a state, unless its bound is too low."""
        turns, most = self.table.turn, self.table.most
        turn = min([turns[node] for node in nodes])
        busy &= self._wanted[turn]
        value = before.value + gain
        bound = value + self._left[turn] + sum([most[node] for node in nodes])
        if busy:
            bound -= self._known_price(busy)
        if bound < self.floor:
            return
        layer, key = self.layers[turn], (nodes, busy)
        state = layer.get(key)
        if state is None:
            state = layer[key] = JointState(nodes, busy)
        state.steps.append((before, taker, gain))
        if value > state.value:
            state.value, state.bound = value, bound

    def _known_price(self, busy: int) -> int:
        if busy not in self._paid:
            self._paid[busy] = self._price(busy)
        return self._paid[busy]

    @property
    def top(self) -> int:
        """Return the value that no set exceeds after a walk that left nothing out."""
        return max((end.value for end in self.layers[-1].values()), default=MINUS_INFINITY)

    def work_back(self) -> None:
        """Work out, after a walk, what can still be gained from each state on."""
        for end in self.layers[-1].values():
            end.rest = 0
        for layer in reversed(self.layers):
            for state in layer.values():
                for before, _, gain in state.steps:
                    before.rest = max(before.rest, state.rest + gain)
