"""Tables whose place is out of reach rest, and go on there or in another place."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.errors.storage import ChannelTaken
from bot.errors.tables import NotResting, NotRunning, NotSeated
from bot.storage import ChannelPlace, GameRow, Storage
from bot.tables.cache import OPEN, LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.requests import Request, given_notice
from bot.tables.seated import check_host
from bot.tables.settings import RestReason, TableSettings
from bot.tables.table import Table

GONE: RestReason = "gone"
TOLD = ("round:", "end:", "over:", "begun", "moved:", "outcome:", "settings:", "decided:", "ended")
"""How the purposes of messages begin that tell what has been, and stay where they are when a table moves."""
CARD = "lobby"
NOBODY = 0
"""Stands for whoever runs the bot."""


def is_paused(table: Table | GameRow) -> bool:
    """Tell whether a table rests, because its channel is out of reach."""
    return _settings(table).paused


def is_gone(table: Table | GameRow) -> bool:
    """Tell whether a table rests because its channel was deleted."""
    return is_paused(table) and _settings(table).rests == GONE


def _settings(table: Table | GameRow) -> TableSettings:
    return TableSettings.of(table.settings) if isinstance(table, GameRow) else table.settings


class Places:
    """Rests and wakes tables as their channels go, lock and come back, and moves them to others."""

    def __init__(self, storage: Storage, tables: TableCache, changes: Changes) -> None:
        self._storage = storage
        self._tables = tables
        self._changes = changes

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

    async def resting_by_now(self, game_id: int) -> Table | None:
        """Return a table if it rests, once what is being stored of it is stored."""
        async with self._tables.locked(game_id):
            table = await self._tables.stored(game_id)
        return table if is_paused(table) else None

    async def rest(self, game_id: int, why: RestReason, channel: int | None = None) -> bool:
        """Let a table rest; return whether it did not yet, or for a lesser reason.

        If a ``channel`` is named only while that is its place: it may have moved.
        """
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table = await self._tables.stored(game_id)
            elsewhere = channel is not None and before.channel_id != channel
            if (
                before.state not in OPEN
                or elsewhere
                or is_gone(before)
                or (is_paused(before) and why != GONE)
            ):
                return False
            resting = before.settings.having(paused=True, rests=why)
            await self._storage.games.rest(game_id, resting.since(before.settings))
            await self._tell(loaded)
            return True

    async def wake(self, game_id: int, *, seen: bool = False) -> bool:
        """Let a table go on where it is; return whether it rested.

        One whose channel is gone goes on only if somebody was ``seen`` there.
        """
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table = await self._tables.stored(game_id)
            if not is_paused(before) or before.state not in OPEN or (is_gone(before) and not seen):
                return False
            await self._tables.change_settings(loaded, **self._awake(before))
            await self._tell(loaded)
            return True

    async def reopen(self, game_id: int, by: int, place: ChannelPlace, *, as_player: bool = True) -> Table:
        """Let a table that rests go on in another place; ``as_player`` is for all but admins.

        :raises NotSeated: when it is not theirs to say
        :raises NotRunning: when the game is over
        :raises NotResting: when it is played where it is
        :raises ChannelTaken: when another game is open there
        """
        async with self._locked(game_id) as loaded:
            if as_player:
                _check_player(loaded.table, by)
            if not is_paused(loaded.table):
                raise NotResting(channel=str(loaded.table.channel_id))
            return await self.carry(loaded, by, place)

    async def move(self, game_id: int, by: int, place: ChannelPlace) -> Table:
        """Let an open table go on in another place, as its host says.

        :raises NotSeated, NotHost: when it is not theirs to say
        :raises NotRunning: when the game is over
        :raises ChannelTaken: when a game is open there
        """
        async with self._locked(game_id) as loaded:
            _check_player(loaded.table, by)
            check_host(loaded.table, by)
            return await self.carry(loaded, by, place)

    async def place(self, game_id: int, place: ChannelPlace) -> Table:
        """Let an open table go on in another place, as whoever runs the bot says.

        :raises NotRunning: when the game is over
        :raises ChannelTaken: when a game is open there
        """
        async with self._locked(game_id) as loaded:
            return await self.carry(loaded, NOBODY, place)

    @asynccontextmanager
    async def _locked(self, game_id: int) -> AsyncIterator[LoadedTable]:
        """Lend an open table as it is stored: another process may have moved it, by which no revision grows.

        :raises NotRunning: when the game is over
        """
        async with self._tables.locked(game_id) as loaded:
            loaded.table = await self._tables.stored(game_id)
            if loaded.table.state not in OPEN:
                raise NotRunning(state=loaded.table.state)
            yield loaded

    async def carry(
        self, loaded: LoadedTable, by: int, place: ChannelPlace, request: Request | None = None
    ) -> Table:
        """Let a lent table go on in another place; the ``request`` to do so is closed with it.

        :raises ChannelTaken: when a game is open there
        """
        before = loaded.table
        if not is_paused(before) and before.channel_id == place.channel_id:
            raise ChannelTaken(channel_id=place.channel_id, game_id=before.game_id)
        within_reach = not is_paused(before) and by != NOBODY
        left_channel = before.channel_id if within_reach else None
        after = before.settings.having(**self._awake(before), moved_from=left_channel)
        if request is not None:
            after = after.having(requests=after.noting(request))
        left = TOLD if before.state == "lobby" else (*TOLD, CARD)
        await self._storage.games.move(
            before.game_id, place, by, after.since(before.settings), left, cleared=within_reach
        )
        return await self._tell(loaded, by)

    def _awake(self, table: Table) -> dict[str, object]:
        """Return the settings that change as a table goes on; whoever is awaited, or warned, has time anew."""
        changes: dict[str, object] = {"paused": False, "rests": None}
        if is_paused(table):
            now = self._storage.now()
            changes |= {"went_on": now, "requests": given_notice(table.settings.requests, now)}
        return changes

    async def _tell(self, loaded: LoadedTable, by: int = 0) -> Table:
        """Put a table as it is stored by now in the place of what it was, tell it, and return it."""
        before = loaded.table
        loaded.table = after = await self._tables.stored(before.game_id)
        self._changes.tell(TableChange("place", after, before, by=by))
        return after

    async def open_games(self) -> tuple[GameRow, ...]:
        """Return all open tables."""
        return await self._storage.games.in_state(*OPEN)


def _check_player(table: Table, user_id: int) -> None:
    if table.seat_of(user_id) is None and table.host != user_id:
        raise NotSeated
