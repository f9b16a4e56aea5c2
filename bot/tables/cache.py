"""The tables in memory: loaded when needed, the least used let go, each changed by one caller at a time."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from weakref import WeakValueDictionary

from bot.errors.storage import Unavailable
from bot.storage import UNTOLD, JsonValue, NewsKind, Storage, TableState
from bot.tables.precompute import Precompute
from bot.tables.settings import TableSettings
from bot.tables.snapshots import EVERY, Snapshots
from bot.tables.table import PlayedMove, StartedTable, Table, move_from, table_from
from engine.game import Game
from engine.refusals import Refused
from engine.state import State

OPEN: tuple[TableState, ...] = ("lobby", "running")
RECENT = 40
"""How many earlier states of a table stay in memory, so that undoing is quick."""


@dataclass
class LoadedTable:
    """A table in memory, its last states by the number of moves that led to them, and its stored snapshot."""

    table: Table
    recent: dict[int, State] = field(default_factory=dict)
    stored_ply: int = 0

    def remember(self, game: Game, ply: int) -> None:
        """Keep a state for an undo to come."""
        self.recent[ply] = game.state
        while len(self.recent) > RECENT:
            del self.recent[min(self.recent)]

    def forget_after(self, ply: int) -> None:
        """Drop the states an undo has overtaken."""
        self.recent = {at: state for at, state in self.recent.items() if at <= ply}
        self.stored_ply = min(self.stored_ply, ply)


class TableCache:
    """Finds tables and lends them out to be changed; at most ``keep`` of them stay in memory."""

    def __init__(self, storage: Storage, snapshots: Snapshots, precompute: Precompute, keep: int) -> None:
        self._storage = storage
        self._snapshots = snapshots
        self._precompute = precompute
        self._keep = keep
        self._loaded: OrderedDict[int, LoadedTable] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.doubt: Callable[[int], None] = lambda _game: None
        """Takes note of a table of which nobody knows what is stored: something may have happened untold."""

    async def find(self, game_id: int, stored: int | None = None) -> Table:
        """Return the current table, after its legal moves have been listed.

        ``stored`` is the revision that the caller has just read.

        :raises GameMissing: when there is no such game
        """
        table = await self._present(game_id, stored)
        while isinstance(table, StartedTable) and not await self._precompute.ready(game_id, table.game):
            table = await self._present(game_id)
        return table

    async def glance(self, game_id: int) -> Table:
        """Return the current table, even if its legal moves have not been listed yet.

        :raises GameMissing: when there is no such game
        """
        return await self._present(game_id)

    async def stored(self, game_id: int) -> Table:
        """Return a table as it is stored, whatever is in memory.

        :raises GameMissing: when there is no such game
        """
        return (await self._load(game_id)).table

    async def is_listed(self, table: StartedTable, within: float) -> bool:
        """Tell whether it is known what may be done at a table, or soon becomes known."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                return await self._precompute.ready(table.game_id, table.game)
        return False

    async def in_channel(
        self, channel_id: int, *, closed: bool = False, glance: bool = False
    ) -> Table | None:
        """Return the open table of a channel or thread; with ``closed`` its newest of any state."""
        row = await self._storage.games.in_channel(channel_id, closed=closed)
        if row is None:
            return None
        return await (self.glance(row.id) if glance else self.find(row.id, row.rev))

    def open_in(self, channel_id: int) -> Table | None:
        """Return the open table of a channel if it is in memory."""
        known = (loaded.table for loaded in self._loaded.values())
        return next((one for one in known if one.channel_id == channel_id and one.state in OPEN), None)

    @asynccontextmanager
    async def locked(self, game_id: int) -> AsyncIterator[LoadedTable]:
        """Lend a table to one caller at a time, who may put another version in its place."""
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock:
            if await self._overtaken(game_id):
                self.drop(game_id)
            loaded = self._loaded.get(game_id)
            if loaded is None:
                loaded = self._loaded[game_id] = await self._load(game_id)
            self._loaded.move_to_end(game_id)
            try:
                yield loaded
            except BaseException as trouble:
                if isinstance(trouble, Unavailable) or not isinstance(trouble, Refused):
                    self.drop(game_id)  # nobody knows what is stored now: the next look reads it
                    self.doubt(game_id)
                raise
            if isinstance(loaded.table, StartedTable):
                self._precompute.begin(game_id, loaded.table.game)
        self._let_go()

    @asynccontextmanager
    async def held(self, game_id: int) -> AsyncIterator[None]:
        """Keep everybody else from a table, without loading it; whoever looks next reads what is stored."""
        async with self._locks.setdefault(game_id, asyncio.Lock()):
            try:
                yield
            finally:
                self.drop(game_id)

    async def change_settings(
        self,
        loaded: LoadedTable,
        news: tuple[NewsKind, int] | None = ("settings", 0),
        language: str | None = None,
        /,
        **changes: object,
    ) -> Table:
        """Store settings of a lent table that change, or another language, and return the table that has them.

        ``news`` says as what that is told, and who did it (0: nobody known); with `UNTOLD` nobody is told.
        """
        before = loaded.table.settings
        stored = before.having(**changes).since(before)
        if stored or language is not None:
            row = await self._storage.games.change_settings(loaded.table.game_id, news, language, **stored)
            settings = TableSettings.of(row.settings)
            loaded.table = replace(loaded.table, settings=settings, language=row.language)
        return loaded.table

    async def note_announced(self, game_id: int, announced: Mapping[str, JsonValue]) -> None:
        """Note what the channel was told of a table's settings."""
        async with self.locked(game_id) as loaded:
            await self.change_settings(loaded, UNTOLD, announced=announced)

    async def note_next(self, game_id: int, user_id: int, rev: int) -> None:
        """Keep after which revision a person was told that they are next."""
        async with self.locked(game_id) as loaded:
            told = {**loaded.table.settings.next_told, str(user_id): rev}
            await self.change_settings(loaded, UNTOLD, next_told=told)

    async def note(self, game_id: int, user_id: int, text: str) -> None:
        """Keep what a person notes for themselves at a table; nothing where the text is empty."""
        async with self.locked(game_id) as loaded:
            others = {one: said for one, said in loaded.table.settings.notes.items() if one != str(user_id)}
            await self.change_settings(
                loaded, UNTOLD, notes={**others, **({str(user_id): text} if text else {})}
            )

    def drop(self, game_id: int) -> None:
        """Forget a table, so that the next look reads what is stored."""
        self._loaded.pop(game_id, None)
        self._precompute.forget(game_id)

    @property
    def count(self) -> int:
        """Return how many tables are in memory."""
        return len(self._loaded)

    async def earlier(self, table: StartedTable, ply: int) -> Game:
        """Return the game of a table as it stood after its first ``ply`` moves, from memory or by replay."""
        loaded = self._loaded.get(table.game_id)
        if loaded is not None and ply in loaded.recent:
            return Game.resume(table.setup, loaded.recent[ply])
        game, _ = await self._snapshots.rebuilt(table.game_id, table.setup, table.move_texts(ply))
        return game

    def consider_snapshot(self, loaded: LoadedTable) -> None:
        """Store the state of a table if many moves have been made since the last time."""
        table = loaded.table
        if isinstance(table, StartedTable) and len(table.moves) - loaded.stored_ply >= EVERY:
            loaded.stored_ply = len(table.moves)
            self._snapshots.save(table)

    async def _present(self, game_id: int, stored: int | None = None) -> Table:
        loaded = self._loaded.get(game_id)
        if loaded is not None and not await self._overtaken(game_id, stored):
            return loaded.table
        async with self.locked(game_id) as loaded:
            return loaded.table

    async def _overtaken(self, game_id: int, stored: int | None = None) -> bool:
        """Tell whether the table in memory is, or may be, an older version than the stored one.

        Of one that another process serves that is not known: who sits there changes, and no revision grows by it.
        """
        loaded = self._loaded.get(game_id)
        if loaded is None:
            return False
        if not self._storage.database.shard.serves(loaded.table.guild_id):
            return True
        return (await self._storage.games.rev(game_id) if stored is None else stored) > loaded.table.rev

    async def _load(self, game_id: int) -> LoadedTable:
        row = await self._storage.games.find(game_id)
        lobby = table_from(row, await self._storage.seats.of_game(game_id))
        if row.started_at is None:
            return LoadedTable(lobby)
        moves, game, stored_ply = await self._rebuilt(lobby)
        loaded = LoadedTable(lobby.begin(game, moves), stored_ply=stored_ply)
        loaded.remember(game, len(moves))
        self.consider_snapshot(loaded)
        return loaded

    async def recorded(self, lobby: Table) -> Game:
        """Return the game at the end of the record that a lobby holds."""
        return (await self._rebuilt(lobby))[1]

    async def _rebuilt(self, table: Table) -> tuple[tuple[PlayedMove, ...], Game, int]:
        """Return the moves of a table, the game they lead to, and the moves before its stored state."""
        moves = tuple(map(move_from, await self._storage.actions.in_force(table.game_id)))
        texts = [(move.seat, move.text) for move in moves]
        return moves, *await self._snapshots.rebuilt(table.game_id, table.setup, texts)

    def _let_go(self) -> None:
        while len(self._loaded) > self._keep:
            idle = next((key for key in self._loaded if not self._busy(key)), None)
            if idle is None:
                return
            self.drop(idle)

    def _busy(self, game_id: int) -> bool:
        lock = self._locks.get(game_id)
        return lock is not None and lock.locked()
