"""Section IV.1, powers at any moment: no step that a local could change is left out or happens by itself."""

import pytest

from engine.actions import LayTile, Pass, PlaceToken, RunTrains
from engine.events import Passed
from engine.game import Game
from engine.retrace import retrace
from engine.state import BANK
from tests.games.t18cz.czech import Builder, after, legal, refused

FIRST_ROUTE = "purple EKJ S1 C6 8866p 4"


def without_a_route(owner: str = "EKJ", treasury: int = 100) -> Builder:
    """EKJ has a 3 and no route; a purple tile on C6 would join its home to a first town."""
    built = Builder().holds("ann", EKJ=50).prices(EKJ=60).cash(EKJ=treasury).trains(EKJ="3c").phase("d")
    return built.owns(owner, "S1").tiles(D5="57 1", C6="3 0")


def verbs(game: Game) -> set[str]:
    return {action.verb for action in game.choices}


@pytest.mark.rule("CZ-IV.1.15", "CZ-VIII.3.10")
def test_no_run_happens_by_itself_while_a_local_could_bring_the_first_route():
    """Its tile laid, the company is not run for nothing: the purple tile is worth 40."""
    game = after(without_a_route().company("EKJ"), "lay EKJ D7 7 1")
    assert game.pos.unit == "EKJ"
    assert "EKJ" not in game.state.runs
    assert game.pos.price("EKJ") == 60

    joined = after(game, FIRST_ROUTE)
    (run,) = [offer for offer in joined.choices.offers if isinstance(offer.action, RunTrains)]
    assert run.facts["revenue"] == 40
    assert refused(joined, "pass").key == "must_act"


@pytest.mark.rule("CZ-IV.1.15", "CZ-VIII.8.14")
def test_a_pass_lets_the_run_happen():
    """Who does not use the power passes: the company earns nothing and falls; the power may be used even then."""
    game = after(without_a_route().company("EKJ"), "lay EKJ D7 7 1", "pass")

    assert game.state.runs["EKJ"].revenue == 0
    assert (game.pos.unit, game.pos.price("EKJ")) == ("EKJ", 55)
    assert legal(game, FIRST_ROUTE)


@pytest.mark.rule("CZ-IV.1.15", "CZ-IV.1.8")
def test_a_local_that_may_still_be_bought_counts_too():
    """Bob's local would do: the company can ask him for it before it runs."""
    game = after(without_a_route(owner="bob").company("EKJ"), "lay EKJ D7 7 1")
    assert "EKJ" not in game.state.runs

    bought = after(game, "acquire EKJ S1 1", "accept")
    assert legal(bought, FIRST_ROUTE)
    assert verbs(after(bought, FIRST_ROUTE)) >= {"run"}


@pytest.mark.rule("CZ-IV.1.14", "CZ-IV.1.15")
@pytest.mark.parametrize(("owner", "treasury"), [(BANK, 100), ("bob", 0), ("BTE", 100)])
def test_other_locals_hold_nobody_up(owner: str, treasury: int):
    """Nobody's, another company's, or one for which there is no money: nothing can change, and nobody is asked."""
    game = after(without_a_route(owner, treasury).company("EKJ"), "lay EKJ D7 7 1")

    assert game.state.runs["EKJ"].revenue == 0


@pytest.mark.rule("CZ-IV.1.14")
def test_a_local_that_could_not_change_anything_holds_nobody_up():
    """Without track from which a purple tile leads on, the run of nothing happens at once."""
    built = Builder().holds("ann", EKJ=50).prices(EKJ=60).cash(EKJ=100).trains(EKJ="3c").phase("d")
    game = after(built.owns("EKJ", "S1").tiles(D5="57 1").company("EKJ"), "lay EKJ D7 7 1")

    assert game.state.runs["EKJ"].revenue == 0


def full_city() -> Builder:
    """BCB has a local, and reaches a city whose only circle is taken."""
    built = (
        Builder().holds("ann", BCB=50).holds("bob", EKJ=50).prices(BCB=60, EKJ=60).cash(BCB=100).phase("d")
    )
    built = built.tiles(D17="57 1", D15="9 1", D13="57 1").tokens(D17="BCB.0", D13="EKJ.0")
    return built.owns("BCB", "S1")


@pytest.mark.rule("CZ-IV.1.15", "CZ-VIII.6.5")
def test_the_station_step_waits_for_a_tile_that_opens_a_circle():
    """A full city in reach becomes one with two circles: the step stays open, and a token follows the tile."""
    game = full_city().trains(BCB="3c").company("BCB", "token")
    assert PlaceToken in {step.verb for step in game.pos.open_steps}
    assert not any(isinstance(action, PlaceToken) for action in game.choices)

    grown = next(one for one in game.choices if one.verb == "purple" and getattr(one, "hex", "") == "D13")
    assert legal(game.play(grown), "token BCB D13 0")


def test_who_places_no_token_then_is_not_said_to_be_done():
    """Without a train nothing else is open, but the turn goes on with the run of nothing and a train to buy."""
    game = full_city().company("BCB", "token")
    (leave,) = (offer for offer in game.choices.offers if isinstance(offer.action, Pass))
    now = game.play(leave.action)

    assert leave.facts["skips"] == "token"
    assert now.events[0] == Passed("ann", "BCB", skips="token")
    assert now.pos.unit == "BCB"


@pytest.mark.rule("CZ-IV.1.20", "CZ-VIII.4.18")
def test_the_track_step_waits_for_money_from_a_local():
    """Sold, the local pays for the mountain that the treasury cannot pay for."""
    built = Builder().holds("ann", SX=50).cash(SX=0).trains(SX="3Ed").phase("d")
    game = built.tiles(B5="8896 5").tokens(B5="SX.0").owns("SX", "L1").company("SX")

    sold = after(game, "dispose SX L1")
    assert LayTile in {step.verb for step in game.pos.open_steps}
    assert legal(sold, "lay SX C6 4 2")


@pytest.mark.rule("CZ-IV.1.15", "CZ-IV.1.16")
def test_two_tiles_one_after_the_other_count():
    """The first purple tile leads to the hex on which the second one makes the route."""
    built = Builder().holds("ann", EKJ=50).prices(EKJ=60).cash(EKJ=0).trains(EKJ="3c").phase("d")
    built = built.tiles(D5="57 1", C6="3 0").owns("EKJ", "S1", "S2")
    game = after(built.company("EKJ"), "lay EKJ D7 7 1")

    assert "EKJ" not in game.state.runs


@pytest.mark.rule("CZ-VIII.3.10")
def test_a_game_played_when_nobody_was_asked_is_followed():
    """A stored game in which the run of nothing happened by itself goes on where it went on then."""
    game = after(without_a_route(treasury=200).company("EKJ"), "lay EKJ D7 7 1")
    late = game.read("train EKJ 3d depot 120")

    assert late not in game.choices
    (followed,) = retrace(game, [late])
    assert followed.state.runs["EKJ"].revenue == 0
    assert followed.state.trains["EKJ"] == ("3c", "3d")
