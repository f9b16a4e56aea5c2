"""Track on the board as a network: what connects to what, and what is blocked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.board.tiles import Face
from engine.data import Hex
from engine.state import Station


@dataclass(frozen=True, slots=True)
class Reach:
    """What the stations of a unit connect to.

    ``stops`` are reached stops (hex, index), passable or not; ``hexes`` hold connected track; ``frontier`` are the
    sides (hex, edge 0-5) at which connected track arrives from the neighbouring hex, whether or not the hex has
    track there.
    """

    stops: frozenset[tuple[str, int]]
    hexes: frozenset[str]
    frontier: frozenset[tuple[str, int]]


class Network:
    """The track of all hexes with the stations on it."""

    def __init__(
        self,
        hexes: Mapping[str, Hex],
        faces: Mapping[str, tuple[Face, int]],
        stations: Mapping[str, tuple[Station, ...]],
    ) -> None:
        self.hexes = hexes
        self.faces = faces
        self.stations = stations

    def reach(self, unit: str) -> Reach:
        """Return what a unit's stations connect to."""
        raise NotImplementedError
