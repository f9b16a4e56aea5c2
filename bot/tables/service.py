"""What people do at tables. It knows people, seats, versions and locks; it knows no rule and no Discord."""

from collections.abc import Callable

from bot.storage import Storage
from bot.tables.background import Background
from bot.tables.branches import Branches
from bot.tables.cache import TableCache
from bot.tables.changes import Changes
from bot.tables.clocks import Clocks
from bot.tables.consent import Asking, Doing
from bot.tables.deputies import Deputies
from bot.tables.futures import Futures
from bot.tables.history import History
from bot.tables.house import HouseSeats
from bot.tables.imports import Imports
from bot.tables.lobbies import Lobbies
from bot.tables.move_writer import MoveWriter
from bot.tables.moves import Moves
from bot.tables.orders import StandingOrders
from bot.tables.outages import Outages
from bot.tables.places import Places
from bot.tables.precompute import Precompute
from bot.tables.redo import Redo
from bot.tables.snapshots import Snapshots
from bot.tables.undo import Undo

AGAIN = 30.0
"""After how many seconds a table is looked at anew for which the database gave no answer."""
KEEP = 64
"""How many tables stay in memory."""


class Service:
    """All that can be done with tables, part by part, over one storage."""

    def __init__(self, storage: Storage, keep: int = KEEP, precompute: Precompute | None = None) -> None:
        self.storage = storage
        self.precompute = precompute or Precompute()
        self.background = Background()
        self.changes = Changes()
        snapshots = Snapshots(storage, self.background)
        self.tables = TableCache(storage, snapshots, self.precompute, keep)
        self.history = History(self.tables, snapshots)
        self.lobbies = Lobbies(storage, self.tables, self.changes)
        writer = MoveWriter(storage, self.tables, self.changes)
        self.moves = Moves(self.tables, self.precompute, writer)
        self.orders = StandingOrders(storage, self.tables, self.moves, self.background)
        self.changes.watchers.append(self.orders.watch)
        self.house = HouseSeats(
            storage, self.tables, self.moves, self.precompute, self.changes, self.background
        )
        self.changes.watchers.append(self.house.watch)
        self.house.ordered, self.orders.wake_house = self.orders.considers, self.house.begin
        self.places = Places(storage, self.tables, self.changes)
        self.outages = Outages(storage, self.tables)
        self.deputies = Deputies(self.tables, self.changes)
        self.clocks = Clocks(storage, self.tables, self.changes)
        self.undo = Undo(storage, self.tables, self.changes)
        self.redo = Redo(storage, self.tables, writer)
        doing = Doing(self.moves, self.undo, self.redo, self.places)
        self.consent = Asking(storage, self.tables, self.changes, doing)
        self.futures = Futures(storage)
        self.imports = Imports(storage, self.tables, self.changes, self.precompute, self.history)
        self.branches = Branches(self.tables, writer, self.undo)
        self.again = AGAIN
        self.serving: list[Callable[[int], None]] = [self.orders.ask_anew, self.house.begin]
        """What serves a table anew some time after the database gave no answer."""
        self.tables.doubt = self.house.doubt = self.orders.doubt = self._serve_again

    def _serve_again(self, game_id: int) -> None:
        """Let all that serve a table do so again after a while: what was stored may be untold, or not be done."""

        def serve() -> None:
            for one in self.serving:
                one(game_id)

        self.background.later(game_id, self.again, serve)

    async def settled(self) -> None:
        """Wait for what goes on in the background."""
        await self.precompute.settled()
        await self.background.settled()
