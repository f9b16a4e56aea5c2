"""How far a unit's turn has come, asked by what reads and what writes a record of 18xx.games."""

from engine.peer18xx.our_turn import before_run, same_turn, turn_is_over
from tests.games.t18cz.tracks import company
from tests.games.t18mag.builders import Builder, after
from tests.games.t18mag.test_held_turns import penniless


def test_a_unit_that_builds_stands_before_its_run():
    """Nobody else does."""
    pos = Builder().minor("6", "lay").pos

    assert before_run(pos, "6")
    assert not before_run(pos, "7")


def test_a_unit_whose_run_waits_for_a_power_stands_before_it():
    """A mine bars the only way; a supporter could pay for it."""
    mine = {"B17": "5 2", "B19": "9 2", "C20": "3 1"}
    built = penniless(unit="n6", n6=5).tiles(**mine).trains(n6="2")

    assert before_run(built.minor("n6", "run").pos, "6")
    assert not before_run(built.minor("n6", "train").pos, "6")


def test_no_turn_is_over_where_nobody_operates():
    """In a stock round, at the end of a game, or of nobody; in an operating round it is that of who has acted."""
    game = Builder().cash(n6=500).trains(n6="2").minor("6", "lay")
    later = game
    while later.pos.unit == "6":
        later = after(later, "pass")

    assert [turn_is_over(one, "6") for one in (game, later)] == [False, True]
    assert not turn_is_over(later, "")
    dealing = company("SX").sr("ann")
    assert dealing.pos.frame.kind == "stock"
    assert [turn_is_over(one, "SX") for one in (dealing, dealing.play(dealing.stopped()))] == [False, False]


def test_a_turn_goes_on_until_another_unit_acts():
    """A tile does not end it, nor does a pass with which a unit may still buy trains."""
    game = Builder().cash(n6=500).trains(n6="2").minor("6", "lay")
    laid = after(game, "lay 6 B17 57 1")

    assert (laid.pos.unit, same_turn(game, laid)) == ("6", True)
    ended = laid
    while ended.pos.unit == "6":
        ended = after(ended, "pass")
    assert not same_turn(laid, ended)
    assert not same_turn(game, game.play(game.stopped()))
