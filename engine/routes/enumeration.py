"""Every route a train can run, best first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from engine.routes.counting import best_count
from engine.routes.graph import Chain, ChainLink, RouteGraph
from engine.routes.problem import RouteBonus, RouteStop, TrainSpec

T = TypeVar("T")

REVENUE_WEIGHT, TRAIN_WEIGHT, STOP_WEIGHT = 1 << 40, 1 << 28, 1 << 14
"""Weights in a rank: revenue before trains saved, before stops saved, before hexes saved."""

PAUSE = 1 << 11
"""Routes listed between two looks at the time."""


class CandidateRoute(NamedTuple):
    """A route in a list. A lower ``rank`` is better; the ranks of several trains add up.

    ``stops`` and ``chains`` are numbers in the chart, in the direction that begins with the smaller stop.
    ``track`` has bits for benefits above those of the chart, since they too can be used only once.
    """

    rank: int
    stops: tuple[int, ...]
    chains: tuple[int, ...]
    track: int
    revenue: int
    uses: int
    spec: TrainSpec


Candidates = Mapping[int, Sequence[CandidateRoute]]
"""A train's routes, best first, by the required benefits (bits) they use."""


class _PartialRoute(NamedTuple):
    """A route under way: it grows at its tail first, then at its head.

    ``used`` bars stops and groups; ``towns`` and ``others`` count; ``length`` is in hex sides.
    """

    stops: tuple[int, ...]
    chains: tuple[int, ...]
    used: int
    track: int
    towns: int
    others: int
    value: int
    length: int
    marks: int


@dataclass
class RouteEnumerator:
    """Lists the routes of trains on a chart; equal trains share a list.

    Of marks only those in ``heeded`` (bits) matter. ``cut`` tells that a list is not complete, ``seen`` how many
    routes were looked at: not more than ``most``.
    """

    chart: RouteGraph
    nodes: tuple[RouteStop, ...]
    extras: Callable[[TrainSpec, int], tuple[RouteBonus, ...]]
    required: int
    enough: Callable[[], bool]
    heeded: int = -1
    most: int | None = None
    cut: bool = False
    seen: int = 0
    menus: dict[tuple[TrainSpec, ...], Candidates] = field(default_factory=dict)
    _listings: dict[TrainSpec, _Enumeration] = field(default_factory=dict)

    def menu(self, specs: tuple[TrainSpec, ...]) -> Candidates:
        """Return the routes of a train that may run as any one of some specifications."""
        if specs not in self.menus:
            found: dict[int, list[CandidateRoute]] = {}
            for spec in specs:
                for listed in _Enumeration(self, spec).routes():
                    found.setdefault(listed.uses & self.required, []).append(listed)
            self.menus[specs] = {uses: sorted(found[uses], key=by_rank) for uses in sorted(found)}
        return self.menus[specs]

    def tired(self) -> bool:
        """Count a route; tell whether the search must end."""
        self.seen += 1
        if (self.seen % PAUSE == 0 and self.enough()) or self.seen == self.most:
            self.cut = True
        return self.cut

    def short(self, most: int, make: Callable[[], T]) -> T | None:
        """Return what is made of no more than so many routes looked at; None if there are more."""
        self.most = self.seen + most
        made, over = make(), self.seen >= self.most
        self.most = None
        if over:
            self.cut = False
        return None if over else made

    def written(self, spec: TrainSpec, chains: tuple[int, ...]) -> Iterator[CandidateRoute]:
        """Return a route given by its chains, in any order, with its extras; nothing if the train cannot run it."""
        if spec not in self._listings:
            self._listings[spec] = _Enumeration(self, spec)
        return self._listings[spec].written(chains)


def by_rank(listed: CandidateRoute) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Return the key by which routes are sorted: best first, then as the board lies."""
    return listed[:3]


def tie_break(chosen: Sequence[CandidateRoute | None]) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Return the key that decides between sets of one rank: the better route of an earlier train; idle ones last."""
    return [(0, (), ()) if one is None else by_rank(one) for one in chosen]


class _Enumeration:
    """The search for all routes of one kind of train."""

    def __init__(self, lister: RouteEnumerator, spec: TrainSpec) -> None:
        nodes = lister.nodes
        self._lister = lister
        self._nodes = nodes
        self._spec = spec
        self._links = lister.chart.links
        self._shift = lister.chart.width
        self._bits = [1 << number | node.group << len(nodes) for number, node in enumerate(nodes)]
        self._passable = [node.passable for node in nodes]
        free = spec.skips | spec.drops
        self._steps = [
            (counts and node.kind == "town", counts and node.kind != "town", node.value * counts, node.marks)
            for node, counts in ((node, node.kind not in free) for node in nodes)
        ]
        self._barred = sum(1 << number for number, node in enumerate(nodes) if node.kind in spec.bars)
        self._extras: dict[int, tuple[RouteBonus, ...]] = {}
        self._least = spec.least
        self._most = len(nodes) if spec.stops is None else spec.stops
        self._all = self._most + spec.towns
        self._far = (1 << STOP_WEIGHT if spec.hexes is None else spec.hexes) - 1

    def routes(self) -> Iterator[CandidateRoute]:
        """List routes by the first own station on them, in the order of the chart."""
        barred = self._barred
        for start, node in enumerate(self._lister.nodes):
            if node.own and not barred >> start & 1 and not self._lister.cut:
                yield from self._through(start, barred)
                barred |= 1 << start

    def _through(self, start: int, barred: int) -> Iterator[CandidateRoute]:
        """List routes through a station; the smaller of its two chains there leads to the tail."""
        town, other, worth, mark = self._steps[start]
        trips = [_PartialRoute((start,), (), barred | self._bits[start], 0, town, other, worth, 0, mark)]
        while trips:
            trip = trips.pop()
            if len(trip[0]) > 1:
                yield from self._dropping(trip) if self._spec.drops else self._counting_all(trip)
            if self._lister.tired():
                return
            self._grow(trip, start, trips)

    def _grow(self, trip: _PartialRoute, start: int, trips: list[_PartialRoute]) -> None:
        head, tail = trip[0][0], trip[0][-1]
        if head == tail:
            self._extend(trip, self._links[tail], trips, at_tail=True)
            return
        links = self._links[head]
        if head == start:
            if self._passable[tail]:
                self._extend(trip, self._links[tail], trips, at_tail=True)
            links = tuple(link for link in links if link[3] > trip[1][0])
        if self._passable[head]:
            self._extend(trip, links, trips, at_tail=False)

    def _extend(
        self, trip: _PartialRoute, links: Sequence[ChainLink], trips: list[_PartialRoute], *, at_tail: bool
    ) -> None:
        stops, chains, used, track, towns, others, value, length, marks = trip
        for stop, way, sides, chain, passed in links:
            if way & track or self._bits[stop] & used or length + sides > self._far:
                continue
            town, other, worth, mark = self._steps[stop]
            if others + other > self._most or towns + town + others + other > self._all:
                continue
            trips.append(
                _PartialRoute(
                    (*stops, stop) if at_tail else (stop, *stops),
                    (*chains, chain) if at_tail else (chain, *chains),
                    used | self._bits[stop],
                    track | way,
                    towns + town,
                    others + other,
                    value + worth,
                    length + sides,
                    (marks | mark | passed) & self._lister.heeded,
                )
            )

    def _counting_all(self, trip: _PartialRoute) -> Iterator[CandidateRoute]:
        """Return a route that counts every stop with each of the extras it may have."""
        count = trip[4] + trip[5]
        if count >= self._least:
            for extra in self._earned(trip[8]):
                yield self._listed(trip, trip[6] + extra.bonus + extra.each * count, count, extra.uses)

    def _dropping(self, trip: _PartialRoute) -> Iterator[CandidateRoute]:
        """Return a route that counts the best of its stops, for each benefit only what earns most."""
        by_use: dict[int, list[RouteBonus]] = {}
        for extra in self._earned(trip[8]):
            by_use.setdefault(extra.uses, []).append(extra)
        for uses, extras in by_use.items():
            best = best_count(self._spec, self._nodes, trip[0], extras)
            if best is not None:
                yield self._listed(trip, best[0], len(best[1]), uses)

    def written(self, chains: tuple[int, ...]) -> Iterator[CandidateRoute]:
        """Return a route given by its chains with each of the extras it may have."""
        trip = self._trip(*_ordered(self._lister.chart.chains, chains))
        if trip.others <= self._most and trip.towns + trip.others <= self._all and trip.length <= self._far:
            yield from self._dropping(trip) if self._spec.drops else self._counting_all(trip)

    def _trip(self, stops: tuple[int, ...], chains: tuple[int, ...]) -> _PartialRoute:
        track = towns = others = value = length = marks = 0
        for number in chains:
            chain = self._lister.chart.chains[number]
            track, length, marks = track | chain.track, length + chain.length, marks | chain.marks
        for stop in stops:
            town, other, worth, mark = self._steps[stop]
            towns, others, value, marks = towns + town, others + other, value + worth, marks | mark
        return _PartialRoute(
            stops, chains, 0, track, towns, others, value, length, marks & self._lister.heeded
        )

    def _earned(self, marks: int) -> tuple[RouteBonus, ...]:
        if marks not in self._extras:
            self._extras[marks] = self._lister.extras(self._spec, marks)
        return self._extras[marks]

    def _listed(self, trip: _PartialRoute, earned: int, count: int, uses: int) -> CandidateRoute:
        stops, chains, track, length = trip[0], trip[1], trip[3], trip[7]
        if stops[0] > stops[-1]:
            stops, chains = stops[::-1], chains[::-1]
        rank = TRAIN_WEIGHT + count * STOP_WEIGHT + length + 1 - earned * REVENUE_WEIGHT
        uses |= self._spec.uses
        return CandidateRoute(rank, stops, chains, track | uses << self._shift, earned, uses, self._spec)


def _ordered(chains: Sequence[Chain], numbers: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return stops and chains of a route in order, from one end of it to the other.

    At every stop on the way the numbers of its two chains are added up, so that one gives the other.
    """
    sums: dict[int, int] = {}
    ends: set[int] = set()
    for number in numbers:
        chain = chains[number]
        for stop in (chain.one, chain.two):
            if stop in sums:
                sums[stop] += number
                ends.remove(stop)
            else:
                sums[stop] = number
                ends.add(stop)
    here, number = min(ends), 0
    stops, order = [here], list[int]()
    for _ in numbers:
        number = sums[here] - number
        order.append(number)
        here = chains[number].one + chains[number].two - here
        stops.append(here)
    return tuple(stops), tuple(order)
