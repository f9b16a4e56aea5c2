"""Writing down what has been played: stored first, then kept in memory, and only then told."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

from bot.errors import StorageProblem
from bot.storage import Move, MoveOrigin, Storage, TableState
from bot.tables import replay
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.replay import PlayedAction
from bot.tables.view import MoveResult, PlayedMove, StartedTable


class MoveWriter:
    """Writes moves down, whoever made them and for whatever reason."""

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
        after = await self._stored(before, moves, done, **origin)
        for ply, (_, game) in enumerate(done, len(before.moves) + 1):
            loaded.remember(game, ply)
        loaded.table = after
        self._tables.consider_snapshot(loaded)
        results = _results(after.moves[len(before.moves) :], done)
        self._changes.tell(TableChange("played", after, before, by=by, results=results))
        return after

    async def _stored(
        self,
        before: StartedTable,
        moves: Sequence[Move],
        done: Sequence[PlayedAction],
        **origin: Unpack[MoveOrigin],
    ) -> StartedTable:
        """Return the table after the moves, which are stored by then."""
        ended = [replay.ends_round(game.events) for _, game in done]
        moves = [replace(move, ends_round=over) for move, over in zip(moves, ended, strict=True)]
        game = done[-1][1]
        scores, over = replay.scores(game), game.state.over
        try:
            rev = await self._storage.actions.append(
                before.game_id, before.rev, *moves, finished=over, scores=scores, **origin
            )
        except StorageProblem:  # whatever is stored now, the next look reads it
            self._tables.drop(before.game_id)
            raise
        new = self._as_stored(before, moves, origin.get("interaction_id"))
        state: TableState = "finished" if over else "running"
        return replace(before, rev=rev, moves=before.moves + new, game=game, state=state)

    def _as_stored(
        self, before: StartedTable, moves: Sequence[Move], press: int | None
    ) -> tuple[PlayedMove, ...]:
        """Return moves as they follow those of a table from now on."""
        now, ply = self._storage.now(), len(before.moves)
        return tuple(
            PlayedMove(
                ply + part, before.rev + part, move.seat, move.user_id, move.text, now, press, move.decided_by
            )
            for part, move in enumerate(moves, 1)
        )


def _results(moves: Sequence[PlayedMove], done: Sequence[PlayedAction]) -> tuple[MoveResult, ...]:
    """Return moves with what they caused."""
    return tuple(
        MoveResult(move, action, game.events, game) for move, (action, game) in zip(moves, done, strict=True)
    )
