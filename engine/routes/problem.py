"""The question a title asks: what its stops and trains are to a search that knows no title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.routes.budget import MustEnd, never
from engine.routes.graph import RouteGraph


@dataclass(frozen=True, slots=True)
class TrainSpec:
    """What a train can do in one of the ways it may run.

    It counts at most ``stops`` stops, and ``towns`` more if they are towns; at least ``least`` stops must count,
    and those of the kinds in ``skips`` never do. Stops of the kinds in ``drops`` may be left uncounted, but with
    ``own_counts`` one stop with a token of the unit counts; such a train visits as many stops as it likes, but with
    ``within`` no more that are no towns than it counts, and at most ``towns_paid`` of its towns count. It never
    enters stops of the kinds in ``bars``. Its route covers at most ``hexes`` hexes, counting a hex as often as it is
    entered. None means no limit. ``uses`` are the benefits (bits) spent by running this way, ``must`` those that its
    route has to use: such a train cannot stay idle.
    """

    name: str
    stops: int | None = None
    towns: int = 0
    least: int = 2
    hexes: int | None = None
    skips: frozenset[str] = frozenset()
    drops: frozenset[str] = frozenset()
    own_counts: bool = True
    within: bool = False
    towns_paid: int | None = None
    bars: frozenset[str] = frozenset()
    uses: int = 0
    must: int = 0

    def counts(self, kind: str) -> bool:
        """Tell whether stops of a kind count wherever the train visits them."""
        return kind not in self.skips and kind not in self.drops

    def limits(self, kind: str) -> bool:
        """Tell whether the train visits only so many stops of a kind, counted or not."""
        return self.counts(kind) or (self.within and kind != "town" and kind not in self.skips)

    def fits(self, towns: int, others: int) -> bool:
        """Tell whether the train can visit so many towns and other stops."""
        return self.stops is None or (others <= self.stops and towns + others <= self.stops + self.towns)


TrainKind = tuple[TrainSpec, ...]
"""The ways in which trains of one kind may run: each of them runs in one of these ways."""


@dataclass(frozen=True, slots=True)
class RouteStop:
    """What a stop is to the unit that runs.

    ``value`` is its revenue. Routes may go on from it if it is ``passable``; it is ``own`` if a token of the unit
    stands there. A route visits at most one stop of each ``group`` (bits); ``marks`` (bits) are collected along a
    route and decide about its bonus.
    """

    kind: str
    value: int
    passable: bool = True
    own: bool = False
    group: int = 0
    marks: int = 0


@dataclass(frozen=True, slots=True)
class RouteBonus:
    """What a route earns besides its stops: so much ``once``, and ``each`` for every stop that counts.

    ``uses`` are the benefits (bits) spent on it; the stops with one of the marks in ``counts`` must count.
    """

    once: int = 0
    uses: int = 0
    each: int = 0
    counts: int = 0


Bonuses = Callable[[TrainSpec, int], tuple[RouteBonus, ...]]
"""The bonuses that a route of a train may have for the marks it has collected; none if it is not allowed."""


def no_bonus(spec: TrainSpec, marks: int) -> tuple[RouteBonus, ...]:
    """Return that every route is allowed and earns what its stops earn."""
    return (RouteBonus(),)


@dataclass(frozen=True)
class RouteProblem:
    """Which routes of a unit earn most together.

    ``stops`` describe the stops of ``graph``, number by number. ``trains`` has the kind of every train. Bonuses that
    use the same benefit exclude each other, and all benefits in ``required`` (bits) must be used. Only the marks in
    ``heeded`` (bits) matter. Sets that earn less than ``least`` need not be found. The search ends early, with the
    best found so far, when ``must_end`` says so.
    """

    graph: RouteGraph
    stops: Sequence[RouteStop]
    trains: tuple[TrainKind, ...]
    bonuses: Bonuses = no_bonus
    required: int = 0
    heeded: int = -1
    least: int = 0
    must_end: MustEnd = never
