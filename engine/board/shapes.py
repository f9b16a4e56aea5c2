"""Which tile may follow which, judged by their shapes alone.

What lies on a hex is a face and its rotation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from engine.board.tiles import COLOURS, STOPS, Face, Laid, Tile, exits, joined_ends, stop_exits


def following(old: Face) -> str:
    """Return the colour that follows what lies there, empty if none does."""
    return _FOLLOWING.get(old.colour, "")


_FOLLOWING = dict(pairwise(COLOURS))


def next_colour(old: Face, new: Tile) -> bool:
    """Tell whether a tile has the colour that follows what lies there."""
    return following(old) == new.colour


def count(face: Face, kind: str) -> int:
    """Return how many stops of a kind a face has."""
    return face.kinds.count(kind)


def sort(face: Face) -> str:
    """Return the kind of a face by its stops: ``city``, ``town``, ``towns`` or ``plain``."""
    if count(face, "city"):
        return "city"
    towns = count(face, "town")
    return "towns" if towns > 1 else "town" if towns else "plain"


def same_kind(old: Face, new: Tile, label: str, merging: tuple[str, ...]) -> bool:
    """Tell whether a tile has the label a hex asks for, and its towns and cities.

    Cities of tiles with a label in ``merging`` may grow together.
    """
    if new.label != label:
        return False
    here, there = old.kinds, new.kinds
    if here.count("town") != there.count("town"):
        return False
    cities, after = here.count("city"), there.count("city")
    return cities == after or (label in merging and 0 < after < cities)


@lru_cache(maxsize=8192)
def images(old: Laid, new: Laid) -> tuple[int | None, ...]:
    """Return for every stop of the old face the stop of the new one that takes over its track.

    None stands for a stop whose track is not kept; a stop without track goes to a free one of its kind, the same
    index first.
    """
    (before, turn), (after, rotation) = old, new
    found: list[int | None] = []
    for index, stop in enumerate(before.stops):
        sides = stop_exits(before.track, index, turn)
        fits = (
            other
            for other, twin in enumerate(after.stops)
            if twin.kind == stop.kind and sides and sides <= stop_exits(after.track, other, rotation)
        )
        found.append(next(fits, None))
    for index, stop in enumerate(before.stops):
        if not stop_exits(before.track, index, turn):
            found[index] = _free(after, stop.kind, index, found)
    return tuple(found)


def stop_called(printed: Face, now: Laid, stop: int) -> str:
    """Return the name of a stop as its hex lies now: that of the printed stop whose track it took over.

    Empty for one that took over several, and where none has a name.
    """
    taken = zip(printed.stops, images((printed, 0), now), strict=True)
    names = [one.name for one, image in taken if image == stop]
    return names[0] if len(names) == 1 else ""


def _free(after: Face, kind: str, index: int, taken: list[int | None]) -> int | None:
    alike = [other for other, twin in enumerate(after.stops) if twin.kind == kind]
    free = [other for other in alike if other not in taken] or alike
    return index if index in free else next(iter(free), None)


def keeps_track(old: Laid, new: Laid) -> bool:
    """Tell whether all old track is still there: plain track plain, stops with all their sides.

    Separate cities that both have track stay separate, unless the new face has fewer of them.
    """
    (before, turn), (after, rotation) = old, new
    bare = not before.stops and not before.track
    return bare or _keeps(before, after, (rotation - turn) % 6)


@lru_cache(maxsize=8192)
def _keeps(before: Face, after: Face, rotation: int) -> bool:
    """Tell it of a face that is turned so much farther than the one before it."""
    plain = {frozenset(piece) for piece in before.track if _plain(piece)}
    if not plain <= joined_ends(after.track, rotation):
        return False
    found = images((before, 0), (after, rotation))
    if None in found:
        return False
    tracked = [found[index] for index in range(len(found)) if stop_exits(before.track, index)]
    return len(set(tracked)) == len(tracked) or len(after.stops) < len(before.stops)


def turns(old: Laid, new: Tile) -> Iterator[int]:
    """Yield the rotations at which a tile leads wherever the old track does; at no others does it keep all of it."""
    sides = exits(old[0].track, old[1])
    return (rotation for rotation in range(6) if sides <= exits(new.track, rotation))


def _plain(piece: tuple[str, str]) -> bool:
    return not any(end in STOPS for end in piece)


def closed_side(closed: Mapping[int, str], tile: Tile, rotation: int) -> tuple[int, str] | None:
    """Return the first side the tile's track may not lead to, with the reason; ``closed`` are those of its hex."""
    if not closed:
        return None
    sides = sorted(exits(tile.track, rotation))
    return next(((side, closed[side]) for side in sides if side in closed), None)


def joins_shores(shores: Iterable[Iterable[int]], tile: Tile, rotation: int) -> bool:
    """Tell whether a tile has track on more than one of the shores of a lake, each given by its edges."""
    sides = exits(tile.track, rotation)
    return sum(bool(sides & set(shore)) for shore in shores) > 1


def turnable(tile: Tile, rotation: int) -> bool:
    """Tell whether a tile may lie at this rotation at all."""
    return 0 <= rotation < 6 and (not tile.rotations or rotation in tile.rotations)
