"""Whole pictures: what they show, that they are pure, and that they stay small."""

import hashlib
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

import render
from assets.places import in_language
from engine.actions import Route
from engine.board.hexes import neighbour
from engine.events import RouteRun
from engine.game import Game
from engine.position import Position
from engine.state import POOL, Token
from render import PLAIN, Look, schemes
from render.charters import charters_sheet
from render.hex_geometry import APOTHEM, SIDES, HexGrid, Point, bearing, toward
from render.hex_layout import lay_out
from render.hex_shapes import hex_shapes
from render.map_hex import MapHex
from render.map_hexes import map_hexes, track_used
from render.overlay import revenue_tags
from render.room import Spot
from render.shapes import Box, Disc, Layer, Polygon, Text
from render.sizes import PHONE, PRINT, WHOLE, Sizes
from render.stops import slot_radius, stop_positions
from tests.render import scenes
from tests.render.scenes import PLAYERS, changed, texts
from tests.render.test_marks_apart import homes

LOOK = schemes.LIGHT
MIB = 2**20


def digest(*images: Image.Image):
    return hashlib.sha256(b"".join(render.png(image) for image in images)).hexdigest()


def pictures(pos: Position):
    return (
        render.draw_map(pos, look=render.Look(caption="OR 1")),
        render.draw_market(pos),
        render.draw_charters(pos),
        render.draw_supply(pos),
    )


def test_drawing_twice_gives_equal_bytes(full: Position):
    """A picture is a function of the position."""
    assert digest(*pictures(full)) == digest(*pictures(pickle.loads(pickle.dumps(full))))


@pytest.mark.slow
def test_another_process_draws_the_same_bytes(full: Position):
    """Neither hashes nor anything else of the process decide about a pixel."""
    script = (
        "from tests.render import scenes, test_pictures as t; print(t.digest(*t.pictures(scenes.full())))"
    )
    seeds = {"PYTHONHASHSEED": "4242", "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **seeds},
        capture_output=True,
        text=True,
        check=True,
    )

    assert digest(*pictures(full)) == done.stdout.strip()


@pytest.mark.parametrize("width", [400, 800, 1400, 2400])
def test_maps_have_the_width_asked_for_and_stay_small(full: Position, width: int):
    """Every width gives a PNG below 1 MiB."""
    image = render.draw_map(full, look=render.Look(width=width))

    assert width == image.width
    assert len(render.png(image)) < MIB


def test_market_and_charters_stay_small(full: Position):
    """The other pictures too."""
    assert len(render.png(render.draw_market(full))) < MIB
    assert len(render.png(render.draw_charters(full))) < MIB


def test_drawing_leaves_the_position_alone(full: Position):
    """Nothing flows back from a picture."""
    before = full.state.fingerprint()
    pictures(full)

    assert before == full.state.fingerprint()


@pytest.mark.parametrize("phase", range(4))
def test_the_current_value_of_an_area_is_marked(opening: Position, phase: int):
    """Exactly one value of each off-board area and mine has the strong outline: that of the phase."""
    pos = changed(opening, phase=phase)
    colour, marked = pos.phase.colours[-1], 0
    for cell in map_hexes(pos):
        for stop in cell.face.stops:
            if isinstance(stop.revenue, dict):
                marked += 1
                found = hex_shapes(cell)
                lit = [box for box in found if isinstance(box, Box) and box.stroke == LOOK.ink]
                bold = [text.text for text in found if isinstance(text, Text) and text.bold]

                assert len(lit) == 1
                assert [str(stop.revenue[colour])] == bold
    assert marked > 5


def test_homes_are_reserved_until_their_token_lies(opening: Position):
    """A slot waits for its unit; once the token is placed it stands there instead."""
    unit = next(unit for unit in opening.title.data.units if unit.home)
    waiting = next(cell for cell in map_hexes(opening) if cell.hex.id == unit.home.hex)

    assert [(unit.id, False)] == [(token.text, token.placed) for token in waiting.tokens]


@pytest.mark.parametrize("option", [(), ("bcb_home=pardubice",)])
def test_a_home_is_shown_where_the_position_has_it(option: tuple[str, ...]):
    """An option may move a home: its slot is kept there, and in no other hex."""
    game = Game.start("18CZ", PLAYERS, option, seed=1)
    kept = {
        cell.hex.id: [token.text for token in cell.tokens if not token.placed] for cell in map_hexes(game.pos)
    }

    assert ("BCB" in kept["E16"], "BCB" in kept["D17"]) == (bool(option), not option)


def test_destinations_are_flags():
    """A destination has the flag of its company, which is struck through when it is reached."""
    pos = scenes.opening("1844")
    done = replace(pos.state.extra, reached={"FNM": "reached"})
    flags = [
        {
            flag.text: flag.done
            for cell in map_hexes(one)
            if cell.hex.id == "G20"
            for flag in cell.around.flags
        }
        for one in (pos, changed(pos, extra=done))
    ]

    assert flags == [{"FNM": False}, {"FNM": True}]


def test_a_tile_shows_what_one_company_earns_more():
    """A red tile of 18CZ has all values, and a flag with the bonus of its own company."""
    pos = changed(scenes.opening("18CZ"), tiles={"A8": ("8896", 4)})
    written = {shape.text: shape for shape in _written(pos, "A8")}

    assert [text for text in written if text in {"30", "40", "50", "Sx +50"}] == ["30", "40", "50", "Sx +50"]


def test_a_bonus_is_larger_where_the_token_tells_whose_it_is():
    """The sign stands on the token of the very hex: the flag has its colour and need not repeat it."""
    bare = changed(scenes.opening("18CZ"), tiles={"A8": ("8896", 4)}, tokens={})
    saxon = next(unit.id for unit in bare.title.data.units if unit.abbr == "Sx")
    taken = changed(bare, tokens={"A8": (Token(0, saxon),)})
    whole = next(one for one in _written(bare, "A8", PHONE) if one.text == "Sx +50")
    short = next(one for one in _written(taken, "A8", PHONE) if one.text == "+50")

    assert short.size > whole.size >= 0.2


@pytest.mark.parametrize("sizes", [WHOLE, PHONE], ids=["whole", "phone"])
def test_a_bonus_goes_before_the_size_of_a_name_but_not_before_its_letters(sizes: Sizes):
    """On every red tile of 18CZ whose company is there: the name is whole, and the bonus as large as it can be."""
    bare, least = scenes.opening("18CZ"), 0.26 if sizes is WHOLE else 0.22
    seen = set()
    for hex_, tile, rotation in homes(bare.title):
        (unit,) = tile.stops[0].bonus
        if hex_.name == HOMES[unit]:
            laid = {"tiles": {hex_.id: (tile.id, rotation)}, "tokens": {hex_.id: (Token(0, unit),)}}
            texts = {one.text: one.size for one in _written(changed(bare, **laid), hex_.id, sizes)}

            assert in_language(hex_.name, "en") in "".join(texts).replace("-", ""), (
                tile.id,
                hex_.id,
                rotation,
                texts,
            )
            assert texts["+50"] >= least, (tile.id, hex_.id, rotation, texts)
            seen.add(unit)
    assert seen == set(HOMES)


HOMES = {"Ug": "Budapest", "kk": "Wien", "SX": "Dresden", "PR": "Berlin", "BY": "München"}


def _written(pos: Position, hex_: str, sizes: Sizes = PRINT) -> list[Text]:
    """Return the texts on a hex."""
    cell = next(cell for cell in map_hexes(pos, sizes=sizes) if cell.hex.id == hex_)
    return [shape for shape in hex_shapes(cell) if isinstance(shape, Text)]


def test_changed_hexes_are_outlined(full: Position):
    """The outline is drawn around the hex and nowhere else."""
    plain, marked = render.draw_map(full), render.draw_map(full, render.MapContent(highlight=("F13",)))
    x, y = HexGrid.fit(full.title.hexes, 1400, 34).pixel("F13")
    box = (x - 70, y - 80, x + 70, y + 80)

    assert plain.crop(box).tobytes() != marked.crop(box).tobytes()
    plain.paste(0, box)
    marked.paste(0, box)
    assert plain.tobytes() == marked.tobytes()


def test_a_route_uses_the_track_it_passes(opening: Position):
    """From stop to stop over plain track: half a piece in each end, the whole piece between."""
    pos = changed(opening, tiles={"D13": ("58", 4), "D15": ("9", 1)})

    found = track_used(pos, ("E12.1", "D13.0", "D15"))

    assert found == {"E12": [("3", "b")], "D13": [("0", "a"), ("4", "a")], "D15": []}


def test_a_route_colours_the_arrow_into_an_area(opening: Position):
    """Where it ends in an area without tiles, the arrow over which it enters has its colour."""
    routes = (Route("2", ("D7.0", "C6.0")),)
    [area] = [cell for cell in map_hexes(opening, routes) if cell.hex.id == "C6"]
    arrows = [
        shape for shape in hex_shapes(area) if isinstance(shape, Polygon) and shape.layer == Layer.ROUTE
    ]

    assert area.routes[0].pieces == (("5", "a"),)
    assert [arrow.fill for arrow in arrows] == [LOOK.casing, LOOK.routes[0]]


def test_the_revenue_of_a_route_keeps_off_names_and_stops(opening: Position):
    """Of two sides it stands on the one where it covers nothing, though the other comes first."""
    pos = changed(opening, tiles={"D13": ("58", 4), "D15": ("9", 1)})
    shown = {cell.hex.id: cell for cell in map_hexes(pos)}
    [(hex_, tag)] = revenue_tags(shown, (RouteRun("2", ("E12.1", "D13.0", "D15"), 130),), LOOK)
    plate, text = tag
    city = Spot(stop_positions(*pos.face("E12"))[1], radius=slot_radius(pos.face("E12")[0]))
    beside = Spot(SIDES[3], (plate.high[0] - SIDES[4][0], 0.2))

    assert text.text == "130"
    assert hex_ == "D13"
    assert plate.low[0] < SIDES[4][0] < plate.high[0]
    assert any(beside.apart(mark.spot) < 0 for mark in plan_of(shown["E12"]).marks) or beside.apart(city) < 0


def test_the_revenue_of_a_route_lies_beside_its_track_where_it_would_cover_what_a_stop_pays():
    """On each of two sides it would on the track; beside it there is room."""
    pos = changed(scenes.opening("1844"), tiles={"I6": ("619", 5), "I4": ("901", 1)})
    shown = {cell.hex.id: cell for cell in map_hexes(pos, sizes=PHONE)}
    [(hex_, (plate, _))] = revenue_tags(shown, (RouteRun("3H", ("H7.0", "I6.0", "I4.1"), 120),), LOOK)
    (left, top), (right, bottom) = plate.low, plate.high
    half = (right - left) / 2, (bottom - top) / 2
    covered = []
    for name, (x, y) in beside(hex_).items():
        spot = Spot(((left + right) / 2 - x, (top + bottom) / 2 - y), half)
        marks = plan_of(shown[name]).marks if name in shown else ()
        covered += [-spot.apart(mark.spot) for mark in marks if mark.kind == "revenue"]

    assert covered
    assert max(covered) < 0.05


def beside(hex_: str) -> dict[str, Point]:
    """A hex and its neighbours, and where the middle of each lies as seen from that of the first."""
    return {hex_: (0, 0)} | {neighbour(hex_, edge): toward(bearing(edge), 2 * APOTHEM) for edge in range(6)}


def plan_of(cell: MapHex):
    return lay_out(cell.hex, cell.face, cell.rotation, cell.around, cell.sizes)


def test_routes_are_drawn_with_their_revenue(opening: Position):
    """A route run carries its revenue, a planned route has none; both change the map."""
    pos = changed(opening, tiles={"D13": ("58", 4)})
    path = ("E12.1", "D13.0")
    plain = render.draw_map(pos).tobytes()
    planned = render.draw_map(pos, render.MapContent(routes=(Route("2", path),))).tobytes()
    run = render.draw_map(pos, render.MapContent(routes=(RouteRun("2", path, 30),))).tobytes()

    assert len({plain, planned, run}) == 3


def test_charters_show_what_everybody_owns(full: Position):
    """Cash, worth, certificates, shares, treasuries and trains are on the sheet."""
    pos = changed(
        full,
        cash={**full.state.cash, "ann": 1234, "7": 987, "SIK": 55},
        certificates={"SIK.0": "ann", "SIK.1": "bob"},
    )
    names = dict(zip(PLAYERS, ("Ann", "Bob", "Cy"), strict=True))
    found = texts(charters_sheet(pos, Look(names=names)).shapes)

    for text in ("1234", "987", "55", "20", "10", "Ann", "Bob", f"1/{pos.title.data.certificate_limit[3]}"):
        assert text in found
    assert str(pos.worth("ann")) in found


def test_the_director_is_marked(full: Position):
    """One frame a corporation with a director, none without."""
    pos = changed(full, certificates={"SIK.0": "ann", "SIK.1": "bob", "RABA.0": POOL})
    found = charters_sheet(pos, PLAIN).shapes
    frames = [box for box in found if isinstance(box, Box) and box.fill == LOOK.start and box.high[0] > 60]

    assert len(frames) == 1


def test_the_priority_deal_is_marked(full: Position):
    """One star, in the row of the player who holds it."""
    rows = []
    for player in PLAYERS:
        found = charters_sheet(changed(full, priority=player), PLAIN).shapes
        stars = [shape for shape in found if getattr(shape, "fill", "") == LOOK.change]
        assert len(stars) == 2  # the other one stands in the legend
        rows.append(stars[0].points[0][1])

    assert sorted(set(rows)) == rows


def test_charters_grow_with_the_table_and_nothing_leaves_the_sheet(full: Position):
    """Every text and disc lies between the margins."""
    page = charters_sheet(
        full, Look(names=dict.fromkeys(PLAYERS, "Bartholomew the Railwayman"), caption="A caption")
    )
    for shape in page.shapes:
        if isinstance(shape, Disc):
            assert shape.radius <= shape.centre[0] <= 800 - shape.radius
        if isinstance(shape, Text):
            assert 0 <= shape.at[0] <= 800
            assert 0 < shape.at[1] < page.y


def test_schemes_are_complete():
    """Every scheme has a colour for every tile colour of every title."""
    for scheme in schemes.SCHEMES.values():
        assert {"none", "yellow", "green", "brown", "gray", "red", "purple"} <= set(scheme.tiles)
