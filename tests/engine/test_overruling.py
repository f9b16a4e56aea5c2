"""What a record holds against the rules is taken as far as there is anything to do."""

from collections.abc import Iterator

import pytest

from engine import kit, title
from engine.actions import Action, LayTile, PlaceToken
from engine.events import TakenAsRecorded
from engine.game import Game
from engine.invariants import violations
from engine.opponents import STYLES
from engine.overruling import as_recorded


@pytest.fixture
def game() -> Iterator[Game]:
    """A company is about to lay track."""
    title.add(kit.TITLE)
    now, player = Game.start("Kit", ("ann", "bob", "cy"), seed=3), STYLES["thrifty"](3)
    while now.pos.frame.kind != "operating":
        now = now.play(player.choose(now))
    yield now
    title._ADDED.pop("Kit")


def taken(game: Game, action: Action) -> Game:
    """The game after a recorded action that breaks a rule."""
    after = game.play(as_recorded(action))
    assert any(isinstance(event, TakenAsRecorded) for event in after.events)
    assert not list(violations(after.pos))
    return after


def test_a_tile_out_of_reach_is_laid(game: Game):
    """No rule is kept, but the map has the hex and the title has the tile."""
    after = taken(game, LayTile(game.pos.awaited[0], game.pos.unit, "B3", "9", 0))

    assert after.state.tiles["B3"] == ("9", 0)


@pytest.mark.parametrize(("hex_", "stop"), [("Z99", 0), ("A2", 7), ("B3", 0)])
def test_a_token_nowhere_only_moves_the_turn_on(game: Game, hex_: str, stop: int):
    """A place that is none would stop the game at whatever looks at the map next."""
    after = taken(game, PlaceToken(game.pos.awaited[0], game.pos.unit, hex_, stop))

    assert after.state.tokens == game.state.tokens
    assert len(after.pos.awaited) == 1


@pytest.mark.parametrize(("hex_", "tile"), [("Z99", "9"), ("B3", "999")])
def test_a_tile_that_is_none_only_moves_the_turn_on(game: Game, hex_: str, tile: str):
    """The same holds for tiles."""
    after = taken(game, LayTile(game.pos.awaited[0], game.pos.unit, hex_, tile, 0))

    assert after.state.tiles == game.state.tiles
