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

    assert left(kept) < left(rusting)


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
