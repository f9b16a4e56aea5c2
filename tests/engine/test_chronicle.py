"""What happened over some moves, added up."""

from engine.chronicle import chronicle
from engine.events import DividendPaid, Ran


def test_what_stays_in_a_treasury_is_no_part_of_what_is_paid_out_of_it():
    """A minor divides what it ran for; a major pays some of what it has, and keeps the rest."""
    told = chronicle(
        [
            Ran("3", 60),
            DividendPaid("3", 60, 20, {"ann": 40}),
            DividendPaid("SIK", 10, 40, {"ann": 2}),
            DividendPaid("SNW", 0, 40),
        ]
    )

    assert [(deeds.paid, deeds.kept) for deeds in told.units.values()] == [(40, 20), (10, 40), (0, 40)]
