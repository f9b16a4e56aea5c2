"""What a sale of trains sets going: phases that begin once, trains that rust, cards that are exported."""

from engine.events import PhaseBegan, TrainRusted
from engine.state import DEPOT, POOL
from engine.steps import phases
from tests.engine.moments import opened


def test_a_phase_begins_with_the_first_card_of_its_stack_and_once():
    """A card of an earlier stack begins nothing any more."""
    scratch, starts = opened(), {"3": "2", "4": "3"}
    assert not phases.begin_phase_with(scratch, starts, "2", "sold")
    assert phases.begin_phase_with(scratch, starts, "4", "sold")
    assert not phases.begin_phase_with(scratch, starts, "4", "sold")
    assert not phases.begin_phase_with(scratch, starts, "3", "sold")

    assert scratch.now.phase.name == "3"
    assert scratch.events == [PhaseBegan("3", "4", "sold")]


def test_trains_rust_wherever_they_are():
    """Those in the pool, too; the others keep their order."""
    scratch = opened()
    scratch.state.trains = {"FNM": ("2", "3", "2"), "RhB": ("3",), POOL: ("2",)}
    phases.rust(scratch, {"2"})

    assert scratch.state.trains == {"FNM": ("3",), "RhB": ("3",), POOL: ()}
    assert scratch.events == [TrainRusted(who, "2", "", "phase") for who in ("FNM", "FNM", POOL)]


def test_a_train_that_becomes_another_stays_in_its_place():
    """Nothing is taken out of the game."""
    scratch = opened()
    scratch.state.trains = {"FNM": ("4", "2", "3")}
    phases.rust(scratch, {"2"}, "2H")

    assert scratch.state.trains == {"FNM": ("4", "2H", "3")}
    assert scratch.events == [TrainRusted("FNM", "2", "2H", "phase")]


def test_the_top_card_is_exported():
    """One card less lies there; it is none once nothing is left."""
    scratch = opened()
    before = scratch.state.depot["2"]
    assert phases.export_top(scratch) == "2"
    assert scratch.state.depot["2"] == before - 1
    assert scratch.events == [TrainRusted(DEPOT, "2", "", "export")]

    scratch.state.depot = dict.fromkeys(scratch.state.depot, 0)
    assert phases.export_top(scratch) == ""
    assert len(scratch.events) == 1
