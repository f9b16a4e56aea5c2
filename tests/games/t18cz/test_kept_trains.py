"""What is told of the trains and tokens of an acquired company."""

from engine.actions import Pass
from engine.events import Passed, TokenRemoved
from tests.games.t18cz.test_inheriting import after, merged, praha


def test_a_pass_keeps_the_trains_and_the_turn_goes_on():
    """It is no end of the turn, and the log hears of it."""
    game = merged(BCB="2a 2b")
    (leave,) = (offer for offer in game.choices.offers if isinstance(offer.action, Pass))
    now = game.play(leave.action)

    assert leave.facts["skips"] == "inherit"
    assert now.events[0] == Passed("ann", "ATE", skips="inherit")
    assert now.pos.unit == "ATE"


def test_a_token_that_goes_back_is_told():
    """Of two in Praha one returns to the charter."""
    assert after(praha(), "remove E12 1").events[0] == TokenRemoved("SX", "E12", 1)
