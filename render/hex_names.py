"""The name of a hex: in which size, in how many lines and where it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product, takewhile
from math import dist, inf
from typing import NamedTuple

from engine.board.tiles import Face, Tile
from engine.data import Hex
from render import fonts
from render.hex_geometry import Point
from render.hex_marks import HexSpace, Mark
from render.room import MarkPlaces, RankedPlace, Room, Spot
from render.sizes import Sizes

NameLine = tuple[str, int]
"""A line of a name, and the stop it belongs to."""
LONG = 0.22
"""The size of type at which a name that is too wide is split in two."""
PLAIN, ACCENTED = 0.46, 0.54
"""Half the height of a line without and with letters that bear accents, in units of their size."""
ROW = 0.95
"""Distance of two lines of a name, in units of their size."""
NAME_POINTS = tuple((x / 20, y / 20) for y in range(17, -18, -1) for x in range(-12, 13, 3))
FINE_POINTS = (
    *((x / 30, y / 30) for y in range(24, -25, -1) for x in range(-18, 19)),
    *((0.0, y / 100) for y in range(80, -81, -1) if y % 10),
)
"""Where a name may lie that has found no room, more densely, most of all above and below the middle of its hex."""
GOOD = 0.75
"""A name that lies this well is not tried in a smaller size."""
SHORTER = (14, 12, 10, 9, 8, 7, 6, 5, 4, 3)
"""To how many letters a name is shortened in turn that has no room in any size."""
HYPHENED = 8
"""How many letters a word has at least that is broken within."""
VOWELS = frozenset("aeiouáéíóúýàâèêäöüőűěů")
DIGRAPHS = ("sch", "sz", "zs", "cs", "cz", "gy", "ny", "ty", "ly", "ch", "ck", "th", "ph")
UNITS = (*DIGRAPHS, *(one + two for one in "bdfgkpt" for two in "rl"))
"""Letters that are one sound in the languages of the maps, and are not parted."""
TOUCH = 1e-6
"""The least distance of a name to other marks."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What speaks against a place for the name of a stop: its distance, more aside, a little more below."""

    stop: Point

    def __call__(self, point: Point) -> float:
        """Return the penalty of a place."""
        below = 0.06 if point[1] > self.stop[1] else 0.0
        return dist(point, self.stop) + 0.25 * abs(point[0] - self.stop[0]) + below


def names_of(hex_: Hex, face: Face) -> list[NameLine]:
    """Return the lines of the name of a hex."""
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

    No exit may be hidden. A whole name beside all track comes first, in whatever size. One that has no such room
    lies on track: in a size that can be read, then broken within a word, then smaller, and shortened only if it must.
    """
    every = names_of(space.hex, space.face)
    beside = [tried for tried in _tries(every, space.sizes) if tried.whole]
    for tried in beside:
        if found := _fitted(tried, space, off_track=True):
            yield from found
            return
    for count in range(len(every), 0, -1):
        for tried in _tries(every[:count], space.sizes):
            if found := _fitted(tried, space):
                yield from found
                return


class _Try(NamedTuple):
    """Ways to write a name, the sizes they are tried in, and the points at which a line may have its middle."""

    splits: Sequence[Sequence[NameLine]]
    sizes: Sequence[float]
    points: tuple[Point, ...] = NAME_POINTS
    whole: bool = True


def _tries(lines: Sequence[NameLine], given: Sizes) -> Iterator[_Try]:
    """Yield what is tried for a name, the best first."""
    sizes, least = given.names, given.least
    broken = [*map(_broken, lines)]
    whole = [lines, *([broken] if broken != lines else [])]
    choices = (dict.fromkeys((line, _broken(line), _parted(line))) for line in lines)
    parted: list[Sequence[NameLine]] = [split for split in map(list, product(*choices)) if split not in whole]
    large, small = [size for size in sizes if size >= least], [size for size in sizes if size < least]
    for some in (large, small) if small else (large,):
        yield _Try(whole, some)
        if parted:
            yield _Try(parted, some)
    yield _Try([*whole, *parted], (*sizes[-2:], given.finest), FINE_POINTS)
    for letters in SHORTER:
        short = _shortened(lines, letters)
        again = [*map(_broken, short)]
        yield _Try([short, *([again] if again != [*short] else [])], sizes, whole=False)


def _shortened(lines: Sequence[NameLine], letters: int) -> tuple[NameLine, ...]:
    return tuple((shortened(text, letters), stop) for text, stop in lines)


def shortened(name: str, letters: int) -> str:
    """Return a name of at most so many letters: words before the last become initials, the last is cut.

    Of two places at one, the first is enough.
    """
    if len(name) <= letters:
        return name
    name = name.partition("/")[0]
    *first, last = name.split()
    initials = " ".join(f"{word[0]}." if word[0].isalnum() else word for word in first)
    whole = f"{initials} {last}".strip()
    return whole if len(whole) <= letters else f"{whole[: letters - 1].rstrip(' -/.&')}."


def _fitted(tried: _Try, space: HexSpace, *, off_track: bool = False) -> list[Mark]:
    """Return all lines of the best of some ways and sizes, the largest first; none where they fit in no size."""
    sizes = tried.sizes
    found = [_NamePlaces(split, space, sizes[-1], tried.points, off_track) for split in tried.splits]
    least, best = inf, list[Mark]()
    for size, lying in product(sizes, found):
        places = lying.every if size == sizes[0] else lying.left
        cost, marks = lying.best(size, places, least)
        if cost < least:
            least, best = cost, marks
        if least < GOOD:
            break
    return best


def _broken(line: NameLine) -> NameLine:
    """Return a name of several words in two lines that are as equal as possible, another as it is."""
    text, stop = line
    return _in_two(text, [index + 1 for index, letter in enumerate(text) if letter in " -/"]), stop


def _parted(line: NameLine) -> NameLine:
    """Return a name in two lines, if need be with a hyphen between two syllables of a long word."""
    text, stop = line
    between = _broken(line)
    if between != line or len(text) < HYPHENED:
        return between
    whole = _in_two(text, syllables(text))
    return whole.replace("\n", "-\n"), stop


def _in_two(text: str, breaks: Sequence[int]) -> str:
    """Return a text broken at the place nearest to its middle that leaves three letters on each side."""
    known = [index for index in breaks if 3 <= index <= len(text) - 3]
    if not known:
        return text
    at = min(known, key=lambda index: abs(index - len(text) / 2))
    return f"{text[:at].rstrip()}\n{text[at:]}"


def syllables(word: str) -> list[int]:
    """Return where syllables begin, but for the first: before the last consonant in front of a vowel."""
    low, found = word.lower(), []
    for index in range(1, len(low)):
        if low[index] in VOWELS and low[index - 1] not in VOWELS:
            long = next((len(unit) for unit in UNITS if low.endswith(unit, 0, index)), 1)
            if any(letter in VOWELS for letter in low[: index - long]):
                found.append(index - long)
    return found


@dataclass(frozen=True)
class _NamePlaces:
    """The lines of a name in a hex, each with the places it may have, and the smallest size to be tried."""

    lines: Sequence[NameLine]
    space: HexSpace
    smallest: float
    points: tuple[Point, ...]
    off_track: bool

    @cached_property
    def every(self) -> list[Sequence[RankedPlace]]:
        """Return all places for each line, the best first."""
        places = self.space.stops if self.space.hex.stops else ()
        spots = (places[stop] if places else (0.0, 0.0) for _, stop in self.lines)
        return [MarkPlaces(points=self.points).ranked(Beside(at)) for at in spots]

    @cached_property
    def left(self) -> list[Sequence[RankedPlace]]:
        """Return for each line where it touches nothing in the smallest size: a larger one has no other places."""
        return [
            [
                place
                for place, _ in self.space.room.free_places(
                    _written(text, self.smallest), every, TOUCH, off_track=self.off_track
                )
            ]
            for (text, _), every in zip(self.lines, self.every, strict=True)
        ]

    def best(
        self, size: float, places: Sequence[Sequence[RankedPlace]], most: float
    ) -> tuple[float, list[Mark]]:
        """Return the average penalty of the lines in a size, and their marks: none from ``most`` on."""
        smaller = 9 * (self.space.sizes.names[0] - size)
        total, marks, trial = 0.0, list[Mark](), self.space.room.twin()
        for (text, stop), among in zip(self.lines, places, strict=True):
            limit = min(9.0, most * len(self.lines) - total - smaller)
            cost, spot = _cheapest(_written(text, size), among, trial, limit, off_track=self.off_track)
            if not spot:
                return inf, []
            over = trial.on_track(spot) > 0
            marks.append(Mark("name", trial.take(spot), text, size, stop, over=over))
            total += cost + smaller
        return total / max(1, len(self.lines)), marks


def _written(text: str, size: float) -> MarkPlaces:
    """Return a line of a name, which may be broken in two, with its places."""
    rows = text.split("\n")
    high = ACCENTED if max(text) > "\x7f" else PLAIN
    half = max(map(fonts.width, rows)) * size / 2, size * (high + 0.5 * ROW * (len(rows) - 1))
    return MarkPlaces(half, points=NAME_POINTS)


def _cheapest(
    mark: MarkPlaces, among: Sequence[RankedPlace], room: Room, most: float, *, off_track: bool
) -> tuple[float, Spot | None]:
    """Return the best place for a line of a name with what speaks against it, if that is less than ``most``.

    Track below it is looked for last.
    """
    found: tuple[float, Spot | None] = (most, None)
    cheaper = takewhile(lambda place: place[0] < found[0], among)
    for (base, *_), spot in room.free_places(mark, cheaper, TOUCH, off_track=off_track):
        if not room.hides_exit(spot):
            cost = base + 0.035 * room.on_track(spot)
            found = (cost, spot) if cost < found[0] else found
    return found
