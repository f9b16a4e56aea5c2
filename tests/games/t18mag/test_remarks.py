"""What is marked for everybody in 18Mag: the terrain tokens that are left, and who needs none."""

from engine.exhibits import CardLine, Remark
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


def test_his_cards_are_shown_line_by_line():
    """What has been done, was skipped or comes next; who may sell him a train, what he holds of each major."""
    built = Alone("level=difficult").phase("green").his(done=2, n2="16").his(n3="17")
    game = built.holds(HIM, SKEV=60, RABA=10).sr("ann")
    two, three, shares = game.title.cards(game.pos)

    assert [(one.owner, one.about, one.name) for one in (two, three, shares)] == [
        (HIM, "2", "16"),
        (HIM, "3", "17"),
        (HIM, "", "A"),
    ]
    assert two.lines == (
        CardLine("card.PERMANENT"),
        CardLine("card.SIB30", "#3", "done"),
        CardLine("card.SWAP3", "", "done"),
        CardLine("card.SWAP3", "", "next"),
        CardLine("card.STATION", "C14", "open"),
        CardLine("card.STATION", "C10", "open"),
    )
    assert three.lines[1] == CardLine("card.SIB_NONE", "", "skipped")
    assert shares.lines[:2] == (
        CardLine("card.share", "SzKÉV 60/60", "done"),
        CardLine("card.share", "RÁBA 10/20", "open"),
    )


def test_without_him_there_are_no_cards():
    """Nobody else has any."""
    game = Builder().sr()

    assert game.title.cards(game.pos) == ()
