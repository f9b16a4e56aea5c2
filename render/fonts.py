"""The one font: its files, the width of texts, and which letters it has."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

import font_source_sans_pro  # type: ignore[import-untyped]
from PIL import ImageFont

CAP = 0.66
"""Height of capitals and digits in units of the size."""

_FILES = {False: "SourceSansPro-Semibold.ttf", True: "SourceSansPro-Bold.ttf"}
_UNIT = 100
FONTS = 12
"""How many sizes are kept: each takes a quarter of a MiB, and is soon made again."""


@lru_cache(maxsize=FONTS)
def font(size: float, bold: bool = False) -> ImageFont.FreeTypeFont:  # noqa: FBT001, FBT002 - as in Text
    """Return the font at a size in pixels.

    :raises OSError: when the font is not installed.
    """
    path = Path(font_source_sans_pro.font_directory) / _FILES[bold]
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, bold: bool = False) -> float:  # noqa: FBT001, FBT002
    """Return the width of a text of size 1."""
    return font(_UNIT, bold).getlength(text) / _UNIT


def fit(text: str, size: float, room: float, bold: bool = False) -> float:  # noqa: FBT001, FBT002
    """Return the largest size up to ``size`` at which a text is no wider than ``room``."""
    wide = width(text, bold)
    return min(size, room / wide) if wide else size


def shorten(text: str, size: float, room: float, bold: bool = False) -> str:  # noqa: FBT001, FBT002
    """Return the text, cut with an ellipsis where it would be wider than ``room``."""
    if width(text, bold) * size <= room:
        return text
    while text and width(f"{text}…", bold) * size > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


@cache
def has(letter: str) -> bool:
    """Tell whether the font has a glyph for a letter."""
    return letter.isspace() or all(_drawn(font(_UNIT, bold), letter) for bold in _FILES)


def _drawn(face: ImageFont.FreeTypeFont, letter: str) -> bool:
    mask, missing = face.getmask(letter), face.getmask("\uffff")
    return (mask.size, bytes(mask)) != (missing.size, bytes(missing))


@lru_cache(maxsize=1024)
def drawable(text: str) -> str:
    """Return a text from elsewhere with only letters the font has; accents it lacks are dropped."""
    kept = "".join(_nearest(letter) for letter in unicodedata.normalize("NFC", text))
    return " ".join(kept.split())


def _nearest(letter: str) -> str:
    if letter.isspace() or has(letter):
        return letter
    plain = unicodedata.normalize("NFKD", letter)
    return "".join(part for part in plain if not unicodedata.combining(part) and has(part))
