"""Pictures that are kept because they will be needed again, as many as their bytes allow."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache, wraps
from sys import byteorder
from typing import Generic, ParamSpec, cast

from isal import isal_zlib
from PIL import Image

P = ParamSpec("P")
Images = tuple[Image.Image, ...]
DEPTH = 4
"""The bytes of a pixel of more than one channel."""
SINGLE = ("L", "P")
"""The modes of pictures of one channel: they need not be copied when they are unpacked."""
MOST = 256
"""How many colours a palette has at most."""
SMALL = 1 << 16
"""How many pixels a picture may have whose colours are looked up pixel by pixel."""
MIXES = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0.5, 0.5, 0, 0), (0, 0.5, 0.5, 0), (0.3, 0.5, 0.2, 0))
"""How much of red, green and blue may tell colours apart, and what is added."""
PRESSED = 2
"""The part of the bytes kept that is for what is pressed: one in so many, in which far more has room."""


HARD = 1
"""How hard what is kept is pressed."""
LOOSE = 128
"""What takes more than one in so many of the bytes for pictures as they are is kept pressed from the first."""


class Kept(Generic[P]):
    """A function that draws, and what it drew last: no more than ``limit`` bytes of it.

    What has no room as it is stays pressed as long as it can: it is unpacked much faster than drawn. What is large is
    never kept as it is, for it would take the room of many others.
    """

    def __init__(self, draw: Callable[P, Images], limit: int) -> None:
        self._draw = draw
        self._pressed_limit = limit // PRESSED
        self._limit = limit - self._pressed_limit
        self._found: OrderedDict[Hashable, Images] = OrderedDict()
        self._pressed: OrderedDict[Hashable, tuple[Pressed, ...]] = OrderedDict()
        self._loose = self._tight = 0

    @property
    def size(self) -> int:
        """Return the bytes of all that is kept."""
        return self._loose + self._tight

    def __call__(self, *given: P.args, **more: P.kwargs) -> Images:
        """Return the cached or freshly drawn images. Callers must not modify them."""
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
        if weight(drawn) * LOOSE > self._limit:
            self._press(key, drawn)
            return drawn
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
        self._pressed[key] = pressed = tuple(Pressed.of(image) for image in images)
        self._tight += _bytes(pressed)
        while self._tight > self._pressed_limit:
            self._tight -= _bytes(self._pressed.popitem(last=False)[1])


@dataclass(frozen=True, slots=True)
class Pressed:
    """A picture that takes little room."""

    mode: str
    size: tuple[int, int]
    data: bytes
    palette: bytes = b""

    @classmethod
    def of(cls, image: Image.Image) -> Pressed:
        """Return a picture pressed."""
        palette = bytes(image.getpalette() or ()) if image.mode == "P" else b""
        return cls(image.mode, image.size, isal_zlib.compress(image.tobytes(), HARD), palette)

    def image(self) -> Image.Image:
        """Return the picture as it was, one that may be changed."""
        data = isal_zlib.decompress(self.data)
        if self.mode not in SINGLE:
            return Image.frombytes(self.mode, self.size, data)
        image = Image.frombuffer(self.mode, self.size, data, "raw", self.mode, 0, 1)
        if self.palette:
            image.putpalette(self.palette)
        return image


def of_few_colours(image: Image.Image) -> Image.Image:
    """Return a picture with a palette of its very colours, in a quarter of the room; as it is if they are many.

    Where one of the ways to mix channels tells all colours apart, its steps are those of the palette.
    """
    known = image.getcolors(MOST)
    if known is None:
        return image
    found = [colour for _, colour in known if isinstance(colour, tuple)]
    strip = Image.new("RGB", (len(found), 1))
    strip.putdata(found)
    for mix in MIXES:
        steps = strip.convert("L", mix).tobytes()
        if len(set(steps)) == len(found):
            few, colours = image.convert("L", mix), dict(zip(steps, found, strict=True))
            few.putpalette(bytes(part for step in range(MOST) for part in colours.get(step, (0, 0, 0))))
            return few
    return _by_pixel(image) if image.width * image.height <= SMALL else image


def _by_pixel(image: Image.Image) -> Image.Image:
    """Return a picture of few colours with a palette of them, looked up pixel by pixel."""
    pixels = memoryview(image.tobytes("raw", "RGBX")).cast("I")
    steps = {pixel: step for step, pixel in enumerate(dict.fromkeys(pixels))}
    few = Image.frombytes("P", image.size, bytes(map(steps.__getitem__, pixels)))
    few.putpalette(b"".join(pixel.to_bytes(4, byteorder)[:3] for pixel in steps))
    return few


def _bytes(pressed: Iterable[Pressed]) -> int:
    return sum(len(one.data) for one in pressed)


def kept(limit: int) -> Callable[[Callable[P, Images]], Kept[P]]:
    """Cache a drawing function's latest results, up to ``limit`` bytes."""
    return lambda draw: Kept(draw, limit)


def pressed(count: int) -> Callable[[Callable[P, Image.Image]], Callable[P, Image.Image]]:
    """Cache a drawing function's latest ``count`` pictures, compressed: each call returns a copy of its own.

    For what is large, has few colours and is drawn over.
    """

    def keeping(draw: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
        def pressing(*given: P.args, **more: P.kwargs) -> Pressed:
            return Pressed.of(of_few_colours(draw(*given, **more)))

        known = cast("Callable[P, Pressed]", lru_cache(maxsize=count)(pressing))

        @wraps(draw)
        def drawn(*given: P.args, **more: P.kwargs) -> Image.Image:
            return known(*given, **more).image().convert("RGB")

        return drawn

    return keeping


def weight(drawn: Images) -> int:
    """Return how many bytes pictures take in memory."""
    return sum(one.width * one.height * (1 if len(one.getbands()) == 1 else DEPTH) for one in drawn)
