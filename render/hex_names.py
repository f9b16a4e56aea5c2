"""The name of a hex: in which size, in how many lines and where it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import dist

from engine.board.tiles import Face, Tile
from engine.data import Hex
from render import fonts
from render.hex_geometry import Point, depth
from render.hex_marks import HexSpace, Mark
from render.room import MARGIN, Room, Spot

LONG = 0.22
"""The size of type at which a name that is too wide is split in two."""
PLAIN, ACCENTED = 0.46, 0.54
"""Half the height of a line without and with letters that bear accents, in units of their size."""
ROW = 0.95
"""Distance of two lines of a name, in units of their size."""
NAME_POINTS = tuple((x / 20, y / 20) for y in range(-17, 18) for x in (0, -3, 3, -6, 6, -9, 9, -12, 12))
GOOD = 0.75
"""A name that lies this well is not tried in a smaller size."""
SHORTER, SHORTEST = (99, 12, 9, 7), 5
"""To how many letters a name is shortened in turn, before it is written smaller and after."""
TOUCH = 1e-6
"""The least distance of a name to other marks."""


def names_of(hex_: Hex, face: Face) -> list[tuple[str, int]]:
    """Return the lines of the name of a hex, each with the stop it belongs to."""
    own = [(stop.name, index) for index, stop in enumerate(hex_.stops) if stop.name]
    if own and not isinstance(face, Tile):
        return own
    parts = hex_.name.split(" & ")
    if len(parts) > 1 and fonts.width(hex_.name) * LONG > 1.3:
        last = len(face.stops) - 1
        return [(part, min(index, last)) for index, part in enumerate(parts)]
    return [(hex_.name, 0)] if hex_.name else []


def place_names(space: HexSpace) -> Iterator[Mark]:
    """Place the lines of a name in one size: the largest that lies well, even if a smaller one lies best.

    No exit may be hidden. A name that has no room in a size that can be read is shortened, then written smaller.
    """
    every, sizes, least = names_of(space.hex, space.face), space.sizes.names, space.sizes.least
    large, small = [size for size in sizes if size >= least], [size for size in sizes if size < least]
    for count in range(len(every), 0, -1):
        for some, letters in (*product([large], SHORTER), *product([small], SHORTER), (sizes, SHORTEST)):
            lines = [(shortened(text, letters), stop) for text, stop in every[:count]]
            if found := _fitted(lines, space, some):
                yield from found
                return


def shortened(name: str, letters: int) -> str:
    """Return a name of at most so many letters: words before the last become initials, the last is cut."""
    if len(name) <= letters:
        return name
    *first, last = name.split()
    initials = " ".join(f"{word[0]}." for word in first)
    whole = f"{initials} {last}".strip()
    return whole if len(whole) <= letters else f"{whole[: letters - 1].rstrip(' -/.')}."


def _fitted(lines: list[tuple[str, int]], space: HexSpace, sizes: Sequence[float]) -> list[Mark]:
    """Return all these lines in the best of some sizes, none where they fit in no size."""
    ways = (lines, broken) if len(lines) == 1 and (broken := _broken(lines[0])) else (lines,)
    tries = (_lines(way, space, size) for size in sizes for way in ways)
    found = [(cost, marks) for cost, marks in _until_good(tries) if len(marks) == len(lines)]
    return min(found, key=lambda pair: pair[0])[1] if found else []


def _broken(line: tuple[str, int]) -> list[tuple[str, int]]:
    """Return a name of several words in two lines that are as equal as possible."""
    text, stop = line
    breaks = [index + 1 for index, letter in enumerate(text) if letter in " -/" and 2 < index < len(text) - 3]
    if not breaks:
        return []
    at = min(breaks, key=lambda index: abs(index - len(text) / 2))
    return [(f"{text[:at].rstrip()}\n{text[at:]}", stop)]


def _until_good(tries: Iterable[tuple[float, list[Mark]]]) -> Iterator[tuple[float, list[Mark]]]:
    for cost, marks in tries:
        yield cost, marks
        if cost < GOOD:
            return


def _lines(lines: list[tuple[str, int]], space: HexSpace, size: float) -> tuple[float, list[Mark]]:
    total, marks = 0.0, []
    places = space.stops if space.hex.stops else ()
    trial = Room(space.room.centre_lines, list(space.room.marks), space.room.stubs)
    for text, stop in lines:
        at = places[stop] if places else (0.0, 0.0)
        rows = text.split("\n")
        high = ACCENTED if max(text) > "\x7f" else PLAIN
        half = max(map(fonts.width, rows)) * size / 2, size * (high + 0.5 * ROW * (len(rows) - 1))
        cost, spot = _cheapest(half, at, trial)
        if spot:
            over = trial.on_track(spot) > 0
            marks.append(Mark("name", trial.take(spot), text, size, stop, over=over))
        total += cost + 9 * (space.sizes.names[0] - size)
    return total / max(1, len(lines)), marks


def _cheapest(half: Point, at: Point, room: Room) -> tuple[float, Spot | None]:
    """Return the cost of the best place for a line of a name, and that place; track below it is looked for last."""
    found: tuple[float, Spot | None] = (9.0, None)
    for base, point in _ranked(at):
        if base >= found[0]:
            break
        if not _inside(point, half):
            continue
        spot = Spot(point, half)
        if room.fits(spot, TOUCH) and not room.hides_exit(spot):
            cost = base + 0.035 * room.on_track(spot)
            found = (cost, spot) if cost < found[0] else found
    return found


def _inside(point: Point, half: Point) -> bool:
    """Tell whether a line of a name keeps clear of the border."""
    return depth((abs(point[0]) + half[0], abs(point[1]) + half[1])) - MARGIN >= TOUCH


@lru_cache(maxsize=1024)
def _ranked(at: Point) -> tuple[tuple[float, Point], ...]:
    """Return the places for a line of a name, the nearest first."""
    ranked = sorted((_far(point, at), -point[1], point) for point in NAME_POINTS)
    return tuple((base, point) for base, _, point in ranked)


def _far(point: Point, at: Point) -> float:
    below = 0.06 if point[1] > at[1] else 0.0
    return dist(point, at) + 0.25 * abs(point[0] - at[0]) + below
