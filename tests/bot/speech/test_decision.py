"""The decision a table waits for: its kind follows from what is on offer, in every title."""

import pytest

from bot.speech.decision import decision_of, kind_of
from engine.decisions import DecisionKind
from engine.game import Game
from engine.opponents import STYLES
from tests.tools import presses

NAMES = {"a": "Ann", "b": "Bob", "c": "Cy"}
FOUND = {
    "1844": {
        "auction",
        "share",
        "lay",
        "train",
        "token",
        "dividend",
        "run",
        "acquisition",
        "emergency",
        "power",
        "discard",
        "par",
        "deal",
    },
    "18CZ": {
        "draft",
        "par",
        "share",
        "lay",
        "train",
        "token",
        "dividend",
        "run",
        "acquisition",
        "power",
        "home",
        "emergency",
        "deal",
        "discard",
    },
    "18Mag": {"draft", "lay", "run", "train", "token", "discard", "share", "dividend", "deal"},
}
"""Kinds of decisions that a whole game of each title meets."""
PLAYERS = {"1844": "mixed", "18CZ": "thrifty", "18Mag": "thrifty"}
"""Who meets all of them: the house avoids some."""


@pytest.mark.slow
@pytest.mark.parametrize("title", FOUND)
def test_every_decision_of_a_whole_game_has_a_kind_and_a_headline(title: str):
    """The kinds are those of the verbs on offer; each headline names the round and fits on a lock screen."""
    game, player = Game.start(title, tuple(NAMES), seed=7), STYLES[PLAYERS[title]](7)
    kinds = set()
    while not game.state.over:
        view = presses.view_of(game, NAMES)
        decision = decision_of(view)
        kinds.add(kind_of(view))
        assert decision is decision_of(view)
        assert decision.headline.startswith(f"{title} · {view.teller.round(game.pos)}")
        assert len(decision.headline) < 170
        game = game.play(player.choose(game))

    assert kinds == FOUND[title]
    assert kind_of(presses.view_of(game, NAMES)) is DecisionKind.END
