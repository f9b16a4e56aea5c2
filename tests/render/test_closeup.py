"""Parts of the map: close-ups, what can be picked, and the parts for a phone."""

import pytest

import render
from engine.board.hexes import coordinates
from engine.game import Game
from engine.state import Token
from engine.title import Title
from render.map_hexes import map_hexes
from render.map_picture import MapContent, MapPicture
from render.maps import block
from render.phone_map import HIGH, map_parts, own_part
from render.schemes import LIGHT
from render.slots_offered import OfferedSlot
from tests.render import scenes
from tests.render.scenes import changed, every_board

BOARDS = pytest.mark.parametrize("title", every_board(), ids=lambda title: title.name)


def neighbours(hex_: str) -> set[str]:
    row, column = coordinates(hex_)
    steps = ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))
    return {(row + down, column + right) for down, right in steps}


@BOARDS
def test_a_closeup_has_one_more_hex_on_each_side(title: Title):
    """Around every hex its whole neighbourhood is shown, as far as the map goes."""
    pos = scenes.first(title)
    spots = {coordinates(name) for name in title.hexes}
    for hex_ in title.hexes:
        shown = {coordinates(name) for name in block(pos, [hex_])}

        assert shown >= neighbours(hex_) & spots


def test_a_closeup_is_no_wider_than_a_map_and_outlines_its_hex():
    """Few hexes are large; many fit into the width of a map."""
    pos = scenes.opening()
    near, far = render.draw_closeup(pos, ["F15"]), render.draw_closeup(pos, ["H1", "A10", "H27"])

    assert near.width < far.width <= 1400
    assert near.tobytes() != render.draw_closeup(pos, plan=[("F15", "58", 0)]).tobytes()


def test_hexes_that_are_not_on_the_map_have_no_closeup():
    """There is nothing to be shown."""
    with pytest.raises(KeyError):
        render.draw_closeup(scenes.opening(), ["Z99"])


def test_what_can_be_picked_is_lettered_and_the_rest_is_pale():
    """A lettered hex keeps its colours and bears its letter, its neighbour fades; a price stands in a free slot."""
    pos = scenes.opening()
    sheet = MapPicture.empty(tuple(pos.title.hexes), 1400, "light")
    plain = MapPicture.empty(tuple(pos.title.hexes), 1400, "light")
    content = MapContent(pos, letters={"D13": "A"})
    sheet.fill(content)
    plain.fill(MapContent(pos))
    x, y = sheet.grid.pixel("D13")
    corner, there = (x, y - sheet.grid.right + 4), (x + 2 * sheet.grid.right, y)
    inner = x - 30, y - 30, x + 30, y + 30

    assert content.picked_from == {"D13"}
    assert sheet.image.getpixel(corner) == plain.image.getpixel(corner)
    assert sheet.image.crop(inner).tobytes() != plain.image.crop(inner).tobytes()
    assert sheet.image.getpixel(there) != plain.image.getpixel(there)


def test_a_free_slot_bears_its_price():
    """It is written in the slot, in the colour of the unit, and no token stands there."""
    pos = scenes.opening()
    unit = pos.title.data.units[0]
    token = OfferedSlot("E10", 0, unit.id, "40").token(pos)

    assert (token.text, token.colour, token.placed) == ("40", unit.colour, False)


def test_tokens_of_the_unit_in_turn_are_ringed():
    """Whose turn it is can be seen on the map; at the end of the game it is nobody's."""
    pos = Game.start("1844", scenes.PLAYERS, seed=1).pos
    frame = pos.frame.__class__("operating", (1, 1), queue=("SCB",))
    here = changed(pos, frames=(frame,), tokens={"E10": (Token(0, "SCB"),), "E18": (Token(0, "NOB"),)})
    ringed = {
        token.text: token.ringed
        for cell in map_hexes(here, (), LIGHT)
        for token in cell.tokens
        if token.placed
    }

    assert ringed == {"SCB": True, "NOB": False}


@BOARDS
def test_four_parts_hold_every_hex(title: Title):
    """No hex of the map is missing on a phone."""
    parts = map_parts(tuple(title.hexes))

    assert set().union(*parts) == set(title.hexes)
    assert 2 <= len(parts) <= 4


@BOARDS
def test_the_part_that_matters_holds_what_changed(title: Title):
    """Wherever something changed, it is seen, in a part of the size of the others."""
    pos = scenes.first(title)
    for hex_ in title.hexes:
        part = own_part(pos, (hex_,))

        assert hex_ in part
        assert len({coordinates(name)[0] for name in part}) <= HIGH
