"""The decision a table waits for: its kind follows from what is on offer, in every title."""

import pytest

from assets import sentences
from bot.speech.decision import decision_of, kind_of
from engine.decisions import DecisionKind
from engine.game import Game
from engine.opponents import STYLES
from tests.bot.decisions import first, view_at
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


SMALL = 46
"""Letters of a line of small type on a phone."""


@pytest.mark.parametrize("lang", sentences.languages())
def test_a_company_to_start_leaves_a_phone_room_for_its_picture(lang: str):
    """What its money could buy and how many are left, in five small lines with the end; Trains has the rest."""
    game = first("1844", DecisionKind.PAR)
    assert game is not None
    depot, *others = decision_of(view_at(game, lang)).asides

    assert [f"{name}:" in depot for name in ("2", "2H", "3", "3H", "4")] == [True] * 4 + [False]
    assert depot.count("\u00d7") == 2
    assert sum(-(-len(line) // SMALL) for line in (depot, *others)) <= 5
