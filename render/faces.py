"""The open fonts: one for all that we write, and for people's names one for each other script.

Files of other scripts are read by page: what is not drawn takes no memory.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import font_source_sans_pro  # type: ignore[import-untyped]
import manimgx_fonts  # type: ignore[import-untyped]
import manimgx_fonts_cjk  # type: ignore[import-untyped]
from PIL import ImageFont, features

MAIN = ""
"""The face of all that is no name of a person."""
HAN = "CJK"
SHARED = ("", HAN, "Symbols", "Emoji")
"""Faces that are asked for a letter after that of its own script: Latin and its like, then what has most signs."""
SINGLE = (*SHARED, "Armenian", "Ethiopic", "Georgian", "Hebrew")
"""Faces whose letters stand by themselves: the others need letters to be joined, which not every machine can do."""
FONTS, OTHERS = 12, 6
"""How many sizes are kept of the main face and of the others: each takes up to a MiB, and is soon made again."""

_FILES = {False: "SourceSansPro-Semibold.ttf", True: "SourceSansPro-Bold.ttf"}
_WEIGHTS = {False: 600, True: 700}
_TRIED = 40


def joins() -> bool:
    """Tell whether letters can be joined here as Arabic or Devanagari need it: Pillow finds the library FriBiDi."""
    return bool(features.check("raqm"))


def font(size: float, bold: bool, face: str = MAIN) -> ImageFont.FreeTypeFont:  # noqa: FBT001 - as in Text
    """Return a face at a size in pixels.

    :raises OSError: when the font is not installed.
    """
    return _main(size, bold) if face == MAIN else _other(size, bold, face)


@lru_cache(maxsize=FONTS)
def _main(size: float, bold: bool) -> ImageFont.FreeTypeFont:  # noqa: FBT001
    path = Path(font_source_sans_pro.font_directory) / _FILES[bold]
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=OTHERS)
def _other(size: float, bold: bool, face: str) -> ImageFont.FreeTypeFont:  # noqa: FBT001
    engine = ImageFont.Layout.RAQM if joins() else ImageFont.Layout.BASIC
    found = ImageFont.truetype(str(_path(face)), size, layout_engine=engine)
    found.set_variation_by_axes([_WEIGHTS[bold]])
    return found


@cache
def _path(face: str) -> Path:
    """Return the file of a face but the main one."""
    if face == f"Noto{HAN}":
        return Path(manimgx_fonts_cjk.__file__).parent / "NotoSansCJK-VF.otf.ttc"
    stem = face if face == "NotoEmoji" else face.replace("Noto", "NotoSans", 1)
    return Path(manimgx_fonts.__file__).parent / f"{stem}[wght].ttf"


def faces(cluster: str) -> Iterator[str]:
    """Yield the faces that may have a letter with its marks, the most suitable first."""
    yield MAIN
    script = unicodedata.name(cluster[0], "?").split()[0].title()
    for one in dict.fromkeys((script, *SHARED)):
        if (joins() or one in SINGLE) and _path(f"Noto{one}").exists():
            yield f"Noto{one}"


@lru_cache(maxsize=4096)
def has(face: str, letter: str) -> bool:
    """Tell whether a face shows something for a letter, in each weight; a space needs nothing."""
    return letter.isspace() or all(_drawn(face, letter, bold) for bold in _FILES)


def _drawn(face: str, letter: str, bold: bool) -> bool:  # noqa: FBT001
    mask, missing = (font(_TRIED, bold, face).getmask(one) for one in (letter, "\uffff"))
    return mask.getbbox() is not None and (mask.size, bytes(mask)) != (missing.size, bytes(missing))
