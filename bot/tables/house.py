"""Seats at which the house plays: for good where nobody sits, or until whoever does comes back."""

import asyncio
import logging
from collections.abc import Callable
from weakref import WeakValueDictionary

from bot.errors.storage import SeatMissing, Unavailable
from bot.errors.tables import NotHost
from bot.storage import Decider, Storage
from bot.tables.background import Background
from bot.tables.cache import TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.moves import Moves
from bot.tables.places import is_paused
from bot.tables.precompute import Precompute
from bot.tables.seated import running
from bot.tables.settings import Level, TableSettings
from bot.tables.table import Seat, StartedTable, Table, is_house, seat_from
from bot.worker_pool import WorkerLost
from engine.actions import Action
from engine.forced import refusal
from engine.refusals import Refused

log = logging.getLogger(__name__)

STAND_IN = -100
"""Who has moved where the house stood in for somebody."""
LATELY = 80
"""So many moves are looked back to, for what was bought in a round."""


class HouseSeats:
    """Moves for the seats of the house, one decision after the other, and lets it stand in."""

    def __init__(  # noqa: PLR0913, PLR0917 - it moves by the door, thinks elsewhere and tells of it
        self,
        storage: Storage,
        tables: TableCache,
        moves: Moves,
        precompute: Precompute,
        changes: Changes,
        background: Background,
    ) -> None:
        self._storage = storage
        self._tables = tables
        self._moves = moves
        self._precompute = precompute
        self._changes = changes
        self._background = background
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.delay = 0.0
        self.ordered: Callable[[int, int], bool] = lambda _game, _person: False
        """Whether an order of a person may be about to move at a table: it goes before the house."""
        self.doubt: Callable[[int], None] = lambda _game: None
        """Takes note of a table for which the database gave no answer."""

    async def stand_in(
        self, game_id: int, by: int, seat_id: str, *, as_host: bool = False, level: Level | None = None
    ) -> Table:
        """Let the house stand in at a seat, or where it does give the seat back; ``as_host`` is for admins.

        With a ``level`` the house plays on at that level, there and wherever else it does at the table.

        :raises SeatMissing: when there is no such seat, or it is the house's own
        :raises NotHost: when neither the host nor whoever sits there asks
        :raises NotRunning: when the game is not being played
        """
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table
            seat = before.seat(seat_id)
            running(before)
            if seat is None or seat.is_house:
                raise SeatMissing(game_id=game_id)
            if by not in (before.host, seat.user_id) and not as_host:
                raise NotHost(host=str(before.host))
            others = {one: user for one, user in before.stand_ins.items() if one != seat_id}
            if level is not None:
                stand_ins = (
                    {**before.stand_ins} if before.is_left(seat) else {**others, seat_id: seat.user_id}
                )
                after = await self._tables.change_settings(loaded, stand_ins=stand_ins, level=level)
            elif before.is_left(seat):
                deputies = before.deputies.items()
                left = {one: who for one, who in deputies if one != seat_id or not is_house(who.user)}
                after = await self._tables.change_settings(loaded, stand_ins=others, deputies=left)
            else:
                stand_ins = {**others, seat_id: seat.user_id}
                after = await self._tables.change_settings(loaded, stand_ins=stand_ins)
            self._changes.tell(TableChange("seats", after, before, by=by))
            return after

    async def resume(self) -> None:
        """Go on where the program was stopped."""
        for row in await self._storage.games.in_state("running"):
            seats = await self._storage.seats.of_game(row.id)
            settings = TableSettings.of(row.settings)
            left = settings.stand_ins or settings.deputies or settings.clock_out
            if left or any(seat.is_house for seat in map(seat_from, seats)):
                self.begin(row.id)

    def watch(self, change: TableChange) -> None:
        """Move where the decision is the house's."""
        if (
            change.kind in ("started", "played", "undone", "seats", "place")
            and _seat(change.table) is not None
        ):
            self.begin(change.table.game_id)

    def begin(self, game_id: int) -> None:
        """Move where the decision is the house's, as soon as nothing goes before it."""
        self._background.begin(self._serve(game_id))

    async def _serve(self, game_id: int) -> None:
        async with self._locks.setdefault(game_id, asyncio.Lock()):
            try:
                await self._move(game_id)
            except (Refused, WorkerLost) as trouble:
                log.info("the house waits in game %d: %s", game_id, trouble)
                if isinstance(trouble, Unavailable):
                    self.doubt(game_id)
            except Exception:
                log.exception("the house could not move in game %d", game_id)

    async def _move(self, game_id: int) -> None:
        await self._background.pause(self.delay)
        table = await self._tables.find(game_id)
        seat = _seat(table)
        if seat is None or not isinstance(table, StartedTable) or is_paused(table):
            return
        if self.ordered(game_id, seat.user_id):
            return  # it begins again once the orders have had their say
        action = _passed(table, seat)
        if not seat.is_house:  # nothing that is a person's is sold without them
            action = action or refusal(table.game, seat.id)
        if action is None:
            level = table.settings.level
            action = await self._precompute.house_move(table.game, seat.id, level, _lately(table))
        by = seat.user_id if seat.is_house else STAND_IN
        decider: Decider = "house" if table.is_left(seat) else "clock"
        await self._moves.act(game_id, table.rev, by, action, seat_id=seat.id, decided_by=decider)


def _lately(table: StartedTable) -> tuple[Action, ...]:
    """The last moves of a table, which may be those of a stock round."""
    return tuple(table.game.recorded(move.text, move.seat) for move in table.moves[-LATELY:])


def _passed(table: StartedTable, seat: Seat) -> Action | None:
    """Return a pass where somebody's time is up, the table wants them to pass then, and they may."""
    clock = table.settings.clock
    if clock is None or clock.zero != "skip" or seat.id not in table.out_of_time:
        return None
    offers = table.game.choices.offers
    return next((one.action for one in offers if one.action.closing and one.action.actor == seat.id), None)


def _seat(table: Table) -> Seat | None:
    """Return the first seat whose decision is the house's."""
    return next((seat for seat in table.awaited if table.plays_itself(seat)), None)
