"""What the house expects of 1844: the rounds until the bank has broken, and how long trains last."""

from itertools import pairwise
from math import inf

import pytest

from engine.position import Position
from engine.state import LastRun
from tests.games.t1844 import swiss

COMPANIES = ("FNM", "RhB", "BLS", "STB", "AB", "MOB")


def late(bank: int) -> swiss.Builder:
    """Phase 7: six companies paid 200 each in their last round, so much is left in the bank."""
    built = swiss.Builder().prices(**dict.fromkeys(COMPANIES, 100)).operated(*COMPANIES).phase("7")
    for company in COMPANIES:
        built = built.holds("bob", **{company: 60}).trains(**{company: "6"})
    built = built.change(runs=dict.fromkeys(COMPANIES, LastRun(200, ())))
    return built.cash(ann=12000 - bank)


def left(pos: Position) -> float:
    """How many rounds should be to come."""
    return pos.title.insight.rounds(pos)


@pytest.mark.parametrize("bank", [400, 0])
def test_a_series_is_played_to_its_end(bank: int):
    """Three rounds follow a stock round in phase 7, also where the bank breaks in the first, or has broken before."""
    assert 3 <= left(late(bank).sr("ann", 11).pos) < 3.5


@pytest.mark.parametrize(("number", "rounds"), [(1, 2), (2, 1), (3, 0)])
def test_nothing_follows_the_series_of_a_broken_bank(number: int, rounds: int):
    """What is left of it is all."""
    game = late(0).company("FNM", "run", (11, number), rounds=3)

    assert left(game.pos) == rounds


@pytest.mark.parametrize(
    ("phase", "usual"), [("1", 18), ("2", 16), ("3", 12), ("4", 9.5), ("5", 7), ("6", 6), ("7", 5)]
)
def test_while_little_is_paid_the_bank_lasts_as_long_as_usual(phase: str, usual: float):
    """A phase later there are fewer rounds to come."""
    assert left(swiss.Builder().phase(phase).sr("ann", 9).pos) == usual


@pytest.mark.parametrize(
    ("company", "number", "expected"), [("FNM", 1, 2.5), ("RhB", 2, 2.18), ("MOB", 3, 3.32)]
)
def test_the_money_left_in_a_round_lasts_for_what_is_left_of_it_and_more(
    company: str, number: int, expected: float
):
    """Rounds cost 1320: a bank of 3000 breaks in this series, of which what is left counts, or in the next."""
    game = late(3000).company(company, "run", (11, number), rounds=3)

    assert left(game.pos) == pytest.approx(expected, abs=0.01)


def test_more_money_lasts_longer():
    """But no longer than games usually do in that phase, and no purchase changes it by a whole series."""
    found = [left(late(bank).sr("ann", 11).pos) for bank in range(0, 10000, 100)]

    assert found == sorted(found)
    assert found[-1] > found[0] + 1
    assert max(after - before for before, after in pairwise(found)) < 0.5


def test_trains_that_companies_must_still_buy_fill_the_bank():
    """Where their last ones will rust."""
    kept = late(3000).phase("6").sr("ann", 10).pos
    rusting = late(3000).phase("6").trains(**dict.fromkeys(COMPANIES, "4H")).sr("ann", 10).pos

    assert left(kept) < left(rusting) == pytest.approx(5.495, abs=0.001)


def life(phase: str, train: str, *floated: str) -> float:
    """How long a train lasts once the first card of a phase has been sold."""
    pos = (
        swiss.Builder().prices(**dict.fromkeys(floated, 100)).floated(*floated).phase(phase).sr("ann", 9).pos
    )
    return pos.title.insight.lasts(pos, train)


def test_trains_last_until_another_card_is_sold():
    """Also where the next one would do it: somebody must pay 630 for it."""
    assert life("3", "3") > life("4", "3") > life("5", "3") > 0.5
    assert life("5", "4") > life("5", "3")
    assert life("7", "6") == life("7", "8E") == inf


def test_how_long_trains_last_that_are_sold_at_the_usual_pace():
    """Three companies in phase 5: each spends 70 in a round, and an export takes a card of each series."""
    built = swiss.Builder().prices(FNM=100, RhB=80, BLS=60).floated("FNM", "RhB", "BLS").phase("5")
    pos = built.sr("ann", 6).pos
    lasts = {train: pos.title.insight.lasts(pos, train) for train in pos.title.trains if "H" not in train}

    assert lasts == pytest.approx(
        {"2": 0.833, "3": 6.5, "4": 12.811, "5": inf, "6": inf, "8E": inf}, abs=0.001
    )


def test_more_companies_need_more_trains():
    """So the stacks are sold sooner."""
    assert life("3", "3", *COMPANIES) < life("3", "3", *COMPANIES[:2]) < life("3", "3")


@pytest.mark.parametrize(
    ("private", "left", "brings"), [("P1", 10, 38), ("P1", 2, 23), ("P1", 0.5, 20.5), ("P7", 10, 130)]
)
def test_a_private_pays_until_it_should_close_and_is_sold_to_a_company(
    private: str, left: float, brings: float
):
    """In four of ten rounds, one at least; P1 pays 5 and fetches 18, P7 pays nothing and brings a train."""
    early, late = (swiss.Builder().privates(**{private: "ann"}).phase(phase).sr("ann").pos for phase in "27")

    assert early.title.insight.incomes(early, "ann", left) == pytest.approx(brings)
    assert late.title.insight.incomes(late, "ann", left) <= 18


@pytest.mark.parametrize(("left", "brings"), [(1, 500), (7, 625), (9, 617.94), (12, 622.23)])
def test_pre_sbb_shares_gain_and_closed_mountains_are_worth_half(left: float, brings: float):
    """4 for each percent, less the more rounds there are before the SBB; B1 and T2 until a train has come to them."""
    built = swiss.Builder().holds("ann", NOB=50, VSB=50).privates(B1="ann", T2="ann")
    pos = built.sr("ann").pos

    assert pos.title.insight.incomes(pos, "ann", left) == pytest.approx(brings, abs=0.01)


@pytest.mark.parametrize(("phase", "hopes"), [("1", (50, 90, 80, 300)), ("7", (86, 154.8, 137.6, 516))])
def test_what_a_company_may_come_to_earn(phase: str, hopes: tuple[float, ...]):
    """By its kind, and more in each phase."""
    pos = swiss.Builder().phase(phase).sr("ann").pos

    found = tuple(pos.title.insight.hope(pos, unit) for unit in ("JN", "FNM", "NOB", "SBB"))
    assert found == pytest.approx(hopes)


def test_money_for_a_company_is_kept_in_the_auction():
    """Four shares of 80; afterwards nothing is held back."""
    first, later = swiss.opening(3).pos, swiss.Builder().sr("ann").pos

    assert (first.title.insight.kept(first, "ann"), later.title.insight.kept(later, "ann")) == (320, 0)


def test_what_must_be_taken_before_a_company_floats():
    """Half of a historical one, 60% of a regional one, which runs hill trains only."""
    built = swiss.Builder().holds("ann", FNM=20, JN=60).holds("pool", FNM=10).prices(FNM=100, JN=100)
    pos, known = built.sr("ann").pos, swiss.opening(3).title.insight

    assert [known.unsold(pos, unit) for unit in ("FNM", "JN", "NOB", "SBB")] == [20, 0, 50, 0]
    assert [known.kinds(pos, unit) for unit in ("FNM", "JN")] == [("", "H", "E"), ("H",)]
    assert [known.must_own(pos, unit) for unit in ("FNM", "NOB")] == [True, False]


def test_prizes_and_passes_of_a_company():
    """The destination pays half the capital, and GB's is the Gotthard; a director with a permit may tunnel."""
    built = swiss.Builder().holds("ann", FNM=60, GB=50).prices(FNM=100, GB=60).floated("FNM", "GB")
    known = swiss.opening(3).title.insight
    bare = built.company("FNM", "lay").pos
    permitted = built.privates(T1="ann").company("FNM", "lay").pos

    assert [known.prizes(bare, unit) for unit in ("FNM", "GB", "RhB")] == [{"G20": 500}, {"H19": 120}, {}]
    assert known.passes(bare, "FNM") == {}
    assert known.passes(permitted, "FNM")["H19"] == ((2, 5), (3, 5))
