"""The open database: reading, writing, the clock, and requests that nobody can break off half-way."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from datetime import UTC, datetime
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.storage.driver_errors import translated

Result = TypeVar("Result")


def utc_now() -> datetime:
    """Return the present moment, aware and in UTC."""
    return datetime.now(UTC)


class Database:
    """An open database. One write at a time on SQLite; readers never wait."""

    def __init__(self, engine: AsyncEngine, place: str, now: Callable[[], datetime] = utc_now) -> None:
        self._engine = engine
        self._writer = engine.execution_options(writes=True)
        single = engine.dialect.name == "sqlite"
        self._turn: AbstractAsyncContextManager[None] = asyncio.Lock() if single else nullcontext()
        self._requests: set[asyncio.Task[Any]] = set()
        self.place = place
        self.now = now

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection that sees one consistent moment of the database."""
        with translated(self.place):
            async with self._engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection whose changes are on disk when the block ends, or undone when it raises."""
        with translated(self.place):
            async with self._turn, self._writer.begin() as connection:
                yield connection

    async def whole(self, request: Coroutine[Any, Any, Result]) -> Result:
        """Return the request's result; it ends by itself even where its caller is cancelled meanwhile.

        A driver that is cancelled between its thread and ours can leave a transaction, and with it the write
        lock, behind; so a cancellation reaches the caller only.
        """
        task = asyncio.create_task(request)
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Let the requests under way end, then give every connection back."""
        while self._requests:
            await asyncio.gather(*self._requests, return_exceptions=True)
        await self._engine.dispose()


class StoragePart(Protocol):
    """A part of the storage: its public coroutines are requests to the database."""

    @property
    def database(self) -> Database:
        """Return the database it reads and writes."""


AnyPart = TypeVar("AnyPart", bound=StoragePart)


def whole_requests(part: type[AnyPart]) -> type[AnyPart]:
    """Make every public request of the class whole: done or not done, whatever becomes of its caller."""
    for name, request in list(vars(part).items()):
        if iscoroutinefunction(request) and not name.startswith("_"):
            setattr(part, name, _whole(request))
    return part


def _whole(request: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    @wraps(request)
    async def run(self: StoragePart, *args: Any, **kwargs: Any) -> Any:
        return await self.database.whole(request(self, *args, **kwargs))

    return run
