"""What is marked for everybody in 18Mag: the terrain tokens that are left, and who needs none."""

from engine.exhibits import Remark
from tests.games.t18mag.alone import HIM, Alone
from tests.games.t18mag.builders import Builder


def test_terrain_tokens_that_are_left_are_marked():
    """#5 has two, #6 one, #12 two as they began, #7 has spent its own."""
    game = Builder().terrain(n5=2, n7=0).sr()

    assert game.title.remarks(game.pos) == (
        Remark("5", "terrain_tokens", 2),
        Remark("6", "terrain_tokens", 1),
        Remark("12", "terrain_tokens", 2),
    )


def test_istvan_needs_no_tokens():
    """The bank pays the terrain of minors with a card; of the person's minors tokens are marked as ever."""
    game = Alone().phase("green").his(n2="16").owns("ann", "n6").terrain(n6=1, n2=1).sr("ann")

    assert game.title.remarks(game.pos) == (Remark("6", "terrain_tokens", 1), Remark(HIM, "terrain_free", ""))
