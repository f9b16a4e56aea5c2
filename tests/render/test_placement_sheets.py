"""The ways in which a tile or a token may be placed, side by side."""

from itertools import pairwise

from render.placement_sheets import LINE, TALL, _captions
from render.schemes import LIGHT
from render.shapes import Text


def test_captions_stand_below_their_window_one_under_another():
    """In its middle, as small as the longest of them must be."""
    lines = [("best", True), ("a line that is much too long for its window", False), ("10", False)]
    shapes = [one for one in _captions(lines, (40, 20), 120, LIGHT) if isinstance(one, Text)]

    assert [one.text for one in shapes] == [text for text, _ in lines]
    assert {one.at[0] for one in shapes} == {100}
    assert 20 + TALL < shapes[0].at[1] < 20 + TALL + LINE
    assert [round(two.at[1] - one.at[1], 6) for one, two in pairwise(shapes)] == [LINE, LINE]
    assert len({one.size for one in shapes}) == 1
