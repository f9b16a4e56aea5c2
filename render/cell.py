"""One hex of the board as data: all that decides how it looks."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board.tiles import Face, Piece, Tile, turned
from engine.data import Hex


@dataclass(frozen=True, slots=True)
class Badge:
    """A unit's station on a stop; ``placed`` is false where a slot is only kept free for it."""

    stop: int
    text: str
    colour: str
    ink: str
    placed: bool = True


@dataclass(frozen=True, slots=True)
class Ride:
    """Track of one hex that a shown route uses."""

    pieces: tuple[Piece, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex with what lies on it. ``colours`` are those of the phase, where the hex has values by phase."""

    hex: Hex
    face: Face
    rotation: int = 0
    badges: tuple[Badge, ...] = ()
    colours: tuple[str, ...] = ()
    rides: tuple[Ride, ...] = ()

    @property
    def laid(self) -> bool:
        """Tell whether a tile lies here."""
        return isinstance(self.face, Tile)

    @property
    def track(self) -> tuple[Piece, ...]:
        """Return the track as it lies."""
        return turned(self.face.track, self.rotation)
