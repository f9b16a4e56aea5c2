"""The further views of a position: for a phone, of tiles, of plans, of one company."""

import pytest

import render
from assets import sentences
from engine.board.hexes import coordinates
from engine.outlook import fitting, generations, lay_step, offers
from engine.position import Position
from engine.state import LastRun
from engine.title import Title
from render import PLAIN, Look, schemes
from render.company import company_sheet
from render.history import RoundEnd
from render.labels import ENDLESS, TIMES, label
from render.phone_map import map_parts
from render.price_moves import PriceMove, moves_between, pending_moves
from render.shapes import Box
from render.tile_sheets import LayChoice, tile_count
from tests.render import scenes
from tests.render.scenes import changed, every_board, texts

LOOK = schemes.LIGHT
TITLES = pytest.mark.parametrize("title", every_board(), ids=lambda title: title.name)


# --- for a phone


@TITLES
def test_a_phone_shows_every_hex(title: Title):
    """The parts hold every hex and are equally wide, so that one scale serves them."""
    found = map_parts(tuple(title.hexes))
    columns = [{coordinates(hex_)[1] for hex_ in hexes} for hexes in found]

    assert set(title.hexes) == {hex_ for hexes in found for hex_ in hexes}
    assert len({max(one) - min(one) for one in columns}) == 1


@TITLES
def test_a_phone_sees_larger_hexes(title: Title):
    """At the same width a wide map that is cut is higher, for its hexes are larger; a narrow one is not cut."""
    pos = scenes.first(title)
    small, large = (
        render.draw_map(pos, look=render.Look(width=800)),
        render.draw_phone_map(pos, look=render.Look(width=800)),
    )

    assert large.width == small.width == 800
    assert (large.height > 1.5 * small.height) == (len(map_parts(tuple(title.hexes))) > 1)
    assert large.height > 0.9 * small.height


# --- plans and tiles


def test_a_planned_tile_is_not_a_laid_one(opening: Position):
    """A ghost changes the map, and looks other than the tile itself."""
    plain = render.draw_map(opening, look=render.Look(width=700)).tobytes()
    planned = render.draw_map(
        opening, render.MapContent(plan=[("D13", "58", 4)]), look=render.Look(width=700)
    ).tobytes()
    laid = render.draw_map(changed(opening, tiles={"D13": ("58", 4)}), look=render.Look(width=700)).tobytes()

    assert len({plain, planned, laid}) == 3


def test_tiles_are_counted(full: Position):
    """Below a tile stand its number and how many are left, the endless sign where they never run out."""
    eight, seven = (full.title.tiles[tile] for tile in ("8", "7"))
    some = changed(full, supply={**full.state.supply, eight.pool: 3, seven.pool: None})

    assert tile_count(some, eight) == f"8 {TIMES}3"
    assert tile_count(some, seven) == f"7 {TIMES}{ENDLESS}"


@TITLES
def test_the_tiles_a_hex_may_take_fit_it(title: Title):
    """What is listed is released and left, and every legal lay of the unit whose turn it is is among it."""
    pos = scenes.first(title)
    hexes = [hex_.id for hex_ in title.hexes.values() if hex_.tiled]
    found = {hex_: fitting(pos, hex_) for hex_ in hexes}

    assert lay_step(title) is not None
    assert any(found.values())
    for hex_, ways in found.items():
        assert all(title.tiles[tile].colour in pos.phase.colours for tile, _ in ways)
        assert {(o.action.tile, o.action.rotation) for o in offers(pos, hex_)} <= set(ways)


@TITLES
def test_generations_follow_each_other(title: Title):
    """Every tile of a generation follows one of the generation before, which has the colour before it."""
    pos = scenes.first(title)
    hex_ = next(hex_.id for hex_ in title.hexes.values() if hex_.tiled and not hex_.stops and not hex_.label)
    found = generations(pos, hex_)
    known = {""}

    assert [title.tiles[nodes[0].tile].colour for nodes in found] == ["yellow", "green", "brown", "gray"][
        : len(found)
    ]
    assert len(found) >= 3
    for nodes in found:
        assert all(set(node.parents or ("",)) <= known for node in nodes)
        known = {node.tile for node in nodes}


@TITLES
def test_sheets_of_tiles_are_drawn(title: Title):
    """The supply, a contact sheet and a tree are pictures of the width asked for."""
    pos = scenes.first(title)
    hex_ = next(hex_ for hex_ in title.hexes if fitting(pos, hex_))
    choices = [LayChoice(tile, turn, f"{tile} · {turn}") for tile, turn in fitting(pos, hex_)[:4]]

    for picture in (
        render.draw_tiles(pos),
        render.draw_lays(pos, hex_, choices),
        render.draw_upgrades(pos, hex_),
    ):
        assert picture.width == 800
        assert picture.height > 200


# --- the market


def test_steps_tell_how_markers_moved(opening: Position):
    """A marker that moved is told with both cells; one that came or stayed is not."""
    one = changed(opening, market={"0,3": ("SIK", "RABA")})
    two = changed(opening, market={"0,3": ("RABA",), "0,5": ("SIK",), "0,1": ("GC",)})

    assert moves_between(one, two) == [PriceMove("SIK", "0,3", "0,5")]
    assert pending_moves(opening) == []


def test_the_market_shows_a_move(opening: Position):
    """An arrow makes another picture."""
    pos = changed(opening, market={"0,3": ("SIK",)})

    assert (
        render.draw_market(pos).tobytes()
        != render.draw_market(pos, render.MarketContent(moved=[PriceMove("SIK", "0,1", "0,3")])).tobytes()
    )


# --- one company


def test_a_card_tells_all_of_a_company(full: Position):
    """Director, price, treasury, holders, and a bar for each round it ran, for nothing too."""
    pos = changed(
        full,
        cash={**full.state.cash, "SIK": 55},
        certificates={"SIK.0": "ann", "SIK.1": "bob"},
        market={"0,3": ("SIK",)},
    )
    course = [RoundEnd("operating", (1, at), {}, {"SIK": 60 + 5 * at}, {"SIK": 30 * at}) for at in (0, 1, 2)]
    found = company_sheet(pos, pos.title.units["SIK"], course, Look(names={"ann": "Anna"}))
    render.draw_company(pos, "SIK", course)
    bars = [shape for shape in found.shapes if isinstance(shape, Box) and shape.radius == 3]

    assert len(bars) == 3
    for text in ("Anna", "55\N{NO-BREAK SPACE}Ft", "Anna 20% · bob 10%", "1.2", "30", "70"):
        assert text in texts(found.shapes)


def test_a_card_lists_the_last_runs_as_the_charters_do():
    """The latest last, with what was withheld."""
    ran = LastRun(10).then(20, kept=True).then(30)
    pos = changed(scenes.opening(), runs={"SIK": ran})
    found = company_sheet(pos, pos.title.units["SIK"], (), PLAIN)

    assert "10 Ft · 20 Ft withheld · 30 Ft" in [
        one.replace("\N{NO-BREAK SPACE}", " ") for one in texts(found.shapes)
    ]


@pytest.mark.parametrize("lang", sentences.languages())
@TITLES
def test_a_card_names_the_kind_of_one_company(title: Title, lang: str):
    """In words of the language, and not as the table names all of that kind."""
    heads = {unit.kind: label(f"one.{unit.kind}", lang) for unit in title.data.units}
    page = company_sheet(scenes.first(title), title.data.units[0], (), Look(lang=lang))

    assert not [kind for kind, head in heads.items() if head in {kind, kind.replace("_", " ")}]
    assert heads[title.data.units[0].kind] in texts(page.shapes)


def test_a_company_nobody_knows():
    """There is no card of a company that does not exist."""
    with pytest.raises(KeyError):
        render.draw_company(scenes.opening(), "cow")
