"""Group commit: one transaction for all waiting writes; each caller goes on once it is on disk.

Each transaction waits for the disk, and only one may write at a time. Where many tables note at once what their
channels show, those who would wait for each other's disk wait for it together.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors.storage import StorageProblem
from bot.storage.write_turns import WriteTurns

AT_MOST = 32
"""How many share a transaction; the next ones have to wait for the disk anyway."""


class Undone(Exception):
    """The only one who has written yet failed."""


class SharedWrite:
    """One who shares a transaction: when their turn has come, how they failed if they did, when all is on disk."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.connection: asyncio.Future[AsyncConnection] = loop.create_future()
        self.failed: asyncio.Future[BaseException | None] = loop.create_future()
        self.on_disk: asyncio.Future[None] = loop.create_future()

    def give_up(self, trouble: BaseException) -> None:
        """Tell them that nothing is on disk, wherever they are."""
        for told in (self.connection, self.on_disk):
            if not told.done():
                told.set_exception(trouble)
                told.exception()  # whoever has left asks no more


class WritesTogether:
    """Hands the connection of one transaction to all who wait, one after another, and lets players go first."""

    def __init__(
        self, begin: Callable[[], AbstractAsyncContextManager[AsyncConnection]], turns: WriteTurns
    ) -> None:
        self._begin = begin
        self._turns = turns
        self._waiting: deque[SharedWrite] = deque()
        self._writing: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def part(self) -> AsyncIterator[AsyncConnection]:
        """Yield the connection; what its block writes is on disk when it ends, or undone when it raises."""
        mine = SharedWrite()
        self._waiting.append(mine)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        try:
            yield await mine.connection
        except BaseException as trouble:
            mine.failed.set_result(trouble)
            raise
        mine.failed.set_result(None)
        await mine.on_disk

    async def _write(self) -> None:
        """Write as long as somebody waits."""
        try:
            while self._waiting:
                await self._transaction()
        finally:
            self._writing = None

    async def _transaction(self) -> None:
        """Let some write in one transaction; whatever prevents it, each of them hears of it."""
        parts: list[SharedWrite] = []
        try:
            async with self._begin() as connection:
                while self._waiting and len(parts) < AT_MOST and not (parts and self._turns.wanted):
                    parts.append(self._waiting.popleft())
                    await self._let_write(connection, parts)
        except BaseException as trouble:
            if not parts:  # none could begin
                parts, self._waiting = list(self._waiting), deque()
            for part in parts:
                part.give_up(trouble)
            if not isinstance(trouble, Exception):
                raise
        for part in parts:
            if not part.on_disk.done():
                part.on_disk.set_result(None)

    async def _let_write(self, connection: AsyncConnection, parts: Sequence[SharedWrite]) -> None:
        """Let the last of some write; where they fail nothing of it stays, and what the others wrote does.

        :raises Undone: when it stays only if everything is undone
        :raises StorageProblem: when the database has undone everything, as SQLite does where the disk is full
        """
        part, mark = parts[-1], f"part_{len(parts)}"
        if parts[:-1]:
            await connection.exec_driver_sql(f"SAVEPOINT {mark}")
        if part.connection.done():  # whoever it was has left
            return
        part.connection.set_result(connection)
        trouble = await part.failed
        if trouble is None:
            return
        if not parts[:-1]:
            raise Undone
        try:
            await connection.exec_driver_sql(f"ROLLBACK TO {mark}")
        except DBAPIError as lost:
            raise (trouble if isinstance(trouble, StorageProblem) else lost) from None
