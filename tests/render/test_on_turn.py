"""The sheet tells whose turn it is and what is still for sale."""

import pytest

from engine.exhibits import Remark
from engine.position import Position
from engine.state import BANK, Frame
from render import PLAIN, Look, schemes
from render.charters import charters_sheet
from render.shapes import Box, Layer, Text
from render.sheet_parts import OWNED_WIDTH, owned_width
from render.supply import supply_sheet
from tests.render import scenes
from tests.render.scenes import texts

LOOK = schemes.LIGHT


def framed(pos: Position) -> list[str]:
    """The first bold text or sign in each framed row."""
    found = charters_sheet(pos, PLAIN).shapes
    frames = [
        shape for shape in found if isinstance(shape, Box) and shape.fill == LOOK.accent and shape.low[0] < 20
    ]
    named = [shape for shape in found if isinstance(shape, Text) and shape.bold and len(shape.text) > 2]
    return [
        next(text.text for text in named if box.low[1] < text.at[1] < box.high[1] and not text.text.isdigit())
        for box in frames
        if box.layer == Layer.WATER
    ]


def operating(title: str, unit: str, trains: tuple[str, ...] = ()) -> Position:
    """The opening, but that a unit operates."""
    pos = scenes.opening(title)
    return scenes.changed(
        pos,
        frames=(Frame("operating", (1, 1), (unit,)),),
        market={list(pos.title.prices)[5]: (unit,)},
        certificates={**pos.state.certificates, f"{unit}.0": "bob"},
        trains={unit: trains},
    )


@pytest.mark.parametrize("title", ["1844", "18CZ", "18Mag"])
def test_who_decides_is_framed(title: str):
    """At the start that is one player, and no unit."""
    pos = scenes.opening(title)

    assert framed(pos) == list(pos.awaited) == ["ann"]


def test_the_unit_that_operates_is_framed_with_its_director():
    """One row of players, one of units that run."""
    assert framed(operating("1844", "BLS", ("2",))) == ["bob", "BLS"]


def test_companies_without_trains_are_framed_among_the_shares():
    """Where minors run the trains a corporation has its row in the matrix alone."""
    assert framed(operating("18Mag", "SNW")) == ["bob", "SNW"]


def test_nobody_is_framed_once_the_game_is_over():
    """No round is open then."""
    over = scenes.changed(scenes.opening("1844"), over=True, frames=())

    assert framed(over) == []


def test_what_nobody_has_bought_is_for_sale():
    """Each local railway of the draft with price and income, until somebody takes it."""
    pos = scenes.opening("18CZ")
    left = scenes.changed(pos, owners={**pos.state.owners, "S1": "ann"})
    found = texts(charters_sheet(pos, PLAIN).shapes)

    assert [private.id for private in pos.title.data.privates] == list(pos.title.unsold(pos))
    at = found.index("L6")
    assert found[at + 1 : at + 3] == ["80", "+20"]
    assert "S1" not in left.title.unsold(left)
    assert texts(charters_sheet(left, PLAIN).shapes).count("S1") == 1


def test_lots_of_an_auction_are_for_sale_before_the_bank_owns_them():
    """Privates that come up one after the other stand before certificates, which the bank has all the time."""
    pos = scenes.opening("1844")
    unsold = list(pos.title.unsold(pos))

    assert unsold[0] == "P1"
    assert set(pos.owned(BANK)) < set(unsold)
    assert "P1" in texts(charters_sheet(pos, PLAIN).shapes)


def test_nothing_is_for_sale_where_all_is_sold():
    """The heading goes with the last private."""
    pos = scenes.opening("18CZ")
    sold = scenes.changed(pos, owners=dict.fromkeys(pos.state.owners, "ann"))

    assert "For sale" in texts(charters_sheet(pos, PLAIN).shapes)
    assert "For sale" not in texts(charters_sheet(sold, PLAIN).shapes)


def test_privates_with_long_names_are_wider():
    """A name of five letters is not squeezed into the plate of a number."""
    assert owned_width("7") == OWNED_WIDTH
    assert owned_width("SMFvR") > 1.5 * OWNED_WIDTH


def test_many_notes_of_a_matter_take_several_lines():
    """None of them is cut off."""
    pos = scenes.opening("1844")
    units = [unit.id for unit in pos.title.data.units]
    full = charters_sheet(
        scenes.told(pos, *(Remark(unit, "destination_open", "J13") for unit in units)), PLAIN
    )
    found = " ".join(texts(full.shapes))

    assert "Destinations: " + ", ".join(f"{unit}\u00a0J13" for unit in units) in found


def test_phases_named_by_colours_are_translated():
    """Their names are words, those of others stay as they are."""
    assert "amarilla" in texts(supply_sheet(scenes.opening("18Mag"), Look(lang="es")).shapes)
    assert "a" in texts(supply_sheet(scenes.opening("18CZ"), Look(lang="es")).shapes)
