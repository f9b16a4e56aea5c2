"""How far track is from where a unit would like to be, and what comes of it."""

from typing import Any

import pytest

from engine.actions import LayTile
from engine.game import Game
from engine.opponents import Journeyman
from engine.opponents.heading import distances, prospect
from engine.position import Position
from tests.games.t1844 import swiss


def lays_of(pos: Position, unit: str, hex_: str) -> int | None:
    """How many lays lie between a unit and a hex; None where it is out of reach."""
    return distances(pos, unit, pos.title.insight.passes(pos, unit)).get(hex_)


def zurich(phase: str = "2", **tiles: str) -> Game:
    """NOB of Zürich, which is paid for coming to Aarau (D15), by way of Baden (D17)."""
    built = swiss.Builder().holds("ann", NOB=50).prices(NOB=90).floated("NOB").phase(phase)
    return built.tiles(**tiles).tokens(D19="NOB.0").cash(NOB=200).company("NOB", "lay")


def test_a_lay_for_each_hex_on_the_way():
    """Zürich has no track yet, Baden neither; Aarau has."""
    assert lays_of(zurich().pos, "NOB", "D15") == 2
    assert lays_of(zurich(D19="57 1").pos, "NOB", "D15") == 1
    assert lays_of(zurich(D19="57 1", D17="4 1").pos, "NOB", "D15") == 0


def test_no_way_leads_through_what_cannot_be_built_on_yet():
    """Winterthur (C20) has no track before green tiles come."""
    yellow, green = (zurich(phase, D19="57 0").pos for phase in ("2", "3"))

    assert lays_of(yellow, "NOB", "C20") is None
    assert lays_of(green, "NOB", "C20") == 1


def test_a_town_that_leads_elsewhere_must_be_upgraded():
    """In yellow phases nothing changes it: another way is longer."""
    assert lays_of(zurich(D19="57 1", D17="3 4").pos, "NOB", "D15") == 5
    assert lays_of(zurich("3", D19="57 1", D17="3 4").pos, "NOB", "D15") == 1


@pytest.mark.parametrize(("permits", "lays"), [({}, None), ({"T1": "ann"}, 2)])
def test_a_tunnel_is_a_way_for_whoever_has_a_permit(permits: dict[str, str], lays: int | None):
    """From Thun (H13) through the Lötschberg to Brig (J13)."""
    built = swiss.Builder().holds("ann", BLS=60).prices(BLS=60).floated("BLS").phase("2").privates(**permits)
    game = built.tiles(F11="57 2", G12="9 2").tokens(F11="BLS.0").cash(BLS=300).company("BLS", "lay")

    assert lays_of(game.pos, "BLS", "J13") == lays


def test_what_is_reached_promises_more_than_what_lies_near():
    """A lay that joins a stop is no loss, whatever train there is."""
    before, after = zurich(D19="57 1").pos, zurich(D19="57 1", D17="4 1").pos
    near, reached = ({"D17": lays} for lays in (1, 0))

    assert prospect(before, near) < prospect(after, reached)


def test_money_that_waits_at_a_destination_is_fetched():
    """Par was 90: twice that is paid at Aarau, one lay away."""
    game = zurich(D19="57 1")
    lay: Any = Journeyman(1, "ann").choose(game)

    assert isinstance(lay, LayTile)
    assert game.play(lay).pos.cash("NOB") == 200 + 2 * 90


def charged(cash: int) -> float:
    """What a lay of 20 counts for NOB, which has no train, while the next one costs 90."""
    built = swiss.Builder().holds("ann", NOB=50).prices(NOB=90).floated("NOB").phase("2")
    game = built.tiles(D19="57 0").tokens(D19="NOB.0").cash(NOB=cash).company("NOB", "lay")
    player: Any = Journeyman(1, "ann")
    player.choose(game)
    lay = next(one.action for one in game.choices.offers if one.facts.get("cost") == 20)
    return player._spent("NOB", player._after(lay))


def test_money_that_no_train_needs_is_spent_more_lightly():
    """What the next train costs counts in full."""
    assert charged(90) == 20
    assert charged(100) == 15
    assert charged(200) == 10
