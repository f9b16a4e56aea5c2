"""Playing moves: judged by the engine, stored, and only then told."""

import asyncio
from collections.abc import Sequence
from typing import TypeAlias, Unpack

from bot.errors.storage import StaleRev
from bot.errors.tables import NotRunning, NotSeated, NotYourSeat
from bot.storage import Decider, Move, MoveOrigin
from bot.tables import replay
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.move_writer import MoveWriter, with_closed
from bot.tables.places import is_paused
from bot.tables.precompute import Precompute
from bot.tables.replay import PlayedAction
from bot.tables.requests import Request
from bot.tables.table import Seat, StartedTable, Table
from bot.worker_pool import WorkerLost
from engine import notation
from engine.actions import Action
from engine.game import Game
from engine.routes import SearchStopped

DOUBLE = 60
"""How many of the last moves are searched for a press that arrives a second time."""

MOST = 200
"""How many steps follow by themselves at once."""
NOBODY = 0
"""Who has made a move that nobody had to decide."""

MoveInput: TypeAlias = str | Action | Sequence[str | Action]


class ActOrigin(MoveOrigin, total=False):
    """How moves come about; the seat at which the house decides, what decides instead of people."""

    seat_id: str
    decided_by: Decider


class Moves:
    """The one door through which every move goes."""

    def __init__(self, tables: TableCache, precompute: Precompute, writer: MoveWriter) -> None:
        self._tables = tables
        self._precompute = precompute
        self._writer = writer

    async def act(
        self, game_id: int, rev: int | None, user_id: int, wanted: MoveInput, **how: Unpack[ActOrigin]
    ) -> StartedTable:
        """Play one action or a chain for the person's seat: all or nothing, stored before anybody is told.

        ``rev`` is the version the person looked at; None, for a typed command, is the table as it stands.
        A press that arrives twice is played once.

        :raises NotSeated, NotYourSeat: when it is not this person's to do
        :raises NotRunning: when the game is not being played, or rests and no person decides
        :raises StaleRev: when the table has moved on since the person looked
        :raises Malformed, IllegalAction: when the engine refuses
        :raises StorageProblem: when nothing could be stored, so nothing happened
        """
        actions = [wanted] if isinstance(wanted, str | Action) else list(wanted)
        press = how.get("interaction_id")
        async with self._tables.locked(game_id) as loaded:
            if _arrived_before(loaded.table, press):
                return loaded.table.started()
            acting = loaded.table.seat(how.get("seat_id", "")) or _acting(loaded.table, user_id, actions)
            _check_machine(loaded.table, acting, **how)
            before, seat = _ready(loaded.table, rev, acting, actions)
            done = await self._play(before, seat, actions)
            moves = _moves(done, user_id, how.get("decided_by", ""))
            if before.settings.ask != "everything":
                more = await self._forced(done[-1][1])
                moves, done = [*moves, *_moves(more, NOBODY, "forced")], [*done, *more]
            origin: MoveOrigin = {"interaction_id": press, "order_id": how.get("order_id")}
            return await self._writer.write(loaded, moves, done, user_id, **origin)

    async def end_together(self, loaded: LoadedTable, user_id: int, request: Request) -> StartedTable:
        """End a game as it stands, once all have agreed to it; the last one who did is noted with the move.

        The ``request`` to do so is closed with it.

        :raises StorageProblem: when nothing could be stored, so nothing happened
        """
        before, settings = with_closed(loaded.table.started(), request)
        action = before.game.stopped()
        done = [(action, await asyncio.to_thread(before.game.play, action))]
        moves = _moves(done, user_id)
        return await self._writer.write_upon(loaded, before, moves, done, user_id, settings=settings)

    async def _play(
        self, table: StartedTable, seat: Seat, actions: Sequence[str | Action]
    ) -> Sequence[PlayedAction]:
        """Return the game after these actions; waits for the search where judging them needs one."""
        if await asyncio.to_thread(replay.needs_search, table.game, seat.id, actions[0]):
            await self._precompute.ready(table.game_id, table.game)
        return await asyncio.to_thread(replay.play, table.game, seat.id, actions, self._precompute.seconds)

    async def _forced(self, game: Game) -> list[PlayedAction]:
        """Return the steps that follow because there is one answer only."""
        done: list[PlayedAction] = []
        while len(done) < MOST:
            try:
                more = await asyncio.to_thread(replay.forced, game, 0)
            except SearchStopped:
                try:
                    game.pos.learn(await self._precompute.found(game.pos))
                except WorkerLost:
                    break
                more = await asyncio.to_thread(replay.forced, game, self._precompute.seconds)
            if not more:
                break
            done += more
            game = done[-1][1]
        return done


def _moves(done: Sequence[PlayedAction], user_id: int, decided_by: Decider = "") -> list[Move]:
    """Return actions as the moves of a person, or of what decides in their place."""
    return [Move(action.actor, user_id, notation.write(action), decided_by) for action, _ in done]


def _arrived_before(table: Table, interaction_id: int | None) -> bool:
    if interaction_id is None:
        return False
    return any(move.interaction_id == interaction_id for move in table.moves[-DOUBLE:])


def _acting(table: Table, user_id: int, actions: Sequence[str | Action]) -> Seat | None:
    """Return the seat a person acts for: the one the first action names, if they may act there."""
    first = actions[0]
    named = table.seat(first.actor) if isinstance(first, Action) else None
    if named is not None and table.may_act(user_id, named):
        return named
    return table.acting_seat(user_id)


def _check_machine(table: Table, seat: Seat | None, **how: Unpack[ActOrigin]) -> None:
    """Refuse what decides instead of people while the table rests, and the house where it no longer plays.

    It may have thought for a while.
    """
    if how.get("decided_by") and is_paused(table):
        raise NotRunning(state="resting")
    if how.get("seat_id") and seat is not None and not table.plays_itself(seat):
        raise NotYourSeat(seat=seat.id, name=seat.name)


def _ready(
    table: Table, rev: int | None, seat: Seat | None, actions: Sequence[str | Action]
) -> tuple[StartedTable, Seat]:
    """Return the table and the seat that acts, or refuse."""
    started = table.started()
    if seat is None:
        raise NotSeated
    if rev is not None and rev != table.rev:
        raise StaleRev(game_id=table.game_id, expected=rev, actual=table.rev)
    if table.state != "running":
        raise NotRunning(state=table.state)
    for action in actions:
        if isinstance(action, Action) and action.actor != seat.id:
            raise NotYourSeat(seat=action.actor, name=table.names.get(action.actor, "?"))
    return started, seat
