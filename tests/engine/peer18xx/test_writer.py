"""What a writer notes with its entries, whatever they tell."""

import pytest

from engine.actions import LayTile
from engine.game import Game
from engine.overruling import AsRecorded
from engine.peer18xx import written_game
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.writer import Writer
from engine.peer18xx.writer_verbs import leave_by_empty_run
from engine.peer18xx.writing import EndedEarly
from engine.refusals import Refusal
from tests.engine.peer18xx.both_ways import entries, played, writer_at
from tests.games.t18cz.czech import sizes
from tests.games.t18cz.test_exports import fourth
from tests.games.t18cz.tracks import company
from tests.games.t1844.test_emergency import table as emergency

NAMES = ("ann", "bob", "cy")


def writer(title: str = "18Mag") -> Writer:
    """A writer of a game that has just begun."""
    dialect = dialect_of(title)
    assert dialect is not None
    return Writer(Game.start(title, NAMES, seed=1).setup, dialect)


def test_entries_have_the_times_of_their_actions():
    """Those of actions for which no time is known have none: 0."""
    game = Game.start("18Mag", NAMES, seed=1)
    first = next(iter(game.choices))
    second = next(iter(game.play(first).choices))
    timed, timeless = writer(), writer()
    timed.write([first, second], [7, 9])
    timeless.write([first, second])

    assert [entry["created_at"] for entry in timed.entries] == [7, 9]
    assert [entry["created_at"] for entry in timeless.entries] == [0, 0]
    assert writer().by_player("pass", "ann")["created_at"] == 0


def test_a_file_spells_names_as_they_are():
    """Whoever opens it can read them."""
    setup = Game.start("18Mag", NAMES, seed=1).setup

    assert '"Zoë"' in written_game.file_of(setup, [], names={"ann": "Zoë"}).text


def test_a_file_stops_before_what_a_record_had_that_is_not_in_the_game():
    """There is no such tile: nothing of it is written."""
    writer = writer_at(company(D5="57 1").company("EKJ"))
    strange = AsRecorded("ann", "lay|EKJ|D5|9999|1", 0)
    writer.write([strange])

    assert writer.entries == []
    assert writer.stop == EndedEarly(0, 0, strange, Refusal("record_entry", {"entry": 0, "verb": "lay"}))


@pytest.mark.parametrize("laid", [False, True])
def test_passes_before_what_cannot_be_told_are_taken_back(laid: bool):
    """BN has no train to sell: the steps before the trains still wait, for whatever comes there."""
    game = company(D5="57 1").company("EKJ")
    before = [next(one for one in game.choices if isinstance(one, LayTile))] if laid else []
    writer = writer_at(game)
    writer.write([*before, AsRecorded("ann", "train|EKJ|3d|BN|1", 0)])

    assert writer.stop is not None
    assert writer.stop.why.key == "record_entry"
    assert [entry["type"] for entry in writer.entries] == ["lay_tile"] * laid


def test_of_an_action_that_cannot_be_told_nothing_is_written():
    """What was written of the passes before it, and added to the last entry, is taken back."""
    game = fourth("4e", "d", BCB="3c 3c 3d")
    passed, discarded = played(game, "pass", "discard BCB 3c")
    stopped = writer_at(game)
    stopped.write([passed, discarded])

    assert stopped.stop is not None
    assert (stopped.stop.entry, stopped.stop.ply) == (len(stopped.entries), 1)
    assert stopped.entries == entries(game, [passed])


def test_a_sale_that_cannot_be_told_takes_its_passes_back():
    """The steps before a train that costs more than is told there still wait; the sale of a share is told."""
    game = emergency(RhB="4").company("FNM", "train")
    sold, bought = played(game, "sell BLS 10", "train FNM 4 RhB 57")
    stopped, whole = writer_at(game), writer_at(game)
    stopped.write([sold, bought])
    whole.write([sold])

    assert stopped.stop is not None
    assert stopped.entries == whole.entries
    assert [entry["type"] for entry in stopped.entries][-1] == "sell_shares"


def test_a_file_stops_behind_the_passes_that_lead_to_where_it_stands():
    """The run has happened by itself: the track step is left there, and what is missing would come after it."""
    writer = writer_at(company(D5="57 1").company("EKJ", "train"))
    writer.write([AsRecorded("ann", "train|EKJ|3d|BN|1", 0)])

    assert writer.stop is not None
    assert [entry["type"] for entry in writer.entries] == ["pass"]
    assert (writer.stop.entry, writer.stop.ply) == (1, 0)


def test_a_run_that_is_left_is_written_with_all_that_it_did_not_earn():
    """No routes, and nothing besides for anybody."""
    writer = writer_at(sizes().company("SX", "run"))
    writer.walk.begin(writer.pos)
    leave_by_empty_run(writer)

    told = {"routes": [], "extra_revenue": 0, "subsidy": 0}
    assert writer.entries[-1].items() >= {"type": "run_routes", "entity": "SX", **told}.items()
