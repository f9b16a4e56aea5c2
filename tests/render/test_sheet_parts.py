"""What stands in the rows of a sheet: each part in its place, and inside its room."""

from itertools import pairwise
from math import atan2, degrees, dist

import pytest

from render import fonts, schemes, sheet_parts
from render.shapes import Box, Disc, Polygon, Text, bounds
from tests.render import scenes
from tests.render.scenes import texts

LOOK, AT = schemes.LIGHT, (200.0, 100.0)


def test_the_mark_of_the_priority_deal_is_a_star():
    """Five points and five notches by turns, at equal angles; one point stands straight up."""
    (star,) = sheet_parts.star(AT, 20, LOOK)
    assert isinstance(star, Polygon)
    far = [round(dist(AT, point), 6) for point in star.points]
    angles = [degrees(atan2(y - AT[1], x - AT[0])) for x, y in star.points]

    assert far == [20, 9] * 5
    assert star.points[0] == pytest.approx((200, 80))
    assert [round(two - one) % 360 for one, two in pairwise([*angles, angles[0]])] == [36] * 10


@pytest.mark.parametrize("name", ["B", "P12", "A very long name"])
def test_a_name_stands_inside_its_plate(name: str):
    """In the middle of it, and smaller where it is long."""
    plate, text = sheet_parts.name_plate(AT, name, LOOK, (60, 32))
    assert isinstance(plate, Box)
    assert isinstance(text, Text)
    left, top, right, bottom = bounds(plate)

    assert (left, top, right, bottom) == (170, 84, 230, 116)
    assert text.at == AT
    assert text.bold
    assert fonts.width(name, bold=True) * text.size <= 54
    assert text.size == 23 or len(name) > 3


@pytest.mark.parametrize(("room", "shown"), [(132, ["20", "40", "60"]), (129, ["20", "+2"])])
def test_tokens_that_are_left_stand_side_by_side_or_are_counted(room: float, shown: list[str]):
    """All of them with their prices where there is room, else the next one, and how many more there are."""
    found = sheet_parts.token_discs(AT, (20, 40, 60), room, LOOK)
    discs = [shape for shape in found if isinstance(shape, Disc)]

    assert texts(found) == shown
    assert [disc.centre for disc in discs] == [(222 + 44 * at, 100) for at in range(len(discs))]
    assert all(one.centre[0] + one.radius < two.centre[0] - two.radius for one, two in pairwise(discs))
    assert [one.at for one in found if isinstance(one, Text)][: len(discs)] == [disc.centre for disc in discs]


@pytest.mark.parametrize("room", [400.0, 120.0])
def test_trains_stand_side_by_side_within_their_room(room: float):
    """In their order, as wide as their names need; closer together where there are too many, but apart."""
    trains = ("2", "3+3", "D", "2", "2")
    found = sheet_parts.train_plates(AT, trains, room, LOOK)
    plates = [shape for shape in found if isinstance(shape, Box)]

    assert texts(found) == [*trains]
    assert all(one.high[0] < two.low[0] for one, two in pairwise(plates))
    assert plates[0].low[0] >= AT[0]
    assert plates[-1].high[0] <= AT[0] + min(room, sheet_parts.trains_width(trains))
    assert plates[1].high[0] - plates[1].low[0] > plates[0].high[0] - plates[0].low[0]


def test_what_somebody_owns_fills_one_row_after_the_other():
    """By number, then by name; none is wider than the room, and none could have stood in the row before."""
    names = ["10", "9", "P2", "A long name", "1", "P1"]
    pos = scenes.changed(scenes.opening(), owners={**dict.fromkeys(names, "ann"), "2": "bob"})
    rows = sheet_parts.owned_rows(pos, "ann", 140)
    wide = [sum(map(sheet_parts.owned_width, row)) for row in rows]

    assert [one for row in rows for one in row] == ["A long name", "P1", "P2", "1", "9", "10"]
    assert all(width <= 140 for width in wide[1:])
    assert all(w + sheet_parts.owned_width(row[0]) > 140 for w, row in zip(wide, rows[1:], strict=False))
