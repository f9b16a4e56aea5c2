"""Which stops of a route count, and what it earns by them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.routes.problem import RouteBonus, RouteStop, TrainSpec

CountedRoute = tuple[int, tuple[int, ...], RouteBonus]
"""What a route earns, the stops that count for it, and the extra it gets."""


def best_count(
    spec: TrainSpec, nodes: Sequence[RouteStop], visited: Sequence[int], extras: Iterable[RouteBonus]
) -> CountedRoute | None:
    """Return the way of counting a route that earns most; None if the train cannot run it."""
    found: CountedRoute | None = None
    for extra in extras:
        stops = counted(spec, nodes, visited, extra)
        if stops is not None and len(stops) >= spec.least:
            earned = sum(nodes[stop].value for stop in stops) + extra.bonus + extra.each * len(stops)
            if found is None or earned > found[0]:
                found = earned, stops, extra
    return found


def counted(
    spec: TrainSpec, nodes: Sequence[RouteStop], visited: Sequence[int], extra: RouteBonus
) -> tuple[int, ...] | None:
    """Return the stops that count so that most is earned; None if the train cannot run there with that extra.

    A train that may leave stops out counts one with an own station. Among equals those with a mark count before
    others, then those visited first.
    """
    forced: list[int] = []
    loose: list[int] = []
    for stop in visited:
        node = nodes[stop]
        if node.kind in spec.drops and not node.marks & extra.counts:
            loose.append(stop)
        elif node.kind not in spec.skips:
            forced.append(stop)
    if not spec.drops:
        towns = sum(nodes[stop].kind == "town" for stop in forced)
        return tuple(forced) if spec.fits(towns, len(forced) - towns) else None
    room = len(loose) if spec.stops is None else spec.stops - len(forced)
    if room < 0:
        return None
    if room < len(loose):
        loose.sort(key=lambda stop: (-nodes[stop].value, not nodes[stop].marks))
    return _with_own(nodes, forced + loose[:room], loose[room:] if room else [])


def _with_own(nodes: Sequence[RouteStop], chosen: list[int], left: Sequence[int]) -> tuple[int, ...] | None:
    """Return chosen stops of which one has an own station, if need be the best left out in place of the last."""
    if not any(nodes[stop].own for stop in chosen):
        own = next((stop for stop in left if nodes[stop].own), None)
        if own is None:
            return None
        chosen[-1] = own
    return tuple(chosen)
