"""Wait until what a process has begun is settled, or anything else is true of what is stored."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.storage import Storage
from bot.storage.rows import KEPT
from tests.bot.person import COMES
from tests.bot.tabletop import address_of


async def until(condition: Callable[[], Awaitable[object]]) -> None:
    """Wait until something is true of what is stored."""
    async with asyncio.timeout(COMES):
        while not await condition():  # noqa: ASYNC110 - it is stored, and nobody tells of it
            await asyncio.sleep(0.02)


async def nothing_waits(database: Path, game: int = 1) -> None:
    """Wait until it is known what became of everything a process had begun.

    A line may stand in the channel already while its successor still waits for what was on its way.
    """
    async with Storage.open(address_of(database)) as storage, asyncio.timeout(COMES):
        while await waiting(storage, game):  # noqa: ASYNC110 - another process does it
            await asyncio.sleep(0.05)


async def waiting(storage: Storage, game: int) -> list[object]:
    """Return what is stored as still to be sent, told or removed; what a card has told stays until its record."""
    old = [row for row in await storage.messages.of_game(game) if row.purpose.startswith("old:")]
    news = [row for row in await storage.outbox.news(game) if row.kind not in KEPT.values()]
    return [*await storage.outbox.posts(game), *news, *old]
