"""What a writer notes with its entries, whatever they tell."""

from engine.game import Game
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.writer import Writer

NAMES = ("ann", "bob", "cy")


def writer(title: str = "18Mag") -> Writer:
    """A writer of a game that has just begun."""
    dialect = dialect_of(title)
    assert dialect is not None
    return Writer(Game.start(title, NAMES, seed=1).setup, dialect)


def test_entries_have_the_times_of_their_actions():
    """Those of actions for which no time is known have none: 0."""
    game = Game.start("18Mag", NAMES, seed=1)
    first = next(iter(game.choices))
    second = next(iter(game.play(first).choices))
    timed, timeless = writer(), writer()
    timed.write([first, second], [7, 9])
    timeless.write([first, second])

    assert [entry["created_at"] for entry in timed.entries] == [7, 9]
    assert [entry["created_at"] for entry in timeless.entries] == [0, 0]
    assert writer().by_player("pass", "ann")["created_at"] == 0
