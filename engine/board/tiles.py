"""Tiles and the track printed on hexes: shapes as data, turned by rotation.

A piece of track is a pair of ends. An end is an edge (``"0"`` to ``"5"``) or a stop of the same tile (``"a"`` is
its first stop, ``"b"`` the second). In data files pairs are written together: ``"0a 2a 14"``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

End = str
TrackPiece = tuple[End, End]
Colour = Literal["none", "yellow", "green", "brown", "gray", "red", "purple"]
COLOURS: tuple[Colour, ...] = ("none", "yellow", "green", "brown", "gray")
"""The colours of tiles in the order of upgrading."""

STOPS = "abcdefgh"


def _pieces(text: Any) -> Any:
    if isinstance(text, str):
        return tuple((pair[0], pair[1]) for pair in text.split())
    return text


Track = Annotated[tuple[TrackPiece, ...], BeforeValidator(_pieces)]


class Data(BaseModel):
    """A record of a data file: unknown keys are errors, values never change."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Stop(Data):
    """A place that earns revenue, or a mine.

    ``revenue`` is one amount or an amount by phase colour, ``bonus`` what some units earn besides, in the title's
    currency.
    """

    kind: Literal["city", "town", "offboard", "mine", "mountain"]
    slots: int = 0
    revenue: int | dict[str, int] = 0
    bonus: dict[str, int] = {}
    name: str = ""
    group: str = ""

    def value(self, colours: Iterable[str]) -> int:
        """Return the revenue when tiles of these colours are in play, the newest colour last."""
        if isinstance(self.revenue, int):
            return self.revenue
        known = [self.revenue[colour] for colour in colours if colour in self.revenue]
        return known[-1] if known else 0


class Face(Data):
    """Stops and track: what a tile shows, or what is printed on a hex."""

    id: str
    colour: Colour = "none"
    label: str = ""
    stops: tuple[Stop, ...] = ()
    track: Track = ()

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kind of every stop."""
        return tuple(stop.kind for stop in self.stops)


class Tile(Face):
    """One side of a tile.

    ``pool`` names the supply it is taken from: both sides of a double-sided tile share one. ``cost`` is paid as
    terrain when this tile is upgraded. ``rotations`` are the only ones allowed, if any are named. ``border`` is the
    colour of a border that sets it apart from other tiles.
    """

    pool: str = ""
    cost: int = 0
    rotations: tuple[int, ...] = ()
    border: Colour = "none"


def turn(end: End, rotation: int) -> End:
    """Turn an edge clockwise by 60 degrees a step; stops stay what they are."""
    return str((int(end) + rotation) % 6) if end.isdigit() else end


@cache
def turned(track: tuple[TrackPiece, ...], rotation: int) -> tuple[TrackPiece, ...]:
    """Return track turned clockwise by ``rotation`` steps of 60 degrees."""
    return tuple((turn(one, rotation), turn(two, rotation)) for one, two in track)


@cache
def joined_ends(track: tuple[TrackPiece, ...], rotation: int = 0) -> frozenset[frozenset[End]]:
    """Return the ends that one piece of track joins, in no order."""
    return frozenset(map(frozenset, turned(track, rotation)))


Laid = tuple[Face, int]
"""What lies on a hex: a face and its rotation."""


@cache
def composed(below: Laid, layers: tuple[Laid, ...]) -> Face:
    """Return the face of a hex with layers of track on it, everything turned as it lies.

    The stops of a layer are added, those of one without track take the place of the stops below.
    """
    face, rotation = below
    stops, track = face.stops, turned(face.track, rotation)
    for layer, turn_ in layers:
        if not layer.track:
            stops = (*layer.stops, *stops[len(layer.stops) :])
            continue
        shifted = {STOPS[index]: STOPS[index + len(stops)] for index in range(len(layer.stops))}
        pieces = turned(layer.track, turn_)
        track += tuple((shifted.get(one, one), shifted.get(two, two)) for one, two in pieces)
        stops += layer.stops
    name = "+".join([face.id, *(f"{layer.id}.{turn_}" for layer, turn_ in layers)])
    return Face(id=name, colour=face.colour, label=face.label, stops=stops, track=track)


@cache
def exits(track: tuple[TrackPiece, ...], rotation: int = 0) -> frozenset[int]:
    """Return the edges that track reaches."""
    return frozenset(int(end) for piece in turned(track, rotation) for end in piece if end.isdigit())


@cache
def stop_exits(track: tuple[TrackPiece, ...], stop: int, rotation: int = 0) -> frozenset[int]:
    """Return the edges joined to one stop by a single piece of track."""
    letter = STOPS[stop]
    pieces = (piece for piece in turned(track, rotation) if letter in piece)
    return frozenset(int(end) for piece in pieces for end in piece if end.isdigit())
