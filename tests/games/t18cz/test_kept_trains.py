"""What is told of the trains and tokens of an acquired company."""

from engine.actions import Pass
from engine.events import Passed, TokenRemoved
from engine.invariants import violations
from tests.games.t18cz.test_inheriting import after, merged, praha, table


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


def test_too_many_trains_are_no_fault_while_another_director_is_asked():
    """Under the other reading a company above its limit may make an offer before it returns a train."""
    built = table("acquired_excess=returned", ATE="3+3d 2+2c", BCB="2b 3c").holds("bob", MW=50)
    game = after(built.company("ATE", "merge"), "merge ATE BCB 65", "turn ATE 2b 2+2b", "turn ATE 3c 2+2c")
    asked = after(game, "merge ATE MW 50")

    assert asked.pos.frame.kind == "consent"
    assert len(asked.state.trains["ATE"]) == 4
    assert list(violations(asked.pos)) == []
