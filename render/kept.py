"""Pictures that are kept because they will be needed again, as many as their bytes allow."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, ParamSpec

from PIL import Image

P = ParamSpec("P")
Images = tuple[Image.Image, ...]
DEPTH = 4
"""The bytes of a pixel of more than one channel."""
PRESSED = 4
"""The part of the bytes kept that is for what is pressed: one in so many, in which far more has room."""


class Kept(Generic[P]):
    """A function that draws, and what it drew last: no more than ``limit`` bytes of it.

    What has no room as it is stays pressed as long as it can: it is unpacked much faster than drawn.
    """

    def __init__(self, draw: Callable[P, Images], limit: int) -> None:
        self._draw = draw
        self._pressed_limit = limit // PRESSED
        self._limit = limit - self._pressed_limit
        self._found: OrderedDict[Hashable, Images] = OrderedDict()
        self._pressed: OrderedDict[Hashable, tuple[_Pressed, ...]] = OrderedDict()
        self._loose = self._tight = 0

    @property
    def size(self) -> int:
        """Return the bytes of all that is kept."""
        return self._loose + self._tight

    def __call__(self, *given: P.args, **more: P.kwargs) -> Images:
        """Return what is drawn of this; nothing of it may be changed."""
        key = (*given, *more.values())
        found = self._found.get(key)
        if found is not None:
            self._found.move_to_end(key)
            return found
        pressed = self._pressed.get(key)
        if pressed is not None:
            self._pressed.move_to_end(key)
            return self._keep(key, tuple(one.image() for one in pressed))
        return self._keep(key, self._draw(*given, **more))

    def clear(self) -> None:
        """Forget everything."""
        self._found.clear()
        self._pressed.clear()
        self._loose = self._tight = 0

    def _keep(self, key: Hashable, drawn: Images) -> Images:
        self._found[key] = drawn
        self._loose += weight(drawn)
        while self._loose > self._limit and len(self._found) > 1:
            old, images = self._found.popitem(last=False)
            self._loose -= weight(images)
            self._press(old, images)
        return drawn

    def _press(self, key: Hashable, images: Images) -> None:
        if key in self._pressed:
            return
        self._pressed[key] = pressed = tuple(_Pressed.of(image) for image in images)
        self._tight += _bytes(pressed)
        while self._tight > self._pressed_limit:
            self._tight -= _bytes(self._pressed.popitem(last=False)[1])


@dataclass(frozen=True, slots=True)
class _Pressed:
    """A picture that takes little room."""

    mode: str
    size: tuple[int, int]
    data: bytes

    @classmethod
    def of(cls, image: Image.Image) -> _Pressed:
        """Return a picture pressed."""
        return cls(image.mode, image.size, zlib.compress(image.tobytes(), 1))

    def image(self) -> Image.Image:
        """Return the picture as it was."""
        return Image.frombytes(self.mode, self.size, zlib.decompress(self.data))


def _bytes(pressed: Iterable[_Pressed]) -> int:
    return sum(len(one.data) for one in pressed)


def kept(limit: int) -> Callable[[Callable[P, Images]], Kept[P]]:
    """Let a function keep so many bytes of what it drew last."""
    return lambda draw: Kept(draw, limit)


def weight(drawn: Images) -> int:
    """Return how many bytes pictures take in memory."""
    return sum(one.width * one.height * (1 if len(one.getbands()) == 1 else DEPTH) for one in drawn)
