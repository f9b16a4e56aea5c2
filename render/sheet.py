"""Parts that tables are made of: headings, cells, chips of units, cards of trains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.data import Unit
from render import fonts, theme
from render.cells import sign
from render.layout import Point
from render.marks import roundel_text
from render.shapes import Box, Disc, Layer, Line, Shape, Text
from render.theme import Scheme

MARGIN = 20
ROW = 42
TYPE = 24


@dataclass
class Sheet:
    """A page that grows downwards; lengths are pixels of a picture ``width`` wide."""

    look: Scheme
    width: int = 800
    y: float = MARGIN
    shapes: list[Shape] = field(default_factory=list)

    @property
    def inner(self) -> float:
        """Return the width between the margins."""
        return self.width - 2 * MARGIN

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

    def write(self, x: float, text: str, *, size: float = TYPE, room: float = 999, **how: object) -> None:
        """Write into the current row, smaller where there is little room."""
        text = fonts.shorten(text, size * 0.72, room, bool(how.get("bold")))
        size = fonts.fit(text, size, room, bool(how.get("bold")))
        colour = str(how.get("colour") or self.look.ink)
        anchor, bold = str(how.get("anchor") or "m"), bool(how.get("bold"))
        self.shapes.append(Text((x, self.y + ROW / 2), text, size, colour, bold, anchor, layer=Layer.NAME))

    def next(self, height: float = ROW) -> None:
        """Go to the next row."""
        self.y += height


def chip(at: Point, size: Point, unit: Unit, look: Scheme) -> list[Shape]:
    """Return a plate in a unit's colours with its sign."""
    (x, y), (w, h) = at, size
    edge = theme.mix(unit.colour, "#000000", 0.45)
    plate = Box(
        (x - w / 2, y - h / 2), (x + w / 2, y + h / 2), unit.colour, edge, 1.5, h * 0.3, Layer.STATION
    )
    text = fonts.fit(sign(unit), h * 0.72, w * 0.86, bold=True)
    return [plate, Text(at, sign(unit), text, unit.ink, bold=True, layer=Layer.STATION)]


def roundel(at: Point, radius: float, unit: Unit) -> list[Shape]:
    """Return a unit's station as it looks on the map."""
    edge = theme.mix(unit.colour, "#000000", 0.45)
    disc = Disc(at, radius, unit.colour, edge, 1.5, Layer.STATION)
    return [disc, *roundel_text(at, radius, sign(unit), unit.ink, Layer.STATION)]


def tokens(x: float, y: float, prices: Sequence[int], look: Scheme) -> list[Shape]:
    """Return the stations a unit has left, each with its price."""
    shapes: list[Shape] = []
    for index, price in enumerate(prices):
        at = (x + index * 42, y)
        shapes.append(Disc(at, 18, look.card, look.soft, 2, Layer.STATION))
        shapes.append(Text(at, str(price), fonts.fit(str(price), 19, 27), look.ink, layer=Layer.STATION))
    return shapes


def card(at: Point, text: str, look: Scheme, size: Point = (38, 34)) -> list[Shape]:
    """Return a train card."""
    (x, y), (w, h) = at, size
    box = Box((x - w / 2, y - h / 2), (x + w / 2, y + h / 2), look.slot, look.soft, 1.5, 5, Layer.STATION)
    return [
        box,
        Text(at, text, fonts.fit(text, 23, w - 8, bold=True), look.ink, bold=True, layer=Layer.STATION),
    ]


def star(at: Point, radius: float, look: Scheme) -> list[Shape]:
    """Return the mark of the priority deal."""
    from render.layout import toward
    from render.shapes import Polygon

    ends = [toward(-90 + 36 * index, radius if index % 2 == 0 else radius * 0.45) for index in range(10)]
    return [Polygon(tuple((at[0] + x, at[1] + y) for x, y in ends), look.change, Layer.STATION)]
