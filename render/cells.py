"""A position's hexes as cells: what lies where, whose stations, which track a shown route uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from engine.board.hexes import EDGES, neighbour, opposite
from engine.board.tiles import STOPS, TrackPiece, turned
from engine.data import Unit
from engine.position import Position
from render.cell import PLAIN, Badge, Cell, Ride, Setting
from render.settings import settings
from render.sizes import PRINT, Sizes
from render.theme import Scheme, readable


class Path(Protocol):
    """A route, planned or run."""

    @property
    def train(self) -> str:
        """Return the train."""

    @property
    def path(self) -> tuple[str, ...]:
        """Return the hexes in order, a stop written ``E12.1``."""


def sign(unit: Unit) -> str:
    """Return what a unit's roundel says: its number if it has one, else its abbreviation."""
    return unit.id if unit.id.isdigit() else unit.abbr


def cells(
    pos: Position, routes: Sequence[Path], look: Scheme, lang: str = "en", sizes: Sizes = PRINT
) -> list[Cell]:
    """Return every hex of the map."""
    rides, around = _rides(pos, routes, look), settings(pos, lang)
    return [_cell(pos, hex_, rides.get(hex_, ()), around.get(hex_, PLAIN), sizes) for hex_ in pos.title.hexes]


def _cell(pos: Position, hex_: str, rides: tuple[Ride, ...], setting: Setting, sizes: Sizes) -> Cell:
    face, rotation = pos.face(hex_)
    valued = any(isinstance(stop.revenue, dict) for stop in face.stops)
    colours = pos.phase.colours if valued else ()
    badges = tuple(_badges(pos, hex_))
    return Cell(pos.title.hexes[hex_], face, rotation, badges, colours, rides, setting, sizes)


def _badges(pos: Position, hex_: str) -> Iterator[Badge]:
    tokens = pos.state.tokens.get(hex_, ())
    for token in tokens:
        unit = pos.title.units[token.unit]
        yield Badge(token.stop, sign(unit), unit.colour, readable(unit.ink, unit.colour))
    for unit in pos.title.data.units:
        waits = unit.home and unit.home.hex == hex_ and unit.id in pos.state.tokens_left
        if unit.home and waits and all(token.unit != unit.id for token in tokens):
            yield Badge(unit.home.stop, sign(unit), unit.colour, unit.ink, placed=False)


def _rides(pos: Position, routes: Sequence[Path], look: Scheme) -> Mapping[str, tuple[Ride, ...]]:
    found: dict[str, tuple[Ride, ...]] = {}
    for index, route in enumerate(routes):
        colour = look.routes[index % len(look.routes)]
        for hex_, pieces in used(pos, route.path).items():
            found[hex_] = (*found.get(hex_, ()), Ride(tuple(pieces), colour))
    return found


def used(pos: Position, path: Iterable[str]) -> dict[str, list[TrackPiece]]:
    """Return the pieces of track a route passes, by hex."""
    steps = [step.partition(".") for step in path]
    ends = [STOPS[int(stop)] if stop else "" for _, _, stop in steps]
    hexes = [hex_ for hex_, _, _ in steps]
    pieces: dict[str, list[TrackPiece]] = {hex_: [] for hex_ in hexes}
    for index, (hex_, end) in enumerate(zip(hexes, ends, strict=True)):
        back = _edge(hexes, index, index - 1)
        ahead = _edge(hexes, index, index + 1)
        for piece in _joined(back, end, ahead):
            pieces[hex_] += [piece] if _printed(pos, hex_, piece) else []
        if index + 1 < len(hexes) and hexes[index + 1] == hex_:
            pieces[hex_].append((end, ends[index + 1]))
    return pieces


def _edge(hexes: Sequence[str], here: int, there: int) -> str:
    if not 0 <= there < len(hexes):
        return ""
    edges = (edge for edge in EDGES if neighbour(hexes[here], edge) == hexes[there])
    return next(map(str, edges), "")


def _joined(back: str, end: str, ahead: str) -> list[TrackPiece]:
    if end:
        return [(edge, end) for edge in (back, ahead) if edge]
    return [(back, ahead)] if back and ahead else []


def _printed(pos: Position, hex_: str, piece: TrackPiece) -> bool:
    face, rotation = pos.face(hex_)
    track = turned(face.track, rotation)
    return piece in track or piece[::-1] in track


def boundary(hexes: Sequence[str], index: int) -> int:
    """Return the edge by which a route leaves one of its hexes."""
    return opposite(int(_edge(hexes, index + 1, index) or 0))
