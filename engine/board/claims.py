"""What every title checks of routes that somebody would like to run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.actions import Route
from engine.board.network import TERMINI, Network
from engine.board.paths import RouteFault, Traced, word


def check_trains(routes: Iterable[Route], owned: Iterable[str]) -> None:
    """Check that a unit has the trains, and runs none of them twice.

    :raises RouteFault: it has not.
    """
    for train in Counter(route.train for route in routes) - Counter(owned):
        raise RouteFault("route_train", train=train)


def check_passed(network: Network, unit: str, traced: Traced) -> None:
    """Check that a route may go on from every stop between its ends.

    :raises RouteFault: one of them is a terminus, or a city full of other units' stations.
    """
    for place in traced.stops[1:-1]:
        if network.stop(place).kind in TERMINI:
            raise RouteFault("route_red", red=word(*place))
        if network.blocked(unit, *place):
            raise RouteFault("route_blocked", city=word(*place))


def check_station(network: Network, unit: str, traced: Traced) -> None:
    """Check that a route visits a station of the unit.

    :raises RouteFault: it does not.
    """
    if not set(traced.stops) & set(network.own(unit)):
        raise RouteFault("route_no_station", unit=unit)


def check_shared(ways: Sequence[Traced]) -> None:
    """Check that no two routes use the same track.

    :raises RouteFault: two of them do.
    """
    used: set[tuple[str, int, int]] = set()
    for traced in ways:
        for piece in traced.track:
            if piece in used:
                raise RouteFault("route_shared", hex=piece[0])
        used.update(traced.track)
