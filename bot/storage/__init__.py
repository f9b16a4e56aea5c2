"""The storage: one database for all games, their actions, people and reminders. It knows no rules."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Self

from bot.storage.action_log import ActionLog
from bot.storage.connect import open_engine
from bot.storage.database import utc_now, whole_requests
from bot.storage.errors import (
    AlreadySeated,
    ChannelTaken,
    Conflict,
    DuplicateInteraction,
    GameMissing,
    LobbyFull,
    NoLaterAction,
    SeatMissing,
    StaleRev,
    StorageProblem,
    Unavailable,
    UndoClosed,
    WrongState,
)
from bot.storage.messages import StoredMessages
from bot.storage.people import People
from bot.storage.reminders import StoredReminders
from bot.storage.rows import (
    ActionRow,
    Decision,
    GameChanges,
    GameRow,
    MessageRow,
    Move,
    NewGame,
    PendingRow,
    ReminderRow,
    SeatRow,
    SnapshotRow,
    TableState,
    UndoRow,
    UserChanges,
    UserRow,
)
from bot.storage.snapshots import StoredSnapshots
from bot.storage.undo_requests import StoredUndoRequests

__all__ = [
    "ActionRow",
    "AlreadySeated",
    "ChannelTaken",
    "Conflict",
    "Decision",
    "DuplicateInteraction",
    "GameChanges",
    "GameMissing",
    "GameRow",
    "LobbyFull",
    "MessageRow",
    "Move",
    "NewGame",
    "NoLaterAction",
    "PendingRow",
    "ReminderRow",
    "SeatMissing",
    "SeatRow",
    "SnapshotRow",
    "StaleRev",
    "Storage",
    "StorageProblem",
    "TableState",
    "Unavailable",
    "UndoClosed",
    "UndoRow",
    "UserChanges",
    "UserRow",
    "WrongState",
    "utc_now",
]

PATIENCE = 5.0


@whole_requests
class Storage(ActionLog, StoredSnapshots, StoredMessages, StoredUndoRequests, People, StoredReminders):
    """Everything that is kept; ``async with Storage.open(address) as storage``."""

    @classmethod
    @asynccontextmanager
    async def open(
        cls, address: str, *, now: Callable[[], datetime] = utc_now, patience: float = PATIENCE
    ) -> AsyncIterator[Self]:
        """Open the database, bring its tables up to date, and close it when the block ends.

        ``now`` gives the times to store; ``patience`` is how many seconds to wait for another program's lock.

        Raises:
            Unavailable: one of its kinds, saying in a sentence why the database cannot be used.
        """
        engine, place = await open_engine(address, patience)
        storage = cls(engine, place, now)
        try:
            yield storage
        finally:
            await storage.close()
