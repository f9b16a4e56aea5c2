"""The map on a narrow screen: in parts from west to east, or the part that matters to whoever acts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil, dist

from PIL import Image

from engine.board.hexes import coordinates
from engine.position import Position
from render.compose import HIGH as SHEET_HIGH
from render.compose import WIDTH as SHEET_WIDTH
from render.hex_geometry import APOTHEM
from render.look import PLAIN, Look
from render.map_picture import WIDTH as MAP_WIDTH
from render.map_picture import MapContent, MapPicture
from render.maps import block, stacked, with_head
from render.run_legend import draw_run_legend
from render.sizes import PHONE

WIDTH = 800
FRAME = 30
"""Width of the frame, in pixels of a picture of the default width."""
HALF = 80
"""Half the width of a hex, in pixels of a picture of the default width, at which everything can be read."""
ACROSS = (WIDTH - 2 * FRAME) // HALF - 1
"""Columns that fit side by side in that size."""
WIDE, WIDEST, HIGH = 8, 10, 7
"""Columns and rows of hexes in the part of whoever acts; the most columns, where routes or changes lie far apart."""
OWN_HALF = (WIDTH - 2 * FRAME) // (WIDE + 1)
"""Half the width of a hex of that part, in pixels; what a player chooses from is drawn in the same size."""
LETTER = 0.18
"""The least radius of the letter of a hex, where the picture has the default width: it can be read at 350 pixels."""
CHANGED, TOKEN, REACHED = 40, 12, 3
"""How much it matters that a hex is in that part: it changed, a token of the unit stands there, it is reached."""


def draw_phone_map(
    pos: Position, part: int = 0, what: MapContent | None = None, look: Look = PLAIN
) -> Image.Image:
    """A part of the map, the westernmost first, in type that can be read at half its width.

    :raises IndexError: there are fewer parts.
    """
    image = _drawn(pos, what or MapContent(), map_parts(tuple(pos.title.hexes))[part], look)
    return with_head(image, pos, look)


def draw_own_part(pos: Position, what: MapContent | None = None, look: Look = PLAIN) -> Image.Image:
    """The part of the map that matters now: the routes, else what changed and the network of who acts."""
    shown = what or MapContent()
    passed = [step.partition(".")[0] for route in shown.routes for step in route.path]
    image = _drawn(pos, shown, own_part(pos, passed or shown.highlight), look)
    if shown.routes:
        legend = draw_run_legend(pos, shown.routes, replace(look, width=image.width))
        image = stacked([image, legend], look)
    return with_head(image, pos, look)


def draw_choices(pos: Position, what: MapContent, look: Look = PLAIN) -> Image.Image:
    """The part of the map with the hexes that can be picked: outlined and lettered, the others pale."""
    hexes = broad(pos, block(pos, what.picked_from))
    columns = [coordinates(hex_)[1] for hex_ in hexes]
    width = max(WIDE + 1, max(columns) - min(columns) + 2) * OWN_HALF + 2 * FRAME
    least = LETTER * width / WIDTH
    sizes = replace(PHONE, letters=tuple(dict.fromkeys(max(size, least) for size in PHONE.letters)))
    sheet = MapPicture.empty(hexes, replace(look, width=width), FRAME * MAP_WIDTH / width)
    sheet.fill(pos, what, sizes)
    return sheet.image


def broad(pos: Position, hexes: tuple[str, ...]) -> tuple[str, ...]:
    """Hexes with more beside them, as far as the map goes: shown as wide as a message, a high picture is small."""
    spots = {hex_: coordinates(hex_) for hex_ in pos.title.hexes}
    rows, columns = zip(*(spots[hex_] for hex_ in hexes), strict=True)
    beside = {hex_: column for hex_, (row, column) in spots.items() if min(rows) <= row <= max(rows)}
    high = ((max(rows) - min(rows)) * 1.5 + 2) / APOTHEM
    span = max(ceil(high * SHEET_WIDTH / SHEET_HIGH) - 2, max(columns) - min(columns))
    middle, most = (min(columns) + max(columns) - span) // 2, max(beside.values()) - span
    left = max(min(middle, most), min(beside.values()))
    return tuple(hex_ for hex_, column in beside.items() if left <= column <= left + span)


def _drawn(pos: Position, what: MapContent, hexes: tuple[str, ...], look: Look) -> Image.Image:
    sheet = MapPicture.empty(hexes, replace(look, width=look.width or WIDTH), FRAME * MAP_WIDTH / WIDTH)
    sheet.fill(pos, what, PHONE)
    return sheet.image


def map_parts(hexes: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the hexes of each part, from west to east."""
    columns = {coordinates(hex_)[1] for hex_ in hexes}
    first, whole = min(columns), max(columns) - min(columns) + 1
    count = ceil(whole / ACROSS)
    span = ceil(whole / count)
    starts = [round(first + index * (whole - span) / max(1, count - 1)) for index in range(count)]
    return [tuple(hex_ for hex_ in hexes if start <= coordinates(hex_)[1] < start + span) for start in starts]


def own_part(
    pos: Position, changed: Collection[str] = (), usual: int = WIDE, most: int = WIDEST, high: int = HIGH
) -> tuple[str, ...]:
    """The hexes of the part that matters most; of equal ones that with it in its middle.

    It has ``usual`` columns, ``most`` where changes lie far apart, and ``high`` rows.
    """
    spots = {hex_: coordinates(hex_) for hex_ in pos.title.hexes}
    weights = _weights(pos, changed) or dict.fromkeys(spots, 1.0)
    rows, columns = (sorted({spot[axis] for spot in spots.values()}) for axis in (0, 1))
    wide = min(most if _spread(spots, changed) > usual else usual, len(columns))
    tops, lefts = rows[: max(1, len(rows) - high + 1)], columns[: max(1, len(columns) - wide + 1)]
    weighed = [(spots[hex_], weight) for hex_, weight in weights.items() if hex_ in spots]
    worth = {(top, left): value for top in tops for left, value in _worths(weighed, (top, high), lefts, wide)}
    best_worth, middle = max(worth.values()), _middle(weighed)
    size = high, wide
    parts = (_inside(spots, corner, size) for corner, value in worth.items() if value == best_worth)
    best = min(parts, key=lambda part: dist(_middle([(spot, 1) for spot in part.values()]), middle))
    return tuple(best)


Spots = Mapping[str, tuple[int, int]]
"""Rows and columns of hexes."""


def _worths(
    weighed: Sequence[tuple[tuple[int, int], float]], rows: tuple[int, int], lefts: Iterable[int], wide: int
) -> Iterator[tuple[int, float]]:
    """Yield how much the blocks of some rows matter, each with its first column."""
    top, high = rows
    columns: dict[int, float] = {}
    for (row, column), weight in weighed:
        if top <= row < top + high:
            columns[column] = columns.get(column, 0) + weight
    for left in lefts:
        yield left, sum(columns.get(column, 0) for column in range(left, left + wide))


def _inside(spots: Spots, corner: tuple[int, int], size: tuple[int, int]) -> Spots:
    """Return the hexes of a block."""
    (top, left), (low, right) = corner, (corner[0] + size[0], corner[1] + size[1])
    return {hex_: at for hex_, at in spots.items() if top <= at[0] < low and left <= at[1] < right}


def _middle(weighed: Sequence[tuple[tuple[int, int], float]]) -> tuple[float, float]:
    """Return the middle of some hexes with their weights, in rows and columns."""
    total = sum(weight for _, weight in weighed) or 1.0
    row, column = (sum(spot[axis] * weight for spot, weight in weighed) / total for axis in (0, 1))
    return row, column


def _spread(spots: Mapping[str, tuple[int, int]], changed: Collection[str]) -> int:
    """Return over how many columns some hexes spread."""
    columns = [spots[hex_][1] for hex_ in changed if hex_ in spots]
    return max(columns, default=0) - min(columns, default=0) + 1


def _weights(pos: Position, changed: Collection[str]) -> dict[str, float]:
    """Return how much each hex matters."""
    weights = dict.fromkeys(changed, float(CHANGED))
    acting = "" if pos.state.over else pos.unit
    units = [acting] if acting else [unit for unit in pos.state.tokens_left if not changed]
    for unit in units:
        for hex_ in pos.reach(unit).hexes:
            weights[hex_] = weights.get(hex_, 0) + REACHED
        for hex_, _ in pos.network.own(unit):
            weights[hex_] = weights.get(hex_, 0) + TOKEN
    return weights
