"""What was taken back and is kept: games as they would have gone on, to be looked at and opened as copies."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.errors import NothingToRedo
from bot.storage import RULES, ActionRow, Storage
from bot.tables import replay
from bot.tables.replay import MoveText
from bot.tables.table import PlayedMove, StartedTable, move_from
from engine.game import Game


@dataclass(frozen=True, slots=True)
class Future:
    """What one undo took back: its revision, who asked for it and when, the moves before it and those it took."""

    rev: int
    by: int
    at: datetime
    before: tuple[PlayedMove, ...]
    moves: tuple[PlayedMove, ...]

    @property
    def whole(self) -> tuple[PlayedMove, ...]:
        """Return all the moves of that game."""
        return self.before + self.moves

    @property
    def texts(self) -> list[MoveText]:
        """Return all its moves by seat and notation."""
        return [(move.seat, move.text) for move in self.whole]


def futures(rows: Sequence[ActionRow], moves: Sequence[PlayedMove]) -> list[Future]:
    """Return the moves that were taken back and are not in force again, the latest first."""
    now = [(move.seat, move.text) for move in moves]
    revs = sorted({row.retraction_rev for row in rows if row.retraction_rev is not None}, reverse=True)
    found: list[Future] = []
    for rev in revs:
        gone = sorted((row for row in rows if row.retraction_rev == rev), key=lambda row: row.ply)
        first = gone[0]
        stood = [row for row in rows if row.ply < first.ply and row.rev < rev and _stood(row, rev)]
        one = Future(
            rev,
            first.retracted_by or 0,
            first.retracted_at or first.created_at,
            tuple(map(move_from, sorted(stood, key=lambda row: row.ply))),
            tuple(map(move_from, gone)),
        )
        known = one.texts in [other.texts for other in found]
        if not known and one.texts != now[: len(one.texts)] and gone[0].decided_by != RULES:
            found.append(one)
    return found


def _stood(row: ActionRow, rev: int) -> bool:
    """Tell whether an action was in force before an undo."""
    return row.retraction_rev is None or row.retraction_rev >= rev


class Futures:
    """Looks for what was taken back at a table."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def of(self, table: StartedTable) -> list[Future]:
        """Return a table's moves that were taken back and are not in force again, the latest first."""
        return futures(await self._storage.actions.everything(table.game_id), table.moves)

    async def find(self, table: StartedTable, rev: int) -> tuple[Future, Game]:
        """Return the moves that the undo of a revision took back, with the game at their end.

        :raises NothingToRedo: when it took nothing back that is not in force again
        """
        found = next((one for one in await self.of(table) if one.rev == rev), None)
        if found is None:
            raise NothingToRedo
        return found, await asyncio.to_thread(replay.rebuild, table.setup, found.texts)
