"""Who is called to a table: those who are awaited, once, and again after they and others have moved."""

from collections.abc import Sequence
from datetime import timedelta

from bot.messages.message_store import MessageStore
from bot.storage import NewsRow
from bot.tables.changes import TableChange
from bot.tables.table import StartedTable, Table, is_house


def grace(table: Table) -> timedelta:
    """Return how long the call of whoever is next waits after a turn, so that an undo then disturbs nobody."""
    return timedelta(seconds=table.settings.grace)


class Calls:
    """Compares who is awaited with the calls that stand in the channel."""

    def __init__(self, store: MessageStore) -> None:
        self._store = store
        self._actors: set[int] = set()
        self._out_of_turn: set[int] = set()

    def note(self, change: TableChange) -> None:
        """Remember who acted, and which moves were made by somebody whom nobody waited for.

        Who changes a setting, or moves the table, has not acted: their turn is still to be called.
        """
        if change.kind in ("settings", "place", "names"):
            return
        if _has_come(change):
            self._actors.discard(change.by)
        elif _is_out_of_turn(change):
            self._actors.add(change.by)
            self._out_of_turn.update(result.played.rev for result in change.results)
        else:
            self._actors = {change.by}

    def recall(self, news: Sequence[NewsRow]) -> None:
        """Learn from stored news who acted last, if nothing has happened since the program began."""
        acted = [one.user_id for one in news if one.kind in ("played", "redone", "undone") and one.user_id]
        if acted and not self._actors:
            self._actors = {acted[-1]}

    @property
    def moved(self) -> int | None:
        """Return who has moved in turn, if that was the last thing to happen."""
        (*others, last) = self._actors or {0}
        return None if others else last or None

    def knows(self, table: StartedTable, user: int) -> bool:
        """Whether somebody awaited has been called, or has just acted and goes on."""
        return user in self._actors or self.stands(table, user)

    def due(self, table: StartedTable) -> list[int]:
        """Return who must be called: awaited, not called yet, and not the one who has just acted."""
        return [
            user for user in table.called_people if not self.stands(table, user) and user not in self._actors
        ]

    def stands(self, table: StartedTable, user: int) -> bool:
        """Tell whether a call stands that its person has not answered: by moving, after which others moved."""
        row = self._store.rows.get(f"ping:{user}")
        if row is None:
            return False
        seats = {seat.id: table.person_at(seat) for seat in table.seats}
        later = [move for move in table.moves if move.rev > row.rev and move.rev not in self._out_of_turn]
        own = [user in (move.user_id, seats.get(move.seat)) for move in later]
        return True not in own or False not in own[own.index(True) :]


def _has_come(change: TableChange) -> bool:
    """Tell whether somebody has agreed to play at a seat that is awaited: their turn is still to be called."""
    before, by = change.before, change.by
    if change.kind != "seats" or before is None or by not in change.table.called_people:
        return False
    return by not in before.called_people and before.seat_of(by) not in before.awaited


def _is_out_of_turn(change: TableChange) -> bool:
    """Tell whether somebody moved who neither was awaited nor plays for one who was: others' turns go on."""
    before = change.before
    if change.kind != "played" or before is None or is_house(change.by):
        return False
    return not any(before.may_act(change.by, seat) for seat in before.awaited)
