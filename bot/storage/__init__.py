"""The storage: one database for all games, their actions, people and reminders. It knows no rules."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Self

from bot.storage.cache import Cache
from bot.storage.connect import open_engine
from bot.storage.core import utc_now, whole_requests
from bot.storage.due import Due
from bot.storage.errors import (
    AlreadySeated,
    ChannelTaken,
    DuplicateInteraction,
    GameMissing,
    LobbyFull,
    NothingToUndo,
    NotSeated,
    Refusal,
    StaleRev,
    StorageProblem,
    Unavailable,
    UndoClosed,
    WrongState,
)
from bot.storage.line import Line
from bot.storage.people import People
from bot.storage.posts import Posts
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
    State,
    UndoRow,
    UserChanges,
    UserRow,
)
from bot.storage.undo import Undo

__all__ = [
    "ActionRow",
    "AlreadySeated",
    "ChannelTaken",
    "Decision",
    "DuplicateInteraction",
    "GameChanges",
    "GameMissing",
    "GameRow",
    "LobbyFull",
    "MessageRow",
    "Move",
    "NewGame",
    "NotSeated",
    "NothingToUndo",
    "PendingRow",
    "Refusal",
    "ReminderRow",
    "SeatRow",
    "SnapshotRow",
    "StaleRev",
    "State",
    "Storage",
    "StorageProblem",
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
class Storage(Line, Cache, Posts, Undo, People, Due):
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
