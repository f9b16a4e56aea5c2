import pytest

from tests.render import scenes


@pytest.fixture(scope="session")
def opening():
    """The first position of a game."""
    return scenes.opening()


@pytest.fixture(scope="session")
def full():
    """A map full of tiles."""
    return scenes.full()
