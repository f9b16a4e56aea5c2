"""The hexes of a position as they are drawn: what lies where, whose tokens, which track a shown route uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from engine.board.hexes import EDGES, neighbour, opposite
from engine.board.tiles import STOPS, TrackPiece, turned
from engine.data import Unit
from engine.position import Position
from render.map_hex import NO_SURROUNDINGS, MapHex, RouteTrack, ShownToken, Surroundings
from render.palette import Scheme, readable
from render.sizes import PRINT, Sizes
from render.surroundings import surroundings


class ShownRoute(Protocol):
    """A route to be shown on the map, planned or run."""

    @property
    def train(self) -> str:
        """Return the train."""

    @property
    def path(self) -> tuple[str, ...]:
        """Return the hexes in order, a stop written ``E12.1``."""


def unit_sign(unit: Unit) -> str:
    """Return what a unit's roundel says: its number if it has one, else its abbreviation."""
    return unit.id if unit.id.isdigit() else unit.abbr


def map_hexes(
    pos: Position, routes: Sequence[ShownRoute], look: Scheme, lang: str = "en", sizes: Sizes = PRINT
) -> list[MapHex]:
    """Return every hex of the map."""
    shown, around = _routes(pos, routes, look), surroundings(pos, lang)
    return [
        _map_hex(pos, hex_, shown.get(hex_, ()), around.get(hex_, NO_SURROUNDINGS), sizes)
        for hex_ in pos.title.hexes
    ]


def _map_hex(
    pos: Position, hex_: str, routes: tuple[RouteTrack, ...], around: Surroundings, sizes: Sizes
) -> MapHex:
    face, rotation = pos.face(hex_)
    valued = any(isinstance(stop.revenue, dict) for stop in face.stops)
    colours = pos.phase.colours if valued else ()
    tokens = tuple(_tokens(pos, hex_))
    return MapHex(pos.title.hexes[hex_], face, rotation, tokens, colours, routes, around, sizes)


def _tokens(pos: Position, hex_: str) -> Iterator[ShownToken]:
    tokens = pos.state.tokens.get(hex_, ())
    for token in tokens:
        unit = pos.title.units[token.unit]
        yield ShownToken(token.stop, unit_sign(unit), unit.colour, readable(unit.ink, unit.colour))
    for unit in pos.title.data.units:
        waits = unit.home and unit.home.hex == hex_ and unit.id in pos.state.tokens_left
        if unit.home and waits and all(token.unit != unit.id for token in tokens):
            yield ShownToken(unit.home.stop, unit_sign(unit), unit.colour, unit.ink, placed=False)


def _routes(
    pos: Position, routes: Sequence[ShownRoute], look: Scheme
) -> Mapping[str, tuple[RouteTrack, ...]]:
    found: dict[str, tuple[RouteTrack, ...]] = {}
    for index, route in enumerate(routes):
        colour = look.routes[index % len(look.routes)]
        for hex_, pieces in track_used(pos, route.path).items():
            found[hex_] = (*found.get(hex_, ()), RouteTrack(tuple(pieces), colour))
    return found


def track_used(pos: Position, path: Iterable[str]) -> dict[str, list[TrackPiece]]:
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


def leaving_edge(hexes: Sequence[str], index: int) -> int:
    """Return the edge by which a route leaves one of its hexes."""
    return opposite(int(_edge(hexes, index + 1, index) or 0))
