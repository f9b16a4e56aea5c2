"""Leases: what only one process may do at a time belongs to one of them until a moment that it keeps putting off."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, update

from bot.storage.database import Database, whole_requests
from bot.storage.queries import fetch_one, pick, put
from bot.storage.rows import LeaseRow
from bot.storage.schema import leases


@whole_requests
@dataclass(frozen=True)
class StoredLeases:
    """Taking leases, putting off their end, and giving them up."""

    database: Database

    async def find(self, name: str) -> LeaseRow | None:
        """Return a lease that somebody holds or held."""
        query = pick(leases, LeaseRow).where(leases.c.name == name)
        return await self.database.row(LeaseRow, query)

    async def in_force(self) -> tuple[LeaseRow, ...]:
        """Return the leases whose end has not come."""
        query = pick(leases, LeaseRow).where(leases.c.until > self.database.now()).order_by(leases.c.name)
        return await self.database.rows(LeaseRow, query)

    async def take(self, name: str, holder: str, length: timedelta, *, gone: LeaseRow | None = None) -> bool:
        """Take a lease, or put off the end of one's own; return False where another holds it.

        It is taken at once from the holder of ``gone``, known to serve no longer; not from somebody
        else who was quicker to take it from them. Whoever takes it from another waits for what its holder is writing;
        its holder, who puts off its end, waits for none of that.
        """
        query, now = pick(leases, LeaseRow).where(leases.c.name == name), self.database.now()
        own = update(leases).where(leases.c.name == name, leases.c.holder == holder)
        async with self.database.writing() as connection:
            if (await connection.execute(own.values(until=now + length))).rowcount:
                return True
            present = await fetch_one(connection, LeaseRow, query.with_for_update())
            free = {holder, gone.holder if gone else holder}
            if present is not None and present.holder not in free and present.until > now:
                return False
            await put(connection, leases, {"name": name, "holder": holder, "until": now + length})
        return True

    async def give_up(self, name: str, holder: str) -> None:
        """Give up a lease, if one still holds it."""
        gone = delete(leases).where(leases.c.name == name, leases.c.holder == holder)
        await self.database.execute(gone)
