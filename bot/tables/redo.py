"""Playing again what was taken back, as long as nobody has played anything else."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.errors.tables import NothingToRedo
from bot.storage import RULES, ActionRow, Move, Storage
from bot.tables import replay
from bot.tables.border import before_border
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.futures import undos
from bot.tables.move_writer import MoveWriter, with_closed
from bot.tables.requests import Request
from bot.tables.seated import checked
from bot.tables.table import StartedTable, Table


@dataclass(frozen=True, slots=True)
class RedoPlan:
    """What a redo would play again, the revision of the undo that took it back, and who must agree."""

    table: StartedTable
    again: int
    moves: tuple[Move, ...]
    asks: tuple[int, ...]


def taken_back(rows: Sequence[ActionRow], moves: Sequence[tuple[str, str]]) -> tuple[ActionRow, ...]:
    """Return the moves of the latest undo that can be played again now; nothing if there is none."""
    for _, stood, gone in undos(rows):
        by_rules = all(row.decided_by == RULES for row in gone)
        if not by_rules and [(row.seat, row.text) for row in stood] == list(moves):
            return tuple(gone)
    return ()


class Redo:
    """Looks what a redo would play again, and plays it."""

    def __init__(self, storage: Storage, tables: TableCache, writer: MoveWriter) -> None:
        self._storage = storage
        self._tables = tables
        self._writer = writer

    async def plan(self, game_id: int, rev: int | None, user_id: int) -> RedoPlan:
        """Return which moves a redo would play again, and whom it would ask.

        :raises StaleRev: when the table has moved on since the person looked
        :raises NotSeated, NotRunning, NothingToRedo: when there is nothing this person may play again
        """
        async with self._tables.locked(game_id) as loaded:
            return await self.planned(loaded.table, rev, user_id)

    async def play_again(
        self, loaded: LoadedTable, again: int, by: int, request: Request | None = None
    ) -> StartedTable:
        """Play what the undo of a revision took back; the caller holds the table and has made sure that all agree.

        The ``request`` to do so is closed with it.

        :raises NothingToRedo: when it does not lead on from where the table stands
        """
        before = loaded.table.started()
        rows = await self._taken_back(before)
        if not rows or rows[0].retraction_rev != again:
            raise NothingToRedo
        texts = [(row.seat, row.text) for row in rows]
        kept = tuple(before_border(before.moves))
        if len(kept) < len(before.moves):
            before = replace(before, moves=kept, game=await self._tables.earlier(before, len(kept)))
        done = await asyncio.to_thread(replay.again, before.game, texts)
        before, changes = with_closed(before, request)
        return await self._writer.write_upon(
            loaded, before, [*map(_move, rows)], done, by, redone_by=by, settings=changes
        )

    async def planned(self, seen: Table, rev: int | None, user_id: int) -> RedoPlan:
        """Plan a redo like :meth:`plan`, for a caller that already holds the table."""
        table = checked(seen, user_id, rev)
        rows = await self._taken_back(table)
        if not rows or rows[0].retraction_rev is None:
            raise NothingToRedo
        moves = tuple(map(_move, rows))
        return RedoPlan(table, rows[0].retraction_rev, moves, table.concerned(moves, user_id))

    async def _taken_back(self, table: StartedTable) -> tuple[ActionRow, ...]:
        rows = await self._storage.actions.everything(table.game_id)
        return taken_back(rows, table.move_texts(len(before_border(table.moves))))


def _move(row: ActionRow) -> Move:
    return Move(row.seat, row.user_id, row.text, row.decided_by)
