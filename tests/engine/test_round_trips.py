"""Games of computer players, written for 18xx.games and read again, of which one place or another was once lost."""

import pytest

from tests.tools.round_trips import by_chance


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1104, 4033, 4060, 4080, 5056, 5089])
def test_a_game_comes_back_as_it_was_played(seed: int):
    """Nothing is read otherwise, and nothing comes after its step was over there."""
    assert by_chance(None, seed).fault == ""
