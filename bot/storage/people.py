"""What each person has set for themselves."""

from dataclasses import asdict, dataclass, replace
from typing import Unpack

from bot.storage.database import Database, whole_requests
from bot.storage.queries import fetch_one, pick, put
from bot.storage.rows import UserChanges, UserRow
from bot.storage.schema import users


@whole_requests
@dataclass(frozen=True)
class StoredPeople:
    """Personal settings."""

    database: Database

    async def find(self, user_id: int) -> UserRow:
        """Return a person's settings; all defaults for one who never set any."""
        query = pick(users, UserRow).where(users.c.user_id == user_id)
        async with self.database.reading() as connection:
            return await fetch_one(connection, UserRow, query) or UserRow(user_id, settings={})

    async def change(self, user_id: int, **changes: Unpack[UserChanges]) -> UserRow:
        """Change some of a person's settings and return them all.

        After a change of zone, quiet hours, interval or snooze, call ``ReminderLoop.resettle``.
        """
        query = pick(users, UserRow).where(users.c.user_id == user_id).with_for_update()
        async with self.database.writing() as connection:
            before = await fetch_one(connection, UserRow, query) or UserRow(user_id, settings={})
            after = replace(before, **changes)
            await put(connection, users, asdict(after))
            return after
