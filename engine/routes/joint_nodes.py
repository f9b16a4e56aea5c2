"""How far trains may have come in their diagrams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.routes.frontier import MINUS_INFINITY, NO_ROUTE, DiagramNode, ValuedDiagram
from engine.routes.problem import TrainSpec

FINISHED, DEAD_END = 0, -1
"""The place of a train that has finished its route or stays idle, and where no route goes on."""

Transition = tuple[int, int]
"""The place that a train comes to, and what that adds."""


@dataclass(frozen=True, slots=True)
class RankedDiagram:
    """A way in which a train may run; ``ways`` are its routes by rank, the sign turned, less the tolls."""

    spec: TrainSpec
    ways: ValuedDiagram


class NodeTable:
    """The places of all trains: each is a fork of a lane's diagram.

    ``turn`` tells when a train there decides about a chain of ``order``, ``most`` what may come after the tolls.
    """

    def __init__(self, order: Sequence[int], tolls: Sequence[int]) -> None:
        self.order = order
        self.tolls = tolls
        self._turns = {number: at for at, number in enumerate(order)}
        self._lanes: list[tuple[int, RankedDiagram]] = []
        self._owner = [-1]
        self._skips: list[Transition | None] = [None]
        self._takes: list[Transition | None] = [None]
        self.turn = [len(order)]
        self.most = [0]

    def add(self, lane: RankedDiagram) -> int:
        """Add the places of a lane; return where it begins, DEAD if it has no route."""
        ways = lane.ways
        first, forks = len(ways.most) - len(ways.sweep.forks), ways.sweep.forks
        shift = len(self.turn) - first
        self._owner += [len(self._lanes)] * len(forks)
        self._lanes.append((shift, lane))
        self._skips += [None] * len(forks)
        self._takes += [None] * len(forks)
        turns = [self._turns[number] for number in ways.sweep.order]
        self.turn += [turns[fork.gain >> 2] for fork in forks]
        self.most += ways.most[first:]
        return ways.sweep.root + shift if ways.sweep.root >= first else DEAD_END

    def lane(self, place: int) -> RankedDiagram:
        """Return the lane of a place."""
        return self._lanes[self._owner[place]][1]

    def toll(self, place: int) -> int:
        """Return what the chain costs that a train decides about."""
        return self.tolls[self.order[self.turn[place]]]

    def skip(self, place: int) -> Transition:
        """Return what follows if a train leaves the chain."""
        known = self._skips[place]
        if known is None:
            lane, fork = self._fork(place)
            known = self._skips[place] = self._led(lane, fork.skip, 0)
        return known

    def take(self, place: int) -> Transition:
        """Return what follows if a train takes the chain, before it pays for it."""
        known = self._takes[place]
        if known is None:
            lane, fork = self._fork(place)
            gain = lane[1].ways.gains[fork.gain] + self.toll(place)
            known = self._takes[place] = self._led(lane, fork.take, gain)
        return known

    def _fork(self, place: int) -> tuple[tuple[int, RankedDiagram], DiagramNode]:
        shift, lane = self._lanes[self._owner[place]]
        ways = lane.ways
        return (shift, lane), ways.sweep.forks[place - shift - len(ways.most) + len(ways.sweep.forks)]

    def _led(self, lane: tuple[int, RankedDiagram], fork: int, gain: int) -> Transition:
        shift, ways = lane[0], lane[1].ways
        if fork >= len(ways.most) - len(ways.sweep.forks):
            return fork + shift, gain
        if fork == NO_ROUTE or ways.most[fork] <= MINUS_INFINITY:
            return DEAD_END, 0
        return FINISHED, gain + ways.most[fork]
