"""The strip above every picture: whose turn is done, whose is on, and whose follow."""

import pytest

from engine.state import Frame
from render import PLAIN, Look, schemes
from render.head import WIDTH, draw_head, head_shapes
from render.seats import seat_signs
from render.shapes import Box, Layer, Text
from tests.render import scenes
from tests.render.scenes import texts

LOOK = schemes.LIGHT


def operating():
    """Three companies, the second of which operates."""
    pos = scenes.opening("1844")
    return scenes.changed(
        pos,
        certificates={**pos.state.certificates, **dict.fromkeys(("RhB.0", "AB.0", "BLS.0"), "ann")},
        frames=(Frame("operating", (2, 1), ("AB", "BLS")),),
        market={"1,4": ("RhB", "AB"), "2,4": ("BLS",)},
        extra=scenes.floated(pos, "RhB", "AB", "BLS"),
    )


def test_the_strip_tells_the_order_of_the_turns():
    """Done, now, next, the one whose turn it is framed."""
    found, _ = head_shapes(operating(), PLAIN)
    frames = [shape for shape in found if isinstance(shape, Box) and shape.layer == Layer.GROUND]

    assert texts(found) == ["done", "RhB", "now", "AB", "next", "BLS"]
    assert len(frames) == 1
    assert frames[0].low[0] < next(shape.at[0] for shape in found if getattr(shape, "text", "") == "AB")


def test_players_stand_in_the_strip_by_name():
    """Where players act, they have their names as they write them."""
    found, _ = head_shapes(
        scenes.opening("18CZ"), Look(names={"ann": "Ánna \U0001f682", "bob": "Bob"}, caption="1844")
    )

    assert texts(found)[:4] == ["1844", "now", "Ánna \U0001f682", "next"]


@pytest.mark.parametrize("count", [3, 7])
def test_the_strip_takes_as_many_lines_as_it_needs(count: int):
    """Everything lies on the picture, and no word ends a line."""
    people = dict.fromkeys(scenes.PEOPLE[:count], "Maximiliane Wilhelmine")
    found, height = head_shapes(scenes.opening("1844", tuple(people)), Look(lang="es", names=people))
    lines: dict[float, list[str]] = {}
    for shape in found:
        if isinstance(shape, Text):
            lines.setdefault(shape.at[1], []).append(shape.text)
            assert 0 < shape.at[0] < WIDTH
            assert shape.at[1] < height

    assert not {"ahora", "después"} & {line[-1] for line in lines.values()}


def test_names_of_usual_length_are_whole_at_every_table():
    """Seven players stand in two lines with their whole names; only where these take more, all are cut alike."""
    names = ("Bartholomew", "Mercedes Fernández", "Cy", "Dóra", "Ferdinand", "Guillermo", "Zsófia")
    for count in range(3, 8):
        people = dict(zip(scenes.PEOPLE[:count], names, strict=False))
        found, _ = head_shapes(scenes.opening("1844", tuple(people)), Look(names=people))

        assert set(people.values()) <= set(texts(found))
        assert len({shape.at[1] for shape in found if isinstance(shape, Text)}) <= 2


def test_a_head_is_as_wide_as_its_picture_and_may_be_missing():
    """Without caption and without turns there is nothing to show."""
    over = scenes.changed(scenes.opening("1844"), over=True, frames=())

    assert draw_head(operating(), look=Look(width=1400)).width == 1400
    assert draw_head(over) is None
    assert draw_head(over, look=Look(caption="1844 is over")).height > 20


def test_signs_of_players_differ():
    """Two letters each, whatever people are called."""
    names = {"a": "Anna", "b": "Antal", "c": "Andrea", "d": "n", "e": "N", "f": "--", "g": "Ann", "h": "Ann"}
    found = seat_signs(scenes.opening(), names)

    assert [found[seat] for seat in "abc"] == ["An", "At", "Ad"]
    assert len(set(found.values())) == len(names)
    assert all(len(sign) == 2 for sign in found.values())
