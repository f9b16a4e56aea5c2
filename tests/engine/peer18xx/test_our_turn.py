"""How far a unit's turn has come, asked by what reads and what writes a record of 18xx.games."""

from engine.peer18xx.our_turn import before_run
from tests.games.t18mag.builders import Builder
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
