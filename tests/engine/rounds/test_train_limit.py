"""Directors above the train limit are asked in turn, and what they return can be bought."""

import pytest

from engine.events import TrainDiscarded
from engine.rounds import train_limit
from engine.rounds.duplicate_token import doubled_tokens
from engine.rounds.train_limit import ReturnTrainsStep, check_limits, over_limit
from engine.scratch import Scratch
from engine.state import POOL, Token
from tests.engine.moments import ANN, BOB, held, opened

STEP = ReturnTrainsStep()


def crowded() -> Scratch:
    """Two units have one train and two trains too many, one has as many as it may."""
    scratch = opened()
    most = train_limit.train_limit(scratch.now, "FNM")
    held(scratch, ANN, "FNM.0")
    held(scratch, BOB, "RhB.0", "BLS.0")
    scratch.state.trains = {
        "FNM": ("2",) * most + ("3",),
        "RhB": ("2",) * (most + 2),
        "BLS": ("2",) * most,
        "STB": ("2",) * (most + 1),
    }
    return scratch


def test_how_many_are_too_many():
    """None below the limit."""
    pos = crowded().now
    assert [over_limit(pos, unit) for unit in ("FNM", "RhB", "BLS", "STB", "AB")] == [1, 2, 0, 1, 0]


@pytest.mark.parametrize("last", [False, True])
def test_who_is_asked(last: bool):
    """In the order given, those with a director; before the round that is on, or after all that is open."""
    scratch = crowded()
    before = scratch.state.frames
    check_limits(scratch, ["RhB", "BLS", "STB", "FNM"], last=last)

    (new,) = (frame for frame in scratch.state.frames if frame not in before)
    assert (new.kind, new.queue) == ("train_limit", ("RhB", "FNM"))
    assert scratch.state.frames[0 if last else -1] == new


def test_nobody_is_asked_where_nobody_has_too_many():
    """No decision is opened."""
    scratch = crowded()
    before = scratch.state.frames
    check_limits(scratch, ["BLS", "STB"])

    assert scratch.state.frames == before


def test_each_kind_of_train_may_be_returned_and_is_found_in_the_pool():
    """Once for each kind; one train goes."""
    scratch = crowded()
    check_limits(scratch, ["FNM"])
    offered = list(STEP.candidates(scratch.now))
    assert [(one.actor, one.unit, one.train) for one in offered] == [(ANN, "FNM", "2"), (ANN, "FNM", "3")]
    assert STEP.facts(scratch.now, offered[1]) == {"count": 1, "to": POOL}

    STEP.apply(scratch, offered[1])
    assert "3" not in scratch.now.trains("FNM")
    assert scratch.now.trains(POOL) == ("3",)
    assert scratch.events == [TrainDiscarded("FNM", "3", POOL)]
    assert list(STEP.candidates(scratch.now)) == []


def test_a_train_that_nobody_may_buy_leaves_the_game():
    """The title says where it goes."""
    scratch = crowded()
    check_limits(scratch, ["FNM"])
    step = ReturnTrainsStep(to=lambda _pos: "")
    step.apply(scratch, next(step.candidates(scratch.now)))

    assert scratch.events == [TrainDiscarded("FNM", "2", "")]
    assert POOL not in scratch.state.trains


def test_tokens_of_some_units_are_counted_together():
    """Only hexes with more than one of them, and the stops of these alone."""
    scratch = opened()
    scratch.put("tokens", "A1", (Token(0, "FNM"), Token(1, "RhB"), Token(2, "BLS")))
    scratch.put("tokens", "A3", (Token(0, "FNM"), Token(1, "BLS")))
    found = doubled_tokens(scratch.now, ("FNM", "RhB"))

    assert {hex_: stops for hex_, stops in found.items() if hex_ in ("A1", "A3")} == {"A1": (0, 1)}
