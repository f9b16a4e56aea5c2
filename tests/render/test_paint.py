"""Shapes as pixels."""

from itertools import product

import pytest

from render.paint import picture
from render.shapes import Box

GROUND, FILL, BORDER = (255, 255, 255), (0, 0, 255), (255, 0, 0)


@pytest.mark.parametrize("line", [0, 2])
def test_a_box_covers_its_pixels_and_no_more(line: int):
    """With a border, that lies inside."""
    box = Box((10, 12), (20, 24), "#0000ff", "#ff0000" if line else "", line)
    image = picture((30, 30), [box], "#ffffff", over=1)
    drawn = {at: image.getpixel(at) for at in product(range(30), repeat=2)}

    assert {at for at, colour in drawn.items() if colour != GROUND} == {
        *product(range(10, 20), range(12, 24))
    }
    inside = {*product(range(10 + line, 20 - line), range(12 + line, 24 - line))}
    assert {at for at, colour in drawn.items() if colour == FILL} == inside
    assert (BORDER in drawn.values()) == bool(line)
