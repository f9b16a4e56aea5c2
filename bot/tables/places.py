"""Tables whose place is gone: a deleted channel ends its table, one that is out of reach lets it rest."""

from contextlib import suppress

from bot.errors import WrongState
from bot.storage import GameRow, Storage
from bot.tables.cache import TableCache
from bot.tables.settings import TableSettings
from bot.tables.view import Table


def is_paused(table: Table | GameRow) -> bool:
    """Tell whether a table rests, because its channel is out of reach."""
    if isinstance(table, GameRow):
        return TableSettings.of(table.settings).paused
    return table.settings.paused


class Places:
    """Ends, rests and wakes tables as their channels go, lock and come back."""

    def __init__(self, storage: Storage, tables: TableCache) -> None:
        self._storage = storage
        self._tables = tables

    async def close(self, game_id: int) -> None:
        """End a table whose channel is gone; its moves stay stored, and nobody is told."""
        try:
            async with self._tables.locked(game_id) as loaded:
                if loaded.table.state in ("lobby", "running"):
                    with suppress(WrongState):  # somebody who was broken off has ended it
                        await self._storage.games.end(game_id)
        finally:
            self._tables.drop(game_id)

    async def in_channel(self, channel_id: int) -> int | None:
        """Return the game that is open in a channel."""
        row = await self._storage.games.in_channel(channel_id)
        return None if row is None else row.id

    async def resting_in(self, channel_id: int) -> int | None:
        """Return the game that is open in a channel, if it rests."""
        known = self._tables.open_in(channel_id)
        if known is not None and not is_paused(known):
            return None
        row = await self._storage.games.in_channel(channel_id)
        return row.id if row is not None and is_paused(row) else None

    async def set_paused(self, game_id: int, *, paused: bool) -> bool:
        """Rest a table or wake it; return whether that is new."""
        try:
            async with self._tables.locked(game_id) as loaded:
                if is_paused(loaded.table) == paused or loaded.table.state not in ("lobby", "running"):
                    return False
                await self._tables.change_settings(loaded, paused=paused)
        finally:
            self._tables.drop(game_id)
        return True

    async def open_games(self) -> tuple[GameRow, ...]:
        """Return all open tables."""
        return await self._storage.games.in_state("lobby", "running")
