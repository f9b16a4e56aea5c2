"""Shards: Discord divides servers among connections, and each table belongs to the connection of its server.

A process works with the tables of a shard while it holds the shard's lease, and writes nothing once another has it.
"""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors.storage import LeaseLost
from bot.storage.schema import games, leases

SHIFT = 22
"""How many low bits of a server's number say nothing of when it was made; Discord leaves them out."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One of ``count`` connections, and by what name its holder has its lease."""

    number: int = 0
    count: int = 1
    holder: str = ""

    @property
    def lease(self) -> str:
        """Return the name of the lease of its tables."""
        return f"shard {self.number} of {self.count}"

    @property
    def wish(self) -> str:
        """Return the name of the lease by which the process to which its tables belong asks for them."""
        return f"wish for {self.lease}"

    @property
    def own_games(self) -> ColumnElement[bool]:
        """Return the condition for the games of its servers; tables without a server belong to the first."""
        if self.count == 1:
            return true()
        server = func.coalesce(games.c.guild_id, 0)
        return (server // (1 << SHIFT)) % self.count == self.number

    def serves(self, guild_id: int | None) -> bool:
        """Tell whether the tables of a server are its own; those without a server belong to the first."""
        return ((guild_id or 0) >> SHIFT) % self.count == self.number

    async def check(self, connection: AsyncConnection, place: str) -> None:
        """See in a transaction that the lease is still held; nobody else takes it before the transaction ends.

        :raises LeaseLost: when another process has taken it
        """
        query = select(leases.c.holder).where(leases.c.name == self.lease)
        query = query.with_for_update(read=True, key_share=True)
        if await connection.scalar(query) != self.holder:
            raise LeaseLost(place=place)
