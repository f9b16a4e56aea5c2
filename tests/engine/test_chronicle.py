"""What happened over some moves, added up."""

import pytest

from engine.chronicle import chronicle
from engine.events import DividendPaid


@pytest.mark.parametrize(
    ("event", "paid", "kept"),
    [
        (DividendPaid("5", 60, 30, {"s1": 30}), 30, 30),
        (DividendPaid("NWB", 60, 60), 0, 60),
        (DividendPaid("SIK", 0, 10, apart=True), 0, 10),
        (DividendPaid("SNW", 10, 10, {"s1": 10}, apart=True), 10, 10),
    ],
)
def test_what_is_kept_is_taken_off_the_amount_only_where_it_is_part_of_it(
    event: DividendPaid, paid: int, kept: int
):
    """A minor divides what it ran for; a major of 18Mag pays out of its treasury, where the rest stays."""
    deeds = chronicle([event]).units[event.unit]
    assert (deeds.paid, deeds.kept) == (paid, kept)
