"""What is true of every floated company of 1844 at any moment, and is named where it is not."""

from collections.abc import Callable

import pytest

from engine.finance import market
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


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda _scratch: None, []),
        (lambda scratch: scratch.put("trains", "JN", ("4",)), ["JN owns a train other than of kind H"]),
        (lambda scratch: scratch.put("trains", "JN", ("4H",)), []),
        (lambda scratch: market.leave(scratch, "FNM"), ["FNM floats without a price"]),
        (lambda scratch: scratch.change(owed={"ann": 0}), ["a debt that is none"]),
        (lambda scratch: scratch.change(owed={"ann": 1}), []),
        (lambda scratch: scratch.change(active=("I16",)), ["active without reason: {'I16'}"]),
        (lambda scratch: scratch.change(tunnels={"I16": "T1"}, active=("I16",)), ["nothing lies on I16"]),
        (lambda scratch: scratch.change(mountains={"G12": "B1"}, active=("G12",)), ["nothing lies on G12"]),
    ],
)
def test_what_cannot_be_is_named(change: Callable[[Scratch], None], named: list[str]):
    """Regional companies own H-trains only; a railway or a tunnel lies where a train has come to it."""
    built = Builder(3).holds("ann", FNM=60, JN=60).prices(FNM=100, JN=100).operated("FNM", "JN")
    game = built.phase("4").sr("ann")
    scratch = Scratch(game.title, game.state, {})
    change(scratch)

    assert list(check(scratch.now)) == named
