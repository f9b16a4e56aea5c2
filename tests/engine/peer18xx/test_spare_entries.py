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


def judge_at(game: Game, ours: ReplayedGame) -> SpareEntries:
    """A judge of the entries of a record, which calls ann 1."""
    dialect = dialect_of(game.title.name)
    assert dialect is not None
    ours.game = game
    entries = EntryReader(dialect, Context(game.title, {"1": "ann"}, {}))
    return SpareEntries(ours, entries, TurnInRecord(dialect.writing.steps))


@pytest.mark.parametrize(
    ("train", "step", "spare"),
    [("2a", "run", False), ("2a", "train", True), ("", "run", True), ("", "train", True)],
)
def test_a_run_of_nothing_where_none_is_due(train: str, step: str, spare: bool):
    """The turn is past its run, or there is nothing that can run; one that runs nothing where it could is played."""
    built = company("EKJ", "a", D3="57 1", D5="57 1").tokens(D3="EKJ.0")
    game = built.trains(EKJ=train).company("EKJ", step)
    told = {"type": "run_routes", "entity": "EKJ", "entity_type": "corporation", "routes": []}

    assert judge_at(game, ReplayedGame(game.setup)).stand_for_nothing(told) is spare


@pytest.mark.parametrize(
    ("played", "acted", "spare"),
    [([Pass("ann")], False, True), ([Pass("ann")], True, False), ([], False, False)],
)
def test_a_players_pass_behind_a_stock_round_that_is_over_here(
    played: list[Action], acted: bool, spare: bool
):
    """It is none of the unit that the same player directs, which has not acted yet."""
    game = company("SX").company("SX")
    ours = ReplayedGame(game.setup)
    ours.played, ours.unit_acted = played, acted

    assert game.pos.awaited == ("ann",)
    assert (
        judge_at(game, ours).stand_for_nothing({"type": "pass", "entity": 1, "entity_type": "player"})
        is spare
    )


def test_players_are_skipped_after_whoever_acted_last():
    """Nobody is while turns follow each other; before anybody has acted all may be."""
    ours = ReplayedGame(Game.start("1844", ("ann", "bob", "cy"), seed=1).setup)
    player, skipped = STYLES["thrifty"](3), {}
    while len(skipped) < 3:
        ours.play(player.choose(ours.game))
        if ours.game.pos.frame.kind == "stock":
            skipped[ours.played[-1].actor] = ours.skipped_players

    assert skipped == {"ann": ("bob", "cy", "ann"), "bob": ("bob",), "cy": ("cy",)}
