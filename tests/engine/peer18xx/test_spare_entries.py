"""Entries of a record that stand for nothing here."""

import pytest

from engine.actions import Action, Pass
from engine.game import Game
from engine.opponents import STYLES
from engine.peer18xx.dialect import Context
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.entry_reader import EntryReader
from engine.peer18xx.recorded_turn import TurnInRecord
from engine.peer18xx.replayed_game import ReplayedGame
from engine.peer18xx.spare_entries import SpareEntries
from tests.games.t18cz.tracks import company


@pytest.mark.parametrize(
    ("played", "acted", "spare"),
    [([Pass("ann")], False, True), ([Pass("ann")], True, False), ([], False, False)],
)
def test_a_players_pass_behind_a_stock_round_that_is_over_here(
    played: list[Action], acted: bool, spare: bool
):
    """It is none of the unit that the same player directs, which has not acted yet."""
    game, dialect = company("SX").company("SX"), dialect_of("18CZ")
    assert dialect is not None
    ours = ReplayedGame(game.setup)
    ours.game, ours.played, ours.unit_acted = game, played, acted
    entries = EntryReader(dialect, Context(game.title, {"1": "ann"}, {}))
    judge = SpareEntries(ours, entries, TurnInRecord(dialect.writing.steps))

    assert game.pos.awaited == ("ann",)
    assert judge.stand_for_nothing({"type": "pass", "entity": 1, "entity_type": "player"}) is spare


def test_players_are_skipped_after_whoever_acted_last():
    """Nobody is while turns follow each other; before anybody has acted all may be."""
    ours = ReplayedGame(Game.start("1844", ("ann", "bob", "cy"), seed=1).setup)
    player, skipped = STYLES["thrifty"](3), {}
    while len(skipped) < 3:
        ours.play(player.choose(ours.game))
        if ours.game.pos.frame.kind == "stock":
            skipped[ours.played[-1].actor] = ours.skipped_players

    assert skipped == {"ann": ("bob", "cy", "ann"), "bob": ("bob",), "cy": ("cy",)}
