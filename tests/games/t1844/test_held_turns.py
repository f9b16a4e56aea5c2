"""Powers at any moment: no step is left out, and no turn ends by itself, while one of them would change it."""

import pytest

from engine.actions import BuyTrain
from engine.game import Game
from tests.games.t1844.swiss import Builder, after, legal, refused


def trained(treasury: int = 230, owner: str = "FNM", phase: str = "4") -> Builder:
    """FNM has a train and a little less than the next one costs; the Furka line would bring its owner 80."""
    built = (
        Builder(3).holds("ann", FNM=60).holds("bob", RhB=60).prices(FNM=100, RhB=90).operated("FNM", "RhB")
    )
    built = built.cash(FNM=treasury, RhB=500, ann=0, bob=0).trains(FNM="4H", RhB="4")
    return built.phase(phase).privates(P4=owner)


def last_turn(owner: str, verb: str = "train") -> Game:
    """FNM is the last to act in the round and has nothing to buy."""
    return trained(treasury=0, owner=owner).prices(RhB=110, FNM=90).company("FNM", verb)


@pytest.mark.rule("CH-P4.2", "CH-P4.3")
def test_the_trains_wait_for_the_80_of_the_line():
    """230 and 80 pay for a 4H at 260; with 100 they do not, and the turn is over."""
    game, poor = trained().company("FNM", "train"), trained(treasury=100).company("FNM", "train")
    assert (game.pos.unit, poor.pos.unit) == ("FNM", "RhB")
    assert not any(isinstance(action, BuyTrain) for action in game.choices)
    assert legal(game, "pass")

    assert legal(after(game, "furka"), "train FNM 4H depot 260")


@pytest.mark.rule("CH-P4.3", "CH-PRIV.7", "CH-PRIV.9")
def test_the_trains_wait_for_powers_used_one_after_the_other():
    """Ann could sell P4 to the FNM, which then gets the 80; bob's P4 is no business of hers."""
    game = trained(owner="ann").company("FNM", "train")
    assert legal(after(game, "acquire FNM P4 1", "furka"), "train FNM 4H depot 260")

    assert trained(owner="bob").company("FNM", "train").pos.unit == "RhB"


@pytest.mark.rule("CH-P4.2", "CH-PRIV.1")
@pytest.mark.parametrize("owner", ["ann", "FNM"])
def test_the_last_turn_of_a_round_does_not_end_by_itself_before_incomes(owner: str):
    """Used now, the line brings 80 instead of the income of P4: the director is asked, and may pass."""
    game = last_turn(owner)
    assert (game.pos.unit, game.pos.awaited) == ("FNM", ("ann",))
    assert legal(game, "furka")

    built, passed = after(game, "furka"), after(game, "pass")
    assert built.pos.frame.number == passed.pos.frame.number == (3, 2)
    assert built.pos.cash(owner) == game.pos.cash(owner) + 80
    assert passed.pos.cash(owner) == game.pos.cash(owner) + 20


@pytest.mark.rule("CH-P4.2")
def test_a_power_that_can_wait_holds_nobody_up():
    """In the middle of a round the line may be laid later just as well; nor does a pass of ann's ask her again."""
    game = trained(treasury=0, owner="ann").company("FNM", "train")
    assert game.pos.unit == "RhB"
    assert last_turn("bob").pos.frame.number == (3, 2)

    assert after(last_turn("ann", "lay"), "pass").pos.frame.number == (3, 2)


def without_a_train(player: str) -> Game:
    """NOB, of ann's, has a route and no train; the player has EVA to give away."""
    built = Builder(3).holds("ann", NOB=50).prices(NOB=100).operated("NOB").cash(NOB=0).phase("4")
    built = built.tiles(D19="57 1", D17="4 1").extra(eva=player)
    return after(built.company("NOB"), "pass")


@pytest.mark.rule("CH-P7.3")
def test_a_company_without_a_train_is_not_run_before_eva():
    """Given now, the train runs at once; who keeps it passes, and the company earns nothing."""
    game = without_a_train("ann")
    given, kept = after(game, "eva NOB"), after(game, "pass")

    assert "NOB" not in game.state.runs
    assert {action.verb for action in given.choices} >= {"run"}
    assert refused(given, "pass").key == "must_act"
    assert kept.state.runs["NOB"].revenue == 0


@pytest.mark.rule("CH-P7.3")
def test_eva_of_another_player_holds_nobody_up():
    assert without_a_train("bob").state.runs["NOB"].revenue == 0
