"""Which lays are worth a closer look: what is told of track without any search for routes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from engine.actions import Action, LayTile
from engine.board.hexes import EDGES, neighbour
from engine.board.tiles import Face, exits, joined_ends
from engine.position import Position

JOINED, LEADS = 20.0, 2.0
"""What an end of a tile that meets track beside it, beyond the first, and any end of it look like in revenue."""
NEAR = 4.0
"""What an open end of track beside a stop is worth in today's revenue; each further hex halves it."""


def prospect(pos: Position, unit: str) -> float:
    """Return how near open ends of track come to stops that are not reached yet."""
    reach, hexes = pos.reach(unit), pos.title.hexes
    known = {hex_ for hex_, _ in reach.stops}
    seen = {hex_ for hex_, _ in reach.sides if hex_ not in reach.hexes}
    edge, near, total = seen, NEAR, 0.0
    while edge and near > NEAR / 10:
        total += near * sum(bool(hexes[hex_].stops) for hex_ in edge - known)
        around = {neighbour(hex_, side) for hex_ in edge for side in EDGES}
        edge = {hex_ for hex_ in around - seen if hex_ in hexes}
        seen, near = seen | edge, near / 2
    return total + len(known) / 10


def best_looking(pos: Position, lays: Iterable[Action], count: int) -> list[Action]:
    """Return the lays that look best.

    Each hex comes once before any comes again, and of lays that show the same when they lie there only one comes.
    """
    different: dict[object, Action] = {}
    for lay in lays:
        different.setdefault(_shown(pos, lay), lay)
    seen, ranked = Counter[str](), list[tuple[int, Action]]()
    for lay in sorted(different.values(), key=lambda one: _shows(pos, one), reverse=True):
        ranked.append((seen[_hex(lay)], lay))
        seen[_hex(lay)] += 1
    return [lay for _, lay in sorted(ranked, key=lambda one: one[0])[:count]]


def _shown(pos: Position, action: Action) -> object:
    """Return what a lay shows when it lies there: another turn of an even tile shows the same."""
    if not isinstance(action, LayTile):
        return action
    face = pos.title.tiles[action.tile]
    return (
        action.unit,
        action.hex,
        joined_ends(face.track, action.rotation),
        face.colour,
        face.label,
        _stops(face),
    )


@cache
def _stops(face: Face) -> str:
    return repr(face.stops)


def _shows(pos: Position, action: Action) -> float:
    """Return how promising a lay looks without any search: dearer stops, ends that meet track, ends that lead on."""
    face, hex_ = pos.title.tiles.get(str(getattr(action, "tile", ""))), _hex(action)
    if face is None or hex_ not in pos.title.hexes:
        return 0.0
    rotation = int(getattr(action, "rotation", 0))
    below, turned = pos.face(hex_)
    ends, before = exits(face.track, rotation), exits(below.track, turned)
    met = _met(pos, hex_, ends) - (_met(pos, hex_, before) or 1)
    return _revenue(face) - _revenue(below) + JOINED * met + LEADS * (len(ends) - len(before))


def _met(pos: Position, hex_: str, ends: Iterable[int]) -> int:
    """Return how many of the ends of a hex meet track beside it."""
    count = 0
    for side in ends:
        beside = neighbour(hex_, side)
        if beside in pos.title.hexes:
            face, rotation = pos.face(beside)
            count += (side + 3) % 6 in exits(face.track, rotation)
    return count


def _revenue(face: Face) -> int:
    return sum(stop.revenue for stop in face.stops if isinstance(stop.revenue, int))


def _hex(action: Action) -> str:
    return str(getattr(action, "hex", ""))
