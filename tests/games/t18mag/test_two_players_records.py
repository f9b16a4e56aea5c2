"""How games of two players are recorded: RABA's two benefits have one name there; counts without effect."""

import json
from pathlib import Path

import pytest

from engine.actions import RunTrains
from engine.benefits import meant
from engine.cli.main import main
from engine.events import PhaseBegan
from engine.game import Game
from engine.opponents import RandomPlayer
from engine.peer18xx.dialect import Context
from engine.peer18xx.t18mag.recorded import DIALECT
from engine.records import own
from engine.titles.t18mag import TITLE
from engine.titles.t18mag.figures import mag_state
from tests.games.t18mag.builders import Builder
from tests.games.t18mag.going_on import idle


def recorded_run(*connections: list[str]) -> RunTrains:
    """What we read of a run of #4 by a 2-train, after a purchase of RABA's service."""
    tiles = {"E10": "14 2", "F9": "3 3"}
    game = Builder(2).tiles(**tiles).phase("green").cash(n4=50).minor("4", "run")
    context = Context(game.title, {}, DIALECT.units)
    entry = {"entity": "4", "entity_type": "minor"}
    text = "+20 Offboard Bonus / Train Upgrade [RABA]"
    DIALECT.verbs["special_buy"](context, game, {**entry, "description": text})
    routes = [{"train": "2-1", "connections": list(connections)}]
    action = DIALECT.verbs["run_routes"](context, game, {**entry, "routes": routes})
    assert isinstance(action, RunTrains)
    assert action in game.choices
    return action


def test_the_route_tells_which_benefit_was_bought():
    """A route of two locations had the bonus, one of three was that of a plus-train."""
    assert recorded_run(["E10", "F11"]).using == ("bonus",)
    assert recorded_run(["E10", "F9"], ["F9", "F11"]).using == ("plus",)


def test_a_seller_stands_for_what_it_sells():
    """With two players RABA means either benefit, with more the only one it sells; majors have two names."""
    two = TITLE.of(2).data

    assert meant(two, ("RABA",)) == meant(two, ("RÁBA",)) == [("bonus",), ("plus",)]
    assert meant(two, ("plus",)) == [("plus",)]
    assert meant(two, ()) == [()]
    assert meant(TITLE.data, ("G&C", "RABA")) == [("GC", "RABA")]


def last_major(phase: str) -> Game:
    """The last major is to act in a round without a sale, the third such round; a stack is still untouched."""
    built = Builder(2, "compat=peer18xx").phase(phase, "4", no_train=2, last_set=5 if phase == "brown" else 0)
    built.cash(LDSTEG=50).holds("ann", LDSTEG=20).prices(LDSTEG=55)
    return built.major("LDSTEG", "dividend", (4, 2), rounds=3)


def test_rounds_without_a_sale_are_counted_on_in_brown():
    """Under the readings of recorded games the third starts brown; in brown it is counted, and starts nothing."""
    green, brown = idle(last_major("green")), idle(last_major("brown"))

    assert ([one.phase for one in green.events if isinstance(one, PhaseBegan)], green.pos.phase.name) == (
        ["brown"],
        "brown",
    )
    assert mag_state(green.pos).no_train == 0
    assert [one for one in brown.events if isinstance(one, PhaseBegan)] == []
    assert mag_state(brown.pos).no_train == 3


def test_routes_take_the_better_of_what_a_seller_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Asked for the routes with RABA the command shows those with the better of its two benefits."""
    game, player, done = Game.start("18Mag", ("ann", "bob"), seed=6), RandomPlayer(6), []
    while not any(isinstance(action, RunTrains) and action.using == ("bonus",) for action in game.choices):
        done.append(player.choose(game))
        game = game.play(done[-1])
    path, earned = tmp_path / "game.json", {}
    path.write_text(own.dump(game.setup, done), "utf-8")
    for cars in ("none", "bonus", "RABA", "RÁBA"):
        assert main(["routes", str(path), "--rail-cars", cars]) == 0
        earned[cars] = json.loads(capsys.readouterr().out)["revenue"]

    assert earned["RABA"] == earned["RÁBA"] == earned["bonus"] == earned["none"] + 20
