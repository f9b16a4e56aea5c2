"""What was taken back and is kept: games as they would have gone on, to be looked at and opened as copies."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.errors.tables import NothingToRedo
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
    found: list[Future] = []
    for rev, stood, gone in undos(rows):
        first = gone[0]
        one = Future(
            rev,
            first.retracted_by or 0,
            first.retracted_at or first.created_at,
            tuple(map(move_from, stood)),
            tuple(map(move_from, gone)),
        )
        known = one.texts in [other.texts for other in found]
        if not known and one.texts != now[: len(one.texts)] and gone[0].decided_by != RULES:
            found.append(one)
    return found


def undos(rows: Sequence[ActionRow]) -> Iterator[tuple[int, list[ActionRow], list[ActionRow]]]:
    """Yield each undo, the latest first: its revision, the moves that stayed, and those it took back, in order."""
    in_order = sorted(rows, key=lambda row: row.ply)
    for rev in sorted({row.retraction_rev for row in rows if row.retraction_rev is not None}, reverse=True):
        gone = [row for row in in_order if row.retraction_rev == rev]
        earlier = [row for row in in_order if row.ply < gone[0].ply and row.rev < rev]
        stood = [row for row in earlier if row.retraction_rev is None or row.retraction_rev >= rev]
        yield rev, stood, gone


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
