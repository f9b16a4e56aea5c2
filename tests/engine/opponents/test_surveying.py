"""Which lays are looked at more closely."""

from engine.actions import LayTile
from engine.board.tiles import exits
from engine.opponents.surveying import best_looking
from engine.position import Position
from tests.games.t1844 import swiss


def survey() -> tuple[Position, list[LayTile]]:
    """A position of 1844 with lays on three hexes, one of them an upgrade, and all those lays."""
    built = swiss.Builder().holds("ann", BLS=60).prices(BLS=60).floated("BLS").phase("3").tiles(F11="57 1")
    game = built.tokens(F11="BLS.0").cash(BLS=100).company("BLS", "lay")
    return game.pos, [one.action for one in game.choices.offers if isinstance(one.action, LayTile)]


def test_every_place_is_looked_at_before_any_is_looked_at_again():
    """The turns of one tile do not crowd out all other places."""
    pos, lays = survey()

    assert {lay.hex for lay in best_looking(pos, lays, 3)} == {"F9", "F11", "F13"}


def test_what_looks_the_same_is_looked_at_once():
    """A straight turned by half lies as it lay."""
    pos, lays = survey()
    straight = [lay for lay in lays if lay.tile == "9"]

    assert len(straight) == 2
    assert len(best_looking(pos, straight, 9)) == 1


def test_track_that_joins_what_lies_apart_looks_best():
    """A tile between two stretches of track is looked at before one with an end that leads nowhere."""
    built = swiss.Builder().holds("ann", BLS=60).prices(BLS=60).floated("BLS").phase("3")
    game = built.tiles(F11="57 1", F15="57 1").tokens(F11="BLS.0").cash(BLS=300).company("BLS", "lay")
    lays = [one.action for one in game.choices.offers if isinstance(one.action, LayTile)]
    first = best_looking(game.pos, lays, 1)[0]

    assert first.hex == "F13"
    assert exits(game.title.tiles[first.tile].track, first.rotation) == {1, 4}
