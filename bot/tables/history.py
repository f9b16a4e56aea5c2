"""What a table's game was: earlier positions, the results of past moves, and the proof that a replay agrees."""

import asyncio
import logging
from collections.abc import Sequence

from bot.errors.tables import NoSuchMove
from bot.tables import replay
from bot.tables.cache import TableCache
from bot.tables.snapshots import Snapshots
from bot.tables.table import MoveResult, PlayedMove, StartedTable, Table, results_of
from engine.game import Game

log = logging.getLogger(__name__)


class History:
    """Looks back."""

    def __init__(self, tables: TableCache, snapshots: Snapshots) -> None:
        self._tables = tables
        self._snapshots = snapshots

    async def at(self, game_id: int, ply: int) -> Game:
        """Return the game as it stood after the first ``ply`` moves.

        :raises NoSuchMove: when the game has fewer moves, or has not begun
        """
        table = await self._tables.glance(game_id)
        if not isinstance(table, StartedTable) or not 0 <= ply <= len(table.moves):
            raise NoSuchMove(move=ply, last=len(table.moves))
        return table.game if ply == len(table.moves) else await self._tables.earlier(table, ply)

    async def results_after(self, game_id: int, rev: int) -> tuple[MoveResult, ...]:
        """Return the moves stored after a revision, with what they caused."""
        table = await self._tables.find(game_id)
        return await self._results(table, [move for move in table.moves if move.rev > rev])

    async def results(self, table: StartedTable, first: int, last: int) -> tuple[MoveResult, ...]:
        """Return moves of a table from one to another, counted from 1, with what they caused."""
        return await self._results(table, table.moves[first - 1 : last])

    async def _results(self, table: Table, new: Sequence[PlayedMove]) -> tuple[MoveResult, ...]:
        if not new or not isinstance(table, StartedTable):
            return ()
        start = await self._tables.earlier(table, new[0].ply - 1)
        replayed = await asyncio.to_thread(replay.again, start, [(move.seat, move.text) for move in new])
        return results_of(new, replayed)

    async def verify(self, game_id: int) -> bool:
        """Replay a game from the start, which is the truth, and drop snapshots that lead elsewhere."""
        table = await self._tables.find(game_id)
        if not isinstance(table, StartedTable):
            return True
        replayed = await asyncio.to_thread(replay.fingerprint, table.setup, table.move_texts())
        if replayed == table.game.state.fingerprint():
            return True
        log.error("game %d: the snapshot contradicts the replay and is dropped", game_id)
        await self._snapshots.drop(game_id)
        self._tables.drop(game_id)
        return False
