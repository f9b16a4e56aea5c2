"""Parts of the map: close-ups, what can be picked, and the parts for a phone."""

from collections.abc import Sequence
from dataclasses import replace
from math import dist

import pytest
from PIL import ImageColor

import render
from engine.actions import Route
from engine.board.hexes import coordinates, neighbour
from engine.board.tiles import turned
from engine.game import Game
from engine.state import Token
from engine.title import Title
from render.hex_geometry import APOTHEM, CORNERS, HexGrid
from render.map_hexes import map_hexes
from render.map_picture import MapContent, MapPicture
from render.maps import block
from render.overlay import letters_on_borders
from render.phone_map import FRAME, HIGH, WIDTH, broad, map_parts, own_part
from render.schemes import LIGHT
from render.shapes import Disc
from render.sizes import PHONE
from render.slots_offered import OfferedSlot
from render.stops import slot_radius, slots, stop_positions
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


@BOARDS
def test_what_can_be_picked_is_shown_as_broad_as_a_message(title: Title):
    """A high picture is shown small: a block of hexes has more beside it, as far as the map goes."""
    pos, spots = scenes.first(title), {name: coordinates(name) for name in title.hexes}
    for row, column in list(spots.values()):
        apart = [name for name, spot in spots.items() if spot[1] == column and abs(spot[0] - row) <= 4]
        rows, columns = zip(*(spots[name] for name in broad(pos, block(pos, apart))), strict=True)
        beside = [spot[1] for spot in spots.values() if min(rows) <= spot[0] <= max(rows)]
        wide = (max(columns) - min(columns) + 2) * APOTHEM
        high = (max(rows) - min(rows)) * 1.5 + 2

        assert wide * 445 >= high * 700 or {min(columns), max(columns)} == {min(beside), max(beside)}


def test_a_closeup_is_no_wider_than_a_map_and_outlines_its_hex():
    """Few hexes are large; many fit into the width of a map."""
    pos = scenes.opening()
    near, far = (
        render.draw_closeup(pos, render.MapContent(highlight=["F15"])),
        render.draw_closeup(pos, render.MapContent(highlight=["H1", "A10", "H27"])),
    )

    assert near.width < far.width <= 1400
    assert near.tobytes() != render.draw_closeup(pos, render.MapContent(plan=[("F15", "58", 0)])).tobytes()


def test_a_route_is_as_strong_on_a_planned_tile_as_on_others():
    """The ghost of a tile is pale, not the route that is to run over it."""
    pos = changed(scenes.opening(), tiles={"D13": ("58", 4)})
    track = turned(pos.title.tiles["58"].track, 4)
    one, two = (neighbour("D13", int(end)) for piece in track for end in piece if end.isdigit())
    ink, found = ImageColor.getrgb(LIGHT.routes[0]), []
    for plan in ([], [("D13", "58", 4)]):
        sheet = MapPicture.empty(tuple(pos.title.hexes), render.PLAIN)
        sheet.fill(pos, MapContent(routes=[Route("2", (one, "D13.0", two))], plan=plan))
        x, y = sheet.grid.pixel("D13")
        inner = sheet.image.crop((x - 30, y - 30, x + 30, y + 30))
        found.append(sum(count for count, colour in inner.getcolors(4096) if colour == ink))

    assert found[0] == found[1] > 50


def test_hexes_that_are_not_on_the_map_have_no_closeup():
    """There is nothing to be shown."""
    with pytest.raises(KeyError):
        render.draw_closeup(scenes.opening(), render.MapContent(highlight=["Z99"]))


def test_what_can_be_picked_is_lettered_and_the_rest_is_pale():
    """A lettered hex keeps its colours and bears its letter, its neighbour fades; a price stands in a free slot."""
    pos = scenes.opening()
    sheet = MapPicture.empty(tuple(pos.title.hexes), render.PLAIN)
    plain = MapPicture.empty(tuple(pos.title.hexes), render.PLAIN)
    content = MapContent(letters={"D13": "A"})
    sheet.fill(pos, content)
    plain.fill(pos, MapContent())
    x, y = sheet.grid.pixel("D13")
    corner, there = (x, y - sheet.grid.right + 4), (x + 2 * sheet.grid.right, y)
    inner = x - 30, y - 30, x + 30, y + 30

    assert content.picked_from == {"D13"}
    assert sheet.image.getpixel(corner) == plain.image.getpixel(corner)
    assert sheet.image.crop(inner).tobytes() != plain.image.crop(inner).tobytes()
    assert sheet.image.getpixel(there) != plain.image.getpixel(there)


@pytest.mark.parametrize("name", ["18Mag", "1844", "18CZ"])
def test_letters_hide_neither_tokens_nor_prices(name: str):
    """However far apart the places lie: a large letter that has no room in its hex lies on a corner of it."""
    title = scenes.first_board(name)
    pos = scenes.filled(title, "brown")
    cities = [hex_ for hex_ in title.hexes if any(stop.slots > 1 for stop in pos.face(hex_)[0].stops)]
    sizes = replace(PHONE, letters=(0.45,))
    shown = {cell.hex.id: cell for cell in map_hexes(pos, sizes=sizes, only=cities)}
    lettered = {hex_: replace(cell, around=replace(cell.around, letter="A")) for hex_, cell in shown.items()}
    found = {
        hex_: next(shape.centre for shape in shapes if isinstance(shape, Disc))
        for hex_, shapes in letters_on_borders(lettered, LIGHT)
    }

    assert len(found) > len(cities) / 2
    for hex_, at in found.items():
        assert min(dist(at, corner) for corner in CORNERS) < 0.1, hex_
        face, radius = shown[hex_].face, slot_radius(shown[hex_].face, sizes)
        places = stop_positions(face, shown[hex_].rotation, sizes)
        for stop, (x, y) in zip(face.stops, places, strict=True):
            assert all(dist(at, (x + dx, y + dy)) > 0.45 for dx, dy in slots(stop.slots, radius)), hex_


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
    ringed = {token.text: token.ringed for cell in map_hexes(here) for token in cell.tokens if token.placed}

    assert ringed == {"SCB": True, "NOB": False}


@BOARDS
def test_four_parts_hold_every_hex(title: Title):
    """No hex of the map is missing on a phone."""
    parts = map_parts(tuple(title.hexes))

    assert set().union(*parts) == set(title.hexes)
    assert len(parts) <= 4
    assert len(parts) > 1 or on_a_phone(parts[0]) >= 60


@BOARDS
def test_the_part_that_matters_holds_what_changed(title: Title):
    """Wherever something changed, it is seen, in a part of the size of the others."""
    pos = scenes.first(title)
    for hex_ in title.hexes:
        part = own_part(pos, (hex_,))

        assert hex_ in part
        assert len({coordinates(name)[0] for name in part}) <= HIGH
        assert on_a_phone(part) >= 60


def on_a_phone(part: Sequence[str]) -> float:
    """The width of a hex where the picture of a part is 390 pixels wide."""
    return HexGrid.fit(part, WIDTH, FRAME).side * 3**0.5 * 390 / WIDTH
