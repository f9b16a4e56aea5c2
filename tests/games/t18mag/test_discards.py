import pytest

from engine.events import Ran
from engine.game import Game
from tests.games.t18mag.builders import Builder, after, legal, paid, refused

LINE = {"E10": "57 2", "D9": "57 2"}


def with_trains(trains: str, verb: str = "discard") -> Game:
    return Builder().tiles(**LINE).cash(n3=400).trains(n3=trains).minor("3", verb)


@pytest.mark.rule("MAG-VI.3.5.1")
def test_one_or_both_trains_may_be_scrapped():
    """Before running a minor gives one train away, or both, or none."""
    game = with_trains("2 3")

    assert legal(game, "run 3 - 3:E10.0-D9.0")
    assert after(game, "discard 3 2").state.trains["3"] == ("3",)
    assert after(game, "discard 3 2", "discard 3 3").state.trains["3"] == ()


@pytest.mark.rule("MAG-VI.3.5.1")
def test_only_an_owned_train_is_scrapped():
    """A train that the minor does not have cannot be given away."""
    game = with_trains("2")
    refusal = refused(game, "discard 3 4")

    assert (refusal.key, refusal.clauses) == ("discard_none", ("MAG-VI.3.5.1",))
    assert legal(game, "discard 3 2")


@pytest.mark.rule("MAG-VI.3.5.2")
def test_a_scrapped_train_brings_nothing():
    """Nobody pays for it, and it does not run any more."""
    game = with_trains("2")
    now = after(game, "discard 3 2")

    assert [offer.facts for offer in game.choices.offers if offer.action.verb == "discard"] == [{}]
    assert paid(game, now, "n3", "cy", "LDSTEG", "MAVAG", "bank") == (0, 0, 0, 0, 0)
    assert [event.revenue for event in now.events if isinstance(event, Ran)] == [0]


@pytest.mark.rule("MAG-VI.3.5.2")
def test_a_scrapped_train_can_be_bought_again():
    """The stack it returns to sells it at the printed price, in the same turn already."""
    game = after(with_trains("4"), "discard 3 4")

    assert paid(game, after(game, "train 3 4 depot 200"), "n3", "LDSTEG") == (-200, 100)


@pytest.mark.rule("MAG-VI.3.5.3")
def test_nothing_is_scrapped_after_running():
    """When trains are bought it is too late, also for a minor without room (decision A24)."""
    game = after(with_trains("2"), "run 3 - 2:E10.0-D9.0")
    refusal = refused(game, "discard 3 2")

    assert (refusal.key, refusal.clauses) == ("discard_time", ("MAG-VI.3.5.3",))
    assert legal(with_trains("2"), "discard 3 2")
    assert legal(game, "train 3 4 depot 200")


@pytest.mark.rule("MAG-VI.3.5.3")
def test_room_for_a_new_train_is_made_before_running_only():
    """Who runs two trains is not asked to buy any more: its turn is over."""
    game = after(with_trains("2 3"), "run 3 - 3:E10.0-D9.0")

    assert game.pos.unit == "4"
    assert refused(game, "discard 3 2", "cy").key == "not_your_turn"


@pytest.mark.rule("MAG-VI.3.5.3", "MAG-VI.3.1.3")
def test_after_scrapping_no_station_is_placed():
    """Scrapping closes the steps before it."""
    game = after(with_trains("2 3"), "discard 3 2")

    assert refused(game, "lay 3 D11 7 0").key in {"wrong_step", "tile_unreachable"}
    assert refused(game, "token 3 D9 0").key == "wrong_step"
    assert legal(with_trains("2 3"), "token 3 D9 0") is False
    assert legal(with_trains("2 3", "token"), "token 3 D9 0")
