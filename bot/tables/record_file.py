"""The record of a game as a file."""

from bot.tables.view import Table
from engine.records import own


def record_text(table: Table) -> str:
    """Return the record of a table's game, with its scores once it is over.

    :raises NotRunning: when it has not begun
    """
    started = table.started()
    game = started.game
    actions = [game.recorded(move.text, move.seat) for move in started.moves]
    result = {player: game.pos.worth(player) for player in game.state.players} if game.state.over else None
    return own.dump(game.setup, actions, names=started.names, result=result)
