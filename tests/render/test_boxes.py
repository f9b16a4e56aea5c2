"""Boxes put on a picture look as if each were drawn whole, and texts as if each were written."""

from random import Random

import pytest
from PIL import Image, ImageDraw

from render import lettering, paint
from render.boxes import OVER
from render.lettering import Lettering
from render.shapes import Box, in_one_colour, rim

GROUND = "#88aacc"
SIZE = (210, 200)


def drawn_whole(box: Box, scale: float) -> Image.Image:
    """The picture on which a box is put that was drawn in all its size."""
    image = Image.new("RGB", SIZE, GROUND)
    (left, top), near = paint._to_the_pixel(box, scale)
    large = Image.new("L", (SIZE[0] * OVER, SIZE[1] * OVER))
    paint.Canvas(large, scale * OVER, (0, 0)).draw([in_one_colour(near, "#ffffff")])
    image.paste(paint.picture(SIZE, [near], rim(near), scale=scale), (left, top), large.reduce(OVER))
    return image


def put(box: Box, scale: float) -> Image.Image:
    image = Image.new("RGB", SIZE, GROUND)
    paint.put(image, [box], scale)
    return image


@pytest.mark.parametrize("stroke", ["", "#102030"])
@pytest.mark.parametrize("seed", range(24))
def test_a_box_put_together_of_its_corners_looks_as_if_it_were_drawn_whole(seed: int, stroke: str):
    """To the pixel, whatever its size, radius and line are, and wherever within a pixel it begins."""
    chance = Random(seed)
    scale = chance.choice((1, 800 / 726, 2, chance.uniform(0.4, 2.5)))
    for _ in range(8):
        low = chance.uniform(-3, 12), chance.choice((2.0, 3.5, chance.uniform(-3, 9)))
        wide, high = (chance.choice((3, 12, 30, 60, chance.uniform(2, 70))) for _ in range(2))
        radius = chance.choice((0, 1, 5, high / 2, wide, chance.uniform(0, 20)))
        line = min(chance.choice((0.4, 1.5, 5.0, chance.uniform(0, 4))), wide / 2 - 0.9, high / 2 - 0.9)
        box = Box(low, (low[0] + wide, low[1] + high), "#f0c040", stroke, max(0, line), radius)

        assert put(box, scale).tobytes() == drawn_whole(box, scale).tobytes(), box


def test_larger_boxes_of_one_form_share_what_is_kept():
    """How much larger they are makes no other small box."""
    outlined = paint.boxes._outlined
    put(Box((5, 5), (60, 50), "#f0c040", "#102030", 1.5, 6), 1)
    before = outlined.cache_info().misses

    put(Box((5, 5), (90, 80), "#f0c040", "#102030", 1.5, 6), 1)
    put(Box((25, 15), (70, 95), "#f0c040", "#102030", 1.5, 6), 1)

    assert outlined.cache_info().misses == before


def test_nothing_changes_where_a_box_lies_outside():
    """A box may lie beyond the border of a picture."""
    assert put(Box((-90, -90), (-20, -20), "#f0c040", "#102030", 1.5, 6), 1).getcolors() == [
        (SIZE[0] * SIZE[1], (0x88, 0xAA, 0xCC))
    ]


@pytest.mark.parametrize("text", ["AVAT 1844", "Wien", "Ľ'Žďár", "10", "Wien 東"])
@pytest.mark.parametrize("halo", [0, 3])
def test_a_text_stands_on_the_same_pixels_wherever_it_begins(text: str, halo: int):
    """As it is written there, even by the middle of a pixel, from where on it stands on the next."""
    chance = Random(f"{text}{halo}")
    letters = Lettering(
        text, round(chance.uniform(11, 40), 1), bold=True, anchor=chance.choice("lmr"), halo=halo
    )
    places = [step / 128 for step in (0, 31, 62, 63, 64, 65, 66, 95, 127)] + [
        chance.random() for _ in range(20)
    ]
    for across in places:
        at = 80 + across, 60 + chance.choice(places)
        stamped, written = (Image.new("RGB", SIZE, GROUND) for _ in range(2))
        pens = ImageDraw.Draw(stamped), ImageDraw.Draw(written)
        for pen in pens:
            pen.fontmode = "L"
        lettering.stamp(pens[0], at, letters, "#aa2200")
        lettering.write(pens[1], at, letters, "#aa2200")

        assert stamped.tobytes() == written.tobytes(), (at, letters)


def test_a_text_is_kept_once_wherever_it_begins():
    """Text of the main face is not drawn again for another part of a pixel."""
    image = Image.new("RGB", SIZE, GROUND)
    pen = ImageDraw.Draw(image)
    letters = Lettering("once", 17.7, bold=False, anchor="l")
    lettering._silhouette.clear()
    lettering.stamp(pen, (20.1, 30.2), letters, "#000000")
    one = lettering._silhouette.size

    lettering.stamp(pen, (40.8, 60.6), letters, "#000000")

    assert one == lettering._silhouette.size > 0
