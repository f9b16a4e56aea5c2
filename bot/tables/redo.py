"""Playing again what was taken back, as long as nobody has played anything else."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.errors import AskedAlready, NothingToRedo
from bot.storage import RULES, ActionRow, Move, Storage, UndoRow
from bot.tables import replay
from bot.tables.border import before_border
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.move_writer import MoveWriter
from bot.tables.seated import checked, concerned
from bot.tables.table import StartedTable


@dataclass(frozen=True, slots=True)
class RedoPlan:
    """What a redo would play again, the revision of the undo that took it back, and who must agree."""

    table: StartedTable
    again: int
    moves: tuple[Move, ...]
    asks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RedoOutcome:
    """The table after somebody asked to redo, and the request that now waits for consent, if one does."""

    table: StartedTable
    request: UndoRow | None = None


def taken_back(rows: Sequence[ActionRow], moves: Sequence[tuple[str, str]]) -> tuple[ActionRow, ...]:
    """Return the moves of the latest undo that can be played again now; nothing if there is none."""
    undone = sorted({row.retraction_rev for row in rows if row.retraction_rev is not None}, reverse=True)
    for rev in undone:
        gone = [row for row in rows if row.retraction_rev == rev]
        if all(row.decided_by == RULES for row in gone):
            continue
        first = min(row.ply for row in gone)
        before = [row for row in rows if row.ply < first and _stood(row, rev - 1)]
        if [(row.seat, row.text) for row in sorted(before, key=_ply)] == list(moves):
            return tuple(sorted(gone, key=_ply))
    return ()


async def check_unasked(storage: Storage, game_id: int, user_id: int) -> None:
    """Check that nobody else waits for answers about an undo or a redo.

    :raises AskedAlready: when somebody does
    """
    request = await storage.undo.of_game(game_id)
    if request is not None and request.asked_by != user_id:
        raise AskedAlready(by=str(request.asked_by))


def _stood(row: ActionRow, rev: int) -> bool:
    """Tell whether an action was in force at a revision."""
    return row.rev <= rev and (row.retraction_rev is None or row.retraction_rev > rev)


def _ply(row: ActionRow) -> int:
    return row.ply


class Redo:
    """Redo, with the consent of those whose moves are played again."""

    def __init__(self, storage: Storage, tables: TableCache, changes: Changes, writer: MoveWriter) -> None:
        self._storage = storage
        self._tables = tables
        self._changes = changes
        self._writer = writer

    async def plan(self, game_id: int, rev: int | None, user_id: int) -> RedoPlan:
        """Preview :meth:`ask`: the moves it would play again and the people it would ask. Nothing happens.

        :raises StaleRev, NotSeated, NotRunning, NothingToRedo: like :meth:`ask`
        """
        async with self._tables.locked(game_id) as loaded:
            return await self._planned(checked(loaded.table, user_id, rev), user_id)

    async def ask(self, game_id: int, rev: int | None, user_id: int) -> RedoOutcome:
        """Play again what was taken back last; ask first where moves of others are among it.

        :raises StaleRev: when the table has moved on since the person looked
        :raises NotSeated, NotRunning, NothingToRedo: when there is nothing this person may play again
        """
        async with self._tables.locked(game_id) as loaded:
            plan = await self._planned(checked(loaded.table, user_id, rev), user_id)
            if not plan.asks:
                return RedoOutcome(await self.carry_out(loaded, plan.again, user_id))
            table = plan.table
            await check_unasked(self._storage, game_id, user_id)
            request = await self._storage.undo.ask(
                game_id, table.rev, len(table.moves), user_id, again=plan.again
            )
            self._changes.tell(TableChange("asked", table, table, by=user_id, request=request))
            return RedoOutcome(table, request)

    async def carry_out(self, loaded: LoadedTable, again: int, by: int) -> StartedTable:
        """Play what the undo of a revision took back; the caller holds the table and has made sure that all agree.

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
        return await self._writer.write_upon(loaded, before, [*map(_move, rows)], done, by, redone_by=by)

    async def _planned(self, table: StartedTable, user_id: int) -> RedoPlan:
        rows = await self._taken_back(table)
        if not rows or rows[0].retraction_rev is None:
            raise NothingToRedo
        moves = tuple(map(_move, rows))
        return RedoPlan(table, rows[0].retraction_rev, moves, concerned(table, moves, user_id))

    async def _taken_back(self, table: StartedTable) -> tuple[ActionRow, ...]:
        rows = await self._storage.actions.everything(table.game_id)
        return taken_back(rows, table.move_texts(len(before_border(table.moves))))


def _move(row: ActionRow) -> Move:
    return Move(row.seat, row.user_id, row.text, row.decided_by)
