"""The open database: reading, writing, the clock, and requests that nobody can break off half-way."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from copy import copy
from datetime import UTC, datetime
from functools import partial, wraps
from inspect import iscoroutinefunction
from typing import Any, Protocol, TypeVar

from sqlalchemy import Select, UpdateBase, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.errors.storage import DatabaseClosed, DatabaseLocked, NoAnswer
from bot.storage.connect import ONCE, file_of, make_engine, to_its_end
from bot.storage.database_file import WatchedFile
from bot.storage.driver_errors import translated
from bot.storage.queries import Record, fetch, fetch_one
from bot.storage.shards import Shard
from bot.storage.write_turns import WriteTurns
from bot.storage.writes_together import WritesTogether

log = logging.getLogger(__name__)

LIMIT = 30.0
"""How many seconds anybody waits for a request."""
MAY_WRITE = """
    SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'
    AND has_table_privilege('games', 'INSERT') AND has_table_privilege('actions', 'INSERT')
"""
LAST_SECONDS = 10.0
"""How many seconds the end of the program waits for the database."""

T = TypeVar("T")


def utc_now() -> datetime:
    """Return the present moment, aware and in UTC."""
    return datetime.now(UTC)


class Database:
    """An open database. One write at a time on SQLite; readers never wait.

    A request that takes longer than ``limit`` seconds is given up by its caller. One whose turn to write does not
    come is not begun: after half of them, or once nothing at all was written for ``patience`` seconds.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        place: str,
        now: Callable[[], datetime] = utc_now,
        patience: float = 5.0,
        limit: float = LIMIT,
    ) -> None:
        self._use(engine)
        file = file_of(engine.url)
        self.alone = file is not None
        """Whether no other process can work with it as long as we hold its file's lock."""
        self._file = WatchedFile(file, str(engine.url.database)) if file is not None else None
        self._turns = WriteTurns() if file is not None else None
        self._together = (
            WritesTogether(partial(self._transaction, later=True), self._turns) if self._turns else None
        )
        self._patience = patience
        self._limit = limit
        self._requests: set[asyncio.Task[Any]] = set()
        self._closing = asyncio.Event()
        self._ended = asyncio.Event()
        self.place = place
        self.now = now
        self.shard = Shard()
        self.urgent = self if self.alone else self._apart(make_engine(engine.url, patience, connections=1))
        """The same database by connections of its own, for what may not wait behind all that is asked of it."""

    def _use(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(writes=True)
        self._asker = engine.execution_options(**ONCE[engine.dialect.name])

    def _apart(self, engine: AsyncEngine) -> "Database":
        part = copy(self)
        part._use(engine)  # noqa: SLF001 - it is one of us
        part.now = lambda: self.now()  # noqa: PLW0108 - whoever sets one clock sets both
        return part

    def of_shard(self, shard: Shard) -> "Database":
        """Return the same database for the tables of one shard, which writes only while the shard's lease is held."""
        part = copy(self)
        part.shard = shard
        return part

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Yield a connection that sees one consistent moment of the database."""
        return self._connected(self._engine)

    def asking(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Yield a connection for a single question, which sees one moment without a transaction of its own."""
        return self._connected(self._asker)

    async def rows(self, record: type[Record], query: Select[Any], **given: Any) -> tuple[Record, ...]:
        """Return what a single question finds, as records."""
        async with self.asking() as connection:
            return await fetch(connection, record, query, **given)

    async def row(self, record: type[Record], query: Select[Any], **given: Any) -> Record | None:
        """Return the first that a single question finds, as a record; None where it finds nothing."""
        async with self.asking() as connection:
            return await fetch_one(connection, record, query, **given)

    async def execute(self, change: UpdateBase, *, later: bool = False) -> int:
        """Make a single change, as :meth:`writing` would, and return how many rows it has reached."""
        async with self.writing(later=later) as connection:
            return (await connection.execute(change)).rowcount

    async def is_writable(self) -> bool:
        """Whether a server lets us store games; a file says so by its permissions."""
        async with self.asking() as connection:
            return bool(await connection.scalar(text(MAY_WRITE)))

    @asynccontextmanager
    async def _connected(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        self._check_open()
        with translated(self.place):
            async with engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self, *, later: bool = False) -> AsyncIterator[AsyncConnection]:
        """Yield a connection whose changes are on disk when the block ends, or undone when it raises.

        ``later`` are changes that nobody waits for, such as what is noted of messages: others go first, and all that
        wait meanwhile go together.
        """
        own = (
            self._together.part() if later and self._together is not None else self._transaction(later=later)
        )
        async with own as connection:
            with translated(self.place):
                if self.shard.holder:
                    await self.shard.check(connection, self.place)
                yield connection

    @asynccontextmanager
    async def _transaction(self, *, later: bool) -> AsyncIterator[AsyncConnection]:
        """Yield a connection with a transaction that is committed when the block ends."""
        async with self._own_turn(later=later):
            self._check_open()
            with translated(self.place):
                async with self._writer.begin() as connection:
                    yield connection
            self._check_file()

    @asynccontextmanager
    async def _own_turn(self, *, later: bool) -> AsyncIterator[None]:
        """Wait for the turn to write, where only one may at a time."""
        if self._turns is None:
            yield
            return
        begun = False
        try:
            async with self._turns.turn(self._patience, self._limit / 2, later=later):
                begun = True
                yield
        except TimeoutError:
            if begun:
                raise
            raise DatabaseLocked(place=self.place) from None

    def _check_open(self) -> None:
        """Refuse to open a connection that nobody would close any more.

        :raises DatabaseClosed: after the end
        :raises Vanished: when the file is not the one that was opened
        """
        if self._ended.is_set():
            raise DatabaseClosed(place=self.place)
        self._check_file()

    def _check_file(self) -> None:
        """Notice a file that is not the one that was opened.

        :raises Vanished: when it was removed, replaced or cut short
        """
        if self._file is not None:
            self._file.check()

    async def whole(self, request: Coroutine[Any, Any, T]) -> T:
        """Return the request's result; it ends by itself even where its caller is cancelled meanwhile.

        A driver that is cancelled between its thread and ours can leave a transaction, and with it the write
        lock, behind; so a cancellation reaches the caller only.

        :raises NoAnswer: when it takes too long; what becomes of it then is not known
        :raises DatabaseClosed: at the end, where nobody would close its connection any more
        """
        if not self._begins():
            request.close()
            raise DatabaseClosed(place=self.place)
        task = asyncio.create_task(request)
        self._requests.add(task)
        task.add_done_callback(self._over)
        try:
            async with asyncio.timeout(self._limit):
                return await asyncio.shield(task)
        except TimeoutError:
            raise NoAnswer(place=self.place) from None

    def _over(self, request: asyncio.Task[Any]) -> None:
        """Forget a request, and its error too: whoever waits has it, and whoever gave up was told so."""
        self._requests.discard(request)
        if not request.cancelled():
            request.exception()

    async def close(self) -> None:
        """Let the requests under way end, then give every connection back; a hung database is not awaited."""
        await to_its_end(self._close())

    async def _close(self) -> None:
        self._closing.set()
        if self._requests:
            await asyncio.wait(self._requests, timeout=LAST_SECONDS)
        self._ended.set()
        try:
            async with asyncio.timeout(LAST_SECONDS):
                await self._engine.dispose()
                await self.urgent._engine.dispose()  # noqa: SLF001 - it is one of us
        except TimeoutError:
            log.warning("the database %s does not answer; it is left as it is", self.place)
        if self._file is not None:
            self._file.close()

    def _begins(self) -> bool:
        """Tell whether a request may begin: near the end only as a part of one that is awaited."""
        return not self._closing.is_set() or asyncio.current_task() in self._requests


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
