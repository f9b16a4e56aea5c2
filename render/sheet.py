"""A page of tables that grows downwards: headings, rows and what is written in them."""

from __future__ import annotations

from dataclasses import dataclass, field

from assets import sentences
from engine.position import Position
from render import fonts
from render.labels import label
from render.palette import Scheme
from render.shapes import Box, Layer, Polyline, Shape, Text

MARGIN = 20
ROW = 42
HEAD = 34
"""Height of a row of column heads."""
TYPE = 24
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
        self.shapes.append(
            Polyline(((left, self.y + 18), (self.width - MARGIN, self.y + 18)), self.look.rule, 2)
        )
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
        """Add a line that names what follows."""
        at = MARGIN, self.y + height / 2
        self.shapes.append(Text(at, text, 20, self.look.soft, bold=True, anchor="l", layer=Layer.NAME))
        self.next(height)

    def next(self, height: float = ROW) -> None:
        """Go to the next row."""
        self.y += height


def on_turn(pos: Position, unit: str) -> bool:
    """Tell whether it is this unit that operates."""
    return not pos.state.over and pos.unit == unit
