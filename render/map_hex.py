"""One hex of the map as data: all that decides how it looks."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board.tiles import Face, Tile, TrackPiece, turned
from engine.data import Hex
from render.sizes import PRINT, Sizes


@dataclass(frozen=True, slots=True)
class ShownToken:
    """A unit's token on a stop; ``placed`` is false where a slot is only kept for it or offered to it.

    Those of the unit whose turn it is are ``ringed``; ``owner`` is the colour of who owns a minor.
    """

    stop: int
    text: str
    colour: str
    ink: str
    placed: bool = True
    ringed: bool = False
    owner: str = ""


@dataclass(frozen=True, slots=True)
class ShownFlag:
    """A small flag in a unit's colour: a home or a destination; struck through when it is ``done``."""

    text: str
    colour: str
    ink: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class RouteTrack:
    """The track of one hex that a shown route uses, and the colour of that route."""

    pieces: tuple[TrackPiece, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a hex is part of, and what is told of it.

    ``joined`` are the edges over which an area or a lake goes on; ``quiet`` is true where another hex of the area
    bears its name and values. ``tunnels`` are the pieces of track that run below the ground, ``mouths`` the edges
    where a tunnel may open. ``remark`` is a short text in which the title tells something of the hex; ``flags`` stand
    on it, and it is picked by its ``letter``.
    """

    joined: tuple[int, ...] = ()
    quiet: bool = False
    tunnels: tuple[TrackPiece, ...] = ()
    mouths: tuple[int, ...] = ()
    remark: str = ""
    flags: tuple[ShownFlag, ...] = ()
    letter: str = ""


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
    def track(self) -> tuple[TrackPiece, ...]:
        """Return the track as it lies on the ground."""
        below = self.around.tunnels
        return tuple(piece for piece in turned(self.face.track, self.rotation) if piece not in below)
