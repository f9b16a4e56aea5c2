"""The best set of routes of 1844 found the slow way, sharing no code with the search it checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product

from engine.board.tiles import Stop
from engine.position import Position
from tests.engine.routes.brute_force_mag import TooMany
from tests.engine.routes.brute_force_walks import Place, Spot, TrackPieces


@dataclass(frozen=True)
class SwissWalk:
    """A route: stops in order, track in any order of pieces, hexes entered, tunnels used, and how it is written."""

    stops: tuple[Place, ...]
    track: frozenset[object]
    hexes: int
    tunnels: frozenset[str]
    path: tuple[str, ...]


class SwissBruteForce:
    """Every legal set of routes of a unit."""

    def __init__(self, pos: Position, unit: str, limit: int) -> None:
        self.pos = pos
        self.regional = pos.title.units[unit].kind == "regional"
        self.trains = pos.state.trains[unit]
        self.pieces = TrackPieces(pos.network)
        tokens = pos.state.tokens.items()
        self.own = {(hex_, one.stop) for hex_, there in tokens for one in there if one.unit == unit}
        self.areas = {area["name"]: area for area in pos.title.data.extra["areas"]}
        self.walks = self._walks(limit)

    def stop(self, place: Place) -> Stop:
        """The stop at a place."""
        return self.pos.face(place[0])[0].stops[place[1]]

    def _ends(self, place: Place) -> bool:
        stop = self.stop(place)
        here = [one for one in self.pos.state.tokens.get(place[0], ()) if one.stop == place[1]]
        full = stop.kind == "city" and len(here) >= stop.slots
        return stop.kind in ("offboard", "mountain") or (full and place not in self.own)

    def _walks(self, limit: int) -> list[SwissWalk]:
        ends = frozenset(place for place in self.pos.network.places if self._ends(place))
        found: dict[tuple[frozenset[Place], frozenset[object]], SwissWalk] = {}
        tried = 0
        for start in self.pos.network.places:
            for spots in self.pieces.walks(start, ends):
                tried += 1
                if tried > 30 * limit or len(found) > limit:
                    raise TooMany
                if self.pieces.stop(spots[-1]) is not None and len(spots) > 1:
                    walk = self._walk(spots)
                    if self.own & set(walk.stops):
                        found[frozenset(walk.stops), walk.track] = walk
        return list(found.values())

    def _walk(self, spots: list[Spot]) -> SwissWalk:
        stops = tuple(place for place in map(self.pieces.stop, spots) if place is not None)
        crossed = [(one, two) for one, two in pairwise(spots) if one[0] != two[0]]
        inside = [(one, two) for one, two in pairwise(spots) if one[0] == two[0]]
        joined = [pair for pair in inside if not pair[0][1].isdigit() and not pair[1][1].isdigit()]
        tunnels = {one[0] for one, two in inside if {one[1], two[1]} == self._mouths(one[0])}
        track = frozenset(frozenset(pair) for pair in crossed + joined)
        return SwissWalk(stops, track, len(crossed) + 1, frozenset(tunnels), self._path(spots))

    def _mouths(self, hex_: str) -> set[str]:
        for tile, turn in self.pos.state.layers.get(hex_, ()):
            if tile in ("X78", "X79"):
                return {str(turn), str((turn + (2 if tile == "X78" else 3)) % 6)}
        return set()

    def _path(self, spots: list[Spot]) -> tuple[str, ...]:
        path = []
        for one, two in zip(spots, [*spots[1:], ("", "")], strict=True):
            place = self.pieces.stop(one)
            if place is not None:
                path.append(f"{place[0]}.{place[1]}")
            elif one[0] == two[0] and two[1].isdigit():
                path.append(one[0])
        return tuple(path)

    def best(self) -> int:
        """The highest revenue of any set."""
        return max(price for _, price in self.tries() if price is not None)

    def tries(self) -> Iterator[tuple[tuple[SwissWalk | None, ...], int | None]]:
        """Every set of a walk (or none) for each train, and its revenue, or None if it is illegal."""
        worth = {(train, walk): self._price(train, walk) for train in self.trains for walk in self.walks}
        for walks in product((None, *self.walks), repeat=len(self.trains)):
            prices = [worth[train, walk] for train, walk in zip(self.trains, walks, strict=True) if walk]
            chosen = [walk for walk in walks if walk]
            apart = not any(one.track & two.track for one, two in combinations(chosen, 2))
            yield walks, sum(prices) if apart and None not in prices else None  # type: ignore[arg-type]

    def _price(self, train: str, walk: SwissWalk) -> int | None:
        number, kind = int(train[0]), train[1:]
        stops = [self.stop(place) for place in walk.stops]
        groups = [stop.group for stop in stops if stop.group]
        closed = any(not self._open(place) for place in walk.stops) or len(groups) > len(set(groups))
        if closed or (groups and (kind == "H" or self.regional)):
            return None
        if kind == "E":
            return max(self._earned(walk, chosen) for chosen in self._choices(walk, number))
        fits = walk.hexes <= number if kind == "H" else len(stops) <= number
        return self._earned(walk, walk.stops) if fits else None

    def _open(self, place: Place) -> bool:
        if self.stop(place).kind == "mountain" and place[0] not in self.pos.state.layers:
            return False
        return self.value(place) > 0 or not self.pos.state.options

    def _choices(self, walk: SwissWalk, number: int) -> Iterator[tuple[Place, ...]]:
        for count in range(1, number + 1):
            yield from (some for some in combinations(walk.stops, count) if self.own & set(some))

    def _earned(self, walk: SwissWalk, counted: Sequence[Place]) -> int:
        tunnel = 10 if walk.tunnels else 0
        met = [self.areas[self.stop(place).group] for place in counted if self.stop(place).group]
        opposite = {area["side"] for area in met} in ({"north", "south"}, {"east", "west"})
        bonus = sum(area["bonus"] for area in met) if opposite else 0
        return sum(self.value(place) + tunnel for place in counted) + bonus

    def value(self, place: Place) -> int:
        """What a stop is worth in this phase."""
        revenue = self.stop(place).revenue
        if isinstance(revenue, int):
            return revenue
        return revenue[("yellow", "yellow", "green", "green", "brown", "brown", "gray")[self.pos.state.phase]]
