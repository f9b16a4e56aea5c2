"""Charters and supply at many moments of recorded games: not tall, and readable on a phone."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.position import Position
from render import Look
from render.charters import TALL, charters_sheet, draw_charters
from render.sampling import sampled_positions
from render.shapes import Text
from render.sheet import SMALL, Sheet
from render.supply import draw_supply, supply_sheet

FOLDER = os.environ.get("CONFORMANCE_DIR", "")
MOMENTS = 6
"""Positions of each recorded game that are looked at."""
NAMES = ("Bartholomew", "Mercedes Fernández", "Cy", "Dóra", "Ferdinand", "Guillermo", "Zsófia", "Václav")
RECORDED = [
    pytest.mark.long,
    pytest.mark.skipif(not FOLDER, reason="CONFORMANCE_DIR does not name the folder of recorded games"),
]
pytestmark = RECORDED


@cache
def moments() -> tuple[Position, ...]:
    """Positions of every third recorded game, evenly spread."""
    files = [path for path in sorted(Path(FOLDER).glob("*/*.json.gz")) if path.parent.name != "raw"]
    return tuple(pos for path in files[::3] for pos in sampled_positions(path, MOMENTS))


def look_at(pos: Position, lang: str) -> Look:
    """A caption, and long names for everybody."""
    names = dict(zip(pos.everybody, NAMES, strict=False))
    return Look(lang=lang, names=names, caption="A caption")


def small(sheet: Sheet) -> Iterator[str]:
    """Texts whose capitals are lower than seven pixels where the picture is 400 pixels wide."""
    for shape in sheet.shapes:
        if isinstance(shape, Text) and shape.size < SMALL - 0.8:
            yield shape.text


@pytest.mark.xfail(
    strict=True, reason="late charters with many companies are up to 1.6 times as high as wide"
)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_sheets_are_not_tall(lang: str):
    """At most 1.4 times as high as wide, with seven players too; the card of a turn shows what matters of them."""
    for pos in moments():
        for draw in (draw_charters, draw_supply):
            image = draw(pos, look_at(pos, lang))

            assert image.height <= TALL * image.width + 1, (
                pos.title.name,
                pos.state.ply,
                draw is draw_supply,
            )


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_figure_can_be_read_on_a_phone(lang: str):
    """Nothing on charters and supply is small; of the market see ``tests/tools/legible.py``."""
    for pos in moments():
        where = pos.title.name, pos.state.ply
        for make in (charters_sheet, supply_sheet):
            assert list(small(make(pos, look_at(pos, lang)))) == [], where
