"""What the levels do in positions put together by hand: debts, dead money, deals, free trains."""

from typing import Any

import pytest

from engine import notation
from engine.actions import BuyTrain, PayDividend, Refuse, Repay
from engine.game import Game
from engine.opponents import LEVELS
from engine.opponents.reasons import advice, reasons
from tests.games.t18cz import czech
from tests.games.t1844 import swiss

EACH = pytest.mark.parametrize("level", [*LEVELS])


def chosen(level: str, game: Game) -> Any:
    """What a player of a level does at the seat that is awaited."""
    action = LEVELS[level](1, game.pos.awaited[0]).choose(game)
    assert action in game.choices
    return action


@EACH
def test_debts_are_repaid(level: str):
    """With 900 in hand nobody lets 30 grow by half each round."""
    game = swiss.Builder().debts(ann=30).cash(ann=900).sr("ann")

    assert chosen(level, game) == Repay("ann", 30)


def last_round(unit: str = "ATE", verb: str = "dividend") -> Game:
    """Ann's ATE has run in the last operating round of 18CZ."""
    built = czech.sizes(phase="d", ATE="3+3d").tiles(B9="8865 0", A10="3 5").tokens(B9="ATE.1")
    game = built.company(unit, "lay", (8, 3))
    while not any(isinstance(offer.action, PayDividend) for offer in game.choices.offers):
        game = game.play(
            next(one.action for one in game.choices.offers if one.action.verb in ("run", "pass"))
        )
    return game


@EACH
def test_nothing_is_kept_in_the_last_round(level: str):
    """Treasuries are worth nothing then."""
    action = chosen(level, last_round())

    assert isinstance(action, PayDividend)
    assert action.total == last_round().pos.turn.revenue


@EACH
def test_no_train_is_bought_that_never_runs(level: str):
    """A company that has one ends its last turn without another."""
    game = last_round()
    game = game.play(PayDividend("ann", "ATE", int(game.pos.turn.revenue)))
    while game.pos.unit == "ATE" and not game.state.over:
        action = chosen(level, game)
        assert not isinstance(action, BuyTrain)
        game = game.play(action)


@EACH
def test_a_free_train_is_taken(level: str):
    """Nobody pays 450 for a train while EVA lies there for nothing."""
    built = swiss.Builder().holds("ann", BLS=60).prices(BLS=100).floated("BLS").phase("5")
    game = built.tiles(F11="57 2").tokens(F11="BLS.0").cash(BLS=900).extra(eva="ann").company("BLS")

    assert notation.write(chosen(level, game)) == "eva BLS"


def deal(price: int) -> Game:
    """Bob is offered a price for BCB, of which he holds half."""
    built = czech.Builder(3).holds("ann", ATE=60).holds("bob", BCB=50).prices(ATE=100, BCB=65)
    built = built.operated("ATE", "BCB").trains(ATE="3+3d", BCB="2a").cash(ATE=1000, BCB=20).phase("d")
    return czech.after(built.company("ATE", "merge", (8, 3)), f"merge ATE BCB {price}")


@pytest.mark.parametrize("level", ["journeyman", "master"])
def test_deals_are_answered_by_what_they_are_worth(level: str):
    """At the very end 97 for a share of 65 is a gift; 33 is an insult."""
    assert chosen(level, deal(97)).verb == "accept"
    assert chosen(level, deal(33)).verb == "refuse"


def test_a_refusal_names_the_price_that_would_do():
    """Whoever asks why hears what the house would take."""
    game = deal(33)
    found = {one.key: one.values for one in reasons(game, Refuse("bob"))}

    assert set(found) == {"refuses", "would_take"}
    assert 33 < found["would_take"]["price"] <= 97
    assert chosen("journeyman", deal(found["would_take"]["price"])).verb == "accept"


@pytest.mark.parametrize(("title", "players"), [("18Mag", 3), ("18CZ", 3), ("1844", 3)])
def test_advice_comes_with_a_reason(title: str, players: int):
    """From the first decision on, for whoever is awaited, and the same for the same seed."""
    game = Game.start(title, swiss.PLAYERS[:players], seed=4)
    for _ in range(30):
        found = advice(game, game.pos.awaited[0], 4)
        assert found.reasons
        game = game.play(found.action)
    assert advice(game, game.pos.awaited[0], 4) == advice(game, game.pos.awaited[0], 4)
