"""What is true of every floated company of 1844 at any moment, and is named where it is not."""

import pytest

from engine.scratch import Scratch
from engine.state import Frame
from engine.titles.t1844.flow import check
from tests.games.t1844.swiss import Builder

FOUR = ("4", "4", "4", "4")


@pytest.mark.parametrize(
    ("kinds", "named"),
    [((), ["FNM owns too many trains"]), (("train_limit",), []), (("export",), ["FNM owns too many trains"])],
)
def test_a_train_above_the_limit_is_named_unless_somebody_is_asked_about_it(
    kinds: tuple[str, ...], named: list[str]
):
    """What else interrupts a round does not excuse it."""
    game = Builder(3).holds("ann", FNM=60).prices(FNM=100).operated("FNM").phase("4").sr("ann")
    scratch = Scratch(game.title, game.state, {})
    scratch.put("trains", "FNM", FOUR)
    for kind in kinds:
        scratch.push(Frame(kind, queue=("FNM",)))

    assert list(check(scratch.now)) == named
