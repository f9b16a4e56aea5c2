"""Where a unit's track leads: how many lays lie between it and each hex, told without any search for routes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from engine.board.hexes import EDGES, HexSide, neighbour, opposite
from engine.board.tiles import COLOURS, STOPS, Stop, TrackPiece, exits, turned
from engine.position import Position

FAR = 7
"""Hexes that are more lays away than this are not looked for."""
CITY, TOWN = 5.0, 2.5
"""What a stop that is reached promises in today's revenue."""
NEARER, NEXT = 0.65, 0.9
"""What is left of that for each lay it is away, and for each stop that promises more."""

Passes = Mapping[str, tuple[tuple[int, int], ...]]
"""Pairs of edges, by hex, that something else than a tile could join."""


def distances(pos: Position, unit: str, passes: Passes) -> Mapping[str, int]:
    """Return how many lays at least join a unit's track to each hex: 0 where it is there; far ones are left out.

    One lay takes a way anywhere through a hex that may be built on now, or from one edge to the other of a pair in
    ``passes``; prices and the supply are not asked.
    """
    search = _Search(pos, unit, passes)
    search.explore()
    return search.lays


def prospect(pos: Position, lays: Mapping[str, int]) -> float:
    """Return what stops promise a unit in revenue, those it reaches and those that are some lays away."""
    stops = ((pos.title.hexes[hex_].stops, far) for hex_, far in lays.items())
    worth = sorted((_promise(there) * NEARER**far for there, far in stops if there), reverse=True)
    return sum(one * NEXT**rank for rank, one in enumerate(worth))


def _promise(stops: Iterable[Stop]) -> float:
    return max(TOWN if stop.kind == "town" else CITY for stop in stops)


class _Search:
    """A search for the fewest lays to each hex, from the sides of hexes at which track of a unit arrives."""

    def __init__(self, pos: Position, unit: str, passes: Passes) -> None:
        self._pos, self._unit, self._passes = pos, unit, passes
        self._network, self._hexes = pos.network, pos.title.hexes
        self.lays: dict[str, int] = {}
        self._found: dict[HexSide, int] = {}
        self._laid: dict[str, int] = {}
        self._ahead = deque[tuple[HexSide, int]]()

    def explore(self) -> None:
        """Find what the unit reaches, and what lays would bring it to."""
        reach = self._pos.reach(self._unit)
        self.lays = dict.fromkeys((hex_ for hex_, _ in reach.stops), 0)
        self._ahead.extend((side, 0) for side in reach.sides)
        for hex_ in dict.fromkeys(hex_ for hex_, _ in self._network.own(self._unit)):
            self._lay(hex_, 1)
        while self._ahead:
            side, lays = self._ahead.popleft()
            if self._found.get(side, FAR + 1) > lays:
                self._found[side] = lays
                self._enter(*side, lays)

    def _enter(self, hex_: str, edge: int, lays: int) -> None:
        """Go on from where track arrives: along what lies there, and over what could be laid."""
        face, rotation = self._network.faces[hex_]
        for side in self._joined(hex_, edge, turned(face.track, rotation)):
            self._leave(hex_, side, lays)
        passes = [sum(pair) - edge for pair in self._passes.get(hex_, ()) if edge in pair]
        for side in passes:
            self._leave(hex_, side, lays + 1)
        grows = edge not in self._hexes[hex_].closed and self._lay(hex_, lays + 1)
        more = edge not in exits(face.track, rotation)
        if not more or grows or passes:
            self.lays[hex_] = min(self.lays.get(hex_, lays + more), lays + more)

    def _lay(self, hex_: str, lays: int) -> bool:
        """Go on to every side of a hex if a tile may be laid there; tell whether it may."""
        if not self._may_grow(hex_):
            return False
        if self._laid.get(hex_, FAR + 1) > lays:
            self._laid[hex_] = lays
            for side in EDGES:
                if side not in self._hexes[hex_].closed:
                    self._leave(hex_, side, lays)
        return True

    def _may_grow(self, hex_: str) -> bool:
        """Tell whether the phase has released the colour of a hex's next tile."""
        colour = self._network.faces[hex_][0].colour
        if not self._hexes[hex_].tiled or colour not in COLOURS[:-1]:
            return False
        return COLOURS[COLOURS.index(colour) + 1] in self._pos.phase.colours

    def _leave(self, hex_: str, side: int, lays: int) -> None:
        """Note that track would arrive beyond a side of a hex; what takes the fewest lays is looked at first."""
        beyond = neighbour(hex_, side), opposite(side)
        if beyond[0] not in self._hexes:
            return
        if self._ahead and self._ahead[0][1] < lays:
            self._ahead.append((beyond, lays))
        else:
            self._ahead.appendleft((beyond, lays))

    def _joined(self, hex_: str, edge: int, track: tuple[TrackPiece, ...]) -> Iterator[int]:
        """Yield the edges of a hex to which track leads from one of them."""
        ends = [str(edge)]
        for end in ends:
            if end in STOPS and self._ends_at(hex_, STOPS.index(end)):
                continue
            pairs = (piece for piece in track if end in piece)
            for one, two in pairs:
                other = two if end == one else one
                if other not in ends:
                    ends.append(other)
                    if other.isdigit():
                        yield int(other)

    def _ends_at(self, hex_: str, stop: int) -> bool:
        """Tell whether no train of the unit passes a stop."""
        return self._network.terminus((hex_, stop)) or self._network.blocked(self._unit, hex_, stop)
