"""What is measured of texts is what can be measured on the picture."""

import pytest
from PIL import Image, ImageChops

from engine.title import Title
from render import MapContent, paint
from render.phone_map import draw_choices
from render.placement_sheets import DrawnPlacement, draw_placements
from render.shapes import Text
from tests.render import scenes
from tests.render.drawn_texts import texts_drawn
from tests.tools.legible import LEAST, VIEWS, WIDTHS, measure, parts, sort_of


@pytest.mark.parametrize("size", [12.0, 20.0, 34.5])
def test_the_height_of_capitals_is_that_of_their_pixels(size: float):
    """Digits are as high as is told, to a pixel."""
    text = Text((30, 25), "80", size, "#000000", bold=True)
    with texts_drawn() as found:
        image = paint.picture((60, 50), [text], "#ffffff")

    box = ImageChops.difference(image, Image.new("RGB", image.size, "#ffffff")).getbbox()
    assert box is not None
    assert box[3] - box[1] == pytest.approx(found[0].cap, abs=1.5)
    assert [one.text for one in found] == ["80"]


@pytest.mark.slow
@pytest.mark.parametrize("title", scenes.every_board(), ids=lambda title: title.name)
def test_all_that_must_be_read_can_be_read(title: Title):
    """Tokens, revenues, values, prices and charters, on boards of every colour, as wide as each is shown."""
    assert [one for one in measure(title) if one.low("phone") or one.low("desk")] == []


@pytest.mark.parametrize(("name", "colour"), [("18CZ", "brown"), ("18Mag", "yellow"), ("18Mag", "gray")])
def test_revenue_and_tokens_can_be_read_on_a_phone(name: str, colour: str):
    """On a board full of tokens."""
    pos = scenes.filled(scenes.first_board(name), colour)
    found = list(parts(VIEWS["own part"], pos, "own part"))

    for sort in ("tokens", "revenue"):
        assert min(part for _, known, part in found if known == sort) * WIDTHS["phone"] >= LEAST


def test_texts_are_told_apart_by_where_they_lie():
    """Coordinates around the map are no revenue."""
    with texts_drawn() as found:
        for _ in VIEWS["map"](scenes.opening()):
            pass

    assert {sort_of(one, "map", on_map=True) for one in found if one.text == "28"} <= {"others"}


def test_letters_and_ways_can_be_read_however_far_apart_the_places_lie():
    """What somebody chooses by: letters of hexes all over the map, and long lines below the ways."""
    pos = scenes.opening()
    ends = {"A10": "X", "J5": "Y", "I26": "Z"}
    way = DrawnPlacement(
        1, "D13", pos, ("A long sentence about a tile that is laid there, 100 Ft", "run with a train: 330")
    )
    for draw, wanted in (
        (lambda: draw_choices(pos, MapContent(letters=ends)), set(ends.values())),
        (lambda: draw_placements(pos, [way, way, way]), {"1", "sentence"}),
    ):
        with texts_drawn() as found:
            width = draw().width
        told = [one for one in found if wanted & set(one.text.split())]

        assert len(told) >= len(wanted)
        assert min(one.cap * WIDTHS["phone"] / width for one in told) >= LEAST
