"""Debts, privates, corporations that float, and what a merger hands over."""

import pytest

from engine.events import Closed, Floated, Indebted, Paid, Won
from engine.finance import debts, floating, market, merger, privates
from engine.state import BANK
from tests.engine.moments import ANN, BOB, held, opened


def test_a_debt_grows_with_its_interest_until_it_is_settled():
    """Whoever owes nothing has no entry."""
    scratch = opened()
    debts.owe(scratch, ANN, 100, 50, "train")
    debts.owe(scratch, ANN, 20, 0, "train")
    assert debts.unpaid(scratch.now, ANN) == 170
    assert scratch.events[0] == Indebted(ANN, 150, 50, "train")

    debts.reduce(scratch, ANN, 70)
    assert (debts.unpaid(scratch.now, ANN), debts.unpaid(scratch.now, BOB)) == (100, 0)
    debts.reduce(scratch, ANN, 100)
    assert scratch.state.debts == {}


def test_a_private_is_paid_for_earns_and_is_closed():
    """Only those that somebody owns earn, and those of which the title says so."""
    scratch = opened()
    first, second = scratch.title.data.privates[:2]
    before = scratch.now.cash(ANN)
    privates.buy_private(scratch, ANN, first.id, 30)
    scratch.put("owners", second.id, BANK)
    assert scratch.events == [Won(ANN, first.id, 30), Paid(ANN, BANK, 30, "private")]
    assert (scratch.now.owner(first.id), scratch.now.cash(ANN)) == (ANN, before - 30)

    privates.pay_incomes(scratch, lambda _pos, private: private.id != first.id)
    assert scratch.now.cash(ANN) == before - 30
    privates.pay_incomes(scratch)
    assert scratch.now.cash(ANN) == before - 30 + first.income
    assert first.income > 0

    privates.close_private(scratch, first.id, "phase", 10)
    assert scratch.now.owner(first.id) == ""
    assert scratch.events[-1] == Closed(first.id, ANN, "phase", 10)


def test_a_private_without_power_is_used():
    """The others still have theirs."""
    scratch = opened()
    names = [private.id for private in scratch.title.data.privates[:3]]
    privates.use_up(scratch, names[1])

    assert privates.unused(scratch.now, names) == [names[0], names[2]]
    assert [privates.is_used(scratch.now, name) for name in names] == [False, True, False]


@pytest.mark.parametrize(("percent", "floats"), [(30, True), (31, False)])
def test_enough_is_as_much_as_is_asked(percent: int, floats: bool):
    """What all players hold counts together; what lies on offer or has floated does not."""
    scratch = opened()
    held(scratch, ANN, "FNM.0")
    held(scratch, BOB, "FNM.1")
    assert floating.can_float(scratch.now, "FNM", percent) is floats
    assert floating.can_float(scratch.now, "FNM", percent, floating.not_on_offer) is floats

    floating.float_unit(scratch, "FNM", 500)
    assert not floating.can_float(scratch.now, "FNM", percent)
    assert scratch.events == [Floated("FNM", 500), Paid(BANK, "FNM", 500, "float")]


def test_whoever_has_operated_is_noted_once_and_forgotten_when_gone():
    """The others stay as they are."""
    scratch = opened()
    for unit in ("FNM", "RhB"):
        floating.float_unit(scratch, unit, 0)
        floating.note_operated(scratch, unit)
    floating.note_operated(scratch, "FNM")
    assert scratch.state.extra.operated == ("FNM", "RhB")

    floating.note_gone(scratch, "FNM")
    assert (scratch.state.extra.floated, scratch.state.extra.operated) == (("RhB",), ("RhB",))


def test_a_merger_hands_over_all_that_a_unit_owns():
    """Its marker and its charter leave the game."""
    scratch = opened()
    market.enter(scratch, "FNM", "2,8")
    for column, value in (("cash", 70), ("trains", ("2", "3")), ("tokens_left", (40,)), ("pars", 100)):
        scratch.put(column, "FNM", value)
    scratch.put("trains", "RhB", ("4",))
    scratch.put("owners", "P1", "FNM")
    before = scratch.now.cash("RhB")
    merger.hand_over(scratch, "FNM", "RhB", "merger")

    assert scratch.now.cash("RhB") == before + 70
    assert scratch.now.trains("RhB") == ("4", "2", "3")
    assert scratch.now.owner("P1") == "RhB"
    assert scratch.state.market == {}
    for column in ("cash", "trains", "tokens_left", "pars", "runs"):
        assert "FNM" not in getattr(scratch.state, column)
    assert scratch.events[-1] == Closed("FNM", "", "merger")
