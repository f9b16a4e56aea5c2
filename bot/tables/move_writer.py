"""Writing down what has been played: stored first, then kept in memory, and only then told."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Unpack

from bot.errors.storage import StorageProblem
from bot.storage import JsonValue, Move, MoveOrigin, Storage, TableState
from bot.tables import replay
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.replay import PlayedAction
from bot.tables.requests import Request
from bot.tables.table import PlayedMove, StartedTable, results_of


class MoveWriter:
    """Stores moves of every origin."""

    def __init__(self, storage: Storage, tables: TableCache, changes: Changes) -> None:
        self._storage = storage
        self._tables = tables
        self._changes = changes

    async def write(
        self,
        loaded: LoadedTable,
        moves: Sequence[Move],
        done: Sequence[PlayedAction],
        by: int,
        **origin: Unpack[MoveOrigin],
    ) -> StartedTable:
        """Store moves that were played at a table, put the table after them in its place, tell it, and return it.

        ``done`` are the actions that the moves stand for, each with the game after it.

        :raises StorageProblem: when nothing could be stored, so nothing happened
        """
        before = loaded.table.started()
        return await self.write_upon(loaded, before, moves, done, by, **origin)

    async def write_upon(
        self,
        loaded: LoadedTable,
        before: StartedTable,
        moves: Sequence[Move],
        done: Sequence[PlayedAction],
        by: int,
        **origin: Unpack[MoveOrigin],
    ) -> StartedTable:
        """Do what :meth:`write` does upon a table with fewer moves; those that it lacks are retracted.

        :raises StorageProblem: when nothing could be stored, so nothing happened
        """
        shorter = len(before.moves) < len(loaded.table.moves)
        after = await self._stored(
            before, moves, done, keep_ply=len(before.moves) if shorter else None, **origin
        )
        if shorter:
            loaded.forget_after(len(before.moves))
        for ply, (_, game) in enumerate(done, len(before.moves) + 1):
            loaded.remember(game, ply)
        loaded.table = after
        self._tables.consider_snapshot(loaded)
        results = results_of(after.moves[len(before.moves) :], done)
        self._changes.tell(TableChange("played", after, before, by=by, results=results))
        return after

    async def _stored(
        self,
        before: StartedTable,
        moves: Sequence[Move],
        done: Sequence[PlayedAction],
        *,
        keep_ply: int | None = None,
        **origin: Unpack[MoveOrigin],
    ) -> StartedTable:
        """Return the table after the moves, which are stored by then."""
        ended = [replay.ends_round(game.events) for _, game in done]
        moves = [replace(move, ends_round=over) for move, over in zip(moves, ended, strict=True)]
        game = done[-1][1]
        scores, over = replay.scores(game), game.state.over
        try:
            rev = await self._storage.actions.append(
                before.game_id,
                before.rev,
                *moves,
                finished=over,
                scores=scores,
                keep_ply=keep_ply,
                **origin,
            )
        except StorageProblem:  # whatever is stored now, the next look reads it
            self._tables.drop(before.game_id)
            raise
        new = as_stored(before, rev, moves, self._storage.now(), origin.get("interaction_id"))
        state: TableState = "finished" if over else "running"
        return replace(before, rev=rev, moves=before.moves + new, game=game, state=state)


def with_closed(table: StartedTable, request: Request | None) -> tuple[StartedTable, Mapping[str, JsonValue]]:
    """Return a table with a request as it is closed, if there is one, and what of its settings changes by that."""
    if request is None:
        return table, {}
    settings = table.settings.having(requests=table.settings.noting(request))
    return replace(table, settings=settings), settings.since(table.settings)


def as_stored(
    before: StartedTable, rev: int, moves: Sequence[Move], now: datetime, press: int | None = None
) -> tuple[PlayedMove, ...]:
    """Return stored moves as they stand at the table, the last at revision ``rev``."""
    ply, first = len(before.moves), rev - len(moves)
    return tuple(
        PlayedMove(ply + at, first + at, move.seat, move.user_id, move.text, now, press, move.decided_by)
        for at, move in enumerate(moves, 1)
    )
