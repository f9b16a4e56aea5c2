"""What the steps of 18xx.games wait for in 18Mag, which the passes of a written game must leave."""

import pytest

from engine.actions import LayTile
from engine.game import Game
from engine.peer18xx.t18mag.written import WRITING, _description
from engine.peer18xx.writing import RecordedTurn
from tests.games.t18mag.builders import Builder


def waiting(game: Game) -> bool:
    """Whether the track step waits there."""
    (track,) = (step for step in WRITING.steps if LayTile in step.verbs)
    return track.waits(game.pos, RecordedTurn(game.pos.unit, game.pos.frame.number))


def laid(phase: str, *, owner: str = "ann", cash: int = 0) -> Game:
    """Minor 3 has laid a tile; the given player has Sina, who gives promotions."""
    table = Builder(3, "supporters").phase(phase).owns("ann", "n3").cash(n3=cash).trains(n3="2")
    table.each("owners", {"GSvS": owner})
    game = table.minor("3")
    lay = next(one for one in game.choices if isinstance(one, LayTile) and one.using != "GSvS")
    return game.play(lay)


@pytest.mark.parametrize(("phase", "waits"), [("yellow", False), ("green", True), ("brown", True)])
def test_the_track_step_waits_for_the_promotion_that_sina_gives(phase: str, waits: bool):
    """Whether it leads anywhere or not, as soon as there are green tiles."""
    assert waiting(laid(phase)) is waits


def test_the_track_step_waits_for_a_second_tile_that_can_be_paid():
    """Another player's supporter gives nothing."""
    assert waiting(laid("green", owner="bob", cash=10))
    assert not waiting(laid("green", owner="bob", cash=9))


@pytest.mark.parametrize(
    ("phase", "car", "name"),
    [
        ("yellow", "RABA", "+20 Offboard Bonus [RABA]"),
        ("brown", "RABA", "+30 Offboard Bonus [RABA]"),
        ("green", "GC", "Plus Train Upgrade [G&C]"),
        ("green", "SNW", "Mine Access [SNW]"),
    ],
)
def test_rail_cars_are_called_as_they_are_there(phase: str, car: str, name: str):
    """By what they do and who sells them; the bonus by how much it is in the phase."""
    assert _description(Builder(3).phase(phase).minor("3").pos, car) == name
