"""The border of a record: where it ends, other rules hold, and nobody need decide that."""

from collections.abc import Sequence

from bot.storage import RULES, Move
from bot.tables.table import PlayedMove, Table
from engine import notation
from engine.actions import PRINTED, RECORDED, GoOn
from engine.game import Game

GO_ON_BY = (PRINTED, RECORDED)
"""The rules by which a recorded game may go on, the first unless the table chooses the other."""


def border(table: Table, game: Game) -> tuple[Move, ...]:
    """Return the move with which a table leaves the readings of its record, none where there are none to leave."""
    by = table.settings.go_on or PRINTED
    if not table.recorded or game.later_options(by) is None:
        return ()
    seat = game.setup.players[0]
    return (Move(seat, table.host, notation.write(GoOn(seat, by)), RULES),)


def before_border(moves: Sequence[PlayedMove]) -> Sequence[PlayedMove]:
    """Return moves without the border, where it is the last of them."""
    return moves[:-1] if moves and moves[-1].decided_by == RULES else moves
