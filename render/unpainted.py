"""Pictures of which all is known that they will show, and nothing is painted: equal ones need be painted only once.

What paints one sees its fields alone, and all of them are in its sign: a file that is kept can show nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import count
from marshal import dumps
from operator import attrgetter
from threading import Lock
from typing import Any

from PIL import Image

from render import paint
from render.map_hex import MapHex
from render.shapes import Shape

FILES = 5 << 20
"""How many bytes of files are kept."""
NUMBERED = 1024
"""How many hexes are known again: those of one position of each title, and what some tables have laid."""
SIGN = 16
"""The bytes of a sign."""
PLAIN = 2
"""The way of writing values in which equal ones are written the same, whether or not they are the same objects."""
LAYER = "layer"


class Unpainted(ABC):
    """A picture before it is painted: a dataclass whose fields are all that decides about its pixels."""

    @abstractmethod
    def painted(self) -> Image.Image:
        """The picture."""


@dataclass(frozen=True, slots=True)
class UnpaintedPage(Unpainted):
    """Shapes of which the whole has a size, as a picture of a width in pixels."""

    size: tuple[float, float]
    shapes: tuple[Shape, ...]
    ground: str
    width: int

    def painted(self) -> Image.Image:
        """The page."""
        return paint.page(self.size, self.shapes, self.ground, self.width)


@dataclass(frozen=True, slots=True)
class UnpaintedStack(Unpainted):
    """Pictures one below the other."""

    parts: tuple[Unpainted, ...]
    ground: str

    def painted(self) -> Image.Image:
        """All of them in one."""
        return stacked([part.painted() for part in self.parts], self.ground)


def stacked(images: Sequence[Image.Image], ground: str) -> Image.Image:
    """Return pictures one below the other."""
    wide = max(image.width for image in images)
    whole = Image.new("RGB", (wide, sum(image.height for image in images)), ground)
    y = 0
    for image in images:
        whole.paste(image, (0, y))
        y += image.height
    return whole


def painted(picture: Image.Image | Unpainted) -> Image.Image:
    """Return a picture, painted now if it was not."""
    return picture.painted() if isinstance(picture, Unpainted) else picture


def sign(picture: Unpainted) -> bytes:
    """Return the sign of a picture, which no other has: all its fields, digested."""
    return blake2b(dumps(_told(picture), PLAIN), digest_size=SIGN).digest()


def _told(value: object) -> Any:
    """Return a value as what is written the same for equal values, with the kinds of things in it."""
    if isinstance(value, MapHex):
        return _number(value)
    if isinstance(value, tuple):
        return tuple(map(_told, value))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    found = _fields(type(value))(value)
    return type(value).__name__, *(found if isinstance(value, Shape) else map(_told, found))


@cache
def _fields(kind: type[Any]) -> Callable[[object], tuple[object, ...]]:
    """Return what reads all fields of a kind of things, layers as numbers; there are at least two."""
    names = (field.name for field in fields(kind))
    return attrgetter(*(f"{LAYER}._value_" if name == LAYER else name for name in names))


_numbers = count()


@lru_cache(maxsize=NUMBERED)
def _number(_: MapHex) -> int:
    """Return the number of a hex as it is drawn; no number comes twice, so one that was forgotten gets another."""
    return next(_numbers)


class KeptFiles:
    """Files of pictures by their signs, the latest ones, no more than ``limit`` bytes of them."""

    def __init__(self, limit: int = FILES) -> None:
        self._limit = limit
        self._lock = Lock()
        self._found: OrderedDict[bytes, bytes] = OrderedDict()
        self.size = 0
        """The bytes of all files that are kept."""

    def png(self, picture: Image.Image | Unpainted) -> bytes:
        """Return the file of a picture, painted unless an equal one is kept."""
        if not isinstance(picture, Unpainted):
            return paint.png(picture)
        known = sign(picture)
        data = self._found.get(known) or paint.png(picture.painted())
        self._keep(known, data)
        return data

    def _keep(self, known: bytes, data: bytes) -> None:
        """Keep a file as the latest; two threads may have painted it at once."""
        with self._lock:
            self.size += len(data) - len(self._found.pop(known, b""))
            self._found[known] = data
            while self.size > self._limit:
                self.size -= len(self._found.popitem(last=False)[1])

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._found.clear()
            self.size = 0


files = KeptFiles()
"""The files of this process."""
