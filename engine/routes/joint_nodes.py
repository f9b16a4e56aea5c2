"""The nodes of all trains' diagrams in one table: where each train may be while all of them run together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.routes.frontier import NO_ROUTE, DiagramNode
from engine.routes.problem import TrainSpec
from engine.routes.valued_diagram import MINUS_INFINITY, ValuedDiagram

FINISHED, DEAD_END = 0, -1
"""The node of a train that has finished its route or stays idle, and where no route goes on."""

Transition = tuple[int, int]
"""The node that a train comes to, and what that adds."""


@dataclass(frozen=True, slots=True)
class RankedDiagram:
    """The routes of a train that runs in one way, by rank, with the sign turned and the prices paid."""

    spec: TrainSpec
    valued: ValuedDiagram

    def node(self, number: int) -> DiagramNode:
        """Return a node by its number in the diagram."""
        diagram = self.valued.diagram
        return diagram.nodes[number - diagram.first]


class NodeTable:
    """The nodes of all diagrams, numbered together.

    ``turn`` tells when a train at a node decides about a chain of ``order``, ``most`` what may come from there on
    after ``prices`` of chains are paid.
    """

    def __init__(self, order: Sequence[int], prices: Sequence[int]) -> None:
        self.order = order
        self.prices = prices
        self._turns = {number: at for at, number in enumerate(order)}
        self._diagrams: list[tuple[int, RankedDiagram]] = []
        self._owner = [-1]
        self._skips: list[Transition | None] = [None]
        self._takes: list[Transition | None] = [None]
        self.turn = [len(order)]
        self.most = [0]

    def add(self, ranked: RankedDiagram) -> int:
        """Add the nodes of a diagram; return its root, DEAD_END if it has no route."""
        valued, diagram = ranked.valued, ranked.valued.diagram
        first, nodes = diagram.first, diagram.nodes
        shift = len(self.turn) - first
        self._owner += [len(self._diagrams)] * len(nodes)
        self._diagrams.append((shift, ranked))
        self._skips += [None] * len(nodes)
        self._takes += [None] * len(nodes)
        turns = [self._turns[number] for number in diagram.order]
        self.turn += [turns[node.gain >> 2] for node in nodes]
        self.most += valued.most[first:]
        return diagram.root + shift if diagram.root >= first else DEAD_END

    def spec(self, node: int) -> TrainSpec:
        """Return how the train that a node belongs to runs."""
        return self._diagrams[self._owner[node]][1].spec

    def price(self, node: int) -> int:
        """Return the price of the chain that a train decides about."""
        return self.prices[self.order[self.turn[node]]]

    def skip(self, node: int) -> Transition:
        """Return the node that follows if a train leaves the chain."""
        known = self._skips[node]
        if known is None:
            shift, ranked = self._diagrams[self._owner[node]]
            known = self._skips[node] = _led(shift, ranked, ranked.node(node - shift).skip, 0)
        return known

    def take(self, node: int) -> Transition:
        """Return the node that follows if a train takes the chain, before it pays for it."""
        known = self._takes[node]
        if known is None:
            shift, ranked = self._diagrams[self._owner[node]]
            here = ranked.node(node - shift)
            gain = ranked.valued.gains[here.gain] + self.price(node)
            known = self._takes[node] = _led(shift, ranked, here.take, gain)
        return known


def _led(shift: int, ranked: RankedDiagram, number: int, gain: int) -> Transition:
    """Return the node of the table, or the end of the route, to which a node of a diagram leads."""
    most = ranked.valued.most
    if number >= ranked.valued.diagram.first:
        return number + shift, gain
    if number == NO_ROUTE or most[number] <= MINUS_INFINITY:
        return DEAD_END, 0
    return FINISHED, gain + most[number]
