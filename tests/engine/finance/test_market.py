"""The board of share prices: who comes first, and where a marker goes that has no way on."""

import pytest

from engine.events import PriceMoved
from engine.finance import market
from tests.engine.moments import opened


def test_prices_fall_and_on_equal_ones_the_right_cell_comes_first():
    """1,6 and 2,7 both say 120, 2,7 lies further right; on one cell the upper marker comes first."""
    scratch = opened()
    for unit, cell in (("BLS", "1,6"), ("FNM", "2,7"), ("RhB", "2,7"), ("STB", "1,8")):
        market.enter(scratch, unit, cell)
    pos = scratch.now

    assert pos.price("BLS") == pos.price("FNM") == 120
    assert market.order(pos, ["RhB", "BLS", "FNM", "STB"]) == ["STB", "FNM", "RhB", "BLS"]
    assert market.order(pos, ["BLS", "RhB"]) == ["RhB", "BLS"]


def test_a_marker_that_leaves_keeps_the_others_in_their_order():
    """The last one takes its cell along; one that is not there leaves nothing."""
    scratch = opened()
    for unit in ("FNM", "RhB", "BLS"):
        market.enter(scratch, unit, "2,8")
    market.leave(scratch, "RhB")
    assert scratch.state.market == {"2,8": ("FNM", "BLS")}
    market.leave(scratch, "RhB")
    for unit in ("FNM", "BLS"):
        market.leave(scratch, unit)
    assert scratch.state.market == {}


@pytest.mark.parametrize(("steps", "cell"), [(1, "2,9"), (-2, "2,6"), (-9, "2,0"), (9, "2,17"), (99, "2,17")])
def test_a_row_ends_on_both_sides(steps: int, cell: str):
    """A marker stops there, however far it was to go."""
    assert market.along(opened().now, "2,8", steps) == cell


def test_a_marker_that_stays_keeps_its_place_in_the_stack():
    """One that moves comes beneath those already there, and the move is told."""
    scratch = opened()
    for unit, cell in (("FNM", "2,17"), ("RhB", "2,17"), ("BLS", "2,16")):
        market.enter(scratch, unit, cell)
    market.move(scratch, "FNM", 1, "dividend")
    assert scratch.state.market["2,17"] == ("FNM", "RhB")
    assert scratch.events == []

    market.move(scratch, "BLS", 1, "dividend")
    assert scratch.state.market == {"2,17": ("FNM", "RhB", "BLS")}
    assert scratch.events == [PriceMoved("BLS", "2,16", "2,17", "dividend")]
