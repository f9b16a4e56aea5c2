"""The tables in memory: loaded when needed, the least used let go, each changed by one hand at a time."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakValueDictionary

from bot.errors import NoSuchMove
from bot.storage import Storage, StorageProblem
from bot.tables import replay
from bot.tables import view as tables
from bot.tables.precompute import Precompute
from bot.tables.replay import MoveText, StoredState
from bot.tables.view import Change, MoveResult, Table
from engine.game import Game
from engine.state import State

log = logging.getLogger(__name__)

RECENT = 40
"""How many earlier states of a table stay in memory, so that undoing is quick."""
SNAPSHOT_EVERY = 25


@dataclass
class LoadedTable:
    """A table in memory, its last states by the number of moves that led to them, and its stored snapshot."""

    table: Table
    recent: dict[int, State] = field(default_factory=dict)
    kept: int = 0

    def remember(self) -> None:
        """Keep the present state for an undo to come."""
        if self.table.game is not None:
            self.recent[len(self.table.moves)] = self.table.game.state
            while len(self.recent) > RECENT:
                del self.recent[min(self.recent)]

    def forget_after(self, ply: int) -> None:
        """Drop the states an undo has overtaken."""
        self.recent = {at: state for at, state in self.recent.items() if at <= ply}
        self.kept = min(self.kept, ply)


def move_texts(table: Table, first: int | None = None) -> list[MoveText]:
    """Return the first moves of a table as stored lines, all of them where no number is given."""
    return [(move.seat, move.text) for move in table.moves[:first]]


class TableCache:
    """Finds tables and lends them out. ``watchers`` are told of every change after it has been stored."""

    def __init__(self, storage: Storage, keep: int = 64, precompute: Precompute | None = None) -> None:
        self.storage = storage
        self.precompute = precompute or Precompute()
        self.watchers: list[Callable[[Change], None]] = []
        self._keep = keep
        self._loaded: OrderedDict[int, LoadedTable] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    async def table(self, game_id: int) -> Table:
        """Return a table as it stands, once it is known what may be done there.

        Raises:
            GameMissing: there is no such game.
        """
        table = await self._present(game_id)
        while table.game is not None and not await self.precompute.ready(game_id, table.game):
            table = await self._present(game_id)
        return table

    async def _present(self, game_id: int) -> Table:
        if (loaded := self._loaded.get(game_id)) is not None:
            self._loaded.move_to_end(game_id)
            return loaded.table
        async with self.locked(game_id) as loaded:
            return loaded.table

    async def table_in(self, channel_id: int, *, closed: bool = False) -> Table | None:
        """Return the open table of a channel or thread; with ``closed`` its newest of any state."""
        row = await self.storage.game_in_channel(channel_id, closed=closed)
        return None if row is None else await self.table(row.id)

    @asynccontextmanager
    async def locked(self, game_id: int) -> AsyncIterator[LoadedTable]:
        """Lend a table to one hand at a time."""
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock:
            loaded = self._loaded.get(game_id)
            if loaded is None:
                loaded = self._loaded[game_id] = await self._load(game_id)
            self._loaded.move_to_end(game_id)
            yield loaded
            if loaded.table.game is not None:
                self.precompute.begin(game_id, loaded.table.game)
        self._let_go()

    def drop(self, game_id: int) -> None:
        """Forget a table, so that the next look reads what is stored."""
        self._loaded.pop(game_id, None)
        self.precompute.forget(game_id)

    @property
    def loaded(self) -> int:
        """Return how many tables are in memory."""
        return len(self._loaded)

    def tell(self, change: Change) -> None:
        """Tell the watchers; what goes wrong with them never costs a move."""
        for watcher in self.watchers:
            try:
                watcher(change)
            except Exception:
                log.exception("a watcher of game %d failed", change.table.game_id)

    async def at(self, game_id: int, ply: int) -> Game:
        """Return the game as it stood after the first ``ply`` moves.

        Raises:
            NoSuchMove: the game has fewer moves, or has not started.
        """
        table = await self.table(game_id)
        if table.game is None or not 0 <= ply <= len(table.moves):
            raise NoSuchMove(move=ply, last=len(table.moves))
        if ply == len(table.moves):
            return table.game
        loaded = self._loaded.get(game_id)
        return await self._earlier(table, loaded.recent if loaded else {}, ply)

    async def results_after(self, game_id: int, rev: int) -> tuple[MoveResult, ...]:
        """Return the moves stored after a revision, with what they caused."""
        table = await self.table(game_id)
        new = [move for move in table.moves if move.rev > rev]
        if not new:
            return ()
        start = await self.at(game_id, new[0].ply - 1)
        redone = await asyncio.to_thread(replay.again, start, [(move.seat, move.text) for move in new])
        return tuple(
            MoveResult(move, action, game.events, game)
            for move, (action, game) in zip(new, redone, strict=True)
        )

    async def _earlier(self, table: Table, recent: dict[int, State], ply: int) -> Game:
        """Return an earlier game, from memory or by replay."""
        if ply in recent:
            return Game.resume(table.setup, recent[ply])
        kept = await self._snapshot(table.game_id, ply)
        return await asyncio.to_thread(replay.rebuild, table.setup, move_texts(table, ply), kept)

    async def _snapshot(self, game_id: int, most: int) -> StoredState | None:
        row = await self.storage.snapshot(game_id, replay.engine_id())
        return StoredState(row.ply, row.blob) if row is not None and row.ply <= most else None

    async def _load(self, game_id: int) -> LoadedTable:
        row = await self.storage.game(game_id)
        table = tables.table(row, await self.storage.seats(game_id))
        if row.started_at is None:
            return LoadedTable(table)
        moves = tuple(map(tables.played, await self.storage.actions(game_id)))
        table = replace(table, moves=moves)
        kept = await self._snapshot(game_id, len(moves))
        game = await asyncio.to_thread(replay.rebuild, table.setup, move_texts(table), kept)
        loaded = LoadedTable(replace(table, game=game), kept=kept.ply if kept else 0)
        loaded.remember()
        self.consider_snapshot(loaded)
        return loaded

    def consider_snapshot(self, loaded: LoadedTable) -> None:
        """Store the state beside the moves now and then; it is a cache, so nobody waits for it."""
        moves = loaded.table.moves
        if loaded.table.game is not None and len(moves) - loaded.kept >= SNAPSHOT_EVERY:
            loaded.kept = len(moves)
            self.spawn(self._save_snapshot(loaded.table))

    async def _save_snapshot(self, table: Table) -> None:
        assert table.game is not None
        blob = await asyncio.to_thread(replay.freeze, table.game)
        try:
            await self.storage.save_snapshot(
                table.game_id, table.rev, len(table.moves), replay.engine_id(), blob
            )
        except StorageProblem as problem:
            log.warning("the snapshot of game %d was not stored: %s", table.game_id, problem.key)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; :meth:`settled` waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait for what goes on in the background."""
        await self.precompute.settled()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _let_go(self) -> None:
        while len(self._loaded) > self._keep:
            idle = next((key for key in self._loaded if not self._busy(key)), None)
            if idle is None:
                return
            self.drop(idle)

    def _busy(self, game_id: int) -> bool:
        lock = self._locks.get(game_id)
        return lock is not None and lock.locked()
