"""The record of a game as a file."""

from bot.errors import NotRunning
from bot.tables import Table
from engine.records import own


def written(table: Table) -> str:
    """Return the record of a table's game.

    Raises:
        NotRunning: it has not begun.
    """
    if table.game is None:
        raise NotRunning(state=table.state)
    actions = [table.game.read(move.text, move.seat) for move in table.moves]
    return own.dump(table.setup, actions)
