"""The record of a game as a file."""

from bot.tables.table import Table
from engine.peer18xx import written_game
from engine.peer18xx.written_game import WrittenFile
from engine.records import own

OWN, PEER = "stationmaster", "18xx.games"
"""The forms in which a record is written."""


def record_text(table: Table, form: str = OWN) -> str:
    """The text of a record.

    :raises Refused: when :func:`record` would raise it.
    """
    return record(table, form).text


def record(table: Table, form: str = OWN) -> WrittenFile:
    """Return the record of a table's game, with its scores once it is over, or as far as 18xx.games follows.

    While somebody plays alone it does not tell the seed, from which the opponent's cards follow.

    :raises NotRunning: when it has not begun
    :raises Malformed: when 18xx.games does not know how it is played
    """
    started = table.started()
    game = started.game
    actions = [game.recorded(move.text, move.seat) for move in started.moves]
    if form == PEER:
        times = [int(move.at.timestamp()) for move in started.moves]
        return written_game.file_of(game.setup, actions, names=started.names, times=times)
    secret = len(table.seats) == 1 and not game.state.over and table.state == "running"
    result = {player: game.pos.worth(player) for player in game.state.players} if game.state.over else None
    decided = {move.ply: by for move in started.moves if (by := started.decider(move))}
    text = own.dump(game.setup, actions, names=started.names, decided=decided, result=result, secret=secret)
    return WrittenFile(text)
