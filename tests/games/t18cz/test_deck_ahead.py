"""When trains should rust, for who thinks longer: the deck is played on by those who must buy."""

from collections.abc import Callable
from math import inf

import pytest

from engine.opponents.forecast import Forecast
from engine.outlook import done
from engine.position import Position
from engine.routes import Looks
from tests.games.t18cz import czech

SMALL = {"EKJ": 75, "OFE": 75}
MEDIUM = {"BN": 60, "ATE": 60}


def table(number: int, phase: str = "f", players: int = 3, **trains: str) -> Position:
    """A stock round with two small and two medium companies that have floated, and their trains."""
    built = czech.Builder(players).holds("ann", EKJ=75, BN=60).holds("bob", OFE=75, ATE=60)
    built = built.operated(*SMALL, *MEDIUM).prices(EKJ=90, OFE=90, BN=90, ATE=90)
    return built.trains(**trains).phase(phase).sr("ann", number).pos


def lasts(pos: Position, train: str) -> float:
    """After how many rounds a train should rust, for a player who thinks longer."""
    deeper = pos.title.insight.deeper
    assert deeper is not None
    return deeper.lasts(pos, train)


def test_who_needs_no_train_buys_none_at_the_end():
    """With a train each, and few rounds to come, the deck stays as it is; so often trains of 3+3 never rust."""
    pos = table(8, EKJ="4e", OFE="4e", BN="3+3d", ATE="3+3d")

    assert lasts(pos, "3+3d") == inf
    assert pos.title.insight.lasts(table(6, "g", BN="3+3d"), "3+3d") < inf


def test_a_company_of_the_middle_size_without_a_train_rusts_its_rivals():
    """ATE must buy, and from this phase on it gets one of 5+5."""
    bare = table(8, "h", EKJ="4e", OFE="4e", BN="3+3d")
    small = table(8, "h", EKJ="4e", BN="3+3d", ATE="3+3d")

    assert lasts(bare, "3+3d") == 0.5
    assert lasts(small, "3+3d") == inf


def test_what_rusts_must_be_replaced_and_rusts_more():
    """The small company's 5 rusts trains of 3, whose owner needs another card."""
    pos = table(7, "g", OFE="3d", BN="3+3d", ATE="3+3d")

    assert lasts(pos, "3d") == 0.5
    assert lasts(pos, "4e") == inf


def test_the_card_that_is_exported_counts_by_every_side():
    """After the seventh set the top card leaves; with the first h it takes trains of 3+3 along."""
    pos = table(7, "h", EKJ="4e", OFE="4e", BN="3+3d", ATE="3+3d")

    assert lasts(pos, "3+3d") == pytest.approx(1.5)


def test_from_the_fourth_set_on_more_companies_are_founded():
    """After the third set six players found one at once, and it needs a train; three of them are slower."""
    trains = {"EKJ": "4e", "OFE": "4e", "BN": "3+3d", "ATE": "3+3d"}

    assert lasts(table(2, "f", 6, **trains), "3+3d") == 3.5
    assert lasts(table(2, "f", 3, **trains), "3+3d") == 4.5


def test_a_company_that_will_float_counts_already():
    """Players hold enough of KFN, which has no train: it is active once the round is over."""
    built = czech.Builder(3).holds("ann", BN=60).holds("bob", KFN=40).operated("BN").prices(BN=90, KFN=90)
    waits = built.trains(BN="3+3d").phase("h").sr("ann", 8)
    floats = built.holds("bob", KFN=60).trains(BN="3+3d").phase("h").sr("ann", 8)

    assert lasts(waits.pos, "3+3d") == inf
    assert lasts(floats.pos, "3+3d") == 0.5


def test_what_is_foreseen_of_a_company_changes_with_those_of_others():
    """Once bob has enough of KFN it must buy, and BN's train of 3+3 does not last: nothing happened to BN itself."""
    built = czech.Builder(3).holds("ann", BN=60).holds("bob", KFN=40).operated("BN").prices(BN=90, KFN=90)
    built = built.tiles(E12="8889 1", F11="4 1", F13="3 1").cash(bob=500, BN=0)
    game = built.trains(BN="3+3d").phase("h").sr("bob", 8)
    deeper = game.title.insight.deeper
    forecast = Forecast(deeper, Looks(60))
    buy = game.read("buy KFN 20 pool")
    assert buy in game.choices

    before = forecast.prospects(game.pos, "BN", 3.0)
    after = forecast.prospects(done(game.pos, buy), "BN", 3.0)
    assert before.duty == 0
    assert after.duty > 100


def operating(number: int, turn: int, unit: str, phase: str, players: int = 3, **trains: str) -> Position:
    """The same companies in an operating round, at the turn of one of them."""
    built = czech.Builder(players).holds("ann", EKJ=75, BN=60).holds("bob", OFE=75, ATE=60)
    built = built.operated(*SMALL, *MEDIUM).prices(EKJ=90, OFE=90, BN=90, ATE=90)
    return built.trains(**trains).phase(phase).company(unit, "lay", (number, turn)).pos


@pytest.mark.parametrize(
    ("pos", "expected"),
    [
        (lambda: table(3, "c", EKJ="2a", OFE="2b", BN="2+2c"), {"2": 3.5, "2+2": 5.5, "3": 6.5, "3+3": 7.5}),
        (
            lambda: table(2, EKJ="2a", OFE="4f", BN="3+3e", ATE="2+2b"),
            {"2": 0.5, "2+2": 0.5, "3": 1.5, "3+3": 3.5},
        ),
        (lambda: table(6, "i", 4, OFE="4e", BN="2+2c", ATE="4+4f"), {"3": 0.5, "3+3": 2.5}),
        (
            lambda: operating(4, 1, "ATE", "d", 5, OFE="3c", BN="2+2c"),
            {"2": 0.75, "2+2": 2.75, "3": 3.75, "3+3": 5.75, "3E": 5.75},
        ),
        (lambda: operating(8, 1, "OFE", "g", 4, OFE="5g", BN="3+3e", ATE="2+2b"), {"3": 1.25}),
        (lambda: operating(8, 2, "OFE", "e", 4, OFE="3c", BN="3+3e", ATE="2+2b"), {}),
        (lambda: operating(8, 2, "ATE", "i", EKJ="4e", OFE="4e", BN="3+3d"), {"3+3": 0.125}),
    ],
)
def test_when_every_type_rusts(pos: Callable[[], Position], expected: dict[str, float]):
    """By purchases, exports and companies to come; of a round that is on, only what is left of it counts."""
    deeper = pos().title.insight.deeper
    assert deeper is not None
    assert dict(deeper.hangs_on(pos())) == expected
