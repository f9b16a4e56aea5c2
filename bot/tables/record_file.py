"""The record of a game as a file."""

from bot.errors import NotRunning
from bot.tables.view import Table
from engine.records import own


def record_text(table: Table) -> str:
    """Return the record of a table's game, with its scores once it is over.

    Raises:
        NotRunning: it has not begun.
    """
    game = table.game
    if game is None:
        raise NotRunning(state=table.state)
    actions = [game.read(move.text, move.seat) for move in table.moves]
    result = {player: game.pos.worth(player) for player in game.state.players} if game.state.over else None
    return own.dump(game.setup, actions, names=table.names, result=result)
