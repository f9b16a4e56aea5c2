"""A process that draws one game after the other keeps within its memory."""

import pytest

from tests.tools.picture_memory import LIMIT, measured


@pytest.mark.slow
def test_many_different_games_take_no_more_memory():
    """What was drawn is forgotten again: boards of every title, in every scheme."""
    found = measured(60)

    assert max(found) < LIMIT, found
