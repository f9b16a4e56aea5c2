"""What a search for routes must know of trains and stops."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TrainSpec:
    """What a train can do in one of the ways it may run.

    It counts at most ``stops`` stops, and ``towns`` more if they are towns; at least ``least`` stops must count,
    those of the kinds in ``skips`` never do. Stops of the kinds in ``drops`` may be left uncounted as long as one
    stop with an own station counts; what the route visits besides has no limit then. It never enters stops of the
    kinds in ``bars``. Its route covers at most ``hexes`` hexes, one entered twice counted twice. No limit is None.
    ``uses`` are the benefits (bits) spent by running this way, ``must`` those that its route has to use: the train
    cannot stay idle then.
    """

    name: str
    stops: int | None = None
    towns: int = 0
    least: int = 2
    hexes: int | None = None
    skips: frozenset[str] = frozenset()
    drops: frozenset[str] = frozenset()
    bars: frozenset[str] = frozenset()
    uses: int = 0
    must: int = 0

    def fits(self, towns: int, others: int) -> bool:
        """Tell whether the train can visit so many towns and other stops."""
        return self.stops is None or (others <= self.stops and towns + others <= self.stops + self.towns)


@dataclass(frozen=True, slots=True)
class RouteStop:
    """What a stop is to the unit that runs.

    ``value`` is its revenue. Routes may go on from it if it is ``passable``. ``own`` tells that it has a station
    of the unit. ``group`` (bits) names what a route may visit only one of; ``marks`` (bits) are collected along a
    route for extra revenue.
    """

    kind: str
    value: int
    passable: bool = True
    own: bool = False
    group: int = 0
    marks: int = 0


@dataclass(frozen=True, slots=True)
class RouteBonus:
    """What a route earns besides its stops: ``bonus`` once and ``each`` for every stop that counts.

    ``uses`` are the benefits (bits) it uses for that; the stops with one of the marks in ``counts`` must count.
    """

    bonus: int = 0
    uses: int = 0
    each: int = 0
    counts: int = 0
