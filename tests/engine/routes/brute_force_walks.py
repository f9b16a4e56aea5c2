"""A slow second opinion: walk over single pieces of track, trying every way.

Nothing is shared with the engine but the data of the faces.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.board.hexes import neighbour
from engine.board.network import Network

Place = tuple[str, int]
Spot = tuple[str, str]
"""A hex and an end of track on it: an edge, or the letter of a stop."""


class TrackPieces:
    """Track as pieces between spots; two spots on both sides of one hex side belong together."""

    def __init__(self, net: Network) -> None:
        self.net = net
        self.pieces: dict[Spot, list[Spot]] = {}
        for hex_, (face, rotation) in net.faces.items():
            for ends in face.track:
                one, two = (str((int(end) + rotation) % 6) if end.isdigit() else end for end in ends)
                self.pieces.setdefault((hex_, one), []).append((hex_, two))
                self.pieces.setdefault((hex_, two), []).append((hex_, one))

    def across(self, spot: Spot) -> Spot:
        """The spot on the other side of a hex side; there may be no track."""
        return neighbour(spot[0], int(spot[1])), str((int(spot[1]) + 3) % 6)

    def stop(self, spot: Spot) -> Place | None:
        """The stop at a spot, if it is one."""
        return None if spot[1].isdigit() else (spot[0], "abcdefgh".index(spot[1]))

    def walks(self, start: Place, ends: frozenset[Place], most: int = 99) -> Iterator[list[Spot]]:
        """Every walk from a stop that uses no hex side and no stop twice; it does not go on from ``ends``."""
        first = (start[0], "abcdefgh"[start[1]])
        yield from self._on([first], {first}, ends, most)

    def _on(
        self, walk: list[Spot], used: set[object], ends: frozenset[Place], most: int
    ) -> Iterator[list[Spot]]:
        yield walk
        here = walk[-1]
        place = self.stop(here)
        if place is not None and len(walk) > 1 and place in ends:
            return
        if place is not None and sum(self.stop(spot) is not None for spot in walk) >= most:
            return
        for there in self.pieces.get(here, ()):
            key: object = there
            steps = [there]
            if there[1].isdigit():
                beyond = self.across(there)
                key = frozenset((there, beyond))
                if beyond in self.pieces:
                    steps.append(beyond)
            if key in used:
                continue
            if len(steps) == 1 and there[1].isdigit():
                yield [*walk, there]
                continue
            yield from self._on([*walk, *steps], used | {key}, ends, most)
