"""Marks in a hex never touch: checked for every tile, rotation and hex of every title, without allowance."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from math import dist

import pytest

from engine.board.tiles import Tile, exits, turned
from engine.data import Hex
from engine.title import Title
from render.hex_geometry import Point
from render.hex_layout import HexLayout, _twin, _without_corners, lay_out, stop_spots
from render.hex_names import names_of
from render.map_hex import NO_SURROUNDINGS
from render.map_hexes import bonus_flags, map_hexes
from render.room import MARGIN
from render.sizes import PHONE, PRINT, WHOLE, Sizes
from render.stops import ring, slot_radius, slots, stop_positions
from render.track import WIDTH, centre_lines
from tests.render.scenes import every_board, first, fits, lays, looks


@cache
def plans(title: Title, sizes: Sizes = PRINT):
    """Every tile on every hex it may lie on, arranged once for all tests; of hexes that look alike, on the first."""
    return [
        (hex_, tile, rotation, lay_out(hex_, tile, rotation, sizes=sizes))
        for hex_, tile, rotation in looks(title, sizes)
    ]


BLANK = Hex(id="")
USUAL, *OTHERS = every_board()
TITLES = pytest.mark.parametrize(
    "title",
    [USUAL, *(pytest.param(one, marks=pytest.mark.slow) for one in OTHERS)],
    ids=lambda title: title.name,
)
SIZES = pytest.mark.parametrize(
    "sizes",
    [
        pytest.param(PRINT, id="print"),
        pytest.param(WHOLE, id="whole", marks=pytest.mark.slow),
        pytest.param(PHONE, id="phone", marks=pytest.mark.slow),
    ],
)


def segment(point: Point, one: Point, two: Point):
    """Return the distance of a point to a straight line between two others."""
    (px, py), (x, y), (x2, y2) = point, one, two
    dx, dy = x2 - x, y2 - y
    length = dx * dx + dy * dy
    part = 0 if length == 0 else max(0, min(1, ((px - x) * dx + (py - y) * dy) / length))
    return dist(point, (x + part * dx, y + part * dy))


def from_city(point: Point, tile: Tile, rotation: int, index: int, sizes: Sizes):
    """Return the distance of a point to the ground of a city."""
    radius, (x, y) = slot_radius(tile, sizes), stop_positions(tile, rotation, sizes)[index]
    places = ring([(x + dx, y + dy) for dx, dy in slots(tile.stops[index].slots, radius)])
    return (
        min(segment(point, one, two) for one, two in zip(places, places[1:] + places[:1], strict=True))
        - radius
    )


@SIZES
@TITLES
def test_hexes_that_look_alike_are_arranged_as_if_alone(title: Title, sizes: Sizes):
    """What is kept of the first hex of its look is what would be found for each of them."""
    for hex_, tile, rotation in list(lays(title))[::97]:
        alone = _without_corners.__wrapped__(hex_, tile, rotation, NO_SURROUNDINGS, sizes)
        plan = lay_out(hex_, tile, rotation, sizes=sizes)

        assert _without_corners(_twin(hex_), tile, rotation, NO_SURROUNDINGS, sizes) == alone
        assert plan.marks[: len(alone.marks)] == alone.marks
        assert [mark.text for mark in plan.of("coordinate")] in ([hex_.id], [])


@SIZES
@TITLES
@pytest.mark.slow
def test_revenue_is_clear_of_slots_and_track(title: Title, sizes: Sizes):
    """The circle with the revenue touches neither the city nor any track."""
    lying = {
        (tile.id, rotation, plan.stops, tuple(mark.spot for mark in plan.of("revenue"))): tile
        for _, tile, rotation, plan in plans(title, sizes)
    }
    checked = 0
    for (name, rotation, stops, spots), tile in lying.items():
        ways = centre_lines(turned(tile.track, rotation), stops)
        cities = [index for index, stop in enumerate(tile.stops) if stop.kind == "city"]
        for spot in spots:
            at, radius, where = spot.at, spot.radius, (name, rotation)
            checked += 1

            assert all(from_city(at, tile, rotation, index, sizes) > radius for index in cities), where
            assert min(dist(at, point) for way in ways for point in way) > radius + WIDTH / 2, where

    assert checked > sum(len(hex_.stops) for hex_ in title.hexes.values())


@TITLES
def test_every_stop_with_revenue_shows_it(title: Title):
    """Each amount on a tile is written once; those that the phase decides stand together."""
    for tile in title.tiles.values():
        amounts = {str(stop.revenue) for stop in tile.stops if stop.revenue and isinstance(stop.revenue, int)}
        phased = [index for index, stop in enumerate(tile.stops) if isinstance(stop.revenue, dict)]
        hex_ = next((hex_ for hex_ in title.hexes.values() if fits(hex_, tile, 0)), BLANK)
        plan = lay_out(hex_, tile, 0)

        assert amounts == {mark.text for mark in plan.of("revenue")}
        assert phased == [mark.stop for mark in plan.of("values")]


@SIZES
@TITLES
def test_marks_touch_neither_each_other_nor_stops_nor_the_border(title: Title, sizes: Sizes):
    """Revenue, name, label, terrain, values, coordinate and number all have room of their own."""
    boards = [(hex_, hex_, 0, lay_out(hex_, hex_, 0, sizes=sizes)) for hex_ in title.hexes.values()]
    for hex_, face, rotation, plan in [*boards, *plans(title, sizes)]:
        stops = [
            spot for index in range(len(face.stops)) for spot in stop_spots(face, plan.stops, index, sizes)
        ]
        for index, mark in enumerate(plan.marks):
            others = [*stops, *(other.spot for other in plan.marks[:index])]

            assert mark.spot.inside() > 0, (hex_.id, face.id, rotation, mark)
            assert all(mark.spot.apart(other) > 0 for other in others), (hex_.id, face.id, rotation, mark)


@TITLES
@pytest.mark.parametrize("sizes", [PRINT, WHOLE, PHONE], ids=["print", "whole", "phone"])
def test_stops_lie_inside_the_border(title: Title, sizes: Sizes):
    """No city is cut by the edge of its tile, however large its slots are drawn."""
    for face in (*title.tiles.values(), *title.hexes.values()):
        places = stop_positions(face, 0, sizes)
        spots = [spot for index in range(len(places)) for spot in stop_spots(face, places, index, sizes)]

        assert all(spot.inside() > MARGIN for spot in spots), face.id


@pytest.mark.slow
@TITLES
def test_every_label_finds_room(title: Title):
    """OO, B, K and the like are shown on every tile that has them."""
    for _, tile, _, plan in plans(title):
        assert (1 if tile.label else 0) == len(plan.of("label"))


@SIZES
@TITLES
def test_names_find_room(title: Title, sizes: Sizes):
    """Every name of a bare hex is shown; on tiles few are left out on phones, none elsewhere, and none wholly."""
    bare = [
        hex_.id
        for hex_ in title.hexes.values()
        if len(lay_out(hex_, hex_, 0, sizes=sizes).of("name")) < len(names_of(hex_, hex_))
    ]
    lost = [
        (hex_.id, tile.id, rotation, len(plan.of("name")))
        for hex_, tile, rotation, plan in plans(title, sizes)
        if len(plan.of("name")) < len(names_of(hex_, tile))
    ]

    assert bare == []
    assert all(shown for _, _, _, shown in lost)
    assert len(lost) <= (LOST_ON_PHONES.get(title.name, 0) if sizes is PHONE else 0), lost


LOST_ON_PHONES = {"18Mag": 6}
"""Ways to lie in which the two names of a double city do not both fit beside its track in type for a phone."""


def flagged(title: Title, sizes: Sizes) -> Iterator[tuple[Hex, Tile, int, HexLayout]]:
    """Every tile on every hex with flags, those of the hex and of the tile together."""
    pos = first(title)
    cells = {cell.hex.id: cell for cell in map_hexes(pos)}
    for hex_, tile, rotation in (*lays(title), *homes(title)):
        around = cells[hex_.id].around
        flags = (*around.flags, *(flag for stop in tile.stops for flag in bonus_flags(pos, stop)))
        if flags and (hex_.colour == "red") == (tile.colour == "red"):
            yield hex_, tile, rotation, lay_out(hex_, tile, rotation, replace(around, flags=flags), sizes)


def homes(title: Title) -> Iterator[tuple[Hex, Tile, int]]:
    """Every red tile on every red hex where a tile of its own is laid, however it may be turned there."""
    red = [hex_ for hex_ in title.hexes.values() if hex_.colour == "red" and not hex_.stops]
    for tile in (tile for tile in title.tiles.values() if tile.colour == "red"):
        for hex_, rotation in product(red, range(6)):
            if not exits(tile.track, rotation) & set(hex_.closed):
                yield hex_, tile, rotation


@pytest.mark.slow
@pytest.mark.parametrize(
    "sizes", [pytest.param(WHOLE, id="whole"), pytest.param(PHONE, id="phone", marks=pytest.mark.slow)]
)
@TITLES
def test_flags_touch_nothing(title: Title, sizes: Sizes):
    """Homes, destinations and bonuses have room of their own: names, then revenues make way for them."""
    for hex_, tile, rotation, plan in flagged(title, sizes):
        taken = [
            spot for index in range(len(tile.stops)) for spot in stop_spots(tile, plan.stops, index, sizes)
        ]
        for mark in plan.marks:
            assert all(mark.spot.apart(other) > 0 for other in taken), (hex_.id, tile.id, rotation, mark)
            taken.append(mark.spot)
