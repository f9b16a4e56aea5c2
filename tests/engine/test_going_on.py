"""Where a record ends, other rules hold: the position is sound, replays to itself, and goes on."""

import os
import random
from pathlib import Path

import pytest

from engine.actions import GoOn
from engine.game import Game
from engine.invariants import violations
from engine.records import open_recording
from engine.refusals import IllegalAction
from engine.retrace import outcome
from engine.state import State
from engine.title import find

GAMES = Path(os.environ.get("CONFORMANCE_DIR", "nowhere"))
TITLES = ("18Mag", "18CZ", "1844")
FURTHER = 30
"""How many actions are played behind a border."""


def goes_on(title: str, index: int, seed: int, by: str) -> None:
    """Cut a recorded game somewhere, go on by other rules, and play by chance; positions keep all invariants."""
    path = sorted((GAMES / title).glob("*.json.gz"))[index]
    recording, chance = open_recording(path), random.Random(seed)
    actions = recording.actions()
    actions = actions[: chance.randrange(10, len(actions) - 1)]
    border = GoOn(recording.setup.players[0], by)
    before = outcome(Game.begin(recording.setup), actions)
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
    again = Game.replay(recording.setup, played)
    stored = Game.resume(recording.setup, State.load(game.state.dump(), find(title)))

    assert again.state.fingerprint() == game.state.fingerprint()
    assert stored.title is game.title
    with pytest.raises(IllegalAction):
        again.play(border)


@pytest.mark.skipif(not GAMES.is_dir(), reason="needs recorded games")
@pytest.mark.parametrize("title", ["18Mag", "18CZ", pytest.param("1844", marks=pytest.mark.slow)])
def test_a_recorded_game_goes_on_by_the_printed_rules(title: str):
    """From a decision in the middle of it."""
    goes_on(title, 1, 5, "printed")


@pytest.mark.slow
@pytest.mark.skipif(not GAMES.is_dir(), reason="needs recorded games")
@pytest.mark.parametrize("by", ["printed", "recorded"])
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("title", TITLES)
def test_many_recorded_games_go_on(title: str, seed: int, by: str):
    """From many decisions, by either rules."""
    goes_on(title, 2 + seed % 4, seed, by)
