"""Areas, lakes, mountains and tunnels: told from the map and the layers on it, whatever the title is called."""

from dataclasses import replace
from itertools import product
from math import radians, sin
from typing import Any

import pytest

from engine.board.tiles import Face, Tile, TrackPiece, composed, turned
from engine.data import Hex
from engine.exhibits import Remark
from engine.position import Position
from render import MapContent, compose, draw_closeup, fonts, schemes
from render.decisions.map_cards import HALF
from render.hex_layout import lay_out, mouth_spots, portal_spots, stop_spots
from render.hex_shapes import hex_shapes
from render.map_hex import MapHex, Surroundings
from render.map_hexes import map_hexes
from render.shapes import Arc, Box, Disc, Polygon, Polyline, Text
from render.sizes import CARD
from render.surroundings import lake, massif, surroundings, underground
from render.track import curve
from tests.render import scenes
from tests.render.scenes import changed, texts, told
from tests.tools.legible import LEAST, WIDTHS

LOOK = schemes.LIGHT
PANEL, STRAIGHT, LINE = "XM1", "X79", "OP2"


@pytest.fixture(scope="module")
def alps():
    """The first position of the title that has all of these."""
    return scenes.opening("1844")


def cell(pos: Position, hex_: str):
    return next(one for one in map_hexes(pos) if one.hex.id == hex_)


# --- areas and lakes


@pytest.mark.parametrize("area", [("A18", "A20", "B17"), ("G30", "H29", "I30")])
def test_an_area_is_named_once(alps: Position, area: tuple[str, ...]):
    """One hex of an area bears its name and its values; no gap divides them."""
    found = [cell(alps, hex_) for hex_ in area]
    names = [
        text for one in found for text in texts(hex_shapes(one)) if text in {one.hex.name for one in found}
    ]
    lit = [
        shape
        for one in found
        for shape in hex_shapes(one)
        if isinstance(shape, Box) and shape.stroke == LOOK.ink
    ]

    assert len(names) == len(lit) == 1
    assert sum(len(one.around.joined) for one in found) == 2 * (len(area) - 1)


def test_an_area_of_many_hexes_shows_its_values(alps: Position):
    """Hexes without a stop of their own belong to the area too, and do not take its name away from the values."""
    area = [one for one in map_hexes(alps) if one.hex.name == "Milan"]
    [head] = [one for one in area if not one.around.quiet]

    assert len(area) == 5
    assert head.hex.stops


def test_areas_of_different_names_stay_apart(alps: Position):
    """Neighbours are joined only if they are one place; a hex that takes tiles never is."""
    for hex_, around in surroundings(alps, "en").items():
        if around.joined:
            assert not alps.title.hexes[hex_].tiled
    assert cell(alps, "C8").around.joined == ()


def test_a_lake_has_no_shores_inside(alps: Position):
    """The hexes of a lake are water without gaps or symbols."""
    water = [one for one in map_hexes(alps) if lake(one.hex)]

    assert len(water) == 4
    assert all(one.around.joined for one in water)
    assert all(hex_shapes(one)[0].fill == LOOK.water for one in water)  # type: ignore[union-attr]


# --- mountains


def test_a_mountain_shows_values_once_it_has_a_railway(alps: Position):
    """Bare, it is a peak with a name; with a panel it has four values, that of the phase lit."""
    pos = changed(alps, layers={"H7": ((PANEL, 0),)}, phase=2)
    bare, opened = hex_shapes(cell(alps, "H7")), hex_shapes(cell(pos, "H7"))

    assert not [text for text in texts(bare) if text.isdigit()]
    assert [text for text in texts(opened) if text.isdigit()] == ["10", "20", "50", "80"]
    assert [shape.text for shape in opened if isinstance(shape, Text) and shape.bold] == ["20"]
    assert [shape for shape in bare if isinstance(shape, Polygon) and shape.fill == LOOK.snow]


def test_the_values_of_a_mountain_railway_can_be_read_on_a_card(alps: Position):
    """On the smallest hexes of a phone, beside the name of the mountain and that of its railway."""
    panels = [tile for tile in alps.title.tiles.values() if tile.colour == "none" and not tile.track]
    mountains = [hex_ for hex_ in alps.title.hexes.values() if any(s.kind == "mountain" for s in hex_.stops)]
    side = HALF / sin(radians(60)) * WIDTHS["phone"] / compose.WIDTH
    for hex_, panel in product(mountains, panels):
        face, below = layered(hex_, panel, None)
        around = Surroundings(remark="B5", tunnels=below)
        one = MapHex(hex_, face, colours=("yellow",), around=around, sizes=CARD)
        values = [shape for shape in hex_shapes(one) if isinstance(shape, Text) and shape.text.isdigit()]
        plan = lay_out(hex_, face, 0, around, CARD)

        assert len(values) == 4
        assert min(shape.size for shape in values) * fonts.CAP * side >= LEAST, (hex_.id, panel.id)
        assert [len(plan.of(kind)) for kind in ("name", "remark")] == [bool(hex_.name), 1], (
            hex_.id,
            panel.id,
        )


# --- tunnels


def test_a_tunnel_looks_like_no_track(alps: Position):
    """It is dashed, with a portal at each mouth, and no track lies on the ground."""
    pos = changed(alps, layers={"H21": ((STRAIGHT, 0),)})
    one = cell(pos, "H21")
    dashes = [
        shape
        for shape in hex_shapes(one)
        if isinstance(shape, Polyline) and shape.colour not in (LOOK.casing, LOOK.track) and shape.width < 0.1
    ]

    assert one.track == ()
    assert len(dashes) >= 3
    assert sum(isinstance(shape, Polyline) and shape.layer.name == "STOP" for shape in hex_shapes(one)) == 4


def test_a_printed_line_is_no_tunnel(alps: Position):
    """A layer that lies in one way only is ordinary track, and crosses a tunnel without joining it."""
    pos = changed(alps, layers={"H21": ((LINE, 0), (STRAIGHT, 0))})
    one = cell(pos, "H21")

    assert one.track == (("1", "4"),)
    assert one.around.tunnels == (("0", "3"),)
    assert not underground(alps.title.tiles[LINE])
    assert not underground(alps.title.tiles[PANEL])


def test_mouths_are_marked_until_there_is_a_tunnel(alps: Position):
    """A tunnel may open on sides that no border forbids and no line takes."""
    laid = changed(alps, layers={"H21": ((LINE, 0),)})
    dug = changed(alps, layers={"H21": ((STRAIGHT, 0),)})

    assert cell(alps, "H21").around.mouths == (0, 3, 5)
    assert cell(laid, "H21").around.mouths == (0, 3, 5)
    assert cell(laid, "H23").around.mouths == (0, 2, 3, 4, 5)
    assert cell(dug, "H21").around.mouths == ()
    arches = [shape for shape in hex_shapes(cell(alps, "H21")) if isinstance(shape, Arc)]
    assert len(arches) == 3


def test_a_title_may_tell_the_mouths(alps: Position):
    """A remark about a hex names its mouths where the map alone does not."""
    pos = told(alps, Remark("H21", "mouths", "03"))

    assert cell(pos, "H21").around.mouths == (0, 3)


# --- remarks


def test_remarks_about_places_are_on_the_map(alps: Position):
    """A bonus stands in its area, a certificate on its hex; remarks about others are elsewhere."""
    pos = told(
        alps,
        Remark("Stuttgart", "transit_north", 30),
        Remark("H7", "mountain_railway", "B1"),
        Remark("H7", "active", 1),
        Remark("FNM", "destination_open", "G20"),
    )
    remarks = {hex_: around.remark for hex_, around in surroundings(pos, "es").items() if around.remark}

    assert remarks == {"A18": "N +30", "H7": "B1 •"}
    assert "B1 •" in texts(hex_shapes(cell(pos, "H7")))


def test_a_bonus_is_written_in_the_language_of_the_map(alps: Position):
    """West is W in English and O in Spanish."""
    pos = told(alps, Remark("Belfort", "transit_west", 50))

    assert surroundings(pos, "en")["C8"].remark == "W +50"
    assert surroundings(pos, "es")["C8"].remark == "O +50"


# --- room


def every_layer(pos: Position):
    """Tunnel hexes and mountains with all that may come to lie on them."""
    title = pos.title
    digs = [tile for tile in title.tiles.values() if underground(tile)]
    fixed = [tile for tile in title.tiles.values() if tile.colour == "none" and tile.rotations]
    panels = [tile for tile in title.tiles.values() if tile.colour == "none" and not tile.track]
    for hex_ in title.hexes.values():
        if massif(hex_):
            lines: list[Tile | None] = [None, *fixed]
            dug = [None, *product(digs, range(6))]
            yield from ((hex_, *layered(hex_, line, dig)) for line, dig in product(lines, dug) if line or dig)
        elif any(stop.kind == "mountain" for stop in hex_.stops):
            yield from ((hex_, *layered(hex_, panel, None)) for panel in panels)


def layered(hex_: Hex, tile: Tile | None, dig: Any) -> tuple[Face, tuple[TrackPiece, ...]]:
    face = composed((hex_, 0), tuple(layer for layer in (tile and (tile, 0), dig) if layer))
    return face, turned(dig[0].track, dig[1]) if dig else ()


@pytest.mark.parametrize(
    "around", [Surroundings(), Surroundings(mouths=(0, 1, 2, 3, 4, 5)), Surroundings(remark="T5 •")]
)
def test_marks_on_layers_are_apart(alps: Position, around: Surroundings):
    """On tunnels, lines and panels as well nothing touches anything, and names of mountains are shown."""
    checked = 0
    for hex_, face, below in every_layer(alps):
        if around.mouths and (below or not massif(hex_)):
            continue
        here = replace(around, tunnels=below)
        plan = lay_out(hex_, face, 0, here)
        stops = [spot for index in range(len(face.stops)) for spot in stop_spots(face, plan.stops, index)]
        for index, mark in enumerate(plan.marks):
            others = [
                *stops,
                *mouth_spots(here),
                *portal_spots(here),
                *(other.spot for other in plan.marks[:index]),
            ]
            assert mark.spot.inside() > 0, (hex_.id, face.id, mark)
            assert all(mark.spot.apart(other) > 0 for other in others), (hex_.id, face.id, mark)
        assert len(plan.of("name")) == bool(hex_.name), (hex_.id, face.id)
        checked += 1

    assert checked > (20 if around.mouths else 300)


def test_bonuses_and_values_find_room_in_every_area(alps: Position):
    """A remark is written in every red area, beside name and values."""
    areas = [one for one in map_hexes(alps) if one.hex.colour == "red" and not one.around.quiet]
    assert len(areas) > 5
    for one in areas:
        plan = lay_out(one.hex, one.face, 0, Surroundings(one.around.joined, remark="W +90"))

        assert [len(plan.of(kind)) for kind in ("values", "name", "remark")] == [1, 1, 1], one.hex.id


def test_tunnels_meet_the_track_of_their_neighbours(alps: Position):
    """The dashes follow the very curve of a tile of that shape."""
    pos = changed(alps, layers={"H21": (("X78", 3),)})
    [piece] = cell(pos, "H21").around.tunnels

    assert piece == ("3", "5")
    assert curve(piece, ()).length == pytest.approx(curve(("0", "2"), ()).length)


def test_closeups_show_tunnels_and_mountains(alps: Position):
    """The picture around them is part of the map with them."""
    pos = changed(alps, layers={"H21": ((LINE, 0), (STRAIGHT, 0)), "I14": ((PANEL, 0),)})

    assert (
        draw_closeup(pos, MapContent(highlight=("H21",))).tobytes()
        != draw_closeup(alps, MapContent(highlight=("H21",))).tobytes()
    )
    assert (
        draw_closeup(pos, MapContent(highlight=("I14",))).tobytes()
        != draw_closeup(alps, MapContent(highlight=("I14",))).tobytes()
    )


def test_a_home_that_waits_is_written_in_its_city(alps: Position):
    """Units that have not come yet keep a place that everybody sees."""
    found = hex_shapes(cell(alps, "D19"))

    assert "NOB" in texts(found)
    assert not [shape for shape in found if isinstance(shape, Disc) and shape.layer.name == "TOKEN"]
