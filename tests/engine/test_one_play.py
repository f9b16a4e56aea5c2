"""A press plays its action once: what was foreseen is what is played, as long as somebody keeps it."""

import gc
import pickle

import pytest

from engine import flow
from engine.game import Game


def test_what_is_kept_is_not_played_again(monkeypatch: pytest.MonkeyPatch):
    """Nor is anything else taken for it; what nobody keeps is played anew, so games do not hang on each other."""
    played, act = [], flow.act

    def counted(*given: object, **named: object) -> None:
        played.append(given[1])
        act(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(flow, "act", counted)
    game = Game.start("18Mag", ("ann", "bob", "cy"), seed=7)
    wanted, other = game.choices.offers[0].action, game.choices.offers[1].action
    foreseen = game.play(wanted)

    assert game.play(wanted) is foreseen
    assert len(played) == 1
    assert game.play(other) is not foreseen
    assert game.play(wanted) is not foreseen
    del foreseen
    gc.collect()
    game.play(wanted)
    assert len(played) == 4
    assert pickle.loads(pickle.dumps(game)).pos.state.fingerprint() == game.pos.state.fingerprint()


def test_a_game_that_is_good_for_what_follows_only_is_never_kept():
    """Whoever names the next action gets a game of their own."""
    game = Game.start("18Mag", ("ann", "bob", "cy"), seed=7)
    first = game.choices.offers[0].action
    after = game.play(first)
    then = after.choices.offers[0].action

    narrowed = game.play(first, then)

    assert narrowed is not after
    assert game.play(first) is after
