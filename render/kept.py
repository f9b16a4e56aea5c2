"""Pictures that are kept because they will be needed again, as many as their bytes allow."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, ParamSpec

from PIL import Image

P = ParamSpec("P")
Images = tuple[Image.Image, ...]
DEPTH = 4
"""The bytes of a pixel of more than one channel."""


class Kept(Generic[P]):
    """A function that draws, and what it drew last: no more than ``limit`` bytes of it."""

    def __init__(self, draw: Callable[P, Images], limit: int) -> None:
        self._draw, self._limit = draw, limit
        self._found: OrderedDict[Hashable, Images] = OrderedDict()
        self.size = 0
        """The bytes of all that is kept."""

    def __call__(self, *given: P.args, **more: P.kwargs) -> Images:
        """Return what is drawn of this; nothing of it may be changed."""
        key = (*given, *more.values())
        found = self._found.get(key)
        if found is not None:
            self._found.move_to_end(key)
            return found
        return self._keep(key, self._draw(*given, **more))

    def clear(self) -> None:
        """Forget everything."""
        self._found.clear()
        self.size = 0

    def _keep(self, key: Hashable, drawn: Images) -> Images:
        self._found[key] = drawn
        self.size += weight(drawn)
        while self.size > self._limit and len(self._found) > 1:
            self.size -= weight(self._found.popitem(last=False)[1])
        return drawn


def kept(limit: int) -> Callable[[Callable[P, Images]], Kept[P]]:
    """Let a function keep so many bytes of what it drew last."""
    return lambda draw: Kept(draw, limit)


def weight(drawn: Images) -> int:
    """Return how many bytes pictures take in memory."""
    return sum(one.width * one.height * (1 if len(one.getbands()) == 1 else DEPTH) for one in drawn)
