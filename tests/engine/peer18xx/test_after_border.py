"""Games that left their record, and went on by printed rules: what 18xx.games would have played the same."""

import json

import pytest

from engine.actions import Accept, Action, BuyTrain, GoOn, LayTile, Refuse
from engine.game import Game, Setup
from engine.peer18xx import written_game
from engine.peer18xx.after_border import as_there
from engine.peer18xx.recorded_game import Peer
from engine.retrace import outcome
from tests.engine.peer18xx.kept_games import kept

BUILDS, BUYS = 25, 36
"""After so many actions of the game a minor may lay by printed rules what it may not there, and buy a train."""


class Gone:
    """A game of 18Mag that left its record after some actions."""

    def __init__(self, border: int) -> None:
        record = kept("mag-two")
        self.setup: Setup = record.record.setup
        self.done: list[Action] = record.actions()[:border]
        self.there = outcome(Game.begin(self.setup), self.done)
        self.game = self.there
        self.play(GoOn(self.setup.players[0], "printed"))

    def play(self, action: Action) -> None:
        """Go on."""
        self.done.append(action)
        self.game = self.game.play(action)

    def answer(self, kind: type[Action]) -> None:
        """Offer for a train of another player's minor, the first that may be offered for, and answer so."""
        offers = (one for one in self.game.choices if isinstance(one, BuyTrain))
        self.play(next(one for one in offers if self.game.play(one).pos.frame.kind == "consent"))
        if kind is not BuyTrain:
            self.play(next(one for one in self.game.choices if isinstance(one, kind)))

    def told(self, *left_out: int) -> list[Action]:
        """All actions but those at some places."""
        return [action for at, action in enumerate(self.done) if at not in left_out]


def read(gone: Gone) -> tuple[list[Action], tuple[int, str] | None]:
    """What is read of the file of a game, and where it says that it stops, with the action that is missing."""
    file = written_game.file_of(gone.setup, gone.done)
    data = json.loads(file.text)
    stopped = data.get("stopped")
    assert (file.stop is None) == (stopped is None)
    return Peer(data).actions(), (stopped["ply"], stopped["action"]) if stopped else None


@pytest.mark.parametrize("border", [0, 1, BUILDS])
def test_a_game_that_only_left_its_record_is_told_whole(border: int):
    """Leaving is no action there."""
    gone = Gone(border)

    assert as_there(gone.setup, gone.done) == (tuple(range(border)), None)
    assert read(gone) == (gone.told(border), None)


@pytest.mark.parametrize("before", [0, 1, 2, 3])
def test_the_file_ends_before_the_first_action_that_is_not_allowed_there(before: int):
    """Whatever follows; it names the action by its number in the whole game."""
    gone = Gone(BUILDS - before)
    for action in kept("mag-two").actions()[BUILDS - before : BUILDS]:
        gone.play(action)
    at = len(gone.done)
    there = outcome(gone.there, gone.told(BUILDS - before)[BUILDS - before :])
    lays = (one for one in gone.game.choices if isinstance(one, LayTile))
    gone.play(next(one for one in lays if one not in there.choices))
    gone.play(next(iter(gone.game.choices)))

    assert as_there(gone.setup, gone.done) == (tuple(one for one in range(at) if one != BUILDS - before), at)
    actions, stopped = read(gone)
    assert actions == gone.told(BUILDS - before, at, at + 1)
    assert stopped is not None
    assert (stopped[0], stopped[1].split()[0]) == (at, "lay")


def test_a_deal_is_told_once_it_has_been_agreed_to():
    """The consent is none there, and nothing is missing of a game that ends with it."""
    gone = Gone(BUYS)
    gone.answer(Accept)

    assert read(gone) == (gone.told(BUYS, BUYS + 2), None)


def test_entries_behind_the_border_keep_the_times_of_their_actions():
    """Those that are not told take their times with them."""
    gone = Gone(BUYS)
    gone.answer(Refuse)
    gone.answer(Accept)
    times = range(1000, 1000 + len(gone.done))
    data = json.loads(written_game.file_of(gone.setup, gone.done, times=times).text)

    assert [entry["created_at"] for entry in data["actions"]][-1] == 1000 + BUYS + 3
    assert max(entry["created_at"] for entry in data["actions"][:-1]) == 1000 + BUYS - 1
    assert (data["created_at"], data["updated_at"]) == (1000, 1000 + BUYS + 4)


def test_a_deal_that_was_declined_is_not_told():
    """Nothing is missing there; a deal that is agreed to afterwards is told."""
    gone = Gone(BUYS)
    gone.answer(Refuse)
    assert read(gone) == (gone.told(BUYS, BUYS + 1, BUYS + 2), None)

    gone.answer(Accept)
    assert read(gone) == (gone.told(BUYS, BUYS + 1, BUYS + 2, BUYS + 4), None)


def test_a_file_ends_before_a_deal_that_nobody_has_answered():
    """The offer is the action that it lacks."""
    gone = Gone(BUYS)
    gone.answer(BuyTrain)
    actions, stopped = read(gone)

    assert actions == gone.told(BUYS, BUYS + 1)
    assert stopped is not None
    assert (stopped[0], stopped[1].split()[0]) == (BUYS + 1, "train")
