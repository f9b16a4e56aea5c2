"""The best set of routes of 18CZ found the slow way, sharing no code with the search it checks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from engine.board.tiles import Stop
from engine.position import Position
from tests.engine.routes import brute_force_mag
from tests.engine.routes.brute_force_mag import MagWalk, Place
from tests.engine.routes.brute_force_walks import Spot, TrackPieces

SIZES = {"small": "", "medium": "+", "large": "E"}
"""What the names of the trains of a size contain."""


class CzechBruteForce(brute_force_mag.MagBruteForce):
    """Every legal set of routes of a company."""

    def __init__(self, pos: Position, unit: str, limit: int) -> None:
        self.pos = pos
        self.unit = unit
        size = pos.title.units[unit].kind
        marks = {train: "+" if "+" in train else "E" if "E" in train else "" for train in pos.title.trains}
        self.names = [train for train in pos.state.trains[unit] if marks[train] == SIZES[size]]
        self.net = pos.network
        self.pieces = TrackPieces(self.net)
        tokens = pos.state.tokens.items()
        self.own = {(hex_, one.stop) for hex_, there in tokens for one in there if one.unit == unit}
        self.within = "e_train_skip=any_within" in pos.state.options
        self.any_location = self.within or "e_train_skip=any" in pos.state.options
        self.trains = [99]
        self.using = set()
        self.walks = self._walks(limit)

    def stop(self, place: Place) -> Stop:
        """The stop at a place."""
        return self.pos.face(place[0])[0].stops[place[1]]

    def _ends(self, place: Place) -> bool:
        here = [one for one in self.pos.state.tokens.get(place[0], ()) if one.stop == place[1]]
        full = self.kind(place) == "city" and len(here) >= self.stop(place).slots
        return self._red(place) or (full and place not in self.own)

    def _red(self, place: Place) -> bool:
        return self.pos.face(place[0])[0].colour == "red"

    def _walk(self, spots: list[Spot]) -> MagWalk | None:
        stops = [place for place in map(self.pieces.stop, spots) if place is not None]
        praha = [place for place in stops if self.stop(place).group == "Praha"]
        return None if len(praha) > 1 else super()._walk(spots)

    def best(self) -> int:
        """The highest revenue of any set."""
        return max(price for _, price in self.tries() if price is not None)

    def tries(self) -> Iterator[tuple[tuple[MagWalk | None, ...], int | None]]:  # type: ignore[override]
        """Every set of a walk (or none) for each train, and its revenue, or None if it is illegal."""
        worth = {(train, walk): self._worth(train, walk) for train in self.names for walk in self.walks}
        for walks in product((None, *self.walks), repeat=len(self.names)):
            prices = [worth[train, walk] for train, walk in zip(self.names, walks, strict=True) if walk]
            chosen = [walk for walk in walks if walk]
            apart = not any(one.track & two.track for one, two in combinations(chosen, 2))
            yield walks, sum(prices) if apart and None not in prices else None  # type: ignore[arg-type]

    def _worth(self, train: str, walk: MagWalk) -> int | None:
        number = int(train[0])
        towns = sorted(self.value(place) for place in walk.stops if self.kind(place) == "town")
        cities = [self.value(place) for place in walk.stops if self.kind(place) != "town"]
        if "E" in train and self.any_location:
            if self.within and len(cities) > number:
                return None
            every = sorted([*cities, *(towns[-3:] if self.within else towns)])
            return sum(every[-number:]) + 50 * any(map(self.own_red, walk.stops))
        if "E" in train:
            room = number - len(cities)
            return None if room < 0 else sum(cities) + sum(towns[len(towns) - min(room, len(towns)) :])
        most = 2 * number if "+" in train else number
        fits = len(cities) <= number and len(cities) + len(towns) <= most
        return sum(cities) + sum(towns) if fits else None

    def value(self, place: Place) -> int:
        """What a location is worth in this phase, with fifty on the company's own red tile where that must count."""
        revenue = self.stop(place).revenue
        colour = ("yellow",) * 3 + ("green",) * 3 + ("brown",) * 2 + ("gray",) * 2
        worth = revenue if isinstance(revenue, int) else revenue[colour[self.pos.state.phase]]
        return worth + 50 * (self.own_red(place) and not self.any_location)

    def own_red(self, place: Place) -> bool:
        """Whether a place is on the company's own red tile."""
        homes = self.pos.title.data.extra["red_homes"]
        return self.unit in homes and self.pos.face(place[0])[0].id == homes[self.unit]["tile"]
