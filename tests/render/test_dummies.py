"""The sheet of a table with a dummy who holds shares."""

from collections.abc import Iterable

import pytest

from engine.position import Position
from render import PLAIN
from render.charters import charters_sheet, seated
from render.shapes import Shape, Text
from tests.render import scenes

DUMMY = "Václav"


@pytest.fixture
def pos() -> Position:
    """He has half of a small company."""
    return scenes.changed(scenes.opening("18CZ", ("ann", "bob")), order=("bob", "ann"))


def row(found: Iterable[Shape], text: str, nth: int) -> list[str]:
    """The texts on one line with the nth place at which a text stands."""
    shown = [shape for shape in found if isinstance(shape, Text)]
    height = [shape.at[1] for shape in shown if shape.text == text and shape.at[1] > 60][nth]
    return [shape.text for shape in shown if abs(shape.at[1] - height) < 1]


def test_he_is_listed_after_the_players(pos: Position):
    """With his money, worth and certificates, of which he may have any number; he has no place in turn order."""
    found = charters_sheet(pos, PLAIN).shapes

    assert seated(pos) == ("bob", "ann", DUMMY)
    assert row(found, DUMMY, 0) == ["Vá", DUMMY, "0", "", "100", "1"]
    assert row(found, "ann", 0) == ["2", "An", "ann", "280", "280", "280", "0/14"]


def test_his_shares_have_a_column_and_his_companies_a_director(pos: Position):
    """Whoever looks at the sheet sees what he holds."""
    found = charters_sheet(pos, PLAIN).shapes

    assert row(found, "EKJ", 0).count("50") == 4  # price and par, his half and the bank's
    assert "Vá" in row(found, "Bo", 1)


def test_nobody_is_listed_at_other_tables():
    """Three players have no such company."""
    assert seated(scenes.opening("18CZ")) == scenes.PLAYERS
