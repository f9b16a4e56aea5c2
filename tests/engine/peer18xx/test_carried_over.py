"""Ordinary tables played beside themselves under the readings of 18xx.games: where they part, and why."""

import pytest

from engine import notation
from engine.actions import Action, LayTile, Pass
from engine.game import Game, Setup
from engine.opponents import STYLES
from engine.peer18xx import written_game
from engine.peer18xx.carried_over import Carrier, Parting, same
from engine.peer18xx.t18mag.written import WRITING as MAG
from engine.peer18xx.t1844.written import WRITING
from engine.peer18xx.writer import Writer
from engine.peer18xx.writing import EndedEarly
from engine.title import find
from engine.titles.t18mag.figures import mag_state
from tests.tools.questions import after


def test_the_reading_is_named_by_which_both_had_parted_before():
    """Dan should auction P4 and cannot pay; there cy does, which shows once dan bids, two passes later."""
    start = Game.start("1844", ("ann", "bob", "cy", "dan"), seed=1)
    lines = ("bid P1 620", "pass", "pass", "pass", "bid P2 620", "pass", "pass")
    lines += ("bid P3 80", "bid P3 535", "pass", "pass", "pass", "bid P4 110", "bid P4 300")
    actions, game = [], start
    for line in lines:
        actions.append(game.read(line))
        game = after(game, line)
    stop = written_game.file_of(start.setup, actions).stop

    assert stop is not None
    assert (stop.ply, stop.why.values["reading"], stop.why.clauses) == (
        12,
        "auctioneer=solvent",
        ("CH-ISR.2",),
    )


DRAFT = """draft M4; pass; draft S1; draft L5; pass; draft L3; draft M2; pass; draft S6; draft L1; pass; draft M1
draft S4; pass; draft M5; draft M3; pass; draft M6; draft L2; pass; draft S2; draft S3; pass; {last}"""


@pytest.mark.parametrize(("last", "ply"), [("pass", None), ("draft S5", 22)])
def test_a_file_goes_on_where_only_passes_are_left_to_stand_alike(last: str, ply: int | None):
    """There two turns of ann, who can pay nothing, have ended the draft; here bob is asked once more."""
    game = start = Game.start("18CZ", ("ann", "bob", "cy"), seed=4027)
    actions = []
    for line in DRAFT.format(last=last).replace("\n", "; ").split("; "):
        actions.append(game.read(line))
        game = game.play(actions[-1])
    writers = [written_game.written(start.setup, actions[:count]) for count in (23, 24)]

    assert [one.stop and one.stop.ply for one in writers] == [22, ply]
    assert {one.stop.why.values["reading"] for one in writers if one.stop} == {"draft_end=two_poor"}


OPENING = """pass; pass; pass; pass; pass; draft L6; pass; pass; draft L5; pass; pass; draft L4; draft M6; pass; pass
pass; draft L3; draft M5; pass; pass; pass; pass; pass; pass; par EKJ 50; buy EKJ 25 pool; buy EKJ 25 pool; par OFE 50
buy OFE 25 pool; buy OFE 25 pool; par {third} 50; buy {third} 25 pool; buy {third} 25 pool; lay EKJ D5 6 3
lay EKJ C6 4 0; train EKJ 2a depot 70; train EKJ 2a depot 70; lay OFE C26 621 2; lay OFE B25 8 5
train OFE 2a depot 70; train OFE 2a depot 70"""


def opened(third: str) -> EndedEarly | None:
    """Where a file of 18CZ ends: the second company has bought its last train, and the third comes in turn."""
    game = start = Game.start("18CZ", ("ann", "bob", "cy", "dan", "eve", "flo"), seed=750012)
    actions = []
    for line in OPENING.format(third=third).replace("\n", "; ").split("; "):
        actions.append(game.read(line))
        game = game.play(actions[-1])
    assert game.pos.unit == third
    return written_game.file_of(start.setup, actions, times=range(len(actions))).stop


def test_a_turn_that_goes_on_there_is_passed_before_both_are_compared():
    """The next company has its home token already; there the second could still buy a train of the first."""
    assert opened("MW") is None


def test_the_reading_is_named_though_the_turn_goes_on_there():
    """The home of BCB lies elsewhere there, which shows once the turn before it is over."""
    stop = opened("BCB")

    assert stop is not None
    assert (stop.why.values["reading"], stop.ply) == ("bcb_home=pardubice", 40)


def ended(
    title: str, players: int, style: str, seed: int, plies: int, *options: str
) -> tuple[Writer, list[Action]]:
    """What is written of the first moves of an ordinary game that computer players play."""
    setup, done = Setup(title, ("ann", "bob", "cy")[:players], options, seed), list[Action]()
    game, player = Game.begin(setup), STYLES[style](seed)
    while len(done) < plies:
        done.append(player.choose(game))
        game = game.play(done[-1])
    return written_game.written(setup, done), done


def test_a_file_ends_before_passes_that_nobody_made():
    """Cy uses the Furka while bob is in turn; there it would wait for passes of bob and ann, who sells instead."""
    writer, done = ended("1844", 3, "random", 3, 117)
    stop = writer.stop

    assert stop is not None
    assert (stop.ply, stop.action, stop.why.values["reading"]) == (114, done[114], "furka_time=own_turn")
    assert (done[114].verb, done[114].actor, done[115].actor, done[116].verb) == (
        "furka",
        "cy",
        "bob",
        "sell",
    )
    assert (len(writer.entries), stop.entry) == (126, 126)
    assert [(one["type"], one["entity"]) for one in writer.entries[-2:]] == [
        ("buy_shares", 1),
        ("buy_shares", 3),
    ]


def test_what_is_looked_for_is_a_reading_and_no_option_of_the_table():
    """CIWL is in play, without which nobody owns shares of it; the stack of the third token is kept there."""
    writer, _ = ended("18Mag", 3, "thrifty", 1, 226, "new_major")

    assert writer.stop is not None
    assert (writer.stop.ply, writer.stop.why.values["reading"]) == (224, "forced_stack=keep")


def test_rounds_without_a_sale_may_be_counted_otherwise_until_a_phase_comes_of_it():
    """Here the token lies on a stack once the minors have operated, there after the majors: the file goes on."""
    writer, done = ended("18Mag", 3, "house", 0, 104, "new_major")
    ours = Game.replay(Setup("18Mag", ("ann", "bob", "cy"), ("new_major",), 0), done)

    assert writer.stop is None
    assert (mag_state(ours.pos).no_train, mag_state(writer.pos).no_train) == (2, 1)
    assert not same(ours.state, writer.game.state)
    assert same(ours.state, writer.game.state, MAG.counters)


def test_a_terrain_token_is_given_up_before_the_lay_that_it_pays():
    """So the readings there have it; a supporter who pays is called, and one who gives the lay stays with it."""
    game = Game.start("18Mag", ("ann", "bob", "cy"), ("supporters",), seed=1)

    def said(using: str) -> list[str]:
        lay = LayTile("ann", "5", "H27", "6", 1, using)
        return [notation.write(one) for one in MAG.reworded(game.pos, lay)]

    assert said("") == ["lay 5 H27 6 1"]
    assert said("terrain") == ["prepay 5", "lay 5 H27 6 1"]
    assert said("FJ") == ["call 5 FJ", "lay 5 H27 6 1"]
    assert said("GSvS") == ["lay 5 H27 6 1 GSvS"]
    assert said("GSvS+terrain") == ["prepay 5", "lay 5 H27 6 1 GSvS"]
    assert MAG.reworded(game.pos, Pass("ann")) == (Pass("ann"),)


def test_a_file_goes_on_behind_a_terrain_token():
    """The lay that it pays is another action there, and leads to the same."""
    writer, done = ended("18Mag", 3, "thrifty", 1, 36)
    ours = Game.replay(Setup("18Mag", ("ann", "bob", "cy"), (), 1), done)

    assert notation.write(done[-1]) == "lay 5 H27 5 2 terrain"
    assert writer.stop is None
    assert [(one["type"], one.get("description")) for one in writer.entries[-2:]] == [
        ("special_buy", "Use Terrain Token"),
        ("lay_tile", None),
    ]
    assert same(ours.state, writer.game.state)


def test_what_a_turn_notes_of_its_lays_parts_nothing():
    """A lay with a terrain token is noted otherwise than one behind it, and is to blame for nothing later."""
    _, done = ended("18Mag", 3, "thrifty", 1, 36)
    carrier = Carrier(Setup("18Mag", ("ann", "bob", "cy"), (), 1), ("compat=peer18xx",), MAG)

    assert carrier.carry(done).stop is None
    assert carrier.ours.state.frames != carrier.theirs.state.frames
    assert carrier._parted is None


def test_passes_that_were_made_later_come_before_the_power_there():
    """The same power, and bob and ann pass indeed: the file goes on."""
    _, done = ended("1844", 3, "random", 3, 116)
    setup = Setup("1844", ("ann", "bob", "cy"), (), 3)
    game = Game.replay(setup, done)
    passed = game.read("pass")
    writer = written_game.written(setup, [*done, passed])

    assert passed.actor == "ann"
    assert writer.stop is None
    assert [(one["type"], one["entity"]) for one in writer.entries[-3:]] == [
        ("pass", 2),
        ("pass", 1),
        ("choose_ability", "P4"),
    ]


def test_a_deal_that_comes_too_late_there_ends_the_file_before_it_was_offered():
    """The train of MW is offered and agreed to; there the trains of VBW are over, and the number is the offer's."""
    writer, done = ended("18CZ", 3, "thrifty", 2, 70)
    stop = writer.stop

    assert stop is not None
    assert (stop.ply, stop.action, stop.why.key) == (67, done[67], "untold_late")
    assert (done[67].verb, done[68].verb) == ("train", "accept")


def test_a_game_under_a_former_reading_of_that_site_is_written_as_far_as_both_agree():
    """It began before the preset had another value: that one is named, and no reading is called printed."""
    preset = find("18CZ").normalised_options(("compat=peer18xx",))
    former = (
        *tuple(one for one in preset if not one.startswith("train_step=")),
        "train_step=while_affordable",
    )
    setup = Setup("18CZ", ("ann", "bob", "cy"), former, 7)
    game, player, done = Game.begin(setup), STYLES["mixed"](7), []
    while len(done) < 40:
        done.append(player.choose(game))
        game = game.play(done[-1])

    assert written_game.apart(setup) == ["train_step=while_affordable"]
    assert written_game.file_of(setup, done).stop is None


def test_where_both_wait_for_the_same_again_neither_is_astray():
    """What had parted them before is to blame for nothing later."""
    start = Game.start("1844", ("ann", "bob", "cy"), seed=1)
    carrier = Carrier(start.setup, ("compat=peer18xx",), WRITING)
    carrier._parted = carrier._astray = told = Parting(start, Pass("ann"), start, 0, 0)
    carrier._note_parting(told)

    assert (carrier._parted, carrier._astray) == (None, None)


def test_what_the_readings_refuse_is_told_with_its_rule():
    """No pass leads to it there, either; a pass for which nothing waits there is none too few."""
    start = Game.start("1844", ("ann", "bob", "cy"), seed=1)
    carrier = Carrier(start.setup, ("compat=peer18xx",), WRITING)
    bid = start.read("bid P1 1000")
    refusal = carrier._play(0, bid)

    assert refusal == start.choices.why_not(bid) is not None
    assert carrier._play(0, Pass("bob")) is None
    assert (carrier.theirs.state.ply, carrier.actions) == (0, [])
