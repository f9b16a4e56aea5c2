"""Supporters who help at any moment: no step is left out, and no turn ends, that their money would change."""

import pytest

from engine.actions import LayTile, PlaceToken
from engine.titles.t18mag.figures import figures
from tests.games.t18mag.builders import Builder, after, legal

GIVER = next(iter(figures(Builder(3, "supporters").minor("n1").pos).supporters.money))


def penniless(*options: str, unit: str = "n3", **cash: int) -> Builder:
    """A minor of ann's without money, and the supporter who gives some."""
    built = Builder(3, "supporters", *options).owns("ann", unit).owns("ann", GIVER)
    return built.cash(**{unit: 0, **cash})


@pytest.mark.rule("MAG-OPT.SUP.6")
def test_the_token_step_waits_for_money():
    """What a supporter gives completes the price of a station: the step is open although the treasury cannot pay."""
    built = penniless(n3=30).tiles(E10="57 2", D9="57 2", C8="57 2").trains(n3="2")
    game = built.minor("n3", "token")

    assert game.pos.unit == "3"
    assert {step.verb for step in game.pos.open_steps} >= {PlaceToken}
    assert legal(game, f"call 3 {GIVER}")
    assert LayTile not in {type(action) for action in game.choices}
    assert "token" in {action.verb for action in after(game, f"call 3 {GIVER}").choices}


@pytest.mark.rule("MAG-OPT.SUP.6")
def test_a_turn_does_not_end_before_the_supporter_is_asked():
    """Nothing else is left to do in the turn, but the money is lost with it: the owner may take it, or pass."""
    game = penniless().trains(n3="").minor("n3", "discard")
    assert game.pos.unit == "3"

    taken, passed = after(game, f"call 3 {GIVER}"), after(game, "pass")
    assert taken.pos.cash("3") > 0
    assert passed.pos.unit != "3"


@pytest.mark.rule("MAG-OPT.SUP.6", "MAG-VI.3.1.1")
def test_a_pass_before_the_run_does_not_end_the_turn():
    """A mine bars the only way, and 5 Ft pay no access: who passes runs for nothing, and buys trains afterwards."""
    mine = {"B17": "5 2", "B19": "9 2", "C20": "3 1"}
    game = penniless(unit="n6", n6=5).tiles(**mine).trains(n6="2").minor("n6", "run")
    passed = after(game, "pass")

    assert [(one.action.verb, one.facts.get("skips")) for one in game.choices.offers][-1] == ("pass", "run")
    assert (passed.pos.unit, passed.choices.offers[0].action.verb) == ("6", "train")
    assert passed.choices.offers[-1].facts["skips"] == "turn"


@pytest.mark.rule("MAG-OPT.SUP.6")
def test_without_a_supporter_the_turn_ends():
    game = (
        Builder(3, "supporters")
        .owns("ann", "n3")
        .owns("bob", GIVER)
        .cash(n3=0)
        .trains(n3="")
        .minor("n3", "discard")
    )

    assert game.pos.unit != "3"
