"""A title that 18xx.games does not have."""

from types import ModuleType

import pytest

from engine.game import Game
from engine.peer18xx import recorded_game, written_game
from engine.refusals import Malformed
from tests.engine.peer18xx.kept_games import kept

SETUP = Game.start("18Mag", ("ann", "bob", "cy"), ("supporters",)).setup


@pytest.fixture(autouse=True)
def _unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody there knows 18Mag."""
    modules: tuple[ModuleType, ...] = (recorded_game, written_game)
    for module in modules:
        monkeypatch.setattr(module, "dialect_of", lambda _title: None)


def test_a_game_of_it_is_neither_written_nor_read():
    """It says which title that is."""
    for key, asked in (
        ("no_writer", lambda: written_game.file_of(SETUP, [])),
        ("no_reader", lambda: recorded_game.Peer(kept("mag-two").file)),
    ):
        with pytest.raises(Malformed) as error:
            asked()
        assert (error.value.key, error.value.values) == (key, {"title": "18Mag"})


def test_the_title_itself_sets_a_game_of_it_apart():
    """None of its options has a name there."""
    assert written_game.apart(SETUP) == ["18Mag"]
    assert written_game.optional_rules(Game.begin(SETUP).title, SETUP) == ()
