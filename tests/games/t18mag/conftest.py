import pytest
from whole_game import positions

from engine.game import Game


@pytest.fixture(scope="session")
def whole_game() -> tuple[Game, ...]:
    """A game of three played to the end, position by position."""
    return positions()
