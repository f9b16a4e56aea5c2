"""Parts that tables are made of: headings, cells, chips of units, cards of trains."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from assets import sentences
from engine.data import Unit
from engine.position import Position
from render import fonts, palette
from render.hex_geometry import Point, toward
from render.labels import label
from render.map_hexes import unit_sign
from render.palette import Scheme
from render.shapes import Box, Disc, Layer, Line, Polygon, Shape, Text
from render.symbols import roundel_text

MARGIN = 20
ROW = 42
TYPE = 24
OWNED_WIDTH = 40
"""Width of a paper that somebody owns."""
TOKEN = 37
"""Diameter of a station."""
NONE = "\u2013"
"""What stands where there is nothing."""


@dataclass
class Sheet:
    """A page that grows downwards; lengths are pixels of a picture ``width`` wide."""

    look: Scheme
    lang: str = sentences.ENGLISH
    width: int = 800
    y: float = MARGIN
    shapes: list[Shape] = field(default_factory=list)

    @property
    def inner(self) -> float:
        """Return the width between the margins."""
        return self.width - 2 * MARGIN

    def label(self, key: str) -> str:
        """Return a short label in the language of the sheet."""
        return label(key, self.lang)

    def heading(self, text: str) -> None:
        """Begin a section."""
        self.shapes.append(Text((MARGIN, self.y + 18), text, 26, self.look.accent, bold=True, anchor="l"))
        left = MARGIN + fonts.width(text, bold=True) * 26 + 14
        self.shapes.append(Line(((left, self.y + 18), (self.width - MARGIN, self.y + 18)), self.look.rule, 2))
        self.y += 44

    def band(self, index: int, height: float = ROW) -> None:
        """Tint every second row."""
        if index % 2 == 0:
            low, high = (MARGIN - 6, self.y), (self.width - MARGIN + 6, self.y + height)
            self.shapes.append(Box(low, high, self.look.card, radius=8, layer=Layer.GROUND))

    def frame(self, height: float = ROW) -> None:
        """Frame the current row: its turn has come."""
        low, high = (MARGIN - 7, self.y - 1), (self.width - MARGIN + 7, self.y + height + 1)
        inner = (low[0] + 3, low[1] + 3), (high[0] - 3, high[1] - 3)
        self.shapes.append(Box(low, high, self.look.accent, radius=9, layer=Layer.WATER))
        self.shapes.append(Box(*inner, self.look.card, radius=7, layer=Layer.WATER))

    def write(
        self,
        x: float,
        text: str,
        *,
        size: float = TYPE,
        room: float = 999,
        least: float = 0.72,
        **how: object,
    ) -> None:
        """Write into the current row, smaller where there is little room, but not below ``least`` of the size."""
        text = fonts.shorten(text, size * least, room, bool(how.get("bold")))
        size = fonts.fit(text, size, room, bool(how.get("bold")))
        colour = str(how.get("colour") or self.look.ink)
        anchor, bold = str(how.get("anchor") or "m"), bool(how.get("bold"))
        self.shapes.append(Text((x, self.y + ROW / 2), text, size, colour, bold, anchor, layer=Layer.NAME))

    def head(self, x: float, text: str, *, room: float = 200, least: float = 0.72, **how: object) -> None:
        """Write the head of a column."""
        how.setdefault("colour", self.look.soft)
        self.y -= 4
        self.write(x, text, size=20, room=room, least=least, **how)
        self.y += 4

    def line(self, text: str, height: float) -> None:
        """Add a line of its own that names what follows."""
        at = MARGIN, self.y + height / 2
        self.shapes.append(Text(at, text, 20, self.look.soft, bold=True, anchor="l", layer=Layer.NAME))
        self.next(height)

    def next(self, height: float = ROW) -> None:
        """Go to the next row."""
        self.y += height


def on_turn(pos: Position, unit: str) -> bool:
    """Tell whether it is this unit that operates."""
    return not pos.state.over and pos.unit == unit


def chip(at: Point, size: Point, unit: Unit, look: Scheme) -> list[Shape]:
    """Return a plate in a unit's colours with its sign."""
    (x, y), (w, h) = at, size
    edge = palette.edge(unit.colour, look, 0.45)
    plate = Box((x - w / 2, y - h / 2), (x + w / 2, y + h / 2), unit.colour, edge, 1.5, h * 0.3, Layer.TOKEN)
    ink = palette.readable(unit.ink, unit.colour)
    text = fonts.fit(unit_sign(unit), h * 0.72, w * 0.86, bold=True)
    return [plate, Text(at, unit_sign(unit), text, ink, bold=True, layer=Layer.TOKEN)]


def roundel(at: Point, radius: float, unit: Unit, look: Scheme) -> list[Shape]:
    """Return a unit's station as it looks on the map."""
    edge = palette.edge(unit.colour, look, 0.45)
    disc = Disc(at, radius, unit.colour, edge, 1.5, Layer.TOKEN)
    return [
        disc,
        *roundel_text(at, radius, unit_sign(unit), palette.readable(unit.ink, unit.colour), Layer.TOKEN),
    ]


def owned_rows(pos: Position, holder: str, room: float) -> list[list[str]]:
    """Return the papers somebody owns whole, in as many lines as they need."""
    papers = sorted((paper for paper, owner in pos.state.owners.items() if owner == holder), key=_numbered)
    rows: list[list[str]] = []
    for paper in papers:
        if not rows or sum(map(owned_width, rows[-1])) + owned_width(paper) > room:
            rows.append([])
        rows[-1].append(paper)
    return rows


def owned_width(paper: str) -> float:
    """Return how wide a paper is, long names more than short ones."""
    return max(OWNED_WIDTH, fonts.width(paper, bold=True) * 20 + 14)


def _numbered(paper: str) -> tuple[int, str]:
    return (int(paper) if paper.isdigit() else 0), paper


def owned_plates(  # noqa: PLR0913 - papers have owners, a place and a look
    pos: Position,
    papers: Sequence[str],
    at: Point,
    spent: Callable[[str], bool],
    look: Scheme,
    *,
    high: float = 32,
) -> list[Shape]:
    """Return papers side by side: units as roundels, others as plates with their name, spent ones pale."""
    shapes: list[Shape] = []
    x = at[0]
    for paper in papers:
        unit, wide = pos.title.units.get(paper), owned_width(paper)
        middle = x + wide / 2, at[1]
        if unit:
            shapes += roundel(middle, OWNED_WIDTH / 2 - 1.5, unit, look)
        else:
            shapes += name_plate(middle, paper, look, (wide - 3, high), pale=spent(paper))
        x += wide
    return shapes


def token_discs(at: Point, prices: Sequence[int], room: float, look: Scheme) -> list[Shape]:
    """Return the stations a unit has left with their prices; where there are too many, the next and how many more."""
    many = len(prices) * TOKEN > room + 2
    shown = prices[:1] if many else prices
    shapes: list[Shape] = []
    for index, price in enumerate(shown):
        middle = (at[0] + (index + 0.5) * TOKEN, at[1])
        shapes.append(Disc(middle, TOKEN / 2 - 1.5, look.slot, look.soft, 2, Layer.TOKEN))
        size = fonts.fit(str(price), 17, 27)
        shapes.append(Text(middle, str(price), size, look.ink, layer=Layer.TOKEN))
    if many:
        end = (at[0] + TOKEN + 3, at[1])
        shapes.append(Text(end, f"+{len(prices) - 1}", 20, look.ink, anchor="l", layer=Layer.TOKEN))
    return shapes


def train_plates(at: Point, trains: Sequence[str], room: float, look: Scheme) -> list[Shape]:
    """Return train cards side by side."""
    wide = [max(40.0, fonts.width(train, bold=True) * 24 + 12) for train in trains]
    less = min(1.0, room / max(1.0, sum(wide) + 6 * len(wide)))
    shapes, x = [], at[0]
    for train, width in zip(trains, wide, strict=True):
        shapes += name_plate((x + (width + 6) * less / 2, at[1]), train, look, (width * less, 34))
        x += (width + 6) * less
    return shapes


def name_plate(at: Point, text: str, look: Scheme, size: Point, *, pale: bool = False) -> list[Shape]:
    """Return a small card with a name."""
    (x, y), (w, h) = at, size
    fill, ink = (look.rule, look.soft) if pale else (look.slot, look.ink)
    box = Box((x - w / 2, y - h / 2), (x + w / 2, y + h / 2), fill, look.soft, 1.5, 5, Layer.TOKEN)
    return [box, Text(at, text, fonts.fit(text, 24, w - 8, bold=True), ink, bold=True, layer=Layer.TOKEN)]


def star(at: Point, radius: float, look: Scheme) -> list[Shape]:
    """Return the mark of the priority deal."""
    ends = [toward(-90 + 36 * index, radius if index % 2 == 0 else radius * 0.45) for index in range(10)]
    return [Polygon(tuple((at[0] + x, at[1] + y) for x, y in ends), look.change, Layer.TOKEN)]
