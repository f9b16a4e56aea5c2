"""Games that all players end together, with the scores as they stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from bot.errors import NoStop, NotRunning, NotSeated
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.moves import Moves
from bot.tables.view import StartedTable, Table


@dataclass(frozen=True)
class StopRequest:
    """The wish to end the game as it stands at a revision, and who has agreed to it; the next move ends the wish."""

    rev: int
    by: int
    agreed: tuple[int, ...]

    @classmethod
    def at(cls, table: Table) -> Self | None:
        """Return the open request of a table."""
        stored: Mapping[str, Any] = table.settings.stopping or {}
        if table.state != "running" or stored.get("rev") != table.rev:
            return None
        return cls(table.rev, stored["by"], tuple(stored["agreed"]))

    def asked(self, table: Table) -> tuple[int, ...]:
        """Return the people whose answer is awaited."""
        return tuple(user for user in players(table) if user not in self.agreed)


def players(table: Table) -> tuple[int, ...]:
    """Return the people at a table whose agreement counts."""
    return tuple(seat.user_id for seat in table.seats if not seat.is_house)


class Stopping:
    """Asking that a game ends as it stands, and answering."""

    def __init__(self, tables: TableCache, moves: Moves, changes: Changes) -> None:
        self._tables = tables
        self._moves = moves
        self._changes = changes

    async def agree(self, game_id: int, user_id: int, rev: int | None = None) -> StartedTable:
        """Ask that the game ends, or agree to it; it ends with the last who agrees.

        ``rev`` is the version that the person saw asked about.

        :raises NotSeated: when the person has no seat
        :raises NotRunning: when the game is not being played
        :raises NoStop: when the game has gone on since
        """
        async with self._tables.locked(game_id) as loaded:
            table, request = self._open(loaded, user_id, rev)
            agreed = tuple(dict.fromkeys([*(request.agreed if request else ()), user_id]))
            if set(players(table)) <= set(agreed):
                return await self._moves.end_together(loaded, user_id)
            by = request.by if request else user_id
            return await self._ask(loaded, {"rev": table.rev, "by": by, "agreed": list(agreed)}, user_id)

    async def refuse(self, game_id: int, user_id: int, rev: int | None = None) -> StartedTable:
        """Play on: nobody is asked any longer.

        :raises NotSeated, NotRunning, NoStop: when there is nothing to refuse
        """
        async with self._tables.locked(game_id) as loaded:
            _, request = self._open(loaded, user_id, rev)
            if request is None:
                raise NoStop
            return await self._ask(loaded, None, user_id)

    @staticmethod
    def _open(loaded: LoadedTable, user_id: int, rev: int | None) -> tuple[StartedTable, StopRequest | None]:
        table = loaded.table.started()
        if user_id not in players(table):
            raise NotSeated
        if table.state != "running":
            raise NotRunning(state=table.state)
        request = StopRequest.at(table)
        if rev is not None and (request is None or request.rev != rev):
            raise NoStop
        return table, request

    async def _ask(self, loaded: LoadedTable, request: dict[str, Any] | None, by: int) -> StartedTable:
        before = loaded.table.started()
        after = (await self._tables.change_settings(loaded, stopping=request)).started()
        self._changes.tell(TableChange("settings", after, before, by=by))
        return after
