"""How a text of any script is made of runs, each drawn with one face, in the order and direction of reading."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from bidi import algorithm as bidi  # type: ignore[import-untyped]
from PIL import ImageFont

from render import faces

JOINERS = "\u200c\u200d"
"""What joins two letters or parts them, and shows nothing itself."""
MARKS = 4
"""How many marks a letter may bear; more would cover the lines above and below."""
MODIFIERS = range(0x1F3FB, 0x1F400)
"""Colours of skin, which belong to the sign before them."""
NATURAL = ("L", "R", "AL", "EN", "ES", "ET", "AN", "CS", "NSM", "WS", "ON")
"""The kinds of letters by the standard for both directions; what is not one of them counts as a space."""


class Run(NamedTuple):
    """A part of a text drawn at once: with which face, and whether it is read from the right."""

    text: str
    face: str = faces.MAIN
    leftward: bool = False

    def font(self, size: float, bold: bool) -> ImageFont.FreeTypeFont:  # noqa: FBT001 - as in Text
        """Return its face at a size."""
        return faces.font(size, bold, self.face)

    @property
    def direction(self) -> str | None:
        """Return its direction where the face is told of it."""
        return "rtl" if self.leftward and self.face != faces.MAIN and faces.joins() else None

    @property
    def seen(self) -> str:
        """Return its letters as they are handed to the face: from left to right if that knows no direction."""
        if not self.leftward or self.direction:
            return self.text
        return "".join(bidi.MIRRORED.get(one, one) for one in reversed(clusters(self.text)))


def clusters(text: str) -> list[str]:
    """Return the letters of a text, each with its marks and with all that is joined to it."""
    found: list[str] = []
    for letter in text:
        if found and (_clings(letter) or found[-1].endswith("\u200d")):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def _clings(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "M" or letter in JOINERS or ord(letter) in MODIFIERS


@lru_cache(maxsize=1024)
def face_of(cluster: str) -> str | None:
    """Return the first face that has a letter and all its marks; None where there is none."""
    shown = [letter for letter in cluster if letter not in JOINERS and not _selects(letter)]
    for face in faces.faces(cluster):
        if shown and all(faces.has(face, letter) for letter in shown):
            return face
    return None


def _selects(letter: str) -> bool:
    """Tell whether a letter only selects one of two forms of a sign."""
    return "\ufe00" <= letter <= "\ufe0f"


@lru_cache(maxsize=4096)
def runs(text: str) -> tuple[Run, ...]:
    """Return a text as runs from left to right; a letter that no face has is left out."""
    if text.isascii() or all(faces.has(faces.MAIN, letter) for letter in text):
        return (Run(text),)
    known = {part: faces.MAIN if part.isspace() else face_of(part) for part in clusters(text)}
    parts = [part for part in clusters(text) if known[part] is not None]
    whole = zip(parts, (known[part] or faces.MAIN for part in parts), _levels(parts), strict=True)
    found = [
        (level, Run("".join(part for part, _, _ in some), face, level % 2 == 1))
        for (face, level), some in groupby(whole, key=lambda one: one[1:])
    ]
    return tuple(_from_left(found)) if found else (Run(""),)


def _levels(parts: list[str]) -> list[int]:
    """Return how deep each letter is nested in changes of direction: odd where it is read from the right."""
    bases = "".join(part[0] if unicodedata.bidirectional(part[0]) in NATURAL else " " for part in parts)
    storage = bidi.get_empty_storage()
    storage["base_level"] = bidi.get_base_level(bases)
    storage["base_dir"] = "LR"[storage["base_level"]]
    bidi.get_embedding_levels(bases, storage)
    bidi.explicit_embed_and_overrides(storage)
    for resolve in (bidi.resolve_weak_types, bidi.resolve_neutral_types, bidi.resolve_implicit_levels):
        resolve(storage, debug=False)
    return [letter["level"] for letter in storage["chars"]]


def _from_left(found: list[tuple[int, Run]]) -> list[Run]:
    """Return runs in the order in which they are seen: from the deepest level up each stretch is turned round."""
    order = list(found)
    for level in range(max(deep for deep, _ in found), 0, -1):
        turned: list[tuple[int, Run]] = []
        for deep, some in groupby(order, key=lambda one: one[0] >= level):
            stretch = list(some)
            turned += reversed(stretch) if deep else stretch
        order = turned
    return [run for _, run in order]
