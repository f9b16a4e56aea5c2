"""What a player must see at a decision stands on its card: in text, label or picture, in self-played games."""

import pytest

from bot.pictures.decision import decision_drawing
from tests.bot.decisions import CARD, FACTS, Fact, counted, first, view_at

ENOUGH = 93
"""Facts without a press."""


def named(fact: Fact) -> str:
    """A fact by its decision and name."""
    return f"{fact.decision}: {fact.name}"


@pytest.mark.slow
@pytest.mark.parametrize("fact", FACTS, ids=named)
def test_each_fact_stands_where_the_table_says(fact: Fact):
    """What stands on the card stays there; whoever adds to it says so in the table."""
    assert fact.place or fact.had != CARD


@pytest.mark.slow
def test_enough_facts_need_no_press():
    """Of 98; the others are counted by ``make sight``."""
    assert len(FACTS) == 98
    assert counted()[CARD] >= ENOUGH


@pytest.mark.slow
def test_the_picture_for_a_home_shows_the_hexes_to_choose_from():
    """However far they lie from what the unit has reached."""
    game = first("18CZ", "home")
    assert game is not None

    assert set(decision_drawing(view_at(game)).asked.shown.highlight) == {"I18", "J15"}
