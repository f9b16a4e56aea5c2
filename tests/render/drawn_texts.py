"""What is written on pictures: each text as it was drawn."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any

from PIL import Image

from render import fonts, paint
from render.shapes import Layer, Shape, Text


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A text as it was drawn: the height of its capitals and digits in pixels of the picture, and its layer.

    ``on_hex`` tells that it is part of a hex of a map.
    """

    text: str
    cap: float
    bold: bool
    layer: Layer
    on_hex: bool = False
    colour: str = ""


_watching: ContextVar[tuple[list[DrawnText], ...]] = ContextVar("watching", default=())


@contextmanager
def texts_drawn() -> Iterator[list[DrawnText]]:
    """All texts that are drawn here meanwhile, not in other threads; what is only stamped is not drawn."""
    found: list[DrawnText] = []
    before = _watching.set((*_watching.get(), found))
    try:
        yield found
    finally:
        _watching.reset(before)


def _noted(shapes: Iterable[Shape], scale: float, *, on_hex: bool = False) -> list[Shape]:
    """Shapes, of whose texts those are told who watch."""
    every = list(shapes)
    for watcher in _watching.get():
        texts = (shape for shape in every if isinstance(shape, Text))
        watcher += [_drawn(one, scale, on_hex=on_hex) for one in texts]
    return every


def _drawn(text: Text, scale: float, *, on_hex: bool) -> DrawnText:
    return DrawnText(text.text, text.size * scale * fonts.CAP, text.bold, text.layer, on_hex, text.colour)


_picture, _put = paint.picture, paint.put


@wraps(_picture)
def _watched_picture(
    size: tuple[int, int], shapes: Iterable[Shape], ground: str, *, scale: float = 1, **more: Any
) -> Image.Image:
    on_hex = more.get("origin", (0, 0)) != (0, 0)
    return _picture(size, _noted(shapes, scale, on_hex=on_hex), ground, scale=scale, **more)


@wraps(_put)
def _watched_put(image: Image.Image, shapes: Iterable[Shape], scale: float, *at: tuple[int, int]) -> None:
    _put(image, _noted(shapes, scale), scale, *at)


paint.picture, paint.put = _watched_picture, _watched_put
