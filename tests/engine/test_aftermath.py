"""What follows from what is on offer, besides what it says."""

from engine.aftermath import aftermath
from engine.exhibits import Prospect
from engine.game import Game
from engine.opponents import STYLES

FOLLOWS = {
    "18Mag": {("sell", "price"), ("buy", "directs")},
    "18CZ": {("sell", "price"), ("sell", "directs"), ("train", "phase")},
    "1844": {("sell", "price"), ("sell", "directs"), ("train", "phase")},
}


def test_what_follows_is_told_in_every_title_and_is_what_then_happens():
    """Prices, offices and phases; a price foretold is the price after the sale."""
    for title, wanted in FOLLOWS.items():
        game, house, found = Game.start(title, ("ann", "bob", "cy"), seed=7), STYLES["house"](7), set()
        while not game.state.over and not wanted <= found:
            for offer in game.choices.offers:
                told = aftermath(game.pos, offer.action)
                found |= {(offer.action.verb, one.key) for one in told}
            action = house.choose(game)
            foretold = [one for one in aftermath(game.pos, action) if one.key == "price"]
            after = game.play(action)
            for one in foretold if getattr(action, "percent", 0) else ():
                assert one == Prospect(
                    "price", {"old": game.pos.price(action.unit), "new": after.pos.price(action.unit)}
                )
            game = after

        assert wanted <= found, (title, wanted - found)
