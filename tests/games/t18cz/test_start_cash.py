"""The printed alternative of the cash that three players begin with."""

import pytest

from engine.game import Game
from engine.refusals import BadSetup

NAMES = ("ann", "bob", "cy", "dan")


@pytest.mark.rule("CZ-XI.8.1")
def test_three_players_may_begin_with_what_the_summary_says():
    """The set-up has 380, the summary 350; a table chooses."""
    usual = Game.start("18CZ", NAMES[:3], seed=1)
    other = Game.start("18CZ", NAMES[:3], ("start_cash=350",), seed=1)

    assert (usual.pos.cash("ann"), other.pos.cash("ann")) == (380, 350)


def test_it_is_no_choice_of_four():
    """Of four players both pages say 300."""
    with pytest.raises(BadSetup) as error:
        Game.start("18CZ", NAMES, ("start_cash=350",), seed=1)
    assert error.value.key == "option_players"
