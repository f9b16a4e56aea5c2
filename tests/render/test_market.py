"""The market: every cell in its place, how markers moved and may move, and what the marks mean."""

from collections.abc import Iterable
from itertools import pairwise

import pytest

from engine.actions import PayDividend
from engine.position import Position
from engine.state import Frame
from engine.title import Title
from render import PLAIN, Look, MarketContent, fonts, schemes
from render.map_hexes import unit_sign
from render.market import market_cells, market_sheet
from render.market_grid import WIDTH, MarketGrid
from render.market_legend import legend_entries
from render.price_moves import PriceMove, pending_moves, steps_of
from render.shapes import Box, Layer, Polygon, Polyline, Shape, Text
from render.sheet import SMALL
from tests.render import scenes
from tests.render.scenes import changed, every_board, every_title, texts

LOOK = schemes.LIGHT
TITLES = pytest.mark.parametrize("title", ["18Mag", "18CZ", "1844"])


def at(found: Iterable[Shape], text: str) -> tuple[float, float]:
    return next(shape.at for shape in found if isinstance(shape, Text) and shape.text == text)


def grid(title: str) -> MarketGrid:
    return MarketGrid.of(scenes.opening(title).title.data.market, 0, 100)


@pytest.mark.parametrize("form", every_title(), ids=lambda title: title.name)
def test_every_price_is_on_the_market(form: Title):
    """All cells are shown side by side, none over another, start prices tinted."""
    found = MarketGrid.of(form.data.market, 0, 100)

    assert sorted(found.texts[cell] for cell in found.cells) == sorted(map(str, form.prices.values()))
    assert len(set(found.cells.values())) == len(form.prices)
    assert all(x >= 0 and x + found.wide <= WIDTH for x, _ in found.cells.values())
    assert {cell for cell, start in found.starts.items() if start} == set(form.starts.values())


def test_the_zigzag_rises_from_the_lower_row_to_the_upper():
    """In 18CZ 45 stands above and between 40 and 50; the row goes on below in a second band."""
    market = grid("18CZ")
    where = {market.texts[cell]: place for cell, place in market.cells.items()}

    assert where["40"][0] < where["45"][0] < where["50"][0] < where["53"][0]
    assert where["45"][1] == where["53"][1] < where["40"][1] == where["50"][1]
    assert where["144"][1] > where["40"][1]
    assert where["144"][0] == where["40"][0]


@pytest.mark.parametrize("form", every_board(), ids=lambda form: form.name)
def test_every_sign_fits_its_marker(form: Title):
    """On a market without rows a cell is as wide as the longest sign, in type that can be read on a phone."""
    pos = scenes.first(form)
    if pos.title.data.market.zigzag or len(pos.title.data.market.rows) == 1:
        wide = MarketGrid.of(form.data.market, 0, 100).wide

        assert (
            max(fonts.width(unit_sign(unit), bold=True) for unit in form.data.units if unit.shares) * SMALL
            < wide
        )


def test_rows_never_move():
    """However many markers lie on a cell, every price stays where it is."""
    pos = scenes.opening("1844")
    units = tuple(unit.id for unit in pos.title.data.units)[:7]
    empty = market_sheet(changed(pos, market={}), MarketContent(), PLAIN).shapes
    full = market_sheet(changed(pos, market={"1,4": units}), MarketContent(), PLAIN).shapes
    prices = {str(price) for price in pos.title.prices.values()}

    def places(found: Iterable[Shape]) -> list[tuple[float, float]]:
        return [shape.at for shape in found if isinstance(shape, Text) and shape.text in prices]

    assert places(full) == places(empty)
    assert any(text.startswith("Stacks from the top: 100: NOB, SCB") for text in texts(full))


def test_markers_are_stacked_in_their_order():
    """The first of a stack is on top in its cell."""
    pos = changed(scenes.opening(), market={"0,3": ("SIK", "RABA", "GC")})
    found = market_sheet(pos, MarketContent(), PLAIN).shapes

    assert at(found, "SIK")[1] < at(found, "RÁBA")[1] < at(found, "G&C")[1]


def test_a_step_to_a_neighbour_is_an_arrow_and_a_leap_a_number():
    """Both leave a ghost where the marker was; the leap says how far it went."""
    pos = changed(scenes.opening(), market={"0,4": ("SIK",)})
    step = market_sheet(pos, MarketContent(moved=[PriceMove("SIK", "0,3", "0,4")]), PLAIN).shapes
    leap = market_sheet(pos, MarketContent(moved=[PriceMove("SIK", "0,1", "0,4")]), PLAIN).shapes

    def arrows(found: Iterable[Shape]) -> int:
        return sum(isinstance(shape, Polygon) and shape.layer == Layer.EDGE for shape in found)

    assert (arrows(step), arrows(leap)) == (2, 0)
    assert "+3" in texts(leap)
    assert "+3" not in texts(step)
    assert texts(step).count("SIK") == texts(leap).count("SIK") == 2
    assert "Moved: SIK 60 → 75" in texts(leap)


def test_a_fall_has_a_minus():
    """The sign is that of the price."""
    assert steps_of(scenes.opening("1844"), PriceMove("AB", "1,5", "2,4")) == "\u22122"


def deciding() -> Position:
    """A company that has earned 60 and has not said what it pays."""
    pos = scenes.opening("1844")
    papers = {**pos.state.certificates, "AB.0": "ann", "RhB.0": "bob"}
    notes = pos.title.turn_notes(revenue=60)
    steps = [pos.title.steps[name].verb for name in pos.title.rounds["operating"].names]
    noted = pos.title.rounds["operating"].notes(part=0)
    frame = Frame("operating", (2, 1), ("AB",), steps.index(PayDividend), notes, noted)
    return changed(
        pos,
        certificates=papers,
        market={"2,4": ("AB",), "1,4": ("RhB",)},
        frames=(frame,),
        extra=scenes.floated(pos, "AB", "RhB"),
    )


def test_what_a_dividend_brings_is_told():
    """Paying and withholding, each with the prices; the markers that may follow are ghosts."""
    pos = deciding()
    found = market_sheet(pos, MarketContent(), PLAIN).shapes

    assert [(move.most, move.after) for move in pending_moves(pos)] == [(0, "2,3"), (60, "2,5")]
    assert "Dividend: AB withholds: 90 → 80 · AB pays 60\u00a0SFR: 90 → 100" in texts(found)
    assert texts(found).count("AB") == 4


@pytest.mark.parametrize("form", every_board(), ids=lambda form: form.name)
def test_prices_beside_each_other_are_shown_so_in_a_part(form: Title):
    """Also where the whole market goes on in another band."""
    pos = scenes.first(form)
    rows = sorted((tuple(map(int, cell.split(","))), cell) for cell in form.prices)
    for (one, cell), (two, other) in pairwise(rows):
        if one[0] == two[0]:
            found, _ = market_cells(pos, PLAIN, {cell, other}, 700, 400)
            prices = {str(form.prices[cell]), str(form.prices[other])}

            assert prices <= set(texts(found)), (cell, other)


@pytest.mark.parametrize(("room", "seen"), [(400, 4), (80, 2)])
def test_the_marker_in_question_is_shown_in_however_deep_a_stack(room: float, seen: int):
    """A part of the market is as high as its deepest stack; without that room the others give way."""
    before = ("NOB", "SCB", "JS")
    pos = changed(deciding(), market={"2,4": (*before, "AB")})
    found, tall = market_cells(pos, PLAIN, {"2,4"}, 700, room)
    stack = [text for text in texts(found) if text in (*before, "AB")]

    assert tall <= room or seen == 2
    assert stack.count("AB") == 3  # where it lies, and its two ghosts
    assert len([text for text in stack if text in before]) == seen - 1


def test_who_has_operated_is_pale():
    """Companies whose turn is done, and a line that says so."""
    found = market_sheet(deciding(), MarketContent(), PLAIN).shapes
    rhb = scenes.opening("1844").title.units["RhB"].colour

    assert "pale: has operated" in texts(found)
    assert not [shape for shape in found if isinstance(shape, Box) and shape.fill == rhb]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("18Mag", ["Start price"]),
        ("1844", ["the national railway starts here", "Regional companies may not pass the red line"]),
        ("18CZ", [f"{size} companies may start here" for size in ("small", "medium", "large")]),
    ],
)
def test_marks_of_the_market_are_explained(title: str, expected: list[str]):
    """In words a player knows; in each title the upper marker of a stack operates first."""
    told = [text for _, text in legend_entries(scenes.opening(title))]

    assert set(expected) <= set(told)
    assert told[-1] == "In a stack the upper marker operates first"


def test_the_start_of_the_sbb_is_marked_until_it_forms():
    """On the field where it will stand."""
    pos = scenes.opening("1844")
    formed = changed(pos, extra=type(pos.state.extra)(sbb="formed"))

    assert texts(market_sheet(pos, MarketContent(), PLAIN).shapes).count("SBB") == 2
    assert "SBB" not in texts(market_sheet(formed, MarketContent(), PLAIN).shapes)


def test_the_line_is_drawn_where_rows_reach_it():
    """A row that ends before the line has none."""
    pos = scenes.opening("1844")
    market = pos.title.data.market
    drawn = [
        shape for shape in market_sheet(pos, MarketContent(), PLAIN).shapes if isinstance(shape, Polyline)
    ]

    assert len(drawn) == sum(len(row) > market.line for row in market.rows) + 1
    assert len({shape.points[0][0] for shape in drawn}) == 2


@TITLES
@pytest.mark.parametrize("lang", ["en", "es"])
def test_all_type_is_large_enough_for_a_phone(title: str, lang: str):
    """Capitals are seven pixels high where the picture is 350 pixels wide; a sign is as wide as its cell."""
    pos = scenes.opening(title)
    units = [unit.id for unit in pos.title.data.units if unit.shares][:2]
    cells = list(pos.title.prices)[:2]
    found = market_sheet(
        changed(pos, market=dict(zip(cells, ((one,) for one in units), strict=True))),
        MarketContent(),
        Look(lang=lang),
    )

    signs = {unit_sign(unit) for unit in pos.title.data.units}
    sizes = [shape.size for shape in found.shapes if isinstance(shape, Text) and shape.text not in signs]
    assert min(sizes) > SMALL - 0.8
