"""The best set of routes found the slow way, sharing no code with the search it checks.

It tries every walk over single pieces of track and every pair of walks, priced by the words of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product

from engine.position import Position
from tests.engine.routes.brute_force_walks import Place, Spot, TrackPieces


class TooMany(Exception):
    """The board has more routes than the checker wants to try."""


@dataclass(frozen=True)
class MagWalk:
    """A route: its stops and its track in any order of pieces, and how it is written."""

    stops: tuple[Place, ...]
    track: frozenset[object]
    path: tuple[str, ...]


class MagBruteForce:
    """Every legal set of routes of a unit."""

    def __init__(self, pos: Position, unit: str, using: Sequence[str], limit: int) -> None:
        self.pos = pos
        self.using = set(using)
        self.trains = [int(train) for train in pos.state.trains[unit]]
        self.net = pos.network
        self.pieces = TrackPieces(self.net)
        tokens = pos.state.tokens.items()
        self.own = {(hex_, one.stop) for hex_, there in tokens for one in there if one.unit == unit}
        self.walks = self._walks(limit)

    def kind(self, place: Place) -> str:
        """The kind of a stop."""
        return self.pos.face(place[0])[0].stops[place[1]].kind

    def _ends(self, place: Place) -> bool:
        stop = self.pos.face(place[0])[0].stops[place[1]]
        here = [one for one in self.pos.state.tokens.get(place[0], ()) if one.stop == place[1]]
        full = stop.kind == "city" and len(here) >= stop.slots
        return stop.kind == "offboard" or (full and place not in self.own)

    def _walks(self, limit: int) -> list[MagWalk]:
        ends = frozenset(place for place in self.net.places if self._ends(place))
        most = max(self.trains) * (2 if "GC" in self.using else 1) + 1
        found: dict[tuple[frozenset[Place], frozenset[object]], MagWalk] = {}
        tried = 0
        for start in self.net.places:
            for spots in self.pieces.walks(start, ends, most):
                tried += 1
                if tried > 30 * limit or len(found) > limit:
                    raise TooMany
                walk = self._walk(spots)
                if walk is not None:
                    found[frozenset(walk.stops), walk.track] = walk
        return list(found.values())

    def _walk(self, spots: list[Spot]) -> MagWalk | None:
        stops = tuple(place for place in map(self.pieces.stop, spots) if place is not None)
        mines = [place for place in stops if self.kind(place) == "mine"]
        if self.pieces.stop(spots[-1]) is None or len(mines) > ("SNW" in self.using):
            return None
        if len(stops) - len(mines) < 2 or not self.own & set(stops):
            return None
        return MagWalk(stops, self._track(spots), self._path(spots))

    def _path(self, spots: list[Spot]) -> tuple[str, ...]:
        path = []
        for one, two in zip(spots, [*spots[1:], ("", "")], strict=True):
            place = self.pieces.stop(one)
            if place is not None:
                path.append(f"{place[0]}.{place[1]}")
            elif one[0] == two[0] and two[1].isdigit():
                path.append(one[0])
        return tuple(path)

    def _track(self, spots: list[Spot]) -> frozenset[object]:
        """Hex sides crossed, and pieces between two stops of a hex."""
        used: set[object] = set()
        for one, two in pairwise(spots):
            if one[0] != two[0] or (not one[1].isdigit() and not two[1].isdigit()):
                used.add(frozenset((one, two)))
        return frozenset(used)

    def sets(self) -> Iterator[tuple[int, int]]:
        """Revenue and subsidy of every legal set."""
        for _, price in self.tries():
            if price is not None:
                yield price

    def tries(self) -> Iterator[tuple[tuple[MagWalk | None, ...], tuple[int, int] | None]]:
        """Every set of a walk (or none) for each train: its revenue and subsidy, or None if it is illegal."""
        for walks in product((None, *self.walks), repeat=len(self.trains)):
            yield walks, self._price(walks)

    def _price(self, walks: Sequence[MagWalk | None]) -> tuple[int, int] | None:
        longer = revenue = 0
        for one, two in combinations([walk for walk in walks if walk], 2):
            if one.track & two.track:
                return None
        visited = [place for walk in walks if walk for place in walk.stops]
        for number, walk in zip(self.trains, walks, strict=True):
            count = [self.kind(place) for place in walk.stops if self.kind(place) != "mine"] if walk else []
            towns = count.count("town")
            if len(count) > number:
                longer += 1
                if len(count) - towns > number or towns > 2 * number - (len(count) - towns):
                    return None
        mines = [place for place in visited if self.kind(place) == "mine"]
        reds = [place for place in visited if self.kind(place) == "offboard"]
        if longer != ("GC" in self.using) or len(mines) != ("SNW" in self.using):
            return None
        if "RABA" in self.using:
            if not reds:
                return None
            revenue += 30 if self.pos.phase.name in ("brown", "gray") else 20
        revenue += sum(self.value(place) for place in visited if self.kind(place) != "mine")
        return revenue, sum(self.value(place) for place in mines)

    def value(self, place: Place) -> int:
        """What a stop is worth in this phase, with ten for each marker of a major; minors are numbers."""
        stop = self.pos.face(place[0])[0].stops[place[1]]
        printed = stop.revenue if isinstance(stop.revenue, int) else stop.revenue[self.pos.phase.name]
        here = [one.unit for one in self.pos.state.tokens.get(place[0], ()) if one.stop == place[1]]
        return printed + 10 * sum(not unit.isdigit() for unit in here)
