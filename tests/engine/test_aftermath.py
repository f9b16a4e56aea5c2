"""What follows from what is on offer, besides what it says."""

import pytest

from engine.actions import BuyTrain
from engine.aftermath import aftermath
from engine.exhibits import Prospect
from engine.finance import debts
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


@pytest.mark.parametrize("title", ["1844", "18CZ"])
def test_the_debt_foretold_is_the_debt_after_the_purchase(title: str):
    """With interest once, and with the penalty for all that was ever borrowed."""
    game, player, told = Game.start(title, ("ann", "bob", "cy"), seed=7), STYLES["thrifty"](7), 0
    while not told:
        for offer in game.choices.offers:
            deal = offer.action
            if not isinstance(deal, BuyTrain) or offer.facts.get("consent") or not offer.facts.get("credit"):
                continue
            (foretold,) = (one for one in aftermath(game.pos, deal) if one.key == "owes")
            after, told = game.play(deal).pos, told + 1
            penalty = debts.penalty(after, deal.actor)

            assert foretold.values["debt"] == debts.unpaid(after, deal.actor)
            assert foretold.values.get("penalty", 0) == penalty
            assert bool(penalty) == (title == "18CZ")
        game = game.play(game.own_move or player.choose(game))
