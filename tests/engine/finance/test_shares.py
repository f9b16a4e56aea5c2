"""Certificates: how a percentage is made up of them, and who directs."""

import pytest

from engine.events import Directed
from engine.finance import shares
from engine.state import POOL
from tests.engine.moments import ANN, BOB, CY, held, opened


@pytest.mark.parametrize(
    ("percent", "made"), [(0, []), (10, ["FNM.1"]), (20, ["FNM.1", "FNM.2"]), (30, None), (15, None)]
)
def test_a_percentage_is_made_exactly_or_not_at_all(percent: int, made: list[str] | None):
    """In the order given, and of no more than is there."""
    assert shares.made_of(opened().now, ["FNM.1", "FNM.2"], percent) == made


def test_large_and_small_certificates_are_combined():
    """Of 5% and 10% a share of 15% is made, whichever comes first."""
    pos = opened().now
    assert [pos.share(one)[1] for one in ("SBB.1", "SBB.11")] == [5, 10]
    assert shares.made_of(pos, ["SBB.11", "SBB.12", "SBB.1"], 15) == ["SBB.11", "SBB.1"]


@pytest.mark.parametrize(
    ("bob", "cy", "kept", "heir"),
    [(2, 0, 20, ""), (2, 0, 10, BOB), (1, 0, 0, ""), (2, 2, 10, BOB), (2, 3, 10, CY), (0, 2, 10, CY)],
)
def test_who_directs_instead(bob: int, cy: int, kept: int, heir: str):
    """The player with most who has more than is kept and enough for the certificate; on a tie the next one."""
    scratch = opened()
    held(scratch, ANN, "FNM.0")
    held(scratch, BOB, *(f"FNM.{one}" for one in range(1, 1 + bob)))
    held(scratch, CY, *(f"FNM.{one}" for one in range(4, 4 + cy)))

    assert shares.rival(scratch.now, "FNM", ANN, kept) == heir


def test_a_buyer_with_more_becomes_director_in_exchange():
    """Two certificates go to the old director; with as much as the director has, nothing changes hands."""
    scratch = opened()
    held(scratch, ANN, "FNM.0")
    held(scratch, BOB, "FNM.1", "FNM.2")
    shares.update_director(scratch, "FNM", BOB)
    assert scratch.now.director("FNM") == ANN

    held(scratch, BOB, "FNM.3")
    shares.update_director(scratch, "FNM", BOB)
    assert scratch.now.director("FNM") == BOB
    assert [scratch.now.percent(one, "FNM") for one in (ANN, BOB)] == [20, 30]
    assert scratch.events == [Directed("FNM", BOB, ANN)]


def test_a_director_certificate_in_the_pool_is_claimed_by_whoever_has_enough():
    """Nobody is named as the one before."""
    scratch = opened()
    held(scratch, POOL, "FNM.0")
    held(scratch, BOB, "FNM.1")
    shares.update_director(scratch, "FNM", BOB)
    assert scratch.now.director("FNM") == ""

    held(scratch, BOB, "FNM.2")
    shares.update_director(scratch, "FNM", BOB)
    assert scratch.now.director("FNM") == BOB
    assert scratch.now.percent(POOL, "FNM") == 20
    assert scratch.events == [Directed("FNM", BOB, "")]


def test_a_sale_hands_the_directorship_over_first():
    """The director sells the certificates that came in exchange."""
    scratch = opened()
    held(scratch, ANN, "FNM.0", "FNM.1")
    held(scratch, BOB, "FNM.2", "FNM.3")
    shares.sell(scratch, ANN, "FNM", 20)

    assert scratch.now.director("FNM") == BOB
    assert [scratch.now.percent(one, "FNM") for one in (ANN, BOB, POOL)] == [10, 20, 20]


def test_a_large_certificate_is_broken_where_the_pool_has_change():
    """5% of a certificate of 10%: the pool gives 5% back; without change nothing can be handed over."""
    scratch = opened()
    held(scratch, ANN, "SBB.11")
    assert shares.block(scratch.now, ANN, "SBB", 5) is None

    held(scratch, POOL, "SBB.1")
    assert shares.block(scratch.now, ANN, "SBB", 5) == (["SBB.11"], ["SBB.1"])
    shares.sell(scratch, ANN, "SBB", 5)
    assert scratch.now.certificates(ANN, "SBB") == ["SBB.1"]
    assert scratch.now.certificates(POOL, "SBB") == ["SBB.11"]
