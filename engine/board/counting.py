"""Which stops of a route count, and what it earns by them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.board.trains import Extra, Node, TrainSpec

Count = tuple[int, tuple[int, ...], Extra]
"""What a route earns, the stops that count for it, and the extra it gets."""


def best_count(
    spec: TrainSpec, nodes: Sequence[Node], visited: Sequence[int], extras: Iterable[Extra]
) -> Count | None:
    """Return the way of counting a route that earns most; None if the train cannot run it."""
    found: Count | None = None
    for extra in extras:
        stops = counted(spec, nodes, visited, extra)
        if stops is not None and len(stops) >= spec.least:
            earned = sum(nodes[stop].value for stop in stops) + extra.bonus + extra.each * len(stops)
            if found is None or earned > found[0]:
                found = earned, stops, extra
    return found


def counted(
    spec: TrainSpec, nodes: Sequence[Node], visited: Sequence[int], extra: Extra
) -> tuple[int, ...] | None:
    """Return the stops that count so that most is earned; None if the train cannot run there with that extra.

    A train that may leave stops out counts one with an own station. Among equals those with a mark count before
    others, then those visited first.
    """
    forced = [stop for stop in visited if _counts_always(spec, nodes[stop], extra)]
    if not spec.drops:
        towns = sum(nodes[stop].kind == "town" for stop in forced)
        return tuple(forced) if spec.fits(towns, len(forced) - towns) else None
    loose = [stop for stop in visited if nodes[stop].kind in spec.drops and stop not in forced]
    loose.sort(key=lambda stop: (-nodes[stop].value, not nodes[stop].marks))
    room = len(loose) if spec.stops is None else spec.stops - len(forced)
    if room < 0:
        return None
    chosen = forced + loose[:room]
    if not any(nodes[stop].own for stop in chosen):
        own = next((stop for stop in loose if nodes[stop].own), None)
        if own is None or room == 0:
            return None
        chosen[-1] = own
    return tuple(chosen)


def _counts_always(spec: TrainSpec, node: Node, extra: Extra) -> bool:
    if node.kind in spec.skips:
        return False
    return node.kind not in spec.drops or bool(node.marks & extra.counts)
