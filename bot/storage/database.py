"""What every part of the storage stands on: reading, writing, the clock, and fetching rows as records."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import fields
from datetime import UTC, datetime
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, TypeVar

from sqlalchemy import Select, Table, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.storage.driver_errors import translated
from bot.storage.errors import GameMissing, WrongState
from bot.storage.rows import GameRow
from bot.storage.schema import games

Row = TypeVar("Row")
Opened = TypeVar("Opened", bound="Database")


def utc_now() -> datetime:
    """Return the present moment, aware and in UTC."""
    return datetime.now(UTC)


def pick(table: Table, row: type[Any]) -> Select[Any]:
    """Return a query for the columns of ``table`` that the record ``row`` holds, in its order."""
    return select(*(table.c[field.name] for field in fields(row)))


async def fetch(connection: AsyncConnection, row: type[Row], query: Select[Any]) -> tuple[Row, ...]:
    """Return the query's rows as records."""
    return tuple(row(*values) for values in await connection.execute(query))


async def fetch_one(connection: AsyncConnection, row: type[Row], query: Select[Any]) -> Row | None:
    """Return the query's first row as a record, None where it has none."""
    values = (await connection.execute(query)).first()
    return None if values is None else row(*values)


async def put(connection: AsyncConnection, table: Table, values: Mapping[str, Any]) -> None:
    """Insert the row, or change the one with the same primary key."""
    make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    keys = [column.name for column in table.primary_key]
    changed = {name: value for name, value in values.items() if name not in keys}
    await connection.execute(
        make(table).values(**values).on_conflict_do_update(index_elements=keys, set_=changed)
    )


def _whole(request: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    """Return the request as one that ends by itself even where its caller is cancelled meanwhile."""

    @wraps(request)
    async def run(self: "Database", *args: Any, **kwargs: Any) -> Any:
        task = asyncio.create_task(request(self, *args, **kwargs))
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)
        return await asyncio.shield(task)

    return run


def whole_requests(storage: type[Opened]) -> type[Opened]:
    """Make every public request of the class whole: done or not done, whatever becomes of its caller.

    A driver that is cancelled between its thread and ours can leave a transaction, and with it the write lock,
    behind; so a cancellation reaches the caller only.
    """
    for name in dir(storage):
        request = getattr(storage, name)
        if iscoroutinefunction(request) and not name.startswith("_") and name != "close":
            setattr(storage, name, _whole(request))
    return storage


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

    async def close(self) -> None:
        """Let the requests under way end, then give every connection back."""
        while self._requests:
            await asyncio.gather(*self._requests, return_exceptions=True)
        await self._engine.dispose()

    async def _game_on(self, connection: AsyncConnection, game_id: int, *states: str) -> GameRow:
        """Return the game, held against other writers, if it is in one of the states (none named: any).

        Raises:
            GameMissing: there is no such game.
            WrongState: it is in another state.
        """
        query = pick(games, GameRow).where(games.c.id == game_id).with_for_update()
        game = await fetch_one(connection, GameRow, query)
        if game is None:
            raise GameMissing(game_id)
        if states and game.state not in states:
            raise WrongState(game_id, game.state, " or ".join(states))
        return game
