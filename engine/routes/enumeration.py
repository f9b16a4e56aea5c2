"""Every route that a train can run, grown chain by chain from the tokens of the unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from engine.routes.candidates import CandidateRoute, Candidates, rank_of, sorted_by_benefit
from engine.routes.counting import best_count
from engine.routes.graph import Chain, ChainLink
from engine.routes.problem import RouteBonus, RouteProblem, TrainKind, TrainSpec

T = TypeVar("T")

PAUSE = 1 << 11
"""Routes between two looks at the clock."""

NO_LIMIT = 1 << 30
"""More hexes than any route covers."""


class _PartialRoute(NamedTuple):
    """A route that may grow: at its tail first, then at its head.

    ``used`` has the stops and groups (bits) it may not visit again; ``towns`` and ``others`` are how many stops
    count; ``length`` is in hex sides.
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


class RouteEnumerator:
    """The routes of the trains of a problem; equal trains share a list.

    It looks at no more than ``most`` routes, if that is given; ``seen`` counts them. ``truncated`` tells that a list
    is not complete.
    """

    def __init__(self, problem: RouteProblem, most: int | None = None) -> None:
        self.problem = problem
        self.stops = tuple(problem.stops)
        self.seen = 0
        self.truncated = False
        self._most = most
        self._candidates: dict[TrainKind, Candidates] = {}
        self._by_spec: dict[TrainSpec, _TrainRoutes] = {}

    def candidates(self, kind: TrainKind) -> Candidates:
        """Return the routes of a train of a kind, best first."""
        if kind not in self._candidates:
            routes = (route for spec in kind for route in _TrainRoutes(self, spec).every())
            self._candidates[kind] = sorted_by_benefit(routes, self.problem.required)
        return self._candidates[kind]

    def interrupted(self) -> bool:
        """Count a route; tell whether the search must end."""
        self.seen += 1
        if (self.seen % PAUSE == 0 and self.problem.must_end()) or self.seen == self._most:
            self.truncated = True
        return self.truncated

    def within_limit(self, most: int, make: Callable[[], T]) -> T | None:
        """Return the result if no more than so many routes are looked at; None if there are more."""
        self._most = self.seen + most
        made, over = make(), self.seen >= self._most
        self._most = None
        if over:
            self.truncated = False
        return None if over else made

    def of_chains(self, spec: TrainSpec, chains: tuple[int, ...]) -> Iterator[CandidateRoute]:
        """Yield the route over some chains, in any order, with each of its bonuses; nothing if it cannot be run."""
        if spec not in self._by_spec:
            self._by_spec[spec] = _TrainRoutes(self, spec)
        return self._by_spec[spec].of_chains(chains)


class _TrainRoutes:
    """The routes of a train that runs in one way."""

    def __init__(self, enumerator: RouteEnumerator, spec: TrainSpec) -> None:
        problem, stops = enumerator.problem, enumerator.stops
        self._enumerator = enumerator
        self._problem = problem
        self._heeded = problem.heeded
        self._stops = stops
        self._spec = spec
        self._links = problem.graph.links
        self._shift = problem.graph.width
        self._bits = [1 << number | stop.group << len(stops) for number, stop in enumerate(stops)]
        self._passable = [stop.passable for stop in stops]
        self._visits = [
            (limits and stop.kind == "town", limits and stop.kind != "town", stop.value * counts, stop.marks)
            for stop, limits, counts in (
                (stop, spec.limits(stop.kind), spec.counts(stop.kind)) for stop in stops
            )
        ]
        self._barred = sum(1 << number for number, stop in enumerate(stops) if stop.kind in spec.bars)
        self._bonuses: dict[int, tuple[RouteBonus, ...]] = {}
        self._most = len(stops) if spec.stops is None else spec.stops
        self._most_with_towns = self._most + spec.towns
        self._longest = (NO_LIMIT if spec.hexes is None else spec.hexes) - 1

    def every(self) -> Iterator[CandidateRoute]:
        """Yield the routes by the first stop with an own token on them, in the order of the graph."""
        barred = self._barred
        for start, stop in enumerate(self._stops):
            if stop.own and not barred >> start & 1 and not self._enumerator.truncated:
                yield from self._through(start, barred)
                barred |= 1 << start

    def _through(self, start: int, barred: int) -> Iterator[CandidateRoute]:
        """Yield the routes through a stop; of its two chains there the one numbered lower leads to the tail."""
        town, other, value, mark = self._visits[start]
        growing = [_PartialRoute((start,), (), barred | self._bits[start], 0, town, other, value, 0, mark)]
        while growing:
            partial = growing.pop()
            if len(partial[0]) > 1:
                yield from self._counted(partial)
            if self._enumerator.interrupted():
                return
            self._grow(partial, start, growing)

    def _grow(self, partial: _PartialRoute, start: int, growing: list[_PartialRoute]) -> None:
        head, tail = partial[0][0], partial[0][-1]
        if head == tail:
            self._extend(partial, self._links[tail], growing, at_tail=True)
            return
        links = self._links[head]
        if head == start:
            if self._passable[tail]:
                self._extend(partial, self._links[tail], growing, at_tail=True)
            links = tuple(link for link in links if link[3] > partial[1][0])
        if self._passable[head]:
            self._extend(partial, links, growing, at_tail=False)

    def _extend(
        self,
        partial: _PartialRoute,
        links: Sequence[ChainLink],
        growing: list[_PartialRoute],
        *,
        at_tail: bool,
    ) -> None:
        stops, chains, used, track, towns, others, value, length, marks = partial
        for stop, pieces, sides, chain, passed in links:
            if pieces & track or self._bits[stop] & used or length + sides > self._longest:
                continue
            town, other, worth, mark = self._visits[stop]
            if others + other > self._most or towns + town + others + other > self._most_with_towns:
                continue
            growing.append(
                _PartialRoute(
                    (*stops, stop) if at_tail else (stop, *stops),
                    (*chains, chain) if at_tail else (chain, *chains),
                    used | self._bits[stop],
                    track | pieces,
                    towns + town,
                    others + other,
                    value + worth,
                    length + sides,
                    (marks | mark | passed) & self._heeded,
                )
            )

    def of_chains(self, chains: tuple[int, ...]) -> Iterator[CandidateRoute]:
        """Yield the route over some chains with each of the bonuses it may have."""
        partial = self._joined(*_in_order(self._problem.graph.chains, chains))
        most, all_ = self._most, self._most_with_towns
        if (
            partial.others <= most
            and partial.towns + partial.others <= all_
            and partial.length <= self._longest
        ):
            yield from self._counted(partial)

    def _joined(self, stops: tuple[int, ...], chains: tuple[int, ...]) -> _PartialRoute:
        track = towns = others = value = length = marks = 0
        for number in chains:
            chain = self._problem.graph.chains[number]
            track, length, marks = track | chain.track, length + chain.length, marks | chain.marks
        for stop in stops:
            town, other, worth, mark = self._visits[stop]
            towns, others, value, marks = towns + town, others + other, value + worth, marks | mark
        return _PartialRoute(stops, chains, 0, track, towns, others, value, length, marks & self._heeded)

    # --- what a route earns

    def _counted(self, partial: _PartialRoute) -> Iterator[CandidateRoute]:
        return self._counting_best(partial) if self._spec.drops else self._counting_all(partial)

    def _counting_all(self, partial: _PartialRoute) -> Iterator[CandidateRoute]:
        """Yield a route that counts every stop with each of the bonuses it may have."""
        count = partial[4] + partial[5]
        if count >= self._spec.least:
            for bonus in self._allowed(partial[8]):
                yield self._candidate(
                    partial, partial[6] + bonus.once + bonus.each * count, count, bonus.uses
                )

    def _counting_best(self, partial: _PartialRoute) -> Iterator[CandidateRoute]:
        """Yield a route that counts the best of its stops, for each benefit only as it earns most."""
        by_use: dict[int, list[RouteBonus]] = {}
        for bonus in self._allowed(partial[8]):
            by_use.setdefault(bonus.uses, []).append(bonus)
        for uses, bonuses in by_use.items():
            best = best_count(self._spec, self._stops, partial[0], bonuses)
            if best is not None:
                yield self._candidate(partial, best[0], len(best[1]), uses)

    def _allowed(self, marks: int) -> tuple[RouteBonus, ...]:
        if marks not in self._bonuses:
            self._bonuses[marks] = self._problem.bonuses(self._spec, marks)
        return self._bonuses[marks]

    def _candidate(self, partial: _PartialRoute, earned: int, count: int, uses: int) -> CandidateRoute:
        stops, chains, track, length = partial[0], partial[1], partial[3], partial[7]
        if stops[0] > stops[-1]:
            stops, chains = stops[::-1], chains[::-1]
        uses |= self._spec.uses
        rank = rank_of(earned, count, length)
        return CandidateRoute(rank, stops, chains, track | uses << self._shift, earned, uses, self._spec)


def _in_order(chains: Sequence[Chain], numbers: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return stops and chains of a route in order, from its end with the smaller stop to the other.

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
