"""The gallery can be made: every kind of view is drawn for a game of the title that has most of them."""

import pytest

from engine.decisions import DecisionKind
from tests.gallery.__main__ import decided, few, shots
from tests.gallery.games import USUAL, play


@pytest.mark.slow
def test_every_view_can_be_drawn():
    """Each has a name of its own; every kind of decision that came up has its picture."""
    game = play("18Mag", USUAL)
    drawn = [(name, picture) for _, name, picture in shots(game)]
    names = [name for name, _ in drawn]

    assert len(set(names)) == len(names) > 40
    assert {f"decision-{kind}" for kind in decided(game)} <= set(names)
    assert "decision-" + DecisionKind.END in names
    assert all(min(picture.size) > 100 for _, picture in drawn)
    assert [name for _, name, _ in few(game)][-1] == "market"
