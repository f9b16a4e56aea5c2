"""How wide texts are, how they fit, and which names from elsewhere can be drawn as they are written."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from PIL import ImageFont

from render import faces
from render.scripts import JOINERS, MARKS, clusters, face_of, runs

CAP = 0.66
"""Height of capitals and digits in units of the size."""

_UNIT = 100


def font(size: float, bold: bool = False) -> ImageFont.FreeTypeFont:  # noqa: FBT001, FBT002 - as in Text
    """Return the main font at a size in pixels.

    :raises OSError: when the font is not installed.
    """
    return faces.font(size, bold)


@lru_cache(maxsize=4096)
def width(text: str, bold: bool = False) -> float:  # noqa: FBT001, FBT002
    """Return the width of a text of size 1."""
    return (
        sum(run.font(_UNIT, bold).getlength(run.seen, direction=run.direction) for run in runs(text)) / _UNIT
    )


def fit(text: str, size: float, room: float, bold: bool = False) -> float:  # noqa: FBT001, FBT002
    """Return the largest size up to ``size`` at which a text is no wider than ``room``."""
    wide = width(text, bold)
    return min(size, room / wide) if wide else size


def shorten(text: str, size: float, room: float, bold: bool = False) -> str:  # noqa: FBT001, FBT002
    """Return the text, cut with an ellipsis where it would be wider than ``room``; no letter loses its marks."""
    if width(text, bold) * size <= room:
        return text
    parts = clusters(text)
    while parts and width(f"{''.join(parts)}…", bold) * size > room:
        parts.pop()
    return f"{''.join(parts).rstrip()}…"


def has(letter: str) -> bool:
    """Tell whether the main font has a glyph for a letter."""
    return faces.has(faces.MAIN, letter)


@lru_cache(maxsize=1024)
def drawable(text: str) -> str:
    """Return a text from elsewhere with only what some font has; accents that none has are dropped.

    What turns the direction of other letters is left out, and so are marks beyond a few on one letter.
    """
    kept = "".join(_nearest(one) for one in clusters(_plain(text)))
    return " ".join(kept.split())


def legible(text: str) -> bool:
    """Tell whether a name is drawn as it is written: no letter or digit is missing, and there is something to see."""
    letters = [one for one in clusters(_plain(text)) if one[0].isalnum()]
    return bool(drawable(text)) and all(map(_nearest, letters))


def _plain(text: str) -> str:
    """Return a text of composed letters without signs that only control others."""
    kept = (
        " " if letter.isspace() else letter
        for letter in unicodedata.normalize("NFC", text)
        if letter.isspace()
        or letter in JOINERS
        or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return "".join(kept)


def _nearest(cluster: str) -> str:
    base, marks = cluster[0], [one for one in cluster[1:] if unicodedata.combining(one)]
    if len(marks) > MARKS:
        return _nearest(base + "".join(marks[:MARKS]))
    if base.isspace() or face_of(cluster) is not None:
        return cluster
    plain = unicodedata.normalize("NFKD", base)
    return "".join(part for part in plain if not unicodedata.combining(part) and face_of(part) is not None)
