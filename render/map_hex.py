"""One hex of the board as data: all that decides how it looks."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board.tiles import Face, Piece, Tile, turned
from engine.data import Hex
from render.sizes import PRINT, Sizes


@dataclass(frozen=True, slots=True)
class ShownToken:
    """A unit's station on a stop; ``placed`` is false where a slot is only kept free for it."""

    stop: int
    text: str
    colour: str
    ink: str
    placed: bool = True


@dataclass(frozen=True, slots=True)
class RouteTrack:
    """Track of one hex that a shown route uses."""

    pieces: tuple[Piece, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a hex is part of, and what is told of it.

    ``joined`` are the edges over which an area or a lake goes on; ``quiet`` is true where another hex of the area
    bears its name and values. ``tunnels`` are the pieces of track that run below the ground, ``mouths`` the edges
    where a tunnel may open. ``remark`` is what the title tells of it, a short text.
    """

    joined: tuple[int, ...] = ()
    quiet: bool = False
    tunnels: tuple[Piece, ...] = ()
    mouths: tuple[int, ...] = ()
    remark: str = ""


NO_SURROUNDINGS = Surroundings()


@dataclass(frozen=True, slots=True)
class MapHex:
    """A hex with what lies on it, and how large it is drawn.

    ``colours`` are those of the phase, where the hex has values by phase.
    """

    hex: Hex
    face: Face
    rotation: int = 0
    tokens: tuple[ShownToken, ...] = ()
    colours: tuple[str, ...] = ()
    routes: tuple[RouteTrack, ...] = ()
    around: Surroundings = NO_SURROUNDINGS
    sizes: Sizes = PRINT

    @property
    def laid(self) -> bool:
        """Tell whether a tile lies here."""
        return isinstance(self.face, Tile)

    @property
    def track(self) -> tuple[Piece, ...]:
        """Return the track as it lies on the ground."""
        below = self.around.tunnels
        return tuple(piece for piece in turned(self.face.track, self.rotation) if piece not in below)
