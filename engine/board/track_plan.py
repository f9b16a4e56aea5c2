"""What track lies on every hex, and which of its points are connected."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import cache, lru_cache

from engine.board.hexes import EDGES, HexSide, Place, neighbour, opposite, order
from engine.board.tiles import STOPS, Face, Stop, TrackPiece, exits, turned
from engine.lazily import lazily

TERMINI = ("offboard", "mountain")
"""Kinds of stops that nothing passes through; nor does anything pass through a red tile."""

WIDTH = 6 + len(STOPS)
"""Points of a hex: its six sides, then every stop."""

NO_TRACK: tuple[tuple[int, ...], ...] = ((),) * WIDTH
"""The points that are joined to each point of a bare hex."""


def _point(end: str) -> int:
    return int(end) if end.isdigit() else 6 + STOPS.index(end)


@cache
def _joined(track: tuple[TrackPiece, ...], rotation: int) -> tuple[tuple[int, ...], ...]:
    """Return, for every point of a hex, the points that one piece of track joins to it."""
    found: list[list[int]] = [[] for _ in range(WIDTH)]
    for piece in turned(track, rotation):
        one, two = map(_point, piece)
        found[one].append(two)
        found[two].append(one)
    return tuple(map(tuple, found))


@lru_cache(maxsize=16)
def _across(names: tuple[str, ...]) -> tuple[int, ...]:
    """Return, for every point of every hex, the point on the other side; negative where the map ends."""
    numbers = {name: number for number, name in enumerate(names)}
    found: list[int] = []
    for name in names:
        for edge in EDGES:
            number = numbers.get(neighbour(name, edge), -1)
            found.append(number * WIDTH + opposite(edge) if number >= 0 else -1)
        found += [-1] * (WIDTH - 6)
    return tuple(found)


@lru_cache(maxsize=16)
def _named_points(names: tuple[str, ...]) -> tuple[tuple[Place | None, ...], tuple[HexSide | None, ...]]:
    """Return for every point of every hex its stop, and the side of the next hex it arrives at, if any."""
    across = _across(names)
    stops = [(names[at // WIDTH], at % WIDTH - 6) if at % WIDTH >= 6 else None for at in range(len(across))]
    sides = [(names[beyond // WIDTH], beyond % WIDTH) if beyond >= 0 else None for beyond in across]
    return tuple(stops), tuple(sides)


@lru_cache(maxsize=16)
def _around(names: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Return for every hex its own points, and those on the other side of its edges."""
    across, found = _across(names), {}
    for number, name in enumerate(names):
        first = number * WIDTH
        beyond = [at for at in across[first : first + 6] if at >= 0]
        found[name] = (*range(first, first + WIDTH), *beyond)
    return found


@lru_cache(maxsize=8192)
def _laid(first: int, track: tuple[TrackPiece, ...], rotation: int) -> tuple[tuple[int, ...], ...]:
    """Return, for every point of a hex, the points that track joins to it; ``first`` is the hex's first point."""
    return tuple(
        [tuple([first + other for other in others]) if others else () for others in _joined(track, rotation)]
    )


@lru_cache(maxsize=16)
def _ordered(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return hexes from north to south and from west to east."""
    return tuple(sorted(names, key=order))


def _unlike(one: Face, other: Face) -> bool:
    """Tell whether two faces have other stops, by kind and group."""
    return one.kinds != other.kinds or [stop.group for stop in one.stops] != [
        stop.group for stop in other.stops
    ]


class TrackPlan:
    """The track of all hexes: what lies on each of them, and the points it joins, numbered.

    Points are the sides of hexes and the stops. Hex by hex, ``sides`` are the edges that track reaches; ``joined``
    are the points that track joins to each point. ``mates`` are the points behind points where no token blocks: a
    stop lies behind itself, termini have none.
    """

    def __init__(self, faces: Mapping[str, tuple[Face, int]]) -> None:
        self.faces = faces
        self.names = tuple(faces)
        self.first = {name: number * WIDTH for number, name in enumerate(self.names)}
        self.across = _across(self.names)
        self.around = _around(self.names)
        self.stops_at, self.sides_at = _named_points(self.names)
        self.sides = [frozenset[int]()] * len(faces)
        self.joined: list[tuple[int, ...]] = [()] * (len(faces) * WIDTH)
        self.mates = [-1] * (len(faces) * WIDTH)
        self.lay(faces)

    def having(self, faces: Mapping[str, tuple[Face, int]]) -> TrackPlan:
        """Return a plan with something else on some hexes."""
        plan = copy(self)
        plan.faces = {**self.faces, **faces}
        plan.sides, plan.joined, plan.mates = self.sides[:], self.joined[:], self.mates[:]
        if any(_unlike(face, self.faces[name][0]) for name, (face, _) in faces.items()):
            for known in ("places", "numbers", "cities", "groups"):
                plan.__dict__.pop(known, None)
        plan.lay(faces)
        return plan

    def lay(self, faces: Mapping[str, tuple[Face, int]]) -> None:
        """Put track on some hexes of a plan that is not in use yet."""
        for name, (face, rotation) in faces.items():
            first = self.first[name]
            self.sides[first // WIDTH] = exits(face.track, rotation)
            self.joined[first : first + WIDTH] = (
                _laid(first, face.track, rotation) if face.track else NO_TRACK
            )
        for name in faces:
            self._meet(name)

    def _meet(self, name: str) -> None:
        """Find the points behind those of a hex, and behind those across its edges."""
        first, across, sides, mates = self.first[name], self.across, self.sides, self.mates
        mates[first : first + WIDTH] = [-1] * WIDTH
        mine = sides[first // WIDTH]
        for edge in EDGES:
            point, beyond = first + edge, across[first + edge]
            if beyond >= 0:
                joined = edge in mine and beyond % WIDTH in sides[beyond // WIDTH]
                mates[point], mates[beyond] = (beyond, point) if joined else (-1, -1)
        for index in range(len(self.faces[name][0].stops)):
            if not self.terminus((name, index)):
                mates[first + 6 + index] = first + 6 + index

    def stop(self, place: Place) -> Stop:
        """Return the stop at a place."""
        return self.faces[place[0]][0].stops[place[1]]

    def terminus(self, place: Place) -> bool:
        """Tell whether nothing passes through a stop."""
        return self.stop(place).kind in TERMINI or self.faces[place[0]][0].colour == "red"

    def entered(self, hex_: str) -> bool:
        """Tell whether track leads to a hex from another one."""
        first = self.first[hex_]
        return any(behind >= 0 for behind in self.mates[first : first + 6])

    @lazily
    def places(self) -> tuple[Place, ...]:
        """Return every stop, from north to south and from west to east."""
        faces = self.faces
        return tuple([(name, at) for name in _ordered(self.names) for at in range(len(faces[name][0].stops))])

    @lazily
    def numbers(self) -> dict[Place, int]:
        """Return the number of every stop in that order."""
        return {place: number for number, place in enumerate(self.places)}

    @lazily
    def groups(self) -> dict[str, int]:
        """Return a bit for each group of stops, by name."""
        groups = sorted({self.stop(place).group for place in self.places} - {""})
        return {name: 1 << at for at, name in enumerate(groups)}

    @lazily
    def cities(self) -> tuple[Place, ...]:
        """Return those of the stops that are cities."""
        return tuple([place for place in self.places if self.stop(place).kind == "city"])
