"""Standing orders at tables: given and withdrawn, asked after every change, and carried out through the one door.

That an order exists is known to its person alone. It moves as the person would, a moment after the decision came up.
"""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from weakref import WeakValueDictionary

from bot.errors.storage import StaleRev, Unavailable
from bot.errors.tables import OrderEnded
from bot.storage import OrderRow, Storage
from bot.tables.background import Background
from bot.tables.cache import TableCache
from bot.tables.changes import TableChange
from bot.tables.moves import Moves
from bot.tables.places import is_paused
from bot.tables.seated import own_seat, running
from bot.tables.table import StartedTable, Table
from engine import standing
from engine.actions import Action
from engine.refusals import Refused
from engine.standing import Act, Finish, Order, Response

log = logging.getLogger(__name__)

OVER, WITHDRAWN, SEAT = "over", "withdrawn", "seat"
FROM = 0.5
"""An order waits for this part of the delay at least, and for a chance part of the rest."""


@dataclass(frozen=True, slots=True)
class OrderNote:
    """A note about a person's order: the action it took, or why it has ended."""

    table: StartedTable
    row: OrderRow
    order: Order
    action: Action | None = None
    rev: int = 0

    @property
    def nonce(self) -> str:
        """Return the note's nonce: equal for the same note only, so that Discord drops a repetition."""
        return f"o{self.row.id}-{self.rev}"


async def _nobody(note: OrderNote) -> None:
    """Tell nobody."""


class NoPrivateMessages(Exception):
    """A person takes no messages in private."""


class StandingOrders:
    """The orders of all tables. ``tell`` tells a person in private.

    Once none of them moves at a table, ``call_people`` lets those who are awaited there be called, and ``wake_house``
    lets the house's players go on.
    """

    def __init__(self, storage: Storage, tables: TableCache, moves: Moves, background: Background) -> None:
        self._storage = storage
        self._tables = tables
        self._moves = moves
        self._background = background
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._giving: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()
        self._givers: dict[int, set[int]] = {}
        self._considering = Counter[int]()
        self._unreachable: set[int] = set()
        self.delay = 0.0
        self.tell: Callable[[OrderNote], Awaitable[None]] = _nobody
        self.call_people: Callable[[int], None] = lambda _: None
        self.wake_house: Callable[[int], None] = lambda _: None
        self.doubt: Callable[[int], None] = lambda _game: None
        """Takes note of a table for which the database gave no answer."""

    # given and withdrawn

    async def give(self, game_id: int, user_id: int, order: Order) -> list[Order]:
        """Give an order for one's own seat; it is asked at once. Return the orders in whose place it stands.

        Of two given at once the later stands in the place of the other, as ever.

        :raises NotSeated, NotRunning: when there is nothing this person could order
        """
        async with self._giving.setdefault((game_id, user_id), asyncio.Lock()):
            return await self._given(game_id, user_id, order)

    async def _given(self, game_id: int, user_id: int, order: Order) -> list[Order]:
        table = await self._tables.find(game_id)
        seat = own_seat(table, user_id)
        running(table)
        rows = await self._storage.orders.standing(game_id, user_id)
        given = [(row.id, standing.load(row.wanted)) for row in rows if row.wanted["kind"] in standing.KINDS]
        old = [(number, one) for number, one in given if standing.contradict(one, order)]
        await self._storage.orders.give(
            game_id, user_id, seat.id, order.dump(), [number for number, _ in old]
        )
        self._givers.setdefault(game_id, set()).add(user_id)
        self._begin(game_id)
        return [one for _, one in old]

    async def withdraw(self, game_id: int, user_id: int, order_id: int) -> bool:
        """End one's own order; return False where it has ended or is somebody else's."""
        own = await self._storage.orders.standing(game_id, user_id)
        if order_id not in [row.id for row in own]:
            return False
        return await self._storage.orders.end(order_id, WITHDRAWN, told=True)

    async def of(self, game_id: int, user_id: int) -> list[tuple[OrderRow, Order]]:
        """Return a person's orders that stand at a table."""
        rows = await self._storage.orders.standing(game_id, user_id)
        return [(row, standing.load(row.wanted)) for row in rows]

    # carried out

    async def resume(self) -> None:
        """Go on with what was undone when the program was stopped."""
        for game_id in await self._storage.orders.games():
            for row in await self._storage.orders.standing(game_id):
                self._givers.setdefault(game_id, set()).add(row.user_id)
            self._begin(game_id)

    def watch(self, change: TableChange) -> None:
        """Ask the orders of a table whose game has changed, or whose seats have."""
        if change.table.game_id in self._givers and change.kind in (
            "played",
            "undone",
            "ended",
            "seats",
            "place",
        ):
            self._begin(change.table.game_id)

    def ask_anew(self, game_id: int) -> None:
        """Ask the orders of a table anew, where there are any."""
        if game_id in self._givers:
            self._begin(game_id)

    def considers(self, game_id: int, user_id: int) -> bool:
        """Tell whether a person's order may be about to move, so that nobody needs to call that person yet."""
        return bool(self._considering[game_id]) and user_id in self._givers.get(game_id, ())

    def _begin(self, game_id: int) -> None:
        self._considering[game_id] += 1
        self._background.begin(self._serve(game_id))

    def _ask_again(self, game_id: int) -> bool:
        """Ask anew; nothing is settled yet."""
        self._begin(game_id)
        return True

    async def _serve(self, game_id: int) -> None:
        """Ask the orders of a table, carry out what the first of them wants, and tell why others end.

        What comes between is asked about anew: an order that is withdrawn, or a move that is made, at that moment.
        """
        async with self._locks.setdefault(game_id, asyncio.Lock()):
            try:
                moved = await self._asked(game_id)
            except (OrderEnded, StaleRev):
                moved = self._ask_again(game_id)
            except Refused as trouble:
                log.info("the orders of game %d wait: %s", game_id, trouble)
                moved = False
                if isinstance(trouble, Unavailable):
                    self.doubt(game_id)
            except Exception:
                log.exception("the orders of game %d could not be asked", game_id)
                moved = False
            self._considering[game_id] -= 1
            if self._considering[game_id]:
                return  # who is asked next decides better whom to call
            del self._considering[game_id]
            if not moved:
                self.call_people(game_id)
                self.wake_house(game_id)

    async def _asked(self, game_id: int) -> bool:
        table = await self._tables.find(game_id)
        if not isinstance(table, StartedTable) or is_paused(table):
            return False
        await self._tell_unheard(table)
        await self._tell_ended(table)
        rows = await self._storage.orders.standing(game_id)
        self._givers[game_id] = {row.user_id for row in rows}
        if not rows:
            del self._givers[game_id]
            return False
        await self._background.pause(self.delay * random.uniform(FROM, 1))
        table = (await self._tables.find(game_id)).started()
        return await self._carried_out(table, sorted(rows, key=_rank))

    async def _carried_out(self, table: StartedTable, rows: list[OrderRow]) -> bool:
        """Let the first order that wants to move do so, and end those that are done; return whether one has moved."""
        for row in rows:
            found = await asyncio.to_thread(_answer, table, row)
            if isinstance(found, Finish):
                await self._storage.orders.end(row.id, found.why, found.values)
            elif isinstance(found, Act):
                after = await self._moves.act(
                    table.game_id, table.rev, row.user_id, found.action, order_id=row.id, decided_by="order"
                )
                await self._tell_act(after, row, after.rev, found.action)
                return True
        await self._tell_ended(table)
        return False

    async def _tell_ended(self, table: StartedTable) -> None:
        for row in await self._storage.orders.untold(table.game_id):
            if await self._told(OrderNote(table, row, standing.load(row.wanted))):
                await self._storage.orders.told(row.id)

    async def _tell_unheard(self, table: StartedTable) -> None:
        """Tell people of moves that a stop, or Discord, has kept them from hearing of."""
        for row in await self._storage.orders.unheard(table.game_id):
            assert row.acted_rev is not None
            own = [one for one in table.moves if one.rev <= row.acted_rev and one.seat == row.seat]
            if not own or row.acted_rev not in {one.rev for one in table.moves}:  # taken back meanwhile
                await self._storage.orders.heard(row.id, row.acted_rev)
            else:
                action = table.game.recorded(own[-1].text, row.seat)
                await self._tell_act(table, row, row.acted_rev, action)

    async def _tell_act(self, table: StartedTable, row: OrderRow, rev: int, action: Action) -> None:
        if await self._told(OrderNote(table, row, standing.load(row.wanted), action, rev)):
            await self._storage.orders.heard(row.id, rev)

    async def owed(self, game_id: int, user_id: int) -> list[OrderRow]:
        """Return the ended orders of somebody who takes no messages in private, and is told of them now."""
        if user_id not in self._unreachable:
            return []
        rows = [row for row in await self._storage.orders.untold(game_id) if row.user_id == user_id]
        for row in rows:
            await self._storage.orders.told(row.id)
        return rows

    async def _told(self, note: OrderNote) -> bool:
        """Tell a person; False where that failed, so that it is tried again with the next move."""
        if note.row.user_id in self._unreachable and note.action is None:
            return False
        try:
            await self.tell(note)
            self._unreachable.discard(note.row.user_id)
        except NoPrivateMessages:
            self._unreachable.add(note.row.user_id)
            return note.action is not None
        except Exception:
            log.exception("a note about order %d could not be sent", note.row.id)
            return False
        return True


def _answer(table: StartedTable, row: OrderRow) -> Response:
    """Return the verdict of an order at a table; one whose seat has changed hands ends."""
    if table.state != "running":
        return Finish(OVER)
    if not _sits(table, row):
        return Finish(SEAT)
    return standing.ask(standing.load(row.wanted), table.game, row.seat)


def _sits(table: Table, row: OrderRow) -> bool:
    seat = table.seat(row.seat)
    return seat is not None and seat.user_id == row.user_id


def _rank(row: OrderRow) -> tuple[int, int]:
    return list(standing.KINDS).index(row.wanted["kind"]), row.id
