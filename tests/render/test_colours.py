"""Colours can be told apart, in the scheme made for it by everybody, and texts can be read on their grounds."""

import pytest

from engine.data import Terrain
from engine.title import titles
from render import palette, symbols
from render.charts import styles
from render.hex_shapes import hex_shapes
from render.map_hex import MapHex
from render.market import PALE
from render.palette import RANKS, ink_on, mix, readable
from render.schemes import SCHEMES
from render.shapes import Layer, Text, rim
from tests.render.vision import BEGIN, END, KINDS, PAGE, contrast, groups, measured, nearest, same_lines

APART = {"tiles": 10.0, "routes": 15.0}
COMPANIES = 9.5
LINES = 11.0
ROUTES = SEATS = 10.0
"""Differences of CIEDE2000; what is just noticed side by side is about 2."""


@pytest.mark.parametrize("kind", KINDS)
def test_everybody_can_tell_the_colours_of_distinct_apart(kind: str):
    """Tiles, routes and companies differ clearly, whatever kind of vision looks at them."""
    for group, colours in groups("distinct").items():
        assert nearest(colours, kind) >= APART.get(group, COMPANIES), group


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_can_tell_players_apart(kind: str, name: str):
    """In every scheme seats differ clearly, stand out from the page and bear a sign that can be read."""
    look = SCHEMES[name]

    assert nearest(look.seats, kind) >= SEATS
    assert min(contrast(seat, ground) for seat in look.seats for ground in (look.page, look.card)) >= 3
    assert min(contrast(ink_on(seat), seat) for seat in look.seats) >= 4.5


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_can_tell_routes_apart(kind: str, name: str):
    """In every scheme."""
    assert nearest(groups(name)["routes"], kind) >= ROUTES


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_can_tell_the_colours_of_tiles_apart(kind: str, name: str):
    """In every scheme, purple and empty ones too."""
    assert nearest(groups(name)["tiles"], kind) >= APART["tiles"]


def test_the_page_tells_what_is_measured():
    """The tables of distances and ratios are those that are written now."""
    assert f"{BEGIN}\n{measured()}\n{END}\n" in PAGE.read_text("utf-8")


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_lines_of_a_chart_differ_in_style_or_in_colour(kind: str, name: str):
    """Players each have a style of their own; companies that share one differ in colour for everybody."""
    lines = [colours for colours in same_lines(name) if len(colours) > 1]

    assert len(set(styles(SCHEMES[name].seats))) == len(SCHEMES[name].seats)
    assert min(nearest(colours, kind) for colours in lines) >= LINES
    assert all(len(set(colours)) == len(colours) for colours in lines)


@pytest.mark.parametrize("name", SCHEMES)
def test_terrain_and_water_stand_out_from_every_ground(name: str):
    """By WCAG: marks three times, what they cost four and a half times."""
    look = SCHEMES[name]
    for ground in (look.tiles[colour] for colour in ("none", *RANKS, "red", "purple")):
        for kind in ("river", "mountain"):
            shapes = symbols.terrain((0, 0), Terrain(kind=kind, cost=30), 1, ground, look)
            ink = next(one.colour for one in shapes if isinstance(one, Text))
            mark = [rim(one) for one in shapes if not isinstance(one, Text)]

            assert contrast(ink, ground) >= 4.5, (ground, kind)
            assert max(contrast(one, ground) for one in mark) >= 3, (ground, kind)
        assert contrast(palette.standing_out(look.wave, ground), ground) >= 3
    *_, written = symbols.tight_cost((0, 0), Terrain(kind="river", cost=20), 1, look.page, look)

    assert contrast(written.colour, written.halo) >= 4.5


@pytest.mark.parametrize("name", SCHEMES)
def test_what_is_faint_can_be_seen(name: str):
    """Its lines and large letters stand out from pages and cards, and soft letters as small ones must."""
    look = SCHEMES[name]

    assert min(contrast(look.faint, ground) for ground in (look.page, look.card)) >= 3
    assert min(contrast(look.soft, ground) for ground in (look.page, look.card)) >= 4.5


@pytest.mark.parametrize("name", SCHEMES)
def test_water_between_hexes_has_a_shore_that_is_seen(name: str):
    """Lakes that part a hex of any colour: the ground of the picture, not a colour that is only close to it."""
    look = SCHEMES[name]
    split = next(hex_ for title in titles().values() for hex_ in title.forms[0].hexes.values() if hex_.split)
    for tile in ("yellow", "green", "brown", "gray"):
        hex_ = split.model_copy(update={"colour": tile})
        water = [one.fill for one in hex_shapes(MapHex(hex_, hex_), name) if one.layer == Layer.WATER]

        assert look.water in water
        assert max(contrast(fill, look.tiles[tile]) for fill in water) >= 3, tile


@pytest.mark.parametrize("name", SCHEMES)
def test_those_who_see_all_colours_can_tell_tiles_and_routes_apart(name: str):
    """In every scheme the tile colours and the routes differ clearly for the many."""
    found = groups(name)

    assert nearest(found["tiles"], "normal") >= 12
    assert nearest(found["routes"], "normal") >= 12


@pytest.mark.parametrize("name", SCHEMES)
def test_names_can_be_read_on_every_tile(name: str):
    """The ink of names stands out from the ground of every colour of tile, and of the page."""
    look = SCHEMES[name]
    grounds = [look.page, look.card, *(look.tiles[colour] for colour in ("none", *RANKS, "red"))]

    assert all(contrast(look.ink, ground) >= 3.4 for ground in grounds), [
        (ground, round(contrast(look.ink, ground), 1)) for ground in grounds
    ]


@pytest.mark.parametrize("name", SCHEMES)
def test_what_is_withheld_spent_or_sold_out_can_be_read(name: str):
    """Soft and full ink stand out from the shade below them, with high contrast clearly so."""
    look = SCHEMES[name]

    assert min(contrast(ink, look.shade) for ink in (look.soft, look.ink)) >= (
        7 if name == "contrast" else 4.3
    )


@pytest.mark.parametrize("name", SCHEMES)
def test_signs_can_be_read_on_every_company(name: str):
    """The sign on a roundel stands out from the company's colour."""
    for group, colours in groups(name).items():
        if group.startswith("companies"):
            inks = [readable(ink_on(colour), colour) for colour in colours]

            assert all(contrast(ink, one) >= 3 for ink, one in zip(inks, colours, strict=True)), group


@pytest.mark.parametrize("name", SCHEMES)
def test_signs_can_be_read_where_they_are_printed_in_other_inks(name: str):
    """A sign is printed in its company's ink; where that cannot be read, on its colour or a paler one, in another."""
    page = SCHEMES[name].page
    for title in titles().values():
        for unit in title.forms[0].data.units:
            for ground in (unit.colour, mix(unit.colour, page, PALE)):
                assert contrast(readable(unit.ink, ground), ground) >= 3, (unit.id, ground)


def test_tiles_tell_their_colour_in_writing_too():
    """Schemes for those who see fewer colours write a rank beside the colour of a tile."""
    assert {name for name, look in SCHEMES.items() if look.ranks} == {"contrast", "distinct"}
    assert len(set(RANKS.values())) == len(RANKS)
