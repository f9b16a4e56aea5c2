"""Texts to pixels: the runs of a text side by side, on one base line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, floor, modf
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.faces import MAIN
from render.hex_geometry import Point
from render.kept import kept
from render.scripts import Run, runs

LETTERS = 3 << 20
"""How many bytes of texts are kept."""
RIGHT, DOWN = 65 / 128, 63 / 128
"""What is added to a place before it is rounded down to the pixel on which a letter of the main face stands."""
_BEFORE = {"l": 0.0, "m": 0.5, "r": 1.0}
"""How much of a text lies left of the place it is anchored at."""


class Lettering(NamedTuple):
    """A text of a size; with a ``halo`` its strokes are so much wider on each side."""

    text: str
    size: float
    bold: bool
    anchor: str
    halo: int = 0


def write(pen: ImageDraw.ImageDraw, at: Point, letters: Lettering, colour: str | int) -> None:
    """Draw a text at its place on the base line."""
    for run, x, anchor in _placed(letters):
        pen.text(
            (at[0] + x, at[1]),
            run.seen,
            colour,
            run.font(letters.size, letters.bold),
            anchor,
            direction=run.direction,
            stroke_width=letters.halo,
        )


def stamp(pen: ImageDraw.ImageDraw, at: Point, letters: Lettering, colour: str) -> None:
    """Put a text in its place on the base line: it is drawn once, then kept."""
    (across, x), (down, y) = modf(at[0]), modf(at[1])
    if _on_pixels(letters.text):
        across, x, down, y = 0, floor(at[0] + RIGHT), 0, floor(at[1] + DOWN)
    (silhouette,) = _silhouette(letters, round(across, 9), round(down, 9))
    left, top = _corner(letters)
    pen.bitmap((int(x) + left, int(y) + top), silhouette, colour)


def _on_pixels(text: str) -> bool:
    """Tell whether all letters of a text stand on whole pixels, wherever within a pixel it begins."""
    found = runs(text)
    return len(found) == 1 and found[0].face == MAIN


@kept(LETTERS)
def _silhouette(letters: Lettering, across: float, down: float) -> tuple[Image.Image]:
    """Return the silhouette of a text that begins within a pixel."""
    (left, top), (_, _, right, bottom) = _corner(letters), _box(letters)
    image = Image.new("L", (ceil(right) + 3 - left, ceil(bottom) + 3 - top))
    pen = ImageDraw.Draw(image)
    pen.fontmode = "L"
    write(pen, (across - left, down - top), letters, 255)
    return (image,)


@lru_cache(maxsize=4096)
def _corner(letters: Lettering) -> tuple[int, int]:
    """Return a pixel left of and above all of a text that begins within the pixel at the origin."""
    left, top, _, _ = _box(letters)
    return floor(left) - 2, floor(top) - 2


def _box(letters: Lettering) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a text at the origin."""
    boxes = []
    for run, x, anchor in _placed(letters):
        left, top, right, bottom = run.font(letters.size, letters.bold).getbbox(
            run.seen, direction=run.direction, anchor=anchor, stroke_width=letters.halo
        )
        boxes.append((left + x, top, right + x, bottom))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _placed(letters: Lettering) -> Iterator[tuple[Run, float, str]]:
    """Yield the runs of a text, how far right of its place each begins, and its anchor there."""
    found = runs(letters.text)
    if len(found) == 1:
        yield found[0], 0, f"{letters.anchor}s"
        return
    wide = [
        run.font(letters.size, letters.bold).getlength(run.seen, direction=run.direction) for run in found
    ]
    x = -_BEFORE[letters.anchor] * sum(wide)
    for run, more in zip(found, wide, strict=True):
        yield run, x, "ls"
        x += more
