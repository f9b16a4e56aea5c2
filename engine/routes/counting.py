"""Which stops of a route count, and what it earns by them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.routes.problem import RouteBonus, RouteStop, TrainSpec

CountedRoute = tuple[int, tuple[int, ...], RouteBonus]
"""What a route earns, the stops that count for it, and its bonus."""


def best_count(
    spec: TrainSpec, stops: Sequence[RouteStop], visited: Sequence[int], bonuses: Iterable[RouteBonus]
) -> CountedRoute | None:
    """Return the way of counting a route that earns most; None if the train cannot run it."""
    found: CountedRoute | None = None
    for bonus in bonuses:
        counting = counted(spec, stops, visited, bonus)
        if counting is not None and len(counting) >= spec.least:
            earned = sum(stops[stop].value for stop in counting) + bonus.once + bonus.each * len(counting)
            if found is None or earned > found[0]:
                found = earned, counting, bonus
    return found


def counted(
    spec: TrainSpec, stops: Sequence[RouteStop], visited: Sequence[int], bonus: RouteBonus
) -> tuple[int, ...] | None:
    """Return the stops that count when most is earned; None if the train cannot run there with that bonus.

    A train that may leave stops out counts one with a token of the unit, unless it need not. Among equals those with
    a mark count before others, then those visited first.
    """
    forced: list[int] = []
    loose: list[int] = []
    for number in visited:
        stop = stops[number]
        if stop.kind in spec.drops and not stop.marks & bonus.counts:
            loose.append(number)
        elif stop.kind not in spec.skips:
            forced.append(number)
    if not spec.drops:
        towns = sum(stops[number].kind == "town" for number in forced)
        return tuple(forced) if spec.fits(towns, len(forced) - towns) else None
    loose = _paid(spec, stops, loose)
    room = len(loose) if spec.stops is None else spec.stops - len(forced)
    if room < 0:
        return None
    if room < len(loose):
        loose.sort(key=lambda number: _worst_last(stops[number]))
    chosen, left = forced + loose[:room], loose[room:] if room else []
    return _with_own(stops, chosen, left) if spec.own_counts else tuple(chosen)


def _worst_last(stop: RouteStop) -> tuple[int, bool]:
    return -stop.value, not stop.marks


def _paid(spec: TrainSpec, stops: Sequence[RouteStop], loose: list[int]) -> list[int]:
    """Return the stops that may be left out, without the poorest towns where only so many are paid."""
    towns = [number for number in loose if stops[number].kind == "town"]
    if spec.towns_paid is None or len(towns) <= spec.towns_paid:
        return loose
    poor = sorted(towns, key=lambda number: _worst_last(stops[number]))[spec.towns_paid :]
    return [number for number in loose if number not in poor]


def _with_own(stops: Sequence[RouteStop], chosen: list[int], left: Sequence[int]) -> tuple[int, ...] | None:
    """Return the chosen stops; where none has a token of the unit, the best such stop takes the place of the last."""
    if not any(stops[number].own for number in chosen):
        own = next((number for number in left if stops[number].own), None)
        if own is None:
            return None
        chosen[-1] = own
    return tuple(chosen)
