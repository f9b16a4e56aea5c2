"""What each person has set for themselves."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Unpack

from sqlalchemy import bindparam

from bot.storage.database import Database, whole_requests
from bot.storage.queries import by, fetch_one, merged, pick, put, put_new
from bot.storage.rows import JsonValue, UserChanges, UserRow
from bot.storage.schema import users

SEVERAL = pick(users, UserRow).where(users.c.user_id.in_(bindparam("people", expanding=True)))


@whole_requests
@dataclass(frozen=True)
class StoredPeople:
    """Personal settings."""

    database: Database

    async def find(self, user_id: int) -> UserRow:
        """Return a person's settings; all defaults for one who never set any."""
        query = by(users, UserRow, "user_id")
        return await self.database.row(UserRow, query, user_id=user_id) or UserRow(user_id, settings={})

    async def find_all(self, user_ids: Collection[int]) -> Mapping[int, UserRow]:
        """Return the settings of several people, all defaults for those who never set any."""
        rows = await self.database.rows(UserRow, SEVERAL, people=list(user_ids))
        found = {row.user_id: row for row in rows}
        return {user: found.get(user) or UserRow(user, settings={}) for user in user_ids}

    async def change_settings(self, user_id: int, **settings: JsonValue) -> UserRow:
        """Set some of a person's other settings (None removes one) and return them all."""
        return await self._changed(
            user_id, lambda before: replace(before, settings=merged(before.settings or {}, settings))
        )

    async def change(self, user_id: int, **changes: Unpack[UserChanges]) -> UserRow:
        """Change some of a person's settings and return them all.

        After a change of zone, quiet hours, interval or snooze, call ``ReminderLoop.reschedule``.
        """
        return await self._changed(user_id, lambda before: replace(before, **changes))

    async def _changed(self, user_id: int, changed: Callable[[UserRow], UserRow]) -> UserRow:
        """Store what becomes of a person's settings, which nobody else changes meanwhile, and return it."""
        query = pick(users, UserRow).where(users.c.user_id == user_id).with_for_update()
        async with self.database.writing() as connection:
            await put_new(
                connection, users, {"user_id": user_id, "settings": {}}
            )  # so that there is one to lock
            before = await fetch_one(connection, UserRow, query)
            assert before is not None
            after = changed(before)
            await put(connection, users, asdict(after))
            return after
