"""What people do at tables. It knows people, seats, versions and locks; it knows no rule and no Discord."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace

from bot.errors import NotRunning, NotSeated, NotYourSeat
from bot.storage import Move, StaleRev, StorageProblem
from bot.tables import replay
from bot.tables.cache import LoadedTable
from bot.tables.lobbies import Lobbies
from bot.tables.undo import Undo
from bot.tables.view import Change, MoveResult, PlayedMove, Seat, Table
from engine import notation
from engine.actions import Action
from engine.game import Game

log = logging.getLogger(__name__)

DOUBLE = 60
"""How many of the last moves are searched for a press that arrives a second time."""

MoveInput = str | Action | Sequence[str | Action]


class Service(Lobbies, Undo):
    """The one door through which every move, seat and undo goes."""

    async def act(
        self,
        game_id: int,
        rev: int | None,
        user_id: int,
        wanted: MoveInput,
        interaction_id: int | None = None,
    ) -> Table:
        """Play one action or a chain for the person's seat: all or nothing, stored before anybody is told.

        ``rev`` is the version the person looked at; None, for a typed command, is the table as it stands.
        A press that arrives twice is played once.

        Raises:
            NotSeated, NotYourSeat: it is not this person's to do.
            NotRunning: the game is not being played.
            StaleRev: the table has moved on since the person looked.
            Malformed, IllegalAction: the engine refuses.
            StorageProblem: nothing could be stored, so nothing happened.
        """
        items = [wanted] if isinstance(wanted, str | Action) else list(wanted)
        async with self.locked(game_id) as loaded:
            before = loaded.table
            if _arrived_before(before, interaction_id):
                return before
            game, seat = _ready(before, rev, user_id, items)
            if await asyncio.to_thread(replay.slow, game, seat.id, items[0]):
                await self.precompute.ready(game_id, game)
            done = await asyncio.to_thread(replay.play, game, seat.id, items, self.precompute.seconds)
            await self._store(loaded, user_id, done, interaction_id)
            self.consider_snapshot(loaded)
            results = _results(loaded.table.moves[len(before.moves) :], done)
            self.tell(Change("played", loaded.table, before, by=user_id, results=results))
            return loaded.table

    async def _store(
        self,
        loaded: LoadedTable,
        user_id: int,
        done: Sequence[tuple[Action, Game]],
        interaction_id: int | None,
    ) -> None:
        before, last = loaded.table, done[-1][1]
        texts = [notation.write(action) for action, _ in done]
        actors = [action.actor for action, _ in done]
        moves = [Move(actor, user_id, text) for actor, text in zip(actors, texts, strict=True)]
        over = last.state.over
        try:
            rev = await self.storage.append(
                before.game_id, before.rev, *moves, interaction_id=interaction_id, finished=over
            )
        except StorageProblem:  # whatever is stored now, the next look reads it
            self.drop(before.game_id)
            raise
        now, ply = self.storage.now(), len(before.moves)
        new = tuple(
            PlayedMove(ply + part, before.rev + part, move.seat, user_id, move.text, now, interaction_id)
            for part, move in enumerate(moves, 1)
        )
        loaded.table = replace(
            before, rev=rev, moves=before.moves + new, game=last, state="finished" if over else "running"
        )
        for part, (_, game) in enumerate(done, 1):
            loaded.recent[ply + part] = game.state
        loaded.remember()

    async def verify(self, game_id: int) -> bool:
        """Replay a game from the start, which is the truth, and drop snapshots that lead elsewhere."""
        table = await self.table(game_id)
        if table.game is None:
            return True
        stored = [(move.seat, move.text) for move in table.moves]
        proved = await asyncio.to_thread(replay.replayed_fingerprint, table.setup, stored)
        if proved == table.game.state.fingerprint():
            return True
        log.error("game %d: the snapshot contradicts the replay and is dropped", game_id)
        await self.storage.drop_snapshots(game_id)
        self.drop(game_id)
        return False


def _arrived_before(table: Table, interaction_id: int | None) -> bool:
    if interaction_id is None:
        return False
    return any(move.interaction_id == interaction_id for move in table.moves[-DOUBLE:])


def _ready(table: Table, rev: int | None, user_id: int, items: Sequence[str | Action]) -> tuple[Game, Seat]:
    """Return the game and the person's seat, or refuse."""
    seat = table.seat_of(user_id)
    if table.state == "lobby" or table.game is None:
        raise NotRunning(state=table.state)
    if seat is None:
        raise NotSeated
    if rev is not None and rev != table.rev:
        raise StaleRev(table.game_id, rev, table.rev)
    if table.state != "running":
        raise NotRunning(state=table.state)
    for item in items:
        if isinstance(item, Action) and item.actor != seat.id:
            raise NotYourSeat(seat=item.actor, name=table.names.get(item.actor, "?"))
    return table.game, seat


def _results(moves: Sequence[PlayedMove], done: Sequence[tuple[Action, Game]]) -> tuple[MoveResult, ...]:
    return tuple(
        MoveResult(move, action, game.events, game) for move, (action, game) in zip(moves, done, strict=True)
    )
