"""Whose turn it is in a record, and which turn: what is written there is read there."""

from collections.abc import Callable

import pytest

from engine.actions import Action, LayTile, Pass
from engine.game import Game
from engine.opponents import STYLES
from engine.records.peer import Peer
from tests.engine.peer_walks import came_back, powers, written

COMPAT = "compat=peer18xx"
NAMES = ("ann", "bob", "cy", "dan", "eve", "flo", "gus")


def alone() -> tuple[Game, list[Action]]:
    """A company that operates alone, passes through a round and lays a tile in the next."""
    game, done = Game.start("18CZ", NAMES[:2], (COMPAT,), seed=0), []
    while not (game.pos.frame.kind == "operating" and game.pos.frame.number[1] == 2):
        passed = Pass(game.pos.awaited[0])
        done.append(passed if passed in game.choices else next(iter(game.choices)))
        game = game.play(done[-1])
    lay = next(action for action in game.choices if isinstance(action, LayTile))
    return game.play(lay), [*done, lay]


@pytest.mark.parametrize("marked", [True, False])
def test_a_unit_that_ends_a_round_begins_the_next(marked: bool):
    """What comes before a step that is over there belongs to the next turn, with our marks or without them."""
    game, actions = alone()
    data = written(game.setup, actions)
    rounds = [entry.get("in_round") if marked else entry.pop("in_round", None) for entry in data["actions"]]

    assert rounds[-1] == [5, 2]
    assert Peer(data).actions() == actions


def test_a_power_is_read_in_the_midst_of_what_is_inherited():
    """A local used while the trains of an acquired company are settled, or after it."""
    assert tried(16, 2, lambda game: game.pos.frame.kind == "inherit") > 1


def tried(seed: int, players: int, here: Callable[[Game], bool]) -> int:
    """Use powers before and after a pass wherever a game of 18CZ comes there; return how often both came back."""
    player = STYLES["mixed"](seed)
    game, done, seen = Game.start("18CZ", NAMES[:players], (COMPAT,), seed=seed), [], 0
    while not game.state.over:
        for power in powers(game) if here(game) else ():
            passed = Pass(game.pos.awaited[0])
            seen += sum(came_back(game, done, order) for order in ((power, passed), (passed, power)))
        done.append(player.choose(game))
        game = game.play(done[-1])
    return seen
