"""What a joint search has found: whole sets of routes, the best first, or the routes that good sets are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import count
from operator import mul
from typing import Any, NamedTuple

from engine.routes.joint_nodes import DEAD_END, FINISHED
from engine.routes.joint_search import PAUSE, JointSearch, JointState
from engine.routes.problem import TrainSpec
from engine.routes.valued_diagram import MINUS_INFINITY


class ChainRoute(NamedTuple):
    """A route by its chains, and how its train runs."""

    spec: TrainSpec
    chains: tuple[int, ...]


_Takers = tuple[int, Any] | None
"""The chains taken further on: the node that the next train to take one leaves, and what follows then."""

_Walker = tuple[int, int, tuple[int, ...]]
"""A train that follows them: the root where it began, its node, and the chains it has taken."""


# --- sets


def sets(search: JointSearch) -> Iterator[tuple[int, list[ChainRoute]]]:
    """Yield the sets that a walk has found, with the most that each can be worth, the best first."""
    number = count()
    open_: list[tuple[int, int, int, JointState, _Takers]] = [
        (-end.value, next(number), 0, end, None) for end in search.layers[-1].values()
    ]
    heapify(open_)
    while open_:
        _, _, after, state, takers = heappop(open_)
        if not state.steps:
            for routes in _routes_taken(search, state.nodes, takers):
                yield after, routes
        for before, taker, gain in state.steps:
            value = before.value + gain + after
            if value >= search.floor:
                following = takers if taker == DEAD_END else (taker, takers)
                heappush(open_, (-value, next(number), gain + after, before, following))


def _routes_taken(search: JointSearch, start: Sequence[int], takers: _Takers) -> Iterator[list[ChainRoute]]:
    """Yield what the trains may have run, without those idle: where they meet at one node any may go on."""
    table = search.table
    open_: list[tuple[tuple[_Walker, ...], _Takers]] = [(tuple((root, root, ()) for root in start), takers)]
    while open_:
        walkers, left = open_.pop()
        if left is None:
            yield [ChainRoute(table.spec(root), chains) for root, _, chains in walkers if root != FINISHED]
        else:
            open_ += [(after, left[1]) for after in sorted(set(_after(search, walkers, left[0])))]


def _after(search: JointSearch, walkers: tuple[_Walker, ...], taker: int) -> Iterator[tuple[_Walker, ...]]:
    """Let one of the trains that come to a node take the chain there."""
    table = search.table
    turn = table.turn[taker]
    met = [(root, _waiting(search, node, turn), chains) for root, node, chains in walkers]
    for at, (root, node, chains) in enumerate(met):
        if node == taker:
            went = root, table.take(taker)[0], (*chains, table.order[turn])
            yield tuple(sorted([*met[:at], went, *met[at + 1 :]]))


def _waiting(search: JointSearch, node: int, turn: int) -> int:
    """Return the node that a train reaches if it takes nothing before a turn."""
    while search.table.turn[node] < turn:
        node = search.table.skip(node)[0]
    return node


# --- routes


def routes_of_sets(search: JointSearch, floor: int) -> Iterator[tuple[int, set[ChainRoute]]]:
    """Yield for every group the routes that a set worth ``floor`` may be made of.

    With them comes how much a route must leave after paying for track to be one of these.
    """
    skips, takes = _used(search, floor)
    most = search.table.most
    best = [max((most[root] for root in roots), default=MINUS_INFINITY) for roots in search.roots]
    spare = search.price_of_all - floor + sum(map(mul, search.counts, best))
    for roots, one in zip(search.roots, best, strict=True):
        yield (
            one - spare,
            {
                ChainRoute(search.table.spec(root), chains)
                for root in roots
                if root != FINISHED
                for chains in _routes(search, root, one - spare, skips, takes)
            },
        )


def _used(search: JointSearch, floor: int) -> tuple[set[int], set[int]]:
    """Return the nodes where a train may leave the chain, and those where it may take it."""
    skips, takes, turns = set[int](), set[int](), search.table.turn
    for layer in search.layers:
        for state in layer.values():
            for before, taker, gain in state.steps:
                if before.value + gain + state.rest >= floor and before.steps:
                    turn = min([turns[node] for node in before.nodes])
                    here = [node for node in before.nodes if turns[node] == turn]
                    if taker != DEAD_END:
                        here.remove(taker)
                        takes.add(taker)
                    skips.update(here)
    return skips, takes


def _routes(
    search: JointSearch, root: int, least: int, skips: set[int], takes: set[int]
) -> Iterator[tuple[int, ...]]:
    """Yield the routes of a diagram that go over such nodes and leave so much after paying for track."""
    table = search.table
    open_: list[tuple[int, int, tuple[int, ...]]] = [(root, 0, ())]
    for seen in count(1):
        if not open_ or (seen % PAUSE == 0 and search.must_end()):
            return
        node, value, chains = open_.pop()
        if value + table.most[node] < least:
            continue
        if node == FINISHED:
            yield chains
            continue
        if node in skips:
            left, gain = table.skip(node)
            open_.append((left, value + gain, chains))
        if node in takes:
            taken, gain = table.take(node)
            here = table.order[table.turn[node]]
            open_.append((taken, value + gain - table.prices[here], (*chains, here)))
