"""What stands in the rows of a sheet: chips and roundels of units, what somebody owns, tokens left, trains."""

from __future__ import annotations

from collections.abc import Sequence

from engine.data import Unit
from engine.position import Position
from render import fonts, palette
from render.hex_geometry import Point, toward
from render.map_hexes import unit_sign
from render.palette import Scheme
from render.remarks import Remarks
from render.shapes import Box, Disc, Layer, Polygon, Shape, Text
from render.symbols import roundel_text

OWNED_WIDTH = 40
"""The least width of a private or minor that somebody owns."""
ROUNDEL = 16
"""The radius of a unit's roundel in a row: those of two rows do not touch, or black ones would be one blot."""
FILLED = 0.93
"""How much of the width of a plate its sign may take."""
TRAIN_GAP = 4
TOKEN = 44
"""Diameter of a token that is left."""


def chip(at: Point, size: Point, unit: Unit, scheme: Scheme) -> list[Shape]:
    """Return a plate in a unit's colours with its sign."""
    (x, y), (w, h) = at, size
    edge = palette.edge(unit.colour, scheme, 0.45)
    plate = Box((x - w / 2, y - h / 2), (x + w / 2, y + h / 2), unit.colour, edge, 1.5, h * 0.3, Layer.TOKEN)
    ink = palette.readable(unit.ink, unit.colour)
    text = fonts.fit(unit_sign(unit), max(22.0, h * 0.72), w * FILLED, bold=True)
    return [plate, Text(at, unit_sign(unit), text, ink, bold=True, layer=Layer.TOKEN)]


def roundel(at: Point, radius: float, unit: Unit, scheme: Scheme) -> list[Shape]:
    """Return a unit's token as it looks on the map."""
    edge = palette.edge(unit.colour, scheme, 0.45)
    disc = Disc(at, radius, unit.colour, edge, 1.5, Layer.TOKEN)
    return [
        disc,
        *roundel_text(at, radius, unit_sign(unit), palette.readable(unit.ink, unit.colour), Layer.TOKEN),
    ]


def owned_rows(pos: Position, holder: str, room: float) -> list[list[str]]:
    """Return the privates and minors that somebody owns, in as many lines as they need."""
    found = sorted((one for one, owner in pos.state.owners.items() if owner == holder), key=_numbered)
    rows: list[list[str]] = []
    for one in found:
        if not rows or sum(map(owned_width, rows[-1])) + owned_width(one) > room:
            rows.append([])
        rows[-1].append(one)
    return rows


def owned_width(name: str) -> float:
    """Return the width of the plate of a private: long names take more room than short ones."""
    return max(OWNED_WIDTH, fonts.width(name, bold=True) * 22 + 12)


def _numbered(name: str) -> tuple[int, str]:
    return (int(name) if name.isdigit() else 0), name


def owned_plates(
    owned: Sequence[str], at: Point, remarks: Remarks, scheme: Scheme, *, high: float = 32
) -> list[Shape]:
    """Return privates and minors side by side: minors as roundels, privates as plates, spent ones pale."""
    shapes: list[Shape] = []
    x = at[0]
    for one in owned:
        unit, wide = remarks.pos.title.units.get(one), owned_width(one)
        middle = x + wide / 2, at[1]
        if unit:
            shapes += roundel(middle, ROUNDEL, unit, scheme)
        else:
            shapes += name_plate(middle, one, scheme, (wide - 3, high), pale=remarks.spent(one))
        x += wide
    return shapes


def token_discs(at: Point, prices: Sequence[int], room: float, scheme: Scheme) -> list[Shape]:
    """Return the tokens a unit has left with their prices; where there are too many, the next and how many more."""
    many = len(prices) * TOKEN > room + 2
    shown = prices[:1] if many else prices
    shapes: list[Shape] = []
    for index, price in enumerate(shown):
        middle = (at[0] + (index + 0.5) * TOKEN, at[1])
        shapes.append(Disc(middle, TOKEN / 2 - 1.5, scheme.slot, scheme.soft, 2, Layer.TOKEN))
        size = fonts.fit(str(price), 22, 38)
        shapes.append(Text(middle, str(price), size, scheme.ink, layer=Layer.TOKEN))
    if many:
        end = (at[0] + TOKEN + 3, at[1])
        shapes.append(Text(end, f"+{len(prices) - 1}", 22, scheme.ink, anchor="l", layer=Layer.TOKEN))
    return shapes


def trains_width(trains: Sequence[str]) -> float:
    """Return how much room trains take side by side."""
    return sum(map(_train_width, trains)) + TRAIN_GAP * len(trains)


def _train_width(train: str) -> float:
    return max(26.0, fonts.width(train, bold=True) * 22 + 8)


def train_plates(at: Point, trains: Sequence[str], room: float, scheme: Scheme) -> list[Shape]:
    """Return trains side by side, each as a plate with its name, closer together where there is little room."""
    less = min(1.0, room / max(1.0, trains_width(trains)))
    shapes, x = [], at[0]
    for train in trains:
        width = _train_width(train)
        shapes += name_plate((x + (width + TRAIN_GAP) * less / 2, at[1]), train, scheme, (width * less, 30))
        x += (width + TRAIN_GAP) * less
    return shapes


def name_plate(at: Point, text: str, scheme: Scheme, size: Point, *, pale: bool = False) -> list[Shape]:
    """Return a small plate with a name."""
    (x, y), (w, h) = at, size
    fill, ink = (scheme.shade, scheme.soft) if pale else (scheme.slot, scheme.ink)
    box = Box((x - w / 2, y - h / 2), (x + w / 2, y + h / 2), fill, scheme.soft, 1.5, 5, Layer.TOKEN)
    return [box, Text(at, text, fonts.fit(text, 23, w - 6, bold=True), ink, bold=True, layer=Layer.TOKEN)]


def star(at: Point, radius: float, scheme: Scheme) -> list[Shape]:
    """Return the mark of the priority deal."""
    ends = [toward(-90 + 36 * index, radius if index % 2 == 0 else radius * 0.45) for index in range(10)]
    return [Polygon(tuple((at[0] + x, at[1] + y) for x, y in ends), scheme.change, Layer.TOKEN)]
