"""The map contracted to what routes are made of: stops, and chains of track between two stops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from engine.board.hexes import HexSide, Place, neighbour, opposite
from engine.board.network import Network
from engine.board.tiles import STOPS, Face, Laid, TrackPiece, turned
from engine.lazily import lazily
from engine.routes.bits import bits


@dataclass(frozen=True, slots=True)
class Chain:
    """Track between two different stops.

    ``one`` and ``two`` are numbers of stops, ``one`` the smaller; ``passed`` are the hexes between them, in order
    from ``one``. ``track`` has bits for the hex sides crossed and the pieces between two stops of a hex; all track
    that belongs to the same chains has a single bit, and chains that share a bit share track. ``length`` counts the
    hex sides. ``marks`` (bits) are collected on the way.
    """

    one: int
    two: int
    passed: tuple[str, ...]
    track: int
    length: int
    marks: int = 0


class ChainLink(NamedTuple):
    """A chain as seen from one of its stops: the other stop, and what matters for a search."""

    stop: int
    track: int
    length: int
    chain: int
    marks: int


TrackMarks = Mapping[tuple[str, int, int], int]
"""Marks (bits) by the track that bears them: a hex, and the two edges between which it is passed, smaller first."""


class RouteGraph:
    """Every stop of a network, numbered from north to south and from west to east, and every chain between two.

    ``marked`` is the track that matters for more than joining stops.
    """

    def __init__(self, network: Network, marked: TrackMarks | None = None) -> None:
        self.places = network.places
        self.marked = marked or {}
        self._numbers = network.plan.numbers
        self._faces = network.faces

    @lazily
    def chains(self) -> tuple[Chain, ...]:
        """Return every chain, sorted by its first stop."""
        walker = _Walker(self._faces, self._numbers, self.marked)
        return _with_shared_bits(tuple(self._walked(walker)), walker.width)

    def _walked(self, walker: _Walker) -> Iterator[Chain]:
        for start, place in enumerate(self.places):
            found = (chain for chain in walker.walk(place) if start < chain.two)
            yield from _undominated(sorted(found, key=lambda chain: (chain.two, chain.length, chain.passed)))

    @lazily
    def links(self) -> tuple[tuple[ChainLink, ...], ...]:
        """Return for every stop, by number, the chains that begin or end there."""
        links: list[list[ChainLink]] = [[] for _ in self.places]
        for number, chain in enumerate(self.chains):
            links[chain.one].append(ChainLink(chain.two, chain.track, chain.length, number, chain.marks))
            links[chain.two].append(ChainLink(chain.one, chain.track, chain.length, number, chain.marks))
        return tuple(map(tuple, links))

    @lazily
    def width(self) -> int:
        """Return the number of bits of track."""
        return max((chain.track.bit_length() for chain in self.chains), default=0)

    def number(self, place: Place) -> int:
        """Return the number of a stop."""
        return self._numbers[place]

    def joined(self, place: Place) -> dict[Place, int]:
        """Return the stops next to one along chains, each with the length of the shortest."""
        found: dict[Place, int] = {}
        for chain in _Walker(self._faces, self._numbers, self.marked).walk(place):
            other = self.places[chain.two]
            if other != place:
                found[other] = min(chain.length, found.get(other, chain.length))
        return found


NOTHING_LAID: Laid = (Face(id=""), 0)
"""What lies beyond the map."""


class _Walker:
    """Follows track from a stop to the next ones, and gives every piece of track one bit."""

    def __init__(
        self,
        faces: Mapping[str, Laid],
        numbers: Mapping[Place, int],
        marked: TrackMarks,
    ) -> None:
        self._faces = faces
        self._numbers = numbers
        self._marked = marked
        self._bits: dict[tuple[str, int, int], int] = {}

    @property
    def width(self) -> int:
        """Return the number of bits given so far."""
        return len(self._bits)

    def walk(self, place: Place) -> Iterator[Chain]:
        """Yield every way to another stop or back; ``one`` is where it begins, whichever number is smaller."""
        name, index = place
        start = self._numbers[place]
        for end in self._ends(name).get(6 + index, ()):
            if end >= 6:
                track = 1 << self._bit(name, min(6 + index, end), max(6 + index, end))
                yield Chain(start, self._numbers[name, end - 6], (), track, 0)
            else:
                yield from self._over(start, (name, end), 0, (), 0)

    def _over(
        self, start: int, side: HexSide, track: int, passed: tuple[str, ...], marks: int
    ) -> Iterator[Chain]:
        """Cross a side of a hex and follow every piece of track beyond it to the next stop."""
        beyond, edge = neighbour(*side), opposite(side[1])
        bit = 1 << self._bit(*min((side, (beyond, edge))), -1)
        if track & bit:
            return
        track |= bit
        for end in self._ends(beyond).get(edge, ()):
            if end >= 6:
                yield Chain(start, self._numbers[beyond, end - 6], passed, track, len(passed) + 1, marks)
            else:
                mark = self._marked.get((beyond, min(edge, end), max(edge, end)), 0)
                yield from self._over(start, (beyond, end), track, (*passed, beyond), marks | mark)

    def _ends(self, name: str) -> Mapping[int, list[int]]:
        face, rotation = self._faces.get(name, NOTHING_LAID)
        return _ends(face.track, rotation)

    def _bit(self, name: str, one: int, two: int) -> int:
        return self._bits.setdefault((name, one, two), len(self._bits))


@cache
def _ends(track: tuple[TrackPiece, ...], rotation: int) -> Mapping[int, list[int]]:
    """Return the joints of each end of track on a hex: edges 0-5, stops from 6."""
    found: dict[int, list[int]] = {}
    for piece in turned(track, rotation):
        one, two = (int(end) if end.isdigit() else 6 + STOPS.index(end) for end in piece)
        found.setdefault(one, []).append(two)
        found.setdefault(two, []).append(one)
    return found


def _undominated(chains: list[Chain]) -> list[Chain]:
    """Leave out chains that take all the track of another one with the same stops and marks, and more."""
    kept: list[Chain] = []
    for chain in chains:
        rivals = (other for other in kept if other.two == chain.two and not chain.marks & ~other.marks)
        if not any(other.track & ~chain.track == 0 for other in rivals):
            kept.append(chain)
    return kept


def _with_shared_bits(chains: tuple[Chain, ...], width: int) -> tuple[Chain, ...]:
    """Return the chains with a single bit for all track that belongs to the same chains."""
    having: list[list[int]] = [[] for _ in range(width)]
    for at, chain in enumerate(chains):
        for bit in bits(chain.track):
            having[bit].append(at)
    tracks = [0] * len(chains)
    for bit, users in enumerate(dict.fromkeys(map(tuple, having))):
        for at in users:
            tracks[at] |= 1 << bit
    return tuple(replace(chain, track=track) for chain, track in zip(chains, tracks, strict=True))
