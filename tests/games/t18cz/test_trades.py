"""Trains of 18CZ that change hands: between companies, and by way of the pool."""

import pytest

from engine.actions import BuyTrain
from engine.events import Answered, Asked, PhaseBegan, TrainBought
from engine.game import Game
from engine.state import BANK, POOL
from tests.games.t18cz.czech import Builder, after, legal, paid, refused, sizes


def turn(*options: str, unit: str = "ATE", phase: str = "d", verb: str = "train", **trains: str) -> Game:
    return sizes(*options, phase=phase, **trains).company(unit, verb)


# --- between companies


@pytest.mark.rule("CZ-VIII.10.10", "CZ-VIII.12.4")
def test_trades_begin_with_the_first_b_train():
    """In phase a nothing is bought from another company; another reading allows it (D-34)."""

    def smalls(*options: str, phase: str = "a") -> Game:
        built = Builder(3, *options).holds("ann", BCB=50).holds("bob", MW=50).prices(BCB=65, MW=50)
        built = built.operated("BCB", "MW").cash(BCB=500, MW=500).trains(BCB="2a", MW="2a")
        return built.phase(phase).company("BCB", "train")

    refusal = refused(smalls(), "train BCB 2a MW 50")
    assert (refusal.key, refusal.values) == ("train_phase", {"phase": "b"})
    assert refusal.clauses == ("CZ-VIII.10.10",)
    assert legal(smalls(phase="b"), "train BCB 2a MW 50")
    assert legal(smalls("cross_trains=from_a"), "train BCB 2a MW 50")


@pytest.mark.rule("CZ-VIII.10.11")
def test_the_price_is_negotiable():
    """Any whole price from 1 to the treasury."""
    game = sizes(ATE="3+3d", BN="2+2c").cash(ATE=300).company("ATE", "train")
    (offer,) = [one for one in game.choices.offers if getattr(one.action, "seller", "") == "BN"]

    assert offer.amounts == range(1, 301)
    assert offer.facts == {"consent": "bob"}
    for price in (0, 301):
        refusal = refused(game, f"train ATE 2+2c BN {price}")
        assert (refusal.key, refusal.values) == ("train_trade_price", {"cash": 300})
        assert refusal.clauses == ("CZ-VIII.10.11", "CZ-VIII.11.3")
    for price in (1, 300):
        assert legal(game, f"train ATE 2+2c BN {price}")


@pytest.mark.rule("CZ-VIII.10.11", "CZ-VIII.10.12")
def test_the_director_of_the_seller_is_asked():
    """Nothing has happened until he accepts; then the seller gets the price."""
    game = turn(ATE="3+3d", BN="2+2c 3c")
    asked = after(game, "train ATE 2+2c BN 70")
    now = after(asked, "accept")

    assert asked.events == (Asked("ann", "bob", "train ATE 2+2c BN 70"),)
    assert asked.pos.awaited == ("bob",)
    assert paid(game, asked, "ATE", "BN") == (0, 0)
    assert paid(game, now, "ATE", "BN", BANK, "bob") == (-70, 70, 0, 0)
    assert (now.state.trains["ATE"], now.state.trains["BN"]) == (("3+3d", "2+2c"), ("3c",))
    assert TrainBought("ATE", "2+2c", 70, "BN") in now.events


@pytest.mark.rule("CZ-VIII.10.11")
def test_an_answer_is_demanded():
    """Only the director asked gives it, and only who made the offer takes it back."""
    asked = after(turn(ATE="3+3d", BN="2+2c"), "train ATE 2+2c BN 70")

    refusal = refused(asked, "pass")
    assert (refusal.key, refusal.clauses) == ("train_trade_consent", ("CZ-VIII.10.11",))
    assert refusal.values == {"owner": "bob"}
    for line, actor in (("accept", "ann"), ("refuse", "cy"), ("withdraw", "bob")):
        assert refused(asked, line, actor).key == "not_your_turn"


@pytest.mark.rule("CZ-VIII.10.11")
@pytest.mark.parametrize(("answer", "player"), [("refuse", "bob"), ("withdraw", "ann")])
def test_a_refused_offer_changes_nothing(answer: str, player: str):
    """Another one may follow."""
    game = turn(ATE="3+3d", BN="2+2c")
    asked = after(game, "train ATE 2+2c BN 70")
    now = asked.play(asked.read(answer, player))

    assert now.events == (Answered(player, answer, "train ATE 2+2c BN 70"),)
    assert (now.state.cash, now.state.trains) == (game.state.cash, game.state.trains)
    assert legal(now, "train ATE 2+2c BN 71")


@pytest.mark.rule("CZ-VIII.9.1", "CZ-VIII.3.6")
@pytest.mark.parametrize(("answer", "player"), [("refuse", "bob"), ("withdraw", "ann")])
@pytest.mark.parametrize(("options", "open_"), [((), True), (("deal_step=offered",), False)])
def test_a_refused_offer_leaves_acquisitions_open(
    answer: str, player: str, options: tuple[str, ...], open_: bool
):
    """They end when a train is bought; in games begun before that was mended, when one is asked for."""
    asked = after(turn(*options, verb="merge", ATE="3+3d", BN="2+2c"), "train ATE 2+2c BN 70")
    now = asked.play(asked.read(answer, player))

    assert legal(now, "merge ATE BCB 65") == open_
    assert refused(after(asked, "accept"), "merge ATE BCB 65").key == "wrong_step"


@pytest.mark.rule("CZ-VIII.10.11")
@pytest.mark.parametrize(("options", "seller"), [((), "BCB"), (("consent=off",), "BN")])
def test_nobody_is_asked(options: tuple[str, ...], seller: str):
    """One director agrees with himself; under another reading everybody does."""
    game = turn(*options, ATE="3+3d", BN="3c", BCB="3c")
    now = after(game, f"train ATE 3c {seller} 5")

    assert paid(game, now, "ATE", seller) == (-5, 5)


@pytest.mark.rule("CZ-VIII.10.12", "CZ-VIII.10.13")
@pytest.mark.parametrize("buyer", ["BN", "BCB", "bank", "pool", "depot", "bob"])
def test_nothing_is_sold_in_its_own_turn(buyer: str):
    """Neither to another company, nor to the bank, nor to a player."""
    game = turn(ATE="3+3d 2a")

    refusal = refused(game, f"train {buyer} 2a ATE 70")
    assert (refusal.key, refusal.clauses) == ("train_own_turn", ("CZ-VIII.10.12", "CZ-VIII.10.13"))
    assert refusal.values == {"unit": "ATE", "train": "2a"}


@pytest.mark.rule("CZ-VIII.10.12")
def test_only_the_company_in_turn_buys():
    """Its director does it; the others wait for their own turns."""
    game = turn(ATE="3+3d", BN="3+3d 2+2c")

    assert refused(game, "train BCB 3d depot 120").key == "not_your_turn"
    assert refused(game, "train ATE 2+2c BN 70", "bob").key == "not_your_turn"
    assert refused(game, "train BN 3+3d ATE 70", "bob").key == "not_your_turn"
    assert legal(game, "train ATE 2+2c BN 70")


@pytest.mark.rule("CZ-VIII.10.14", "CZ-VIII.10.13", "CZ-VIII.9.21")
@pytest.mark.parametrize("verb", ["lay", "merge", "train"])
def test_trains_are_not_given_away(verb: str):
    """At no step of the turn; an old one is no exception."""
    game = turn(verb=verb, ATE="3+3d 2a")

    for train in ("2a", "3+3d"):
        refusal = refused(game, f"discard ATE {train}")
        assert (refusal.key, refusal.clauses) == ("train_discard", ("CZ-VIII.10.14", "CZ-VIII.9.21"))


@pytest.mark.rule("CZ-VIII.12.1", "CZ-VIII.12.26")
def test_a_trade_is_no_sale_of_the_bank():
    """A 4 that changes hands rusts no 2."""
    now = after(turn(phase="e", ATE="3+3d", BN="4e", BCB="2a"), "train ATE 4e BN 100", "accept")

    assert now.state.trains["BCB"] == ("2a",)
    assert not [event for event in now.events if isinstance(event, PhaseBegan)]


# --- the pool


def pooled(game: Game) -> set[tuple[str, int]]:
    """What the pool sells, with prices."""
    return {
        (one.train, one.price) for one in game.choices if isinstance(one, BuyTrain) and one.seller == POOL
    }


@pytest.mark.rule("CZ-VIII.12.30", "CZ-VIII.10.8")
def test_trains_in_the_pool_are_for_sale():
    """By any side of the card, at its printed price (D-42)."""
    game = turn(unit="SX", phase="h", SX="4Ef", pool="5h")
    now = after(game, "train SX 5Eh pool 700")

    assert pooled(game) == {("5h", 350), ("5+5h", 500), ("5Eh", 700)}
    assert refused(game, "train SX 5h pool 349").key == "train_cost"
    assert paid(game, now, "SX", BANK) == (-700, 700)
    assert (now.state.trains["SX"], now.state.trains[POOL]) == (("4Ef", "5Eh"), ())
    assert now.state.depot == game.state.depot


@pytest.mark.rule("CZ-VIII.12.30")
def test_rusted_sides_are_not_for_sale():
    """The 3s have gone: a d-card is sold by its other sides only (D-42)."""
    game = sizes(phase="g", SX="4Ef", pool="3+3d").extra(gone=("2", "2+2", "3")).company("SX", "train")

    assert pooled(game) == {("3+3d", 180), ("3Ed", 250)}
    assert refused(game, "train SX 3d pool 120").key == "train_none"


@pytest.mark.rule("CZ-VIII.12.30", "CZ-VIII.10.9")
def test_pool_and_deck_in_any_order():
    """The order of letters binds the deck alone (D-42)."""
    game = turn(unit="SX", phase="f", SX="", pool="3Ed 3+3e")
    deck = after(game, "train SX 4Ef depot 350")

    assert legal(game, "train SX 3Ed pool 250")
    assert legal(deck, "train SX 3+3e pool 180")
    assert legal(after(game, "train SX 3Ed pool 250"), "train SX 4Ef depot 350")


@pytest.mark.rule("CZ-VIII.12.30", "CZ-VIII.12.11")
def test_a_sale_by_the_pool_rusts_too():
    """The first 4 ever sold may come from the pool: an e-card that was a 3+3 before."""
    game = turn(unit="SX", phase="e", SX="3Ed", BCB="2a", pool="3+3e")
    now = after(game, "train SX 4e pool 250")

    assert now.state.trains["BCB"] == ()
    assert now.state.trains["SX"] == ("3Ed", "4e")


@pytest.mark.rule("CZ-VIII.12.30")
def test_one_card_of_several():
    """Of two e-cards in the pool the one that shows the wanted side goes."""
    game = turn(unit="SX", phase="f", SX="3Ed", pool="4e 3+3e")
    now = after(game, "train SX 3+3e pool 180")
    other = after(game, "train SX 3Ee pool 250")

    assert now.state.trains[POOL] == ("4e",)
    assert other.state.trains[POOL] == ("3+3e",)
