"""All routes of a train in one small diagram.

The board is swept from west to east, chain by chain: a route takes each chain or leaves it. Unfinished routes that
can go on in the same ways are one part of the diagram, so it stays small where the routes are millions, and the
best of them, or all above some value, are found by walking through it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.board.chains import Chain, Chart
from engine.board.hexes import place
from engine.board.trains import Node, TrainSpec

FIXED, INSIDE = -2, -1
"""What lies at the other end of a piece of route: an end of the whole route; or the stop is passed already."""

DEAD = -1
"""Where no route goes on; numbers below it stand for finished routes."""

NEVER = -(1 << 60)
"""A value below that of any route."""


class _Part(NamedTuple):
    """What an unfinished route may still do.

    ``mates`` gives for the stops at the front the other end of their piece of route, themselves if not visited.
    ``ends`` counts the ends behind the front; ``busy`` is the track and the groups used that may be wanted again.
    """

    mates: tuple[tuple[int, int], ...]
    ends: int = 0
    busy: int = 0
    marks: int = 0
    own: bool = False


class _Layer(NamedTuple):
    """One chain of the sweep: for every part where leaving and taking it leads, and what it visits first.

    ``fresh`` is 1 if taking it visits the chain's first stop, 2 for the second, 3 for both.
    """

    chain: int
    skip: list[int]
    take: list[int]
    fresh: list[int]


@dataclass(frozen=True, slots=True)
class Worth:
    """What parts of a route are worth: stops and chains by number, and finished routes by their marks."""

    stops: Sequence[int]
    chains: Sequence[int]
    marks: Sequence[int]


class Sweep:
    """The routes of a train over a chart; ``marks`` are those of finished routes, ``unfinished`` counts the rest."""

    def __init__(self, chart: Chart, nodes: Sequence[Node], spec: TrainSpec, heeded: int) -> None:
        self.chart = chart
        self._nodes = nodes
        self._heeded = heeded
        self._chains = _in_order(chart, nodes, spec)
        self._last = {
            stop: at for at, (_, chain) in enumerate(self._chains) for stop in (chain.one, chain.two)
        }
        self._later = self._wanted_later()
        self.marks: list[int] = []
        self._finished: dict[int, int] = {}
        self.layers = self._layers()

    def _wanted_later(self) -> list[int]:
        later, masks = 0, list[int]()
        for _, chain in reversed(self._chains):
            masks.append(later)
            later |= self._occupied(chain)
        return masks[::-1]

    def _occupied(self, chain: Chain) -> int:
        groups = self._nodes[chain.one].group | self._nodes[chain.two].group
        return chain.track | groups << self.chart.width

    def _layers(self) -> list[_Layer]:
        layers = []
        parts = {_Part(()): 0}
        for at, (number, chain) in enumerate(self._chains):
            following: dict[_Part, int] = {}
            layer = _Layer(number, [], [], [])
            for part in parts:
                layer.skip.append(self._kept(at, part, dict(part.mates), following))
                take, fresh = self._taken(at, part, chain, following)
                layer.take.append(take)
                layer.fresh.append(fresh)
            layers.append(layer)
            parts = following
        self.unfinished = len(parts)
        return layers

    def _taken(self, at: int, part: _Part, chain: Chain, following: dict[_Part, int]) -> tuple[int, int]:
        """Return where a part leads that takes a chain, and which stops it visits first."""
        mates = dict(part.mates)
        one, two = chain.one, chain.two
        near, far = mates.get(one, one), mates.get(two, two)
        if part.busy & chain.track or near == two or INSIDE in (near, far):
            return DEAD, 0
        busy, marks, own = part.busy | chain.track, part.marks | chain.marks, part.own
        for stop, mate in ((one, near), (two, far)):
            node = self._nodes[stop]
            if mate != stop:
                mates[stop] = INSIDE
                continue
            group = node.group << self.chart.width
            if busy & group:
                return DEAD, 0
            busy, marks, own = busy | group, marks | node.marks, own or node.own
        fresh = (near == one) + 2 * (far == two)
        if near >= 0:
            mates[near] = far
        if far >= 0:
            mates[far] = near
        taken = _Part((), part.ends, busy & self._later[at], marks & self._heeded, own)
        if near == far == FIXED:
            return self._finish(taken, mates), fresh
        return self._kept(at, taken, mates, following), fresh

    def _kept(self, at: int, part: _Part, mates: dict[int, int], following: dict[_Part, int]) -> int:
        """Let the stops go whose chains have all been decided, and those that end a route."""
        chain, ends = self._chains[at][1], part.ends
        for stop in (chain.one, chain.two):
            over = self._last[stop] == at
            mate = mates.setdefault(stop, stop)
            if mate not in (stop, INSIDE) and (over or not self._nodes[stop].passable):
                ends += 1
                mates[stop] = INSIDE
                if mate == FIXED:
                    return self._finish(part, mates)
                mates[mate] = FIXED
            if over:
                del mates[stop]
        if ends > 2:
            return DEAD
        busy = part.busy & self._later[at]
        kept = _Part(tuple(sorted(mates.items())), ends, busy, part.marks, part.own)
        return following.setdefault(kept, len(following))

    def _finish(self, part: _Part, mates: dict[int, int]) -> int:
        """Return the number of a finished route; there must be no other piece of route."""
        if not part.own or any(mate not in (stop, INSIDE) for stop, mate in mates.items()):
            return DEAD
        if part.marks not in self._finished:
            self._finished[part.marks] = len(self.marks)
            self.marks.append(part.marks)
        return DEAD - 1 - self._finished[part.marks]

    def stops(self, layer: _Layer) -> tuple[int, int]:
        """Return the stops of a layer's chain."""
        chain = self.chart.chains[layer.chain]
        return chain.one, chain.two


def _in_order(chart: Chart, nodes: Sequence[Node], spec: TrainSpec) -> list[tuple[int, Chain]]:
    """Return the chains that a train may use, with their numbers, from west to east."""
    places = [(place(hex_)[1], place(hex_)[0], index) for hex_, index in chart.places]
    chains = [
        (number, chain)
        for number, chain in enumerate(chart.chains)
        if not spec.bars & {nodes[chain.one].kind, nodes[chain.two].kind}
    ]
    return sorted(chains, key=lambda one: sorted((places[one[1].one], places[one[1].two]), reverse=True))


class Ways:
    """The routes of a diagram for what their parts are worth."""

    def __init__(self, sweep: Sweep, worth: Worth) -> None:
        self._layers = sweep.layers
        self._gains = [_gains(worth, layer.chain, *sweep.stops(layer)) for layer in sweep.layers]
        self._rest = self._rests([*reversed(worth.marks), NEVER], sweep.unfinished)
        self.best = self._rest[0][0] if sweep.layers else NEVER

    def _rests(self, ends: list[int], unfinished: int) -> list[list[int]]:
        """Return for every part the most that can be added to it, layer by layer."""
        rests = [[NEVER] * unfinished + ends]
        for layer, gain in zip(reversed(self._layers), reversed(self._gains), strict=True):
            rest = rests[-1]
            found = [
                max(rest[skip], rest[take] + gain[fresh])
                for skip, take, fresh in zip(layer.skip, layer.take, layer.fresh, strict=True)
            ]
            rests.append(found + ends)
        return rests[::-1]

    def first(self) -> tuple[int, ...]:
        """Return the chains of one route worth most."""
        return next(self.above(self.best))

    def above(self, least: int) -> Iterator[tuple[int, ...]]:
        """Yield the chains of every route worth at least so much, in the order of the sweep."""
        open_: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, 0, ())] if self.best >= least else []
        while open_:
            at, part, value, chains = open_.pop()
            layer, rest = self._layers[at], self._rest[at + 1]
            skip, take = layer.skip[part], layer.take[part]
            gained = value + self._gains[at][layer.fresh[part]]
            steps = ((skip, value, chains), (take, gained, (*chains, layer.chain)))
            for target, total, way in steps:
                if total + rest[target] < least:
                    continue
                if target < 0:
                    yield way
                else:
                    open_.append((at + 1, target, total, way))


def _gains(worth: Worth, chain: int, one: int, two: int) -> tuple[int, int, int, int]:
    """Return what taking a chain adds, by the stops that it visits first."""
    plain, near, far = worth.chains[chain], worth.stops[one], worth.stops[two]
    return plain, plain + near, plain + far, plain + near + far
