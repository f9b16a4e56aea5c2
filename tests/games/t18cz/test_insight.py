"""What the house expects of 18CZ: its rounds, when cards rust trains, what companies earn and locals bring."""

from math import inf

import pytest

from engine.position import Position
from tests.games.t18cz import czech


def table(number: int, phase: str) -> czech.Builder:
    """Two small and two medium companies in a stock round, with a train each but one."""
    built = czech.Builder(3).holds("ann", EKJ=75, BN=60).holds("bob", OFE=75, ATE=60)
    built = built.operated("EKJ", "OFE", "BN", "ATE").prices(EKJ=90, OFE=90, BN=90, ATE=90)
    return built.trains(EKJ="3d", BN="3+3d", ATE="2+2b").phase(phase)


def at(number: int, phase: str) -> Position:
    """The stock round before a set, in a phase."""
    return table(number, phase).sr("ann", number).pos


@pytest.mark.parametrize(("number", "phase", "left"), [(2, "b", 12), (4, "d", 10), (6, "g", 7), (8, "h", 3)])
def test_thirteen_rounds_are_played(number: int, phase: str, left: float):
    """The one that has begun is not to come."""
    pos = at(number, phase)
    begun = table(number, phase).company("EKJ", "lay", (number, 1)).pos

    assert pos.title.insight.rounds(pos) == left
    assert pos.title.insight.rounds(begun) == left - 1


@pytest.mark.parametrize(
    ("number", "phase", "expected"),
    [
        (2, "b", {"2a": 12, "2+2b": 16, "3c": 20}),
        (4, "d", {"2a": 4, "2+2b": 8, "3c": 12, "3+3d": 16, "3Ed": 18}),
        (6, "g", {"2a": 0, "2+2b": 0, "3c": 0, "3+3d": 4, "3Ed": 6}),
        (8, "h", {}),
    ],
)
def test_a_train_lasts_while_cards_lie_before_the_one_that_rusts_it(
    number: int, phase: str, expected: dict[str, int]
):
    """Of which 2.6 are sold in a round; but none in the last three rounds."""
    pos = at(number, phase)
    trains = ("2a", "2+2b", "3c", "3+3d", "3Ed", "4e", "4+4f", "5g")
    found = {train: pos.title.insight.lasts(pos, train) for train in trains}

    assert found == pytest.approx({train: expected.get(train, inf * 2.6) / 2.6 for train in trains})


def test_what_a_company_may_come_to_earn():
    """By its size, and more with each card; who thinks longer goes by the train on sale for it, too."""
    pos = at(6, "g")
    usual, deeper = pos.title.insight, pos.title.insight.deeper
    units = ("EKJ", "BN", "SX")

    assert [usual.hope(pos, unit) for unit in units] == pytest.approx([55.8, 105.4, 186])
    assert [deeper.hope(pos, unit) for unit in units] == pytest.approx([55.8, 165, 186])
    assert deeper.hope(at(8, "h"), "BN") == 200
    assert deeper.hope(at(4, "d"), "BN") == usual.hope(at(4, "d"), "BN")


@pytest.mark.parametrize(("players", "money"), [(2, 120), (3, 240), (4, 120), (5, 120), (6, 120)])
def test_money_for_small_companies_is_kept_in_the_draft(players: int, money: int):
    """For two of them where three players share five, for one where there are fewer for each."""
    draft = czech.opening(players).pos

    assert draft.title.insight.kept(draft, "ann") == money
    assert draft.title.insight.kept(at(4, "d"), "ann") == 0


def test_what_players_must_still_buy_before_a_company_floats():
    """What lies in the pool does not count."""
    pos = czech.Builder(3).holds("ann", BN=20).holds("pool", BN=20).sr("ann", 4).pos

    assert [pos.title.insight.unsold(pos, unit) for unit in ("BN", "EKJ", "SX")] == [40, 50, 50]
    assert [pos.title.insight.kinds(pos, unit) for unit in ("BN", "EKJ")] == [("medium",), ("small",)]
    assert pos.title.insight.must_own(pos, "EKJ")


@pytest.mark.parametrize(("left", "brings"), [(0, 130), (2, 190), (4.5, 191.8)])
def test_a_local_pays_until_the_end_and_rises(left: float, brings: float):
    """L1 and M2 pay 20 and 10 in a round and come to be worth 120 each; later money counts 12% less a round."""
    pos = table(3, "c").owns("ann", "L1", "M2").company("EKJ", "lay", (3, 2)).pos

    assert pos.title.insight.incomes(pos, "ann", left) == pytest.approx(brings, abs=0.1)
