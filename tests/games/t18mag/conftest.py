import pytest

from engine.game import Game
from tests.games.t18mag.whole_game import positions


@pytest.fixture(scope="session")
def whole_game() -> tuple[Game, ...]:
    """A game of three played to the end, position by position."""
    return positions()
