"""The routes of a diagram by their value: the best of them, or all above some value, without listing the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.routes.frontier import RouteDiagram
from engine.routes.graph import Chain

MINUS_INFINITY = -(1 << 60)
"""A value below that of any route."""


@dataclass(frozen=True, slots=True)
class PartValues:
    """What the parts of a route are worth: stops and chains by number, and finished routes by their marks."""

    stops: Sequence[int]
    chains: Sequence[int]
    marks: Sequence[int]


class ValuedDiagram:
    """A diagram with what the parts of its routes are worth; ``best`` is the value of the best route.

    ``gains`` are added by chains taken, ``most`` is what can be gained from a node on.
    """

    def __init__(self, diagram: RouteDiagram, values: PartValues) -> None:
        self.diagram = diagram
        chains = diagram.graph.chains
        self.gains = [gain for number in diagram.order for gain in _gains(values, chains[number], number)]
        self.most = self._gained_from([MINUS_INFINITY, *values.marks])
        self.best = self.most[diagram.root]

    def _gained_from(self, most: list[int]) -> list[int]:
        """Return for every node the most that can be gained from there on, after what finished routes are worth."""
        gains, add = self.gains, most.append
        for skip, take, gain in self.diagram.nodes:
            left, taken = most[skip], most[take] + gains[gain]
            if left > taken:
                add(left)
            else:
                add(taken)
        return most

    def first(self) -> tuple[int, ...]:
        """Return the chains of one of the best routes."""
        return next(self.above(self.best))

    def above(self, least: int) -> Iterator[tuple[int, ...]]:
        """Yield the chains of every route worth at least so much, in the order of the sweep."""
        nodes, most, gains, order = self.diagram.nodes, self.most, self.gains, self.diagram.order
        first = self.diagram.first
        open_: list[tuple[int, int, tuple[int, ...]]] = (
            [(self.diagram.root, 0, ())] if self.best >= least else []
        )
        while open_:
            at, value, chains = open_.pop()
            while at >= first:
                skip, take, gain = nodes[at - first]
                gained = value + gains[gain]
                if gained + most[take] < least:
                    at = skip
                    continue
                if value + most[skip] >= least:
                    open_.append((skip, value, chains))
                at, value, chains = take, gained, (*chains, order[gain >> 2])
            yield chains


def _gains(values: PartValues, chain: Chain, number: int) -> tuple[int, int, int, int]:
    """Return the gain of taking a chain, by the stops that it visits first."""
    plain, near, far = values.chains[number], values.stops[chain.one], values.stops[chain.two]
    return plain, plain + near, plain + far, plain + near + far
