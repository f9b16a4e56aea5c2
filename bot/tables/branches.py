"""Study rooms: lines of play that one person keeps by name, and goes back to."""

import asyncio
from dataclasses import replace

from bot.errors.tables import NoSuchBranch, NotStudied
from bot.storage import Move
from bot.tables import replay
from bot.tables.cache import TableCache
from bot.tables.move_writer import MoveWriter
from bot.tables.seated import checked, own_seat
from bot.tables.settings import Line, Study
from bot.tables.table import StartedTable, Table
from bot.tables.undo import Undo, planned

MOST = 25
"""How many lines are kept in one room: as many as one list shows."""


def study_of(table: Table, user_id: int) -> Study:
    """What a person studies at a table.

    :raises NotStudied: when it is no study room
    :raises NotSeated: when it is somebody else's
    """
    if table.settings.study is None:
        raise NotStudied
    own_seat(table, user_id)
    return table.settings.study


def line_of(table: StartedTable) -> Line:
    """Return the moves in force: the seat of each, its notation, and what decided it."""
    return tuple((move.seat, move.text, move.decided_by) for move in table.moves)


class Branches:
    """Keeping lines of play, and going to them."""

    def __init__(self, tables: TableCache, writer: MoveWriter, undo: Undo) -> None:
        self._tables = tables
        self._writer = writer
        self._undo = undo

    async def keep(self, game_id: int, user_id: int, name: str, *, forget: bool = False) -> Table:
        """Keep the moves in force under a name, in the place of others of that name; or forget those.

        Of more than :data:`MOST` the oldest is forgotten.

        :raises NotStudied, NotSeated, NotRunning: when this person keeps no lines here
        """
        async with self._tables.locked(game_id) as loaded:
            table = checked(loaded.table, user_id, None)
            study = study_of(table, user_id)
            lines = {one: line for one, line in study.branches.items() if one != name}
            if not forget:
                lines = dict([*lines.items(), (name, line_of(table))][-MOST:])
            return await self._tables.change_settings(loaded, study=replace(study, branches=lines))

    async def go(self, game_id: int, user_id: int, name: str) -> StartedTable:
        """Put a line that is kept in the place of the moves in force; these stay among what was taken back.

        :raises NotStudied, NotSeated, NotRunning: when this person keeps no lines here
        :raises NoSuchBranch: when none of that name is kept
        """
        table = checked(await self._tables.find(game_id), user_id, None)
        wanted, now = study_of(table, user_id).branches.get(name), line_of(table)
        if wanted is None:
            raise NoSuchBranch
        kept = _alike(wanted, now)
        if kept == len(wanted) == len(now):
            return table
        async with self._tables.locked(game_id) as loaded:
            table = checked(loaded.table, user_id, table.rev)
            if kept == len(wanted):
                return await self._undo.take_back(loaded, planned(table, None, user_id, kept).keep, user_id)
            before = replace(table, moves=table.moves[:kept], game=await self._tables.earlier(table, kept))
            rest = wanted[kept:]
            done = await asyncio.to_thread(
                replay.again, before.game, [(seat, text) for seat, text, _ in rest]
            )
            moves = [Move(seat, user_id, text, decided_by) for seat, text, decided_by in rest]
            return await self._writer.write_upon(loaded, before, moves, done, user_id, redone_by=user_id)


def _alike(one: Line, other: Line) -> int:
    """Return with how many moves two lines begin alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, pair in pairs if pair[0] != pair[1]), min(len(one), len(other)))
