"""Local railways of 18CZ."""

import pytest

from tests.games.t18cz.czech import Builder, after, paid


@pytest.mark.rule("CZ-IV.1.20")
def test_a_company_sells_its_local_to_the_bank_for_the_current_value():
    """In the third round a local is worth 50."""
    game = Builder().holds("ann", EKJ=50).cash(EKJ=10).owns("EKJ", "S1").phase("c").company("EKJ")

    sold = after(game, "dispose EKJ S1")

    assert paid(game, sold, "EKJ", "bank") == (50, -50)
