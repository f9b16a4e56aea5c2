"""Addresses on the web that are told of calls, one a person or table, and what they have not been told yet."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database, whole_requests
from bot.storage.queries import by, pick, put
from bot.storage.rows import HookPostRow, HookRow
from bot.storage.schema import hook_posts, hooks

DUE = 20
"""How many posts are served at a time."""


def of_person(user_id: int) -> str:
    """The owner key of a person's own address."""
    return f"person:{user_id}"


def of_table(game_id: int) -> str:
    """The owner key of a table's address."""
    return f"table:{game_id}"


async def plan_calls(connection: AsyncConnection, bodies: Mapping[str, str], now: datetime) -> None:
    """Store within the caller's transaction what addresses are to be told, by their owners."""
    if bodies:
        about = {"created_at": now, "due_at": now, "tries": 0}
        rows = [{"owner": owner, "body": body, **about} for owner, body in bodies.items()]
        await connection.execute(insert(hook_posts), rows)


@whole_requests
@dataclass(frozen=True)
class StoredHooks:
    """Setting and ending addresses, and posts that wait to be told."""

    database: Database

    async def find(self, owner: str) -> HookRow | None:
        """Return the address of a person or table."""
        return await self.database.row(HookRow, by(hooks, HookRow, "owner"), owner=owner)

    async def owners(self) -> frozenset[str]:
        """Return the owners of all addresses."""
        async with self.database.asking() as connection:
            return frozenset(await connection.scalars(select(hooks.c.owner)))

    async def keep(self, row: HookRow) -> None:
        """Store an address in place of the one before; what that has not been told it never is."""
        async with self.database.writing() as connection:
            await connection.execute(delete(hook_posts).where(hook_posts.c.owner == row.owner))
            await put(connection, hooks, asdict(row))

    async def end(self, owner: str, secret: str | None = None) -> bool:
        """Forget an address and what it has not been told; whether there was one, with that ``secret`` if given."""
        known = (
            [hooks.c.owner == owner] if secret is None else [hooks.c.owner == owner, hooks.c.secret == secret]
        )
        async with self.database.writing() as connection:
            ended = bool((await connection.execute(delete(hooks).where(*known))).rowcount)
            if ended:
                await connection.execute(delete(hook_posts).where(hook_posts.c.owner == owner))
            return ended

    async def count_failures(self, owner: str, secret: str, failures: int) -> None:
        """Store how many posts in a row an address has not taken; nothing of one in whose place there is another."""
        known = hooks.c.owner == owner, hooks.c.secret == secret
        await self.database.execute(update(hooks).where(*known).values(failures=failures), later=True)

    # what waits to be told

    async def due(self, now: datetime) -> tuple[HookPostRow, ...]:
        """Return some of the posts that are due, the oldest first."""
        query = pick(hook_posts, HookPostRow).where(hook_posts.c.due_at <= now)
        return await self.database.rows(
            HookPostRow, query.order_by(hook_posts.c.due_at, hook_posts.c.id).limit(DUE)
        )

    async def next_due(self) -> datetime | None:
        """Return when the next post is due."""
        async with self.database.asking() as connection:
            due_at: datetime | None = await connection.scalar(select(func.min(hook_posts.c.due_at)))
            return due_at

    async def claim(self, post: HookPostRow, until: datetime) -> bool:
        """Take a post to send it; until then nobody else does. False where somebody has."""
        change = (
            update(hook_posts)
            .where(hook_posts.c.id == post.id, hook_posts.c.due_at == post.due_at)
            .values(due_at=until, tries=post.tries + 1)
        )
        return await self.database.execute(change) == 1

    async def postpone(self, post_id: int, until: datetime) -> None:
        """Store when a post is tried again."""
        await self.database.execute(
            update(hook_posts).where(hook_posts.c.id == post_id).values(due_at=until), later=True
        )

    async def drop(self, post_id: int) -> None:
        """Forget a post that was taken, or never will be."""
        await self.database.execute(delete(hook_posts).where(hook_posts.c.id == post_id), later=True)
