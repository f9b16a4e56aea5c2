"""Where a record ends, other rules hold: the position is sound, replays to itself, and goes on."""

import os
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.actions import Action, GoOn
from engine.game import Game, Setup
from engine.invariants import violations
from engine.peer18xx.recorded_game import Peer
from engine.records import open_recording
from engine.refusals import IllegalAction
from engine.retrace import outcome
from engine.state import State
from engine.title import find
from tests.engine.peer18xx.kept_games import NAMES, kept

GAMES = Path(os.environ.get("CONFORMANCE_DIR", "nowhere"))
TITLES = ("18Mag", "18CZ", "1844")
FURTHER = 30
"""How many actions are played behind a border."""


def goes_on(setup: Setup, actions: Sequence[Action], seed: int, by: str) -> None:
    """Cut a recorded game somewhere, go on by other rules, and play by chance; positions keep all invariants."""
    chance = random.Random(seed)
    actions = actions[: chance.randrange(10, len(actions) - 1)]
    border = GoOn(setup.players[0], by)
    before = outcome(Game.begin(setup), actions)
    game, played = before.play(border), [*actions, border]
    assert [*violations(game.pos)] == []
    assert not {one for one in game.state.options if "consent" in one}
    for _ in range(FURTHER):
        if game.state.over:
            break
        offer = chance.choice(game.choices.offers)
        played.append(chance.choice([*offer][:50]))
        game = game.play(played[-1])
        assert [*violations(game.pos)] == []
    again = Game.replay(setup, played)
    stored = Game.resume(setup, State.load(game.state.dump(), find(setup.title)))

    assert again.state.fingerprint() == game.state.fingerprint()
    assert stored.title is game.title
    with pytest.raises(IllegalAction):
        again.play(border)


@pytest.mark.parametrize("name", [one for one in NAMES if kept(one).is_plain])
def test_a_game_goes_on_by_the_printed_rules(name: str):
    """From a decision in the middle of one of our own."""
    record = Peer(kept(name).file)
    goes_on(record.setup, record.actions(), 5, "printed")


@pytest.mark.slow
@pytest.mark.skipif(not GAMES.is_dir(), reason="needs recorded games")
@pytest.mark.parametrize("by", ["printed", "recorded"])
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("title", TITLES)
def test_many_recorded_games_go_on(title: str, seed: int, by: str):
    """From many decisions, by either rules."""
    record = open_recording(sorted((GAMES / title).glob("*.json.gz"))[1 + seed % 5])
    goes_on(record.setup, record.actions(), seed, by)
