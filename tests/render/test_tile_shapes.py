from collections.abc import Iterable
from dataclasses import fields
from itertools import pairwise
from math import dist, hypot
from typing import Any

import pytest

from engine.board.tiles import turned
from engine.data import Hex
from engine.printed import standard_tiles
from engine.title import Title
from render import fonts, palette, schemes
from render.hex_geometry import SIDES
from render.hex_shapes import hex_shapes
from render.map_hex import MapHex, ShownToken
from render.room import Spot
from render.shapes import Arc, Box, Disc, Layer, Polygon, Polyline, Shape, Text, layered, moved
from render.stops import edges_of, stop_positions
from render.symbols import roundel_text, values
from render.track import curve
from tests.render.scenes import every_title

BLANK = Hex(id="A2")
TILES = standard_tiles()


def drawn(tile: str, rotation: int = 0, **more: Any):
    return hex_shapes(MapHex(BLANK, TILES[tile], rotation, **more))


def lines(found: Iterable[Shape], layer: str):
    """The shapes of a layer as text, one a line in the order of painting."""
    return [line(shape) for shape in layered(found) if shape.layer.name == layer]


def line(shape: Shape):
    named = ((field.name, getattr(shape, field.name)) for field in fields(shape) if field.name != "layer")
    known = (f"{name}={written(value)}" for name, value in named if value not in ("", 0, False))
    return f"{shape.layer.name} {type(shape).__name__} {' '.join(known)}"


def written(value: Any):
    if isinstance(value, float):
        return f"{value:.2f}".replace("-0.00", "0.00")
    if isinstance(value, tuple):
        return f"({','.join(written(part) for part in value)})"
    return str(value)


def test_a_name_over_track_lies_on_a_plate():
    """The plate has the colour of the ground and covers no more track than the name; beside track it needs none."""
    named = BLANK.model_copy(update={"name": "Ödenburgerstraßenbahn"})
    crossed = hex_shapes(MapHex(named, TILES["611"], 0))
    [text] = [shape for shape in crossed if isinstance(shape, Text) and shape.text == named.name]
    plates = [shape for shape in crossed if isinstance(shape, Box) and shape.layer == Layer.NAME]

    assert [plate.fill for plate in plates] == [schemes.LIGHT.tiles["brown"]]
    assert not text.halo
    assert plates[0].low[0] < text.at[0] < plates[0].high[0]
    assert plates[0].low[1] < text.at[1] < plates[0].high[1]
    free = hex_shapes(MapHex(BLANK.model_copy(update={"name": "Ö"}), TILES["7"], 0))
    assert not [shape for shape in free if isinstance(shape, Box)]


def test_the_odd_value_of_an_area_is_centred():
    """Of three values two stand side by side, the third below their middle."""
    found = values(
        Spot((0, 0), (0.2, 0.15)), {"yellow": 10, "green": 20, "brown": 30}, "green", 2, schemes.LIGHT
    )
    places = {shape.text: shape.at for shape in found if isinstance(shape, Text)}

    assert places["30"][0] == 0
    assert places["10"][0] == -places["20"][0] < 0
    assert places["30"][1] > places["10"][1]


def test_dark_marks_have_a_bright_rim_on_a_dark_page():
    """A black token does not drown in a dark slot; on a bright page its rim is darker than itself."""
    assert palette.luminance(palette.edge("#000000", schemes.DARK, 0.5)) > 0.4
    assert palette.luminance(palette.edge("#808080", schemes.LIGHT, 0.5)) < 0.3


def test_a_gentle_curve_is_concentric_with_the_next_hex():
    """Tile 8 is one arc of radius 1.5 from edge 0 to edge 2, and a bit over both: its casing, then the track."""
    expected = [
        "TRACK Arc centre=(-1.73,0.00) radius=1.50 start=30.00 sweep=-60.00 colour=#ffffff width=0.20",
        "TRACK Polyline points=((-0.43,0.74),(-0.45,0.79)) colour=#ffffff width=0.20",
        "TRACK Polyline points=((-0.43,-0.74),(-0.45,-0.79)) colour=#ffffff width=0.20",
        "TRACK Arc centre=(-1.73,0.00) radius=1.50 start=30.00 sweep=-60.00 colour=#16191b width=0.12",
        "TRACK Polyline points=((-0.43,0.74),(-0.45,0.79)) colour=#16191b width=0.12",
        "TRACK Polyline points=((-0.43,-0.74),(-0.45,-0.79)) colour=#16191b width=0.12",
    ]

    assert expected == lines(drawn("8"), "TRACK")


def test_a_sharp_curve_goes_around_a_corner():
    """Tile 7 is an arc of radius 0.5 around the corner between its edges."""
    expected = "TRACK Arc centre=(-0.87,0.50) radius=0.50 start=30.00 sweep=-120.00 colour=#16191b width=0.12"

    assert expected in lines(drawn("7"), "TRACK")


def test_a_straight_track_is_a_line():
    """Tile 9 leads from edge 0 to edge 3."""
    expected = "TRACK Polyline points=((-0.43,0.75),(0.43,-0.75)) colour=#16191b width=0.12"

    assert expected in lines(drawn("9"), "TRACK")


def test_crossing_tracks_pass_over_each_other():
    """Tile 20 has two straights and a bridge where they cross; tile 23 is a junction without one."""
    plain = 2 * (2 + 4)

    assert len(lines(drawn("20"), "TRACK")) == plain + 2
    assert len(lines(drawn("23"), "TRACK")) == plain - 2


def test_a_town_is_a_bar_across_its_track():
    """Tile 4 has a bar at its middle, square to the straight; tile 87 has a dot."""
    bar = next(shape for shape in drawn("4") if isinstance(shape, Polyline) and shape.layer.name == "STOP")
    (x0, y0), (x1, y1) = bar.points
    (ax, ay), (bx, by) = SIDES[0], SIDES[3]

    assert pytest.approx(0, abs=1e-9) == (x1 - x0) * (bx - ax) + (y1 - y0) * (by - ay)
    assert any(isinstance(shape, Disc) and shape.centre == (0, 0) for shape in drawn("87"))


def test_a_city_of_two_slots_lies_level_in_every_rotation():
    """The slots of tile 14 stay side by side however the tile is turned, so that names stay upright."""
    for rotation in range(6):
        discs = [
            shape for shape in drawn("14", rotation) if isinstance(shape, Disc) and shape.layer.name == "STOP"
        ]

        assert {0.0} == {round(disc.centre[1], 6) for disc in discs}


def test_a_token_fills_its_slot():
    """The token is a disc in the colour of its unit with its sign on it."""
    found = drawn("57", tokens=(ShownToken(0, "12", "#000000", "#ffffff"),))
    disc = next(shape for shape in found if shape.layer.name == "TOKEN" and isinstance(shape, Disc))
    text = next(shape for shape in found if shape.layer.name == "TOKEN" and isinstance(shape, Text))

    assert (disc.fill, disc.centre) == ("#000000", (0, 0))
    assert (text.text, text.colour) == ("12", "#ffffff")


def test_a_reserved_slot_has_its_colour():
    """A home that is not taken is written in its slot, which has a ring of its colour, without a token."""
    found = drawn("57", tokens=(ShownToken(0, "12", "#000000", "#ffffff", placed=False),))
    token = [shape for shape in found if shape.layer.name == "TOKEN"]

    assert [shape.text for shape in token if isinstance(shape, Text)] == ["12"]
    assert not any(isinstance(shape, Disc) for shape in token)
    assert any(isinstance(shape, Disc) and shape.stroke == "#000000" for shape in found)


def test_long_abbreviations_take_two_lines():
    """Six letters do not fit in one line of a roundel; of two breaks the one is taken that lets type be larger."""
    found = drawn("57", tokens=(ShownToken(0, "LdStEG", "#ffa500", "#000000"),))

    assert [s.text for s in found if isinstance(s, Text) and s.layer.name == "TOKEN"] == ["LdSt", "EG"]


@pytest.mark.parametrize("title", every_title(), ids=lambda title: title.name)
def test_track_meets_every_edge_at_a_right_angle(title: Title):
    """In every tile and rotation a piece starts at the middle of its edge and goes straight in."""
    for tile in title.tiles.values():
        for rotation in range(6):
            places = stop_positions(tile, rotation)
            for one, two in turned(tile.track, rotation):
                edge, other = (one, two) if one.isdigit() else (two, one)
                way = curve((edge, other), places)
                first, second = way.at(0), way.at(0.01)
                x, y = SIDES[int(edge)]
                step = dist(first, second)

                assert dist(first, (x, y)) < 1e-9
                ahead = -((second[0] - first[0]) * x + (second[1] - first[1]) * y) / (
                    step * dist((0, 0), (x, y))
                )
                assert ahead > 0.995


@pytest.mark.parametrize("title", every_title(), ids=lambda title: title.name)
def test_curves_are_never_tighter_than_a_sharp_turn(title: Title):
    """No arc has a radius below a third of a hex side, and none turns back on itself."""
    for tile in title.tiles.values():
        arcs = [
            shape
            for shape in hex_shapes(MapHex(BLANK, tile))
            if isinstance(shape, Arc) and shape.layer.name == "TRACK"
        ]

        assert all(arc.radius > 0.33 for arc in arcs), tile.id
        assert all(abs(arc.sweep) <= 121 for arc in arcs), tile.id


@pytest.mark.parametrize("title", every_title(), ids=lambda title: title.name)
def test_cities_of_one_tile_lie_apart(title: Title):
    """Two cities of a tile never touch."""
    for tile in title.tiles.values():
        for one, two in pairwise(stop_positions(tile, 0)):
            if tile.stops[0].kind == "city":
                assert dist(one, two) > 0.6, tile.id


def test_stops_turn_with_their_track():
    """A stop with one edge lies towards that edge in every rotation."""
    for tile in TILES.values():
        for rotation in range(6):
            for index, place in enumerate(stop_positions(tile, rotation)):
                edges = [(edge + rotation) % 6 for edge in edges_of(tile, index)]
                nearest = sorted(range(6), key=lambda edge: round(dist(place, SIDES[edge]), 6))

                assert place == pytest.approx((0, 0)) or nearest[0] in edges or len(edges) == 2


def test_shapes_move_together():
    """Every kind of shape can be put elsewhere."""
    here = (
        Polygon(((0, 0), (1, 0), (0, 1)), "red"),
        Polyline(((0, 0), (1, 1)), "red", 1),
        Arc((1, 1), 1, 0, 90, "red", 1),
        Disc((1, 1), 1, "red"),
        Box((0, 0), (1, 1), "red"),
        Text((1, 1), "x", 1, "red"),
    )
    there = (
        Polygon(((2, 3), (3, 3), (2, 4)), "red"),
        Polyline(((2, 3), (3, 4)), "red", 1),
        Arc((3, 4), 1, 0, 90, "red", 1),
        Disc((3, 4), 1, "red"),
        Box((2, 3), (3, 4), "red"),
        Text((3, 4), "x", 1, "red"),
    )

    assert there == tuple(moved(shape, 2, 3) for shape in here)


def test_a_sign_of_unequal_lines_is_as_large_as_its_disc_allows():
    """The longer line lies nearer to the middle, where the disc is wide, and no corner leaves the disc."""
    found = roundel_text((0, 0), 1, "LdStEG", "#000000", Layer.TOKEN)
    upper, lower = (text for text in found if isinstance(text, Text))
    corners = [
        hypot(fonts.width(line.text, bold=True) * line.size / 2, abs(line.at[1]) + fonts.CAP * line.size / 2)
        for line in (upper, lower)
    ]

    assert abs(upper.at[1]) < abs(lower.at[1])
    assert max(corners) == pytest.approx(min(corners), abs=0.01)
    assert max(corners) < 1
