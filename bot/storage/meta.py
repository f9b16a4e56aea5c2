"""The few facts the program remembers about itself."""

from dataclasses import dataclass

from sqlalchemy import select

from bot.storage.database import Database, whole_requests
from bot.storage.queries import put
from bot.storage.schema import meta


@whole_requests
@dataclass(frozen=True)
class StoredMeta:
    """Facts by key."""

    database: Database

    async def read(self, key: str) -> str | None:
        """Return a fact the program remembered about itself, such as the hash of its synced commands."""
        async with self.database.asking() as connection:
            found = await connection.execute(select(meta.c.value).where(meta.c.key == key))
            return found.scalar_one_or_none()

    async def write(self, key: str, value: str) -> None:
        """Remember a fact about the program."""
        async with self.database.writing() as connection:
            await put(connection, meta, {"key": key, "value": value})
