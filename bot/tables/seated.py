"""Who may change what has been played at a table."""

from collections.abc import Iterable

from bot.errors import NotHost, NotRunning, NotSeated, StaleRev
from bot.storage import Move
from bot.tables.table import PlayedMove, StartedTable, Table

STATES = ("running", "finished")


def checked(table: Table, user_id: int, rev: int | None) -> StartedTable:
    """Return the table; refuse anybody who does not sit here, or who looks at an older version.

    :raises NotSeated, NotRunning, StaleRev: when it is refused
    """
    if table.acting_seat(user_id) is None:
        raise NotSeated
    if table.state not in STATES:
        raise NotRunning(state=table.state)
    if rev is not None and rev != table.rev:
        raise StaleRev(game_id=table.game_id, expected=rev, actual=table.rev)
    return table.started()


def check_lobby_of(table: Table, user_id: int) -> None:
    """Refuse anybody but the host of a table that has not begun.

    :raises NotHost, NotRunning: when it is refused
    """
    if table.host != user_id:
        raise NotHost(host=str(table.host))
    if table.state != "lobby":
        raise NotRunning(state=table.state)


def concerned(table: Table, moves: Iterable[Move | PlayedMove], user_id: int) -> tuple[int, ...]:
    """Return the people other than one who answer now for the seats where some of these moves were made by others.

    What machines decided is nobody's, and what somebody did at another's seat is their own.
    """
    acted = {move.seat for move in moves if not move.decided_by and move.user_id != user_id}
    seats = (seat for seat in table.seats if seat.id in acted and not seat.is_house)
    return tuple(dict.fromkeys(one for one in map(table.answers_for, seats) if one != user_id))
