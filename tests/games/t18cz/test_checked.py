"""What is true of every active company of 18CZ at any moment, and is named where it is not."""

from collections.abc import Callable

import pytest

from engine.finance import market
from engine.game import Game
from engine.scratch import Scratch
from engine.state import POOL, Frame
from engine.titles.t18cz.flow import check
from tests.games.t18cz.czech import sizes

FOUR = ("2+2b", "2+2b", "2+2b", "2+2b")


def dealing() -> Game:
    """Four active companies in a stock round, phase d."""
    return sizes(BN="2+2b").sr("ann")


def faults(game: Game, change: Callable[[Scratch], None]) -> list[str]:
    """What is named once something was changed."""
    scratch = Scratch(game.title, game.state, {})
    change(scratch)
    return list(check(scratch.now))


def crowd(scratch: Scratch) -> None:
    """Give BN a train more than its limit."""
    scratch.put("trains", "BN", FOUR)


def take_all(scratch: Scratch) -> None:
    """Give bob every share of BN."""
    for certificate in scratch.now.certificates(POOL, "BN"):
        scratch.give(certificate, "bob")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda _scratch: None, []),
        (crowd, ["BN owns too many trains"]),
        (lambda scratch: scratch.put("trains", "BN", ("3Ed",)), ["BN owns a train that is too large"]),
        (lambda scratch: market.leave(scratch, "BN"), ["BN is active without a price"]),
        (take_all, ["bob holds too much of BN"]),
    ],
)
def test_what_cannot_be_is_named(change: Callable[[Scratch], None], named: list[str]):
    assert faults(dealing(), change) == named


@pytest.mark.rule("CZ-VIII.10.7")
@pytest.mark.parametrize(("unit", "named"), [("BN", []), ("ATE", ["BN owns too many trains"])])
def test_in_its_own_turn_a_company_may_own_more_trains(unit: str, named: list[str]):
    """Those above the limit are returned later in the turn."""
    assert faults(sizes(BN="2+2b").company(unit), crowd) == named


@pytest.mark.rule("CZ-VIII.12.29")
@pytest.mark.parametrize("kind", ["train_limit", "inherit"])
def test_who_is_asked_about_trains_still_owns_them(kind: str):
    """Until there is an answer a company may own more than its limit."""

    def asked(scratch: Scratch) -> None:
        crowd(scratch)
        scratch.push(Frame(kind, queue=("BN",)))

    assert faults(dealing(), asked) == []
