"""What hexes are part of: areas over several hexes, lakes, tunnels; and what a title tells of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import dist

from engine.board.hexes import EDGES, coordinates, neighbour, opposite, order
from engine.board.tiles import Tile, TrackPiece, exits, turned
from engine.data import Hex
from engine.position import Position
from engine.title import Title
from render.labels import short_remark
from render.map_hex import NO_SURROUNDINGS, Surroundings

MOUTHS = "mouths"
"""The key of a remark about a hex that lists the edges where a tunnel may open."""
WET = ("lake", "water")


def surroundings(pos: Position, lang: str, only: Collection[str] | None = None) -> Mapping[str, Surroundings]:
    """Return the surroundings of every hex that has any, or of ``only`` some hexes."""
    remarks: dict[str, list[str]] = {}
    mouths: dict[str, str] = {}
    for remark in pos.title.remarks(pos):
        if remark.key == MOUTHS:
            mouths[remark.about] = str(remark.value)
        else:
            remarks.setdefault(remark.about, []).append(short_remark(remark, lang))
    areas = _areas(pos.title)
    made = {
        hex_.id: Surroundings(
            joined=areas.joined.get(hex_.id, ()),
            quiet=areas.heads.get(hex_.id, hex_.id) != hex_.id,
            tunnels=tunnels(pos, hex_.id),
            mouths=_mouths(pos, hex_, mouths),
            remark=_told(hex_, areas.heads, remarks),
        )
        for hex_ in pos.title.hexes.values()
        if only is None or hex_.id in only
    }
    return {hex_: around for hex_, around in made.items() if around != NO_SURROUNDINGS}


@dataclass(frozen=True, slots=True)
class _Areas:
    """Over which edges the areas and lakes of a map go on, and the hex that bears the name of each named area."""

    joined: Mapping[str, tuple[int, ...]]
    heads: Mapping[str, str]


@lru_cache(maxsize=32)
def _areas(title: Title) -> _Areas:
    hexes = title.hexes
    joined = {hex_.id: edges for hex_ in hexes.values() if (edges := _joined(hex_, hexes))}
    return _Areas(joined, _heads(hexes))


def _told(hex_: Hex, heads: Mapping[str, str], remarks: Mapping[str, list[str]]) -> str:
    whole = heads.get(hex_.id) == hex_.id
    found = (*remarks.get(hex_.id, ()), *(remarks.get(hex_.name, ()) if whole else ()))
    return " ".join(filter(None, found))


def underground(tile: Tile) -> bool:
    """Tell whether a tile is a tunnel: bare track that may be turned, unlike a printed line."""
    return tile.colour == "none" and bool(tile.track) and not tile.stops and not tile.rotations


def tunnels(pos: Position, hex_: str) -> tuple[TrackPiece, ...]:
    """Return the track of a hex that runs below the ground."""
    laid = ((pos.title.tiles[tile], rotation) for tile, rotation in pos.state.layers.get(hex_, ()))
    return tuple(
        piece for tile, rotation in laid if underground(tile) for piece in turned(tile.track, rotation)
    )


def massif(hex_: Hex) -> bool:
    """Tell whether only tunnels lead through a hex: nothing is printed on it and no tile may be laid."""
    return not (hex_.tiled or hex_.track or hex_.stops or hex_.terrain) and hex_.colour == "none"


def lake(hex_: Hex) -> bool:
    """Tell whether a hex is all water."""
    return not hex_.tiled and any(terrain.kind in WET for terrain in hex_.terrain)


def _mouths(pos: Position, hex_: Hex, told: Mapping[str, str]) -> tuple[int, ...]:
    """Return where a tunnel may open: as the title tells, else wherever no edge forbids it."""
    if not massif(hex_) or tunnels(pos, hex_.id):
        return ()
    taken = exits(pos.face(hex_.id)[0].track)
    free = [edge for edge in EDGES if edge not in taken and _open(pos.title.hexes, hex_, edge)]
    return tuple(edge for edge in free if str(edge) in told.get(hex_.id, "012345"))


def _open(hexes: Mapping[str, Hex], hex_: Hex, edge: int) -> bool:
    other = hexes.get(neighbour(hex_.id, edge))
    return edge not in hex_.closed and other is not None and opposite(edge) not in other.closed


def _together(one: Hex, two: Hex) -> bool:
    """Tell whether two neighbours are one area."""
    if lake(one) or lake(two):
        return lake(one) and lake(two)
    alike = (one.colour, one.name) == (two.colour, two.name) and bool(one.name)
    return alike and not one.tiled and not two.tiled


def _joined(hex_: Hex, hexes: Mapping[str, Hex]) -> tuple[int, ...]:
    others = ((edge, hexes.get(neighbour(hex_.id, edge))) for edge in EDGES)
    return tuple(edge for edge, other in others if other and _together(hex_, other))


def _heads(hexes: Mapping[str, Hex]) -> dict[str, str]:
    """Return, for each hex of a named area, the hex that bears its name."""
    found: dict[str, str] = {}
    for hex_ in hexes.values():
        if hex_.id not in found and not hex_.tiled and hex_.name:
            area = _area(hex_.id, hexes)
            head = _head(area, hexes)
            found |= dict.fromkeys(area, head)
    return found


def _area(hex_: str, hexes: Mapping[str, Hex]) -> Collection[str]:
    area, ahead = {hex_}, [hex_]
    while ahead:
        here = ahead.pop()
        fresh = {neighbour(here, edge) for edge in _joined(hexes[here], hexes)} - area
        area |= fresh
        ahead += fresh
    return area


def _head(area: Iterable[str], hexes: Mapping[str, Hex]) -> str:
    """Return the hex that bears the name: preferably with the values, with little track, in the middle."""
    spots = {hex_: coordinates(hex_) for hex_ in sorted(area, key=order)}
    middle = tuple(sum(values) / len(spots) for values in zip(*spots.values(), strict=True))

    def cost(hex_: str) -> tuple[bool, int, float]:
        return not hexes[hex_].stops, len(hexes[hex_].track), dist(spots[hex_], middle)

    return min(spots, key=cost)
