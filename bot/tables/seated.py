"""Who may change what has been played at a table."""

from bot.errors import NotHost, NotRunning, NotSeated, StaleRev
from bot.tables.table import StartedTable, Table

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
