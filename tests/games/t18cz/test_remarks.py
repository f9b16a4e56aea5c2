"""What is marked on the board of 18CZ for everybody: used locals, penalties, start prices, and homes to come."""

from typing import Any

from engine.exhibits import Flag, Remark
from engine.game import Game
from tests.games.t18cz.czech import Builder


def table() -> Game:
    """EKJ has operated, SX has floated, BN waits for buyers; bob has borrowed 100."""
    built = Builder(3).holds("ann", EKJ=50, SX=50).holds("bob", BN=20).loans(bob=100)
    return built.extra(used=("S1",)).operated("EKJ").phase("d").sr()


def marked(game: Game, *keys: str) -> list[tuple[str, Any]]:
    """What remarks of some kinds are about, and what they say."""
    return [(one.about, one.value) for one in game.title.remarks(game.pos) if one.key in keys]


def test_used_locals_and_penalties_are_marked():
    """The penalty is as much as was borrowed, in crowns."""
    game = table()

    assert marked(game, "used") == [("S1", 1)]
    assert Remark("bob", "penalty", 100, money=True) in game.title.remarks(game.pos)


def test_who_is_not_active_yet_is_marked():
    """All but EKJ and SX."""
    waiting = [unit for unit, _ in marked(table(), "not_floated")]

    assert len(waiting) == 13
    assert not {"EKJ", "SX"} & {*waiting}


def test_start_prices_are_marked_by_size():
    """Some of them are for two sizes."""
    game = table()
    prices = {cell: price for price, cell in game.title.starts.items()}
    found = {
        size: [prices[cell] for cell, _ in marked(game, f"par_{size}")]
        for size in ("small", "medium", "large")
    }

    assert found == {
        "small": [50, 55, 60, 65, 70],
        "medium": [60, 70, 80, 90, 100],
        "large": [90, 100, 110, 120],
    }
    assert {size for _, size in marked(game, "par_small")} == {"small"}


def test_homes_of_those_who_have_not_operated_are_flagged():
    """Where a large one may lay its red tile, too, until one of them lies."""
    flags = table().title.flags(table().pos)
    laid = Builder(3).holds("ann", EKJ=50, SX=50).tiles(A8="8896 4").phase("d").sr()

    assert Flag("BN", "E12", stop=1) in flags
    assert Flag("EKJ", "D4", stop=0) not in flags
    assert {one.hex for one in flags if one.unit == "SX"} == {"A8", "B5"}
    assert {one.hex for one in laid.title.flags(laid.pos) if one.unit == "SX" and one.stop is None} == set()
