"""What the steps of 18xx.games wait for in 1844, which the passes of a written game must leave."""

import pytest

from engine.actions import LayTile
from engine.game import Game
from engine.peer18xx.t1844.written import WRITING
from engine.peer18xx.writing import RecordedTurn
from tests.games.t1844.swiss import Builder


def waiting(game: Game) -> bool:
    """Whether the track step waits there."""
    (track,) = (step for step in WRITING.steps if LayTile in step.verbs)
    return track.waits(game.pos, RecordedTurn(game.pos.unit, game.pos.frame.number))


def laid(owner: str, treasury: int) -> Game:
    """NOB, whose director is ann, has laid its tile in phase 3; the given player has P2."""
    built = Builder().holds("ann", NOB=50).prices(NOB=100).floated("NOB").tiles(D19="57 0", E18="57 0")
    built = built.tokens(D19="NOB.0").trains(NOB="2").cash(NOB=treasury).phase("3")
    game = built.privates(P2=owner).company("NOB")
    return game.play(next(one for one in game.choices if isinstance(one, LayTile) and not one.using))


@pytest.mark.parametrize(
    ("owner", "treasury", "waits"), [("ann", 0, True), ("bob", 0, False), ("bob", 1, True)]
)
def test_the_track_step_waits_for_the_tile_of_a_private_that_could_be_bought(
    owner: str, treasury: int, waits: bool
):
    """The director's own even where the treasury is empty."""
    assert waiting(laid(owner, treasury)) is waits
