"""Track and tokens on the map as a network: what connects to what, and what is blocked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import is_not
from typing import Any

from engine.board.hexes import HexSide, Place, order
from engine.board.reach import ReachSearch
from engine.board.tiles import Stop
from engine.board.track_plan import WIDTH, TrackPlan
from engine.lazily import lazily
from engine.state import Token


@dataclass(frozen=True)
class Reach:
    """What the tokens of a unit connect to: ``points`` of a track plan, which are named as far as anybody asks."""

    plan: TrackPlan = field(repr=False, compare=False)
    points: set[int]

    @lazily
    def stops(self) -> frozenset[Place]:
        """Return the stops reached, passable or not."""
        stops_at = self.plan.stops_at
        return frozenset([stop for point in self.points if (stop := stops_at[point])])

    @lazily
    def hexes(self) -> frozenset[str]:
        """Return the hexes that hold connected track or a token of the unit."""
        names = self.plan.names
        return frozenset([names[number] for number in {point // WIDTH for point in self.points}])

    @lazily
    def sides(self) -> frozenset[HexSide]:
        """Return the sides at which connected track arrives from the next hex, with track behind them or without."""
        sides_at = self.plan.sides_at
        return frozenset([side for point in self.points if (side := sides_at[point])])

    @lazily
    def arriving(self) -> Mapping[str, set[int]]:
        """Return the edges of those sides by hex."""
        arriving: dict[str, set[int]] = {}
        for name, edge in self.sides:
            arriving.setdefault(name, set()).add(edge)
        return arriving

    def arrives(self, hex_: str, edges: Iterable[int]) -> bool:
        """Tell whether connected track arrives from the next hex at one of these edges of a hex."""
        first, across, points = self.plan.first.get(hex_), self.plan.across, self.points
        return first is not None and any(across[first + edge] in points for edge in edges)

    def unaffected_by(self, hexes: Iterable[str]) -> bool:
        """Tell whether it makes no difference to this reach what lies on these hexes: none is on it or next to it."""
        around, points = self.plan.around, self.points
        return all(points.isdisjoint(around[hex_]) for hex_ in hexes)


def differing(before: Iterable[Mapping[str, Any]], now: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Return the hexes of which two boards do not say the very same; a board is some columns by hex."""
    found: set[str] = set()
    for old, new in zip(before, now, strict=True):
        if old is not new:
            other = {*compress(new, map(is_not, new.values(), map(old.get, new)))}
            found |= other
            if len(old) > len(new) - sum(hex_ not in old for hex_ in other):
                found |= old.keys() - new.keys()
    return frozenset(found)


def _is_full(stop: Stop, tokens: int) -> bool:
    return stop.kind == "city" and stop.slots <= tokens


class Network:
    """The track of all hexes with the tokens on it."""

    def __init__(self, plan: TrackPlan, tokens: Mapping[str, tuple[Token, ...]]) -> None:
        self.plan = plan
        self.faces = plan.faces
        self.stop = plan.stop
        self.terminus = plan.terminus
        self.tokens = tokens
        self._reached: dict[tuple[str, tuple[Place, ...]], Reach] = {}

    # --- stops

    @property
    def places(self) -> tuple[Place, ...]:
        """Return every stop, from north to south and from west to east."""
        return self.plan.places

    def own(self, unit: str) -> Sequence[Place]:
        """Return the stops with a token of a unit."""
        return self._own.get(unit, ())

    @lazily
    def _own(self) -> dict[str, list[Place]]:
        """Return the stops with a token of each unit."""
        own: dict[str, list[Place]] = {}
        for name, there in self.tokens.items():
            for token in there:
                own.setdefault(token.unit, []).append((name, token.stop))
        return own

    def blocked(self, unit: str, hex_: str, stop: int) -> bool:
        """Tell whether a stop is a full city without a token of the unit: it is reached, but not passed."""
        return unit not in self._full.get((hex_, stop), (unit,))

    @lazily
    def _full(self) -> dict[Place, list[str]]:
        """Return whose tokens stand in every city that is full."""
        standing: dict[Place, list[str]] = {}
        for name, there in self.tokens.items():
            for token in there:
                standing.setdefault((name, token.stop), []).append(token.unit)
        stop = self.stop
        return {at: units for at, units in standing.items() if _is_full(stop(at), len(units))}

    # --- connections

    def reach(self, unit: str, *, ignoring_blocks: bool = False) -> Reach:
        """Return the reach of a unit's tokens, or their reach if no city were full."""
        return self._reach(unit, () if ignoring_blocks else tuple(self._barriers(unit)))

    def blocker(self, unit: str, arrived: Callable[[Reach], bool]) -> Place | None:
        """Return the city that keeps a unit from where it would like to arrive; None if none does."""
        if arrived(self.reach(unit)) or not arrived(self.reach(unit, ignoring_blocks=True)):
            return None
        reached = self.reach(unit).stops
        barriers = sorted(self._barriers(unit), key=lambda place: (order(place[0]), place[1]))
        near = [place for place in barriers if place in reached]
        for place in near:
            if arrived(self._reach(unit, tuple(other for other in barriers if other != place))):
                return place
        return near[0]

    def _barriers(self, unit: str) -> Iterator[Place]:
        return (place for place, units in self._full.items() if unit not in units)

    def reach_from(self, unit: str, place: Place) -> Reach:
        """Return the reach of a unit's token on one stop; its other tokens only let it pass."""
        return self._explored([place], tuple(self._barriers(unit)))

    def _reach(self, unit: str, barriers: tuple[Place, ...]) -> Reach:
        if (unit, barriers) not in self._reached:
            self._reached[unit, barriers] = self._explored(self.own(unit), barriers)
        return self._reached[unit, barriers]

    def _explored(self, begins: Sequence[Place], barriers: tuple[Place, ...]) -> Reach:
        """Return the reach past some barriers; connections may begin at a terminus with a token of the unit."""
        mate, first = list(self.plan.mates), self.plan.first
        for name, stop in barriers:
            mate[first[name] + 6 + stop] = -1
        roots = [first[name] + 6 + stop for name, stop in begins]
        for root in roots:
            mate[root] = root
        return Reach(self.plan, ReachSearch(mate, self.plan.joined).explore(roots))
