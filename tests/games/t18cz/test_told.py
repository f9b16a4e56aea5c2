"""What events and offers of 18CZ tell beyond the bare deed, so that a table can understand them."""

from engine.events import Merged, TrainDiscarded
from engine.game import Game
from engine.state import POOL
from tests.games.t18cz.czech import Builder, after


def table() -> Builder:
    """Ann directs ATE, bob BCB (65), of which cy holds a part."""
    built = Builder(3).holds("ann", ATE=60).holds("bob", BCB=50).holds("cy", BCB=25).prices(ATE=100, BCB=65)
    return built.operated("ATE", "BCB").trains(ATE="3+3d").cash(ATE=1000).phase("d")


def exits(game: Game, verb: str) -> list[list[int] | None]:
    """The sides that the offers of a verb tell."""
    return [offer.facts.get("exits") for offer in game.choices.offers if offer.action.verb == verb]


def test_an_acquisition_tells_the_price_and_what_every_shareholder_got():
    asked = table().company("ATE", "merge")
    now = after(asked, "merge ATE BCB 70", "accept")

    assert Merged("ATE", "BCB", 70, {"bob": 140, "cy": 70}) in now.events


def test_a_returned_train_tells_where_it_can_be_bought():
    """The offer and the event name the pool."""
    game = table().trains(ATE="3+3d 3+3d 3+3d 3+3d").company("ATE", "discard")
    offer = next(offer for offer in game.choices.offers if offer.action.verb == "discard")

    assert offer.facts["to"] == POOL
    assert TrainDiscarded("ATE", "3+3d", POOL) in game.play(offer.action).events


def test_the_choice_between_two_cities_tells_where_each_leads():
    """B9 has two cities on one tile; a city that is alone on its hex tells nothing."""
    green = (
        Builder(3)
        .holds("ann", ATE=60)
        .prices(ATE=100)
        .cash(ATE=500)
        .phase("d")
        .tiles(B9="8865 0", B11="57 1")
    )
    chosen = exits(green.company("ATE", ""), "settle")
    assert len(chosen) == 2
    assert all(chosen)
    assert chosen[0] != chosen[1]
    built = table().tiles(B9="8865 0", B11="57 1").tokens(B9="ATE.1")
    assert exits(built.company("ATE", "token"), "token") == [None]
