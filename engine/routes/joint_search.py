"""Several trains on one board, where their routes are too many to list.

All trains walk through their diagrams together, chain by chain: one of them takes it, or none does. So no track is
used twice, and how far the trains have come is all that matters for what they may still do. What each of them could
do alone, if it paid for the track that is left, bounds that; where it is too little nobody goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush, nlargest
from itertools import chain, combinations_with_replacement, count, product
from operator import mul
from typing import Any, NamedTuple

from engine.routes.branch_and_bound import bits
from engine.routes.frontier import MINUS_INFINITY, SearchTooLarge
from engine.routes.graph import RouteGraph
from engine.routes.joint_nodes import DEAD_END, FINISHED, NodeTable, RankedDiagram
from engine.routes.problem import TrainSpec

MOST_STATES = 100_000
"""So many knots a walk has at most."""

PAUSE = 1 << 10
"""Knots, or places of one train, between two looks at the time."""


class TrainGroup(NamedTuple):
    """The trains of one kind: their lanes, how many there are, and whether they may stay ``idle``."""

    lanes: Sequence[RankedDiagram]
    number: int
    idle: bool = True


class ChainRoute(NamedTuple):
    """A route in a set: its lane, and its chains by number."""

    lane: RankedDiagram
    chains: tuple[int, ...]


class _JointState:
    """How far all trains have come: their places in order, and the track used that may be wanted again.

    ``value`` is the best that brings them here, ``bound`` what may come of it at most, ``rest`` what is still to come
    at most, once that is known. ``steps`` lead here: from which knot, the place that the train left which took the
    chain (DEAD if none did), and what was gained.
    """

    __slots__ = ("bound", "busy", "places", "rest", "steps", "value")

    def __init__(self, places: tuple[int, ...], busy: int) -> None:
        self.places, self.busy = places, busy
        self.value = self.bound = self.rest = 2 * MINUS_INFINITY
        self.steps: list[tuple[_JointState, int, int]] = []


_LaterTakers = tuple[int, Any] | None
"""The chains taken further on: the place that the next train to take one leaves, and what follows then."""

_TrainOnTheWay = tuple[int, int, tuple[int, ...]]
"""A train on its way: where it began, where it is, and the chains it has taken."""


class JointSearch:
    """The sets of routes of some trains.

    ``order`` are the chains that the diagrams may have, ``track`` is what each bit of track costs: what the lanes
    have paid. ``cut`` tells that a walk ended early.
    """

    def __init__(
        self,
        chart: RouteGraph,
        order: Sequence[int],
        fleets: Sequence[TrainGroup],
        track: Mapping[int, int],
        enough: Callable[[], bool],
    ) -> None:
        self._track = track
        self._tracks = [chart.chains[number].track for number in order]
        self._enough = enough
        self._places = NodeTable(order, [self._price(one.track) for one in chart.chains])
        self._roots = [
            [FINISHED] * fleet.idle + [root for root in map(self._places.add, fleet.lanes) if root > FINISHED]
            for fleet in fleets
        ]
        self._counts = [fleet.number for fleet in fleets]
        self._wanted = self._wanted_from()
        self._left = [self._price(wanted) for wanted in self._wanted]
        self._paid: dict[int, int] = {0: 0}
        self._layers: list[dict[tuple[tuple[int, ...], int], _JointState]] = []
        self.floor = MINUS_INFINITY
        self.cut = False

    def _wanted_from(self) -> list[int]:
        """Return for every turn the track that may be used from there on."""
        wanted = [0]
        for track in reversed(self._tracks):
            wanted.append(wanted[-1] | track)
        return wanted[::-1]

    def _price(self, track: int) -> int:
        return sum(self._track.get(bit, 0) for bit in bits(track))

    # --- forwards

    def walk(self, floor: int, width: int | None = None) -> bool:
        """Walk to wherever a rank (the sign turned) of ``floor`` is possible; tell whether nothing was left out.

        No more than ``width`` knots are kept at every turn.

        :raises SearchTooLarge: there are too many knots.
        """
        self._layers = [{} for _ in range(len(self._tracks) + 1)]
        self.floor = floor
        self._start()
        whole, seen = True, 0
        for turn in range(len(self._tracks)):
            knots = list(self._layers[turn].values())
            if width is not None and len(knots) > width:
                whole, knots = False, nlargest(width, knots, key=lambda knot: knot.bound)
            for knot in knots:
                seen += 1
                if seen % PAUSE == 0 and self._enough():
                    self.cut = True
                    return False
                self._go_on(turn, knot)
            if seen > MOST_STATES:
                raise SearchTooLarge
        return whole

    def _start(self) -> None:
        pairs = zip(self._roots, self._counts, strict=True)
        for roots in product(*(combinations_with_replacement(some, number) for some, number in pairs)):
            start = _JointState(tuple(sorted(chain.from_iterable(roots))), 0)
            start.value = 0
            self._tie(start.places, 0, start, DEAD_END, 0)

    def _go_on(self, turn: int, knot: _JointState) -> None:
        """Leave the chain of this turn; then let every train take it that may."""
        table, turns = self._places, self._places.turn
        places, gained, dead = list(knot.places), 0, 0
        here = []
        for at, place in enumerate(places):
            if turns[place] == turn:
                here.append(at)
                left, gain = table.skip(place)
                places[at] = left
                gained += gain
                dead += left == DEAD_END
        if not dead:
            self._tie(tuple(sorted(places)), knot.busy, knot, DEAD_END, gained)
        track, last = self._tracks[turn], DEAD_END
        if knot.busy & track:
            return
        for at in here:
            place, left = knot.places[at], places[at]
            taken, gain = table.take(place)
            if place == last or taken == DEAD_END or dead > (left == DEAD_END):
                continue
            last, places[at] = place, taken
            gain += gained - table.skip(place)[1]
            self._tie(tuple(sorted(places)), knot.busy | track, knot, place, gain)
            places[at] = left

    def _tie(self, places: tuple[int, ...], busy: int, before: _JointState, taker: int, gain: int) -> None:
        """Come to a knot, unless too little can come of it."""
        turns, most = self._places.turn, self._places.most
        turn = min([turns[place] for place in places])
        busy &= self._wanted[turn]
        value = before.value + gain
        bound = value + self._left[turn] + sum([most[place] for place in places])
        if busy:
            bound -= self._known_price(busy)
        if bound < self.floor:
            return
        layer, key = self._layers[turn], (places, busy)
        knot = layer.get(key)
        if knot is None:
            knot = layer[key] = _JointState(places, busy)
        knot.steps.append((before, taker, gain))
        if value > knot.value:
            knot.value, knot.bound = value, bound

    def _known_price(self, busy: int) -> int:
        if busy not in self._paid:
            self._paid[busy] = self._price(busy)
        return self._paid[busy]

    @property
    def top(self) -> int:
        """Return the rank, the sign turned, that no set exceeds after a walk that left nothing out."""
        return max((end.value for end in self._layers[-1].values()), default=MINUS_INFINITY)

    # --- backwards: sets

    def sets(self) -> Iterator[tuple[int, list[ChainRoute]]]:
        """Yield the sets that the walk has come to, and what each is worth at most, the best first."""
        number = count()
        ends = self._layers[-1].values()
        open_: list[tuple[int, int, int, _JointState, _LaterTakers]] = [
            (-end.value, next(number), 0, end, None) for end in ends
        ]
        heapify(open_)
        while open_:
            _, _, after, knot, path = heappop(open_)
            if not knot.steps:
                for trips in self._trips(knot.places, path):
                    yield after, trips
            for before, taker, gain in knot.steps:
                value = before.value + gain + after
                if value >= self.floor:
                    follows = path if taker == DEAD_END else (taker, path)
                    heappush(open_, (-value, next(number), gain + after, before, follows))

    def _trips(self, start: Sequence[int], path: _LaterTakers) -> Iterator[list[ChainRoute]]:
        """Yield what the trains may have run, without those idle: where they meet at one place any may go on."""
        open_: list[tuple[tuple[_TrainOnTheWay, ...], _LaterTakers]] = [
            (tuple((root, root, ()) for root in start), path)
        ]
        while open_:
            crew, left = open_.pop()
            if left is None:
                yield [
                    ChainRoute(self._places.lane(root), chains)
                    for root, _, chains in crew
                    if root != FINISHED
                ]
            else:
                open_ += [(after, left[1]) for after in sorted(set(self._after(crew, left[0])))]

    def _after(self, crew: tuple[_TrainOnTheWay, ...], taker: int) -> Iterator[tuple[_TrainOnTheWay, ...]]:
        """Let one of the trains that come to a place take the chain there."""
        table = self._places
        turn = table.turn[taker]
        met = [(root, self._waiting(place, turn), chains) for root, place, chains in crew]
        for at, (root, place, chains) in enumerate(met):
            if place == taker:
                went = root, table.take(taker)[0], (*chains, table.order[turn])
                yield tuple(sorted([*met[:at], went, *met[at + 1 :]]))

    def _waiting(self, place: int, turn: int) -> int:
        """Return where a train comes to that takes nothing before a turn."""
        while self._places.turn[place] < turn:
            place = self._places.skip(place)[0]
        return place

    # --- backwards: lists

    def look_back(self) -> None:
        """Find out after a walk what can be gained from every knot to the end."""
        for end in self._layers[-1].values():
            end.rest = 0
        for layer in reversed(self._layers):
            for knot in layer.values():
                for before, _, gain in knot.steps:
                    before.rest = max(before.rest, knot.rest + gain)

    def lists(self, floor: int) -> Iterator[tuple[int, set[tuple[TrainSpec, tuple[int, ...]]]]]:
        """Yield for every kind the routes, by chains, that a set of such a rank (the sign turned) may be made of.

        With them how much a route must leave after the tolls to be one of these.
        """
        skips, takes = self._alive(floor)
        most = self._places.most
        best = [max((most[root] for root in roots), default=MINUS_INFINITY) for roots in self._roots]
        spare = self._left[0] - floor + sum(map(mul, self._counts, best))
        for roots, one in zip(self._roots, best, strict=True):
            yield (
                one - spare,
                {
                    (self._places.lane(root).spec, chains)
                    for root in roots
                    if root != FINISHED
                    for chains in self._routes(root, one - spare, skips, takes)
                },
            )

    def _alive(self, floor: int) -> tuple[set[int], set[int]]:
        """Return the places where a train may leave the chain, and those where it may take it."""
        skips, takes, turns = set[int](), set[int](), self._places.turn
        for layer in self._layers:
            for knot in layer.values():
                for before, taker, gain in knot.steps:
                    if before.value + gain + knot.rest >= floor and before.steps:
                        turn = min([turns[place] for place in before.places])
                        here = [place for place in before.places if turns[place] == turn]
                        if taker != DEAD_END:
                            here.remove(taker)
                            takes.add(taker)
                        skips.update(here)
        return skips, takes

    def _routes(self, root: int, least: int, skips: set[int], takes: set[int]) -> Iterator[tuple[int, ...]]:
        """Yield the routes of a lane that go over such places and leave so much after the tolls."""
        table = self._places
        open_: list[tuple[int, int, tuple[int, ...]]] = [(root, 0, ())]
        for seen in count(1):
            if not open_ or (seen % PAUSE == 0 and self._enough()):
                return
            place, value, chains = open_.pop()
            if value + table.most[place] < least:
                continue
            if place == FINISHED:
                yield chains
                continue
            if place in skips:
                left, gain = table.skip(place)
                open_.append((left, value + gain, chains))
            if place in takes:
                taken, gain = table.take(place)
                here = table.order[table.turn[place]]
                open_.append((taken, value + gain - table.tolls[here], (*chains, here)))
