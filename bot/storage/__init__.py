"""The storage: one database for all games, their actions, people and reminders. It knows no rules."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Self

from bot.storage.action_log import ActionLog, MoveOrigin
from bot.storage.bells import StoredBells
from bot.storage.connect import open_engine, open_unchanged
from bot.storage.database import Database, utc_now
from bot.storage.games import StoredGames
from bot.storage.hooks import StoredHooks
from bot.storage.last_visits import StoredVisits
from bot.storage.league import StoredLeague
from bot.storage.leases import StoredLeases
from bot.storage.messages import StoredMessages
from bot.storage.meta import StoredMeta
from bot.storage.outbox import Outbox
from bot.storage.people import StoredPeople
from bot.storage.plans import StoredPlans
from bot.storage.reminders import StoredReminders
from bot.storage.rows import (
    AWAY,
    AWAY_SINCE,
    RECAPS,
    RULES,
    UNTOLD,
    ActionRow,
    BellKind,
    BellRow,
    ChannelPlace,
    Decider,
    Decision,
    GameChanges,
    GameRow,
    HookPostRow,
    HookRow,
    JsonValue,
    MessageRow,
    Move,
    NewGame,
    NewPost,
    NewsKind,
    NewsRow,
    OrderRow,
    PendingRow,
    PlanRow,
    PostRow,
    ReminderRow,
    SeasonRow,
    SeatRow,
    SignUpRow,
    SnapshotRow,
    TableState,
    UserChanges,
    UserRow,
)
from bot.storage.seats import StoredSeats
from bot.storage.shards import Shard
from bot.storage.snapshots import StoredSnapshots
from bot.storage.standing_orders import StoredOrders

__all__ = [
    "AWAY",
    "AWAY_SINCE",
    "RECAPS",
    "RULES",
    "UNTOLD",
    "ActionRow",
    "BellKind",
    "BellRow",
    "ChannelPlace",
    "Decider",
    "Decision",
    "GameChanges",
    "GameRow",
    "HookPostRow",
    "HookRow",
    "JsonValue",
    "MessageRow",
    "Move",
    "MoveOrigin",
    "NewGame",
    "NewPost",
    "NewsKind",
    "NewsRow",
    "OrderRow",
    "PendingRow",
    "PlanRow",
    "PostRow",
    "ReminderRow",
    "SeasonRow",
    "SeatRow",
    "SignUpRow",
    "SnapshotRow",
    "Storage",
    "StoredBells",
    "TableState",
    "UserChanges",
    "UserRow",
    "utc_now",
]

PATIENCE = 5.0


class Storage:
    """Everything that is kept, part by part; ``async with Storage.open(address) as storage``."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.games = StoredGames(database)
        self.seats = StoredSeats(database)
        self.actions = ActionLog(database)
        self.snapshots = StoredSnapshots(database)
        self.orders = StoredOrders(database)
        self.messages = StoredMessages(database)
        self.outbox = Outbox(database)
        self.people = StoredPeople(database)
        self.reminders = StoredReminders(database)
        self.bells = StoredBells(database)
        self.visits = StoredVisits(database)
        self.plans = StoredPlans(database)
        self.hooks = StoredHooks(database)
        self.league = StoredLeague(database)
        self.leases = StoredLeases(database.urgent)
        self.meta = StoredMeta(database)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, address: str, *, now: Callable[[], datetime] = utc_now, patience: float = PATIENCE
    ) -> AsyncIterator[Self]:
        """Open the database, bring its tables up to date, and close it when the block ends.

        ``now`` gives the times to store; ``patience`` is how many seconds to wait for another program's lock.

        :raises Unavailable: when the database cannot be used; each kind says in a sentence why.
        """
        async with cls._closed_afterwards(
            Database(*await open_engine(address, patience), now, patience)
        ) as one:
            yield one

    @classmethod
    @asynccontextmanager
    async def open_unchanged(cls, address: str, *, patience: float = PATIENCE) -> AsyncIterator[Self]:
        """Open a database that others may be using, only to read it; its tables stay as they are.

        :raises OlderSchema, NewerSchema: when its tables are not those of this program
        :raises Unavailable: when the database cannot be used
        """
        database = Database(*await open_unchanged(address, patience), utc_now, patience)
        async with cls._closed_afterwards(database) as one:
            yield one

    @classmethod
    @asynccontextmanager
    async def _closed_afterwards(cls, database: Database) -> AsyncIterator[Self]:
        try:
            yield cls(database)
        finally:
            await database.close()

    def of_shard(self, shard: Shard) -> "Storage":
        """Return the storage of the tables of one shard; only its games are listed, and another's are still found."""
        return Storage(self.database.of_shard(shard))

    def now(self) -> datetime:
        """Return the present moment by the clock that stamps what is stored."""
        return self.database.now()
