"""Stored states beside the moves; a cache only, so nobody waits for one and a lost one costs a replay."""

import asyncio
import logging
from collections.abc import Sequence

from bot.errors.storage import StorageProblem
from bot.storage import Storage
from bot.tables import replay
from bot.tables.background import Background
from bot.tables.replay import MoveText, StoredState
from bot.tables.table import StartedTable
from engine.game import Game, Setup

log = logging.getLogger(__name__)

EVERY = 25
"""After how many moves another state is stored."""


class Snapshots:
    """Stores states now and then, and finds them again."""

    def __init__(self, storage: Storage, background: Background) -> None:
        self._stored = storage.snapshots
        self._background = background

    async def newest(self, game_id: int, most: int) -> StoredState | None:
        """Return the newest state this engine has stored if no more than ``most`` moves led to it."""
        row = await self._stored.newest(game_id, replay.engine_id())
        if row is not None and not row.sound:
            log.error(
                "game %d: a snapshot is not what was stored; it is dropped and the game replayed", game_id
            )
            await self.drop(game_id)
            return None
        return StoredState(row.ply, row.blob) if row is not None and row.ply <= most else None

    async def rebuilt(self, game_id: int, setup: Setup, moves: Sequence[MoveText]) -> tuple[Game, int]:
        """Return the game after the moves, and how many of them led to the snapshot it was played on from.

        Whatever goes wrong with a snapshot, it is dropped and the game replayed from its start.

        :raises Outdated: when the rules of this version refuse one of the moves
        """
        stored = await self.newest(game_id, len(moves))
        if stored is not None:
            try:
                return await asyncio.to_thread(replay.rebuild, setup, moves, stored), stored.ply
            except Exception:
                log.exception("game %d: a snapshot cannot be used; it is dropped", game_id)
                await self.drop(game_id)
        return await asyncio.to_thread(replay.rebuild, setup, moves), 0

    def save(self, table: StartedTable) -> None:
        """Begin to store the present state of a table."""
        self._background.begin(self._save(table))

    async def drop(self, game_id: int) -> None:
        """Forget the states of a game."""
        await self._stored.drop(game_id)

    async def _save(self, table: StartedTable) -> None:
        blob = await asyncio.to_thread(replay.freeze, table.game)
        try:
            await self._stored.save(table.game_id, table.rev, len(table.moves), replay.engine_id(), blob)
        except StorageProblem as problem:
            log.warning("the snapshot of game %d was not stored: %s", table.game_id, problem.key)
