"""A page of tables that grows downwards: headings, rows and what is written in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from assets import sentences
from engine.position import Position
from render import fonts
from render.labels import label
from render.look import PLAIN, Look
from render.palette import Scheme
from render.shapes import Box, Layer, Polyline, Shape, Text

MARGIN = 12
WIDE_MARGIN = 20
"""The margin of pages of tiles, which have room."""
ROW = 34
HEAD = 30
"""Height of a row of column heads."""
HIGHER = 26
"""How much higher every second head of a column stands where they have no room beside each other."""
TYPE = 24
SMALL = 22
"""The least size of type: seven pixels of height for a capital where the sheet is 350 pixels wide."""
LINE = 28
"""Height of a line of sentences."""
NONE = "\u2013"
"""What stands where there is nothing."""


@dataclass
class Sheet:
    """A page that grows downwards; lengths are pixels of a picture ``width`` wide."""

    look: Look = PLAIN
    width: int = 726
    y: float = MARGIN
    shapes: list[Shape] = field(default_factory=list)
    gap: float = 10
    """The distance of two tables."""

    @property
    def scheme(self) -> Scheme:
        """The colours of the sheet."""
        return self.look.colours

    @property
    def lang(self) -> str:
        """The language of the sheet."""
        return self.look.lang

    @property
    def inner(self) -> float:
        """Return the width between the margins."""
        return self.width - 2 * MARGIN

    def label(self, key: str) -> str:
        """Return a short label in the language of the sheet."""
        return label(key, self.lang)

    def words(self, key: str, **values: object) -> str:
        """Return a sentence of pictures in the language of the sheet."""
        return sentences.say(f"picture.{key}", self.lang, **values)

    def heading(self, text: str) -> None:
        """Begin a section."""
        self.shapes.append(Text((MARGIN, self.y + 18), text, 26, self.scheme.accent, bold=True, anchor="l"))
        left = MARGIN + fonts.width(text, bold=True) * 26 + 14
        self.shapes.append(
            Polyline(((left, self.y + 18), (self.width - MARGIN, self.y + 18)), self.scheme.rule, 2)
        )
        self.y += 38

    def tell(self, text: str, *, colour: str = "", left: float = MARGIN) -> None:
        """Add a sentence in as many lines as it needs."""
        for line in in_lines(text, (self.width - MARGIN - left) / SMALL):
            at = left, self.y + LINE / 2
            ink = colour or self.scheme.ink
            self.shapes.append(Text(at, line, SMALL, ink, anchor="l", layer=Layer.NAME))
            self.y += LINE

    def band(self, index: int, height: float = ROW) -> None:
        """Tint every second row."""
        if index % 2 == 0:
            low, high = (MARGIN - 6, self.y), (self.width - MARGIN + 6, self.y + height)
            self.shapes.append(Box(low, high, self.scheme.card, radius=8, layer=Layer.GROUND))

    def frame(self, height: float = ROW, left: float = MARGIN - 7, right: float = 0) -> None:
        """Frame the current row, or a part of it: its turn has come."""
        low, high = (left, self.y - 1), (right or self.width - MARGIN + 7, self.y + height + 1)
        inner = (low[0] + 3, low[1] + 3), (high[0] - 3, high[1] - 3)
        self.shapes.append(Box(low, high, self.scheme.accent, radius=9, layer=Layer.WATER))
        self.shapes.append(Box(*inner, self.scheme.card, radius=7, layer=Layer.WATER))

    def write(  # noqa: PLR0913 - what a text has, and how much room there is for it
        self,
        x: float,
        text: str,
        *,
        size: float = TYPE,
        room: float = 999,
        bold: bool = False,
        anchor: str = "m",
        colour: str = "",
    ) -> None:
        """Write into the current row, smaller or shorter where there is little room."""
        text, size = fitting(text, size, room, bold=bold)
        at, ink = (x, self.y + ROW / 2), colour or self.scheme.ink
        self.shapes.append(Text(at, text, size, ink, bold, anchor, layer=Layer.NAME))

    def head(self, x: float, text: str, *, room: float = 200, anchor: str = "m", lift: float = 0) -> None:
        """Write the head of a column, ``lift`` higher than the others."""
        self.y -= 4 + lift
        self.write(x, text, size=SMALL, room=room, anchor=anchor, colour=self.scheme.soft)
        self.y += 4 + lift

    def name(self, text: str) -> None:
        """Write what a table is of, at the left of its heads."""
        self.y -= 4
        self.write(MARGIN, text, size=SMALL, room=200, anchor="l", bold=True, colour=self.scheme.accent)
        self.y += 4

    def line(self, text: str, height: float) -> None:
        """Add a line that names what follows."""
        at = MARGIN, self.y + height / 2
        self.shapes.append(Text(at, text, SMALL, self.scheme.soft, bold=True, anchor="l", layer=Layer.NAME))
        self.next(height)

    def next(self, height: float = ROW) -> None:
        """Go to the next row."""
        self.y += height


def fitting(text: str, size: float, room: float, *, bold: bool = False) -> tuple[str, float]:
    """Return a text, shortened if it must be, with its size: the given one, or down to ``SMALL`` to fit."""
    least = min(size, SMALL)
    text = fonts.shorten(text, least, room, bold)
    return text, max(least, fonts.fit(text, size, room, bold))


def in_lines(text: str, room: float) -> list[str]:
    """Return a text in as many lines as it needs, broken between words, not within an amount; none where it is empty.

    ``room`` is in units of the size of type.
    """
    return wrapped([word for word in text.split(" ") if word], room, " ") if text else []


def wrapped(items: Sequence[str], room: float, between: str = " · ") -> list[str]:
    """Return items side by side, in as many lines as they need; ``room`` is in units of the size of type.

    An item that is wider than a line is broken where that may be.
    """
    lines = [""]
    for item in items:
        if between != " " and fonts.width(item) > room:
            lines = [*filter(None, lines), *in_lines(item, room)]
            continue
        longer = f"{lines[-1]}{between}{item}" if lines[-1] else item
        if lines[-1] and fonts.width(longer) > room:
            lines.append(item)
        else:
            lines[-1] = longer
    return lines


def on_turn(pos: Position, unit: str) -> bool:
    """Tell whether it is this unit that operates."""
    return not pos.state.over and pos.unit == unit
