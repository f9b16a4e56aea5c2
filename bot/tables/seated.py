"""Who may do what at a table: its people, who sits where, and its host; and whether it is played at all."""

from bot.errors.storage import StaleRev
from bot.errors.tables import NotHost, NotRunning, NotSeated
from bot.tables.table import Seat, StartedTable, Table

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


def running(table: Table) -> StartedTable:
    """Return the table, whose game is being played.

    :raises NotRunning: when it has not begun, or is over
    """
    started = table.started()
    if started.state != "running":
        raise NotRunning(state=started.state)
    return started


def own_seat(table: Table, user_id: int) -> Seat:
    """Return a person's own seat.

    :raises NotSeated: when they have none
    """
    seat = table.seat_of(user_id)
    if seat is None:
        raise NotSeated
    return seat


def check_host(table: Table, user_id: int) -> None:
    """Refuse anybody but the host.

    :raises NotHost: when it is refused
    """
    if table.host != user_id:
        raise NotHost(host=str(table.host))


def check_lobby_of(table: Table, user_id: int) -> None:
    """Refuse anybody but the host of a table that has not begun.

    :raises NotHost, NotRunning: when it is refused
    """
    check_host(table, user_id)
    if table.state != "lobby":
        raise NotRunning(state=table.state)
