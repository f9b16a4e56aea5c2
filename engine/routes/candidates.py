"""Routes that may belong to the best set, and the order in which they are preferred."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.routes.problem import TrainSpec

REVENUE_WEIGHT, TRAIN_WEIGHT, STOP_WEIGHT = 1 << 40, 1 << 28, 1 << 14
"""Weights in a rank: revenue comes before trains saved, before stops saved, before hexes saved."""

WORST_RANK = 1 << 62
"""A rank worse than that of any set of routes."""


class CandidateRoute(NamedTuple):
    """A route that a train can run. A lower ``rank`` is better; the ranks of several trains add up.

    ``stops`` and ``chains`` are numbers in the graph, from the end with the smaller stop on. ``track`` has the
    benefits (bits) above the track of the chains, since they too can be used only once.
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

RouteSet = tuple[CandidateRoute, ...]
"""Routes of several trains that share no track, in the order of the trains; idle trains are left out."""

SortKey = tuple[int, tuple[int, ...], tuple[int, ...]]


def rank_of(earned: int, count: int, length: int) -> int:
    """Return the rank of a route by what it earns, how many stops count, and its length in hex sides."""
    return TRAIN_WEIGHT + count * STOP_WEIGHT + length + 1 - earned * REVENUE_WEIGHT


def by_rank(route: CandidateRoute) -> SortKey:
    """Return the key by which routes are sorted: best first, then as the map lies."""
    return route[:3]


def tie_break(chosen: Sequence[CandidateRoute | None]) -> list[SortKey]:
    """Return the key that decides between sets of one rank: the better route of an earlier train; idle ones last."""
    return [(0, (), ()) if route is None else by_rank(route) for route in chosen]


def sorted_by_benefit(routes: Iterable[CandidateRoute], required: int) -> Candidates:
    """Return routes by the required benefits (bits) they use, best first."""
    found: dict[int, list[CandidateRoute]] = {}
    for route in routes:
        found.setdefault(route.uses & required, []).append(route)
    return {uses: sorted(found[uses], key=by_rank) for uses in sorted(found)}


def total_rank(routes: Iterable[CandidateRoute]) -> int:
    """Return the rank of a set."""
    return sum([route.rank for route in routes])


def total_revenue(routes: Iterable[CandidateRoute]) -> int:
    """Return the revenue of a set, in the title's currency."""
    return sum([route.revenue for route in routes])
