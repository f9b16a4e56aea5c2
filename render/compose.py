"""Pictures put together of parts: one sheet that can be read where it is shown as wide as a phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from PIL import Image

from engine.data import Unit
from engine.position import Position
from render import fonts, paint
from render.charters import shown_names
from render.labels import own_label
from render.look import Look
from render.map_hexes import unit_sign
from render.palette import Scheme
from render.seats import seat_colour, seat_plate, seat_signs
from render.shapes import Box, Layer, Shape, Text, moved
from render.sheet import MARGIN, SMALL, Sheet, fitting
from render.sheet_parts import FILLED, chip, name_plate, roundel

WIDTH, HIGH = 700, 445
"""Width of a sheet and the most it may be high, in its own units: 11:7, as large as Discord shows a picture."""
ZOOM = 2
"""Pixels of a unit, so that the picture can be enlarged."""
ROW = 30
TYPE = 23
CHIP = 62


@dataclass(frozen=True)
class Dressed:
    """A position with everybody's names and signs, as they are drawn; companies have the colours of the look."""

    pos: Position
    look: Look

    @property
    def scheme(self) -> Scheme:
        """The colours."""
        return self.look.colours

    @cached_property
    def names(self) -> dict[str, str]:
        """What is written of the players, in the order in which they are listed."""
        return shown_names(self.pos, self.look)

    @cached_property
    def signs(self) -> dict[str, str]:
        """Two letters for each player."""
        return seat_signs(self.pos, self.names)


class Flow:
    """Things side by side, in as many rows as they need; it begins at the top of a row of its sheet."""

    def __init__(self, sheet: Sheet, dressed: Dressed, left: float = MARGIN) -> None:
        self.sheet, self.dressed = sheet, dressed
        self.left = self.x = left
        self.right = sheet.width - MARGIN
        self.room = self.right - left

    def _place(self, wide: float) -> tuple[float, float]:
        """Where the left end of something stands, in a new row if it has no room in this one."""
        if self.x > self.left and self.x + wide > self.right + 0.5:
            self.row()
        at = self.x, self.sheet.y + ROW / 2
        self.x += wide
        return at

    def row(self) -> Flow:
        """Go to a new row."""
        self.sheet.next(ROW)
        self.x = self.left
        return self

    def keep(self, wide: float) -> Flow:
        """Go to a new row where what follows, so wide, has no room in this one."""
        if self.x > self.left and self.x + wide > self.right:
            self.row()
        return self

    def gap(self, wide: float = 10) -> Flow:
        """Leave some room."""
        self.x += wide
        return self

    def text(
        self, text: str, *, bold: bool = False, soft: bool = False, size: float = TYPE, colour: str = ""
    ) -> Flow:
        """Write a word or an amount; one that is wider than a row is written smaller or cut."""
        text, size = fitting(text, size, self.room, bold=bold)
        x, y = self._place(fonts.width(text, bold) * size)
        ink = colour or (self.sheet.scheme.soft if soft else self.sheet.scheme.ink)
        self.sheet.shapes.append(Text((x, y), text, size, ink, bold, "l", layer=Layer.NAME))
        return self.gap(7)

    def words(self, text: str) -> Flow:
        """Write a sentence, broken between words."""
        for word in text.split(" "):
            self.text(word, size=SMALL)
            self.gap(-7 + SMALL * 0.22)
        return self.gap()

    def cut_off(self, wide: float, left: int) -> bool:
        """Write how many are ``left`` if one so wide has no room, and tell whether it had none; the last has room."""
        full = left > 1 and self.x + wide > self.right
        if full:
            self.text(f"+{left}", soft=True)
        return full

    def label(self, key: str) -> Flow:
        """Write the label of what follows."""
        return self.text(self.sheet.label(key), soft=True, size=SMALL)

    def label_of(self, kind: str, key: str) -> Flow:
        """Write the label of what follows, as it is called of a kind of unit."""
        text = own_label(self.dressed.pos.title, key, self.sheet.lang, kind)
        return self.text(text, soft=True, size=SMALL)

    def unit(self, unit: Unit) -> Flow:
        """A company: a minor as its token, others as a plate in their colours."""
        scheme = self.sheet.scheme
        if unit.shares:
            wide = chip_width(unit)
            x, y = self._place(wide)
            self.sheet.shapes += chip((x + wide / 2, y), (wide, 26), unit, scheme)
        else:
            x, y = self._place(31)
            self.sheet.shapes += roundel((x + 15.3, y), 15.2, unit, scheme)
        return self.gap(4)

    def player(self, player: str) -> Flow:
        """A player by his sign."""
        if player in self.dressed.signs:
            x, y = self._place(36)
            colour = seat_colour(self.dressed.pos, player, self.sheet.scheme)
            self.sheet.shapes += seat_plate((x + 18, y), self.dressed.signs[player], colour, (36, 26))
            self.gap(5)
        return self

    def holder(self, holder: str) -> Flow:
        """A player, a company, or the bank and its pool in words."""
        unit = self.dressed.pos.title.units.get(holder)
        if unit:
            return self.unit(unit)
        return self.player(holder) if holder in self.dressed.signs else self.label(holder)

    def plate(self, name: str, *, pale: bool = False) -> Flow:
        """A train or a private by its name."""
        wide = plate_width(name)
        x, y = self._place(wide)
        self.sheet.shapes += name_plate((x + wide / 2, y), name, self.sheet.scheme, (wide, 26), pale=pale)
        return self.gap(4)

    def priced(self, name: str, price: str, *, pale: bool = False) -> Flow:
        """A train by its name with its price, both in one row."""
        self.keep(plate_width(name) + 4 + fonts.width(price) * TYPE)
        return self.plate(name, pale=pale).text(price, soft=pale)

    def plates(self, names: Sequence[str]) -> Flow:
        """Several of them; a dash where there are none."""
        for name in names:
            self.plate(name)
        return self if names else self.text("\u2013")

    def tokens(self, prices: Sequence[int]) -> Flow:
        """The tokens left, each with its price; of many the next two and how many more."""
        many, scheme = len(prices) > 3, self.sheet.scheme
        for price in prices[:2] if many else prices:
            half = max(14.0, fonts.width(str(price)) * SMALL / 2 + 3)
            x, y = self._place(2 * half)
            low, high = (x, y - 14), (x + 2 * half, y + 14)
            self.sheet.shapes.append(Box(low, high, scheme.slot, scheme.soft, 2, 14, Layer.TOKEN))
            self.sheet.shapes.append(Text((x + half, y), str(price), SMALL, scheme.ink, layer=Layer.TOKEN))
            self.gap(3)
        if many:
            self.text(f"+{len(prices) - 2}")
        return self if prices else self.text("\u2013")

    def end(self, more: float = 0) -> None:
        """End the last row."""
        self.sheet.next(ROW + more)
        self.x = self.left


def plate_width(name: str) -> float:
    """How wide the plate of a train or a private is."""
    return max(27.0, fonts.width(name, bold=True) * 22 + 9)


def chip_width(unit: Unit) -> float:
    """How wide the plate of a company must be, so that its sign is as large as all type."""
    return max(CHIP, fonts.width(unit_sign(unit), bold=True) * SMALL / FILLED + 1)


@dataclass(frozen=True, slots=True)
class PicturePart:
    """A part of a composed picture: where it stands, in units, and its shapes; some have a picture beneath them."""

    left: float
    top: float
    shapes: Sequence[Shape] = ()
    picture: Image.Image | None = None


def composed(parts: Sequence[PicturePart], high: float, look: Look) -> Image.Image:
    """The parts in one picture of that height, never higher than Discord shows it whole."""
    size = WIDTH * ZOOM, ceil(min(HIGH, max(high, HIGH / 2)) * ZOOM)
    shapes = [moved(shape, part.left, part.top) for part in parts for shape in part.shapes]
    image = paint.sheet(size, (), look.colours.page, ZOOM)
    for part in parts:
        if part.picture is not None:
            image.paste(part.picture, (round(part.left * ZOOM), round(part.top * ZOOM)))
    paint.put(image, shapes, ZOOM)
    return image
