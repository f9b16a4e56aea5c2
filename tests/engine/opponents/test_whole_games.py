"""What was seen to go wrong in whole games of the house's players, and goes wrong no more."""

import pytest

from tests.engine.opponents.watched import SEATS, moves, whole

TITLES = ("18CZ", "18Mag", "1844")
EACH = pytest.mark.parametrize("title", TITLES)
OFTEN = 0.8
"""With so much of all one has in cash, money lies about."""


@pytest.mark.slow
def test_nobody_sells_what_he_has_just_bought():
    """The first stock rounds of 18Mag, where money is short: there a share was sold for the next one at once."""
    for seen in moves("18Mag", "journeyman", 1):
        assert not seen.sold_again
        if len(seen.idle) == 2:
            break
    assert seen.verbs["buy"]


@EACH
@pytest.mark.slow
def test_no_share_is_bought_and_sold_in_one_round(title: str):
    """In a whole game either."""
    assert not whole(title, "journeyman").sold_again


@pytest.mark.parametrize("title", ["18CZ", "1844"])
@pytest.mark.slow
def test_companies_float_and_earn(title: str):
    """What is started floats, and what has floated runs; the majors of 18Mag do neither."""
    seen = whole(title, "journeyman")

    assert len(seen.started) > 4
    assert not seen.asleep
    assert not seen.barren


@EACH
@pytest.mark.slow
@pytest.mark.parametrize("level", ["apprentice", "journeyman"])
def test_everybody_directs_something_and_uses_his_money(title: str, level: str):
    """Nobody stays without a company, or leaves most of what he has in cash round after round."""
    seen = whole(title, level)

    assert set(SEATS) <= set(seen.directed)
    for player in SEATS:
        rich = [part[player] for part in seen.idle]
        assert sum(part > OFTEN for part in rich) <= 1


@pytest.mark.slow
def test_what_only_1844_has_is_used():
    """Mountains and permits for tunnels are bought."""
    verbs = whole("1844", "journeyman").verbs

    assert verbs["mountain"]
    assert verbs["permit"]
