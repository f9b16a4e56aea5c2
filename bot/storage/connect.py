"""From an address to an engine with the durability we promise.

On SQLite every commit reaches the disk before it is acknowledged (WAL with ``synchronous=FULL``), so neither
a killed process nor a power cut loses an acknowledged move. Transactions are begun by us, not by the driver:
a writing one takes the write lock at once and so never fails half-way for the lock.
"""

import asyncio
import math
import sqlite3
import time
from collections.abc import Coroutine
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError, InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.errors.storage import BadAddress, DatabaseLocked, FolderMissing, UnescapedPassword, UnknownParameter
from bot.storage import one_call
from bot.storage.database_file import make_private
from bot.storage.driver_errors import translated
from bot.storage.migrate import check_current, upgrade

SECRETIVE = {"hide_parameters": True}
"""What is stored is in no error, whose traceback may be logged: private notes and secrets of hooks are among it."""
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
OTHER_DRIVERS = ("sslmode", "channel_binding", "application_name", "connect_timeout", "gssencmode")
"""Parameters of addresses as hosts hand them out, which are meant for another driver."""
KNOWN = ("ssl", "target_session_attrs", "host", "port")
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "cache_size = -256")
"""Of pages each connection keeps 256 KiB, an eighth of the usual: the system keeps them too, once for all."""
SLOWEST = 30.0
"""How many seconds a database server may take over one statement."""
READERS = 10
"""How many connections to a file are kept: to open one takes a thread and longer than most questions."""
CONNECTIONS = 15
"""How many connections to a server there are at most; all are kept, for to open one takes longer than a request."""
IDLE = 1.0
"""Seconds after which a connection to a server is asked whether it still answers before it is used again."""
OPENING_PAUSE = 0.05  # seconds
BEGIN = {False: "BEGIN", True: "BEGIN IMMEDIATE"}
ONCE: dict[str, dict[str, Any]] = {"sqlite": {"once": True}, "postgresql": {"isolation_level": "AUTOCOMMIT"}}
"""The options of a connection on which a single statement is made: no transaction is begun for it."""


def read_address(address: str) -> URL:
    """Return the address with the driver we use.

    :raises BadAddress: when it is not an address, or names a database we do not know or one that keeps nothing
    :raises UnknownParameter: when something is asked of a server that our driver does not know
    :raises UnescapedPassword: when more than one @ stands in it, so that nobody knows where the password ends
    """
    if address.count("@") > 1 and not address.startswith("sqlite"):
        raise UnescapedPassword(place="given")
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise BadAddress(place="given") from None
    driver = DRIVERS.get(url.drivername)
    if driver is None or url.database in (None, "", ":memory:"):
        raise BadAddress(place=place_of(url))
    return _as_the_driver_says(url.set(drivername=driver))


def _as_the_driver_says(url: URL) -> URL:
    """Return the address with what other programs call ``sslmode`` by our driver's name for it."""
    mode = url.query.get("sslmode")
    known = url.difference_update_query(OTHER_DRIVERS)
    for name in known.query:
        if known.drivername.startswith("postgresql") and name not in KNOWN:
            raise UnknownParameter(place=place_of(url), parameter=name)
    return known.update_query_dict({"ssl": mode}) if mode else known


def address_of_file(file: Path | str) -> str:
    """Return the address of an SQLite file, whatever characters its name has."""
    return URL.create("sqlite", database=str(file)).render_as_string()


def place_of(url: URL) -> str:
    """How a sentence names the database: its file, or the server and the name there, without any secret."""
    if url.drivername.startswith("sqlite"):
        return url.database or "in memory"
    return url.set(query={}).render_as_string(hide_password=True)


def file_of(url: URL) -> Path | None:
    """Return the file of an SQLite database, None for a database server."""
    if not url.drivername.startswith("sqlite"):
        return None
    name = url.database or ""
    return Path(name.removeprefix("file:").partition("?")[0] if name.startswith("file:") else name)


def _prepare_file(file: Path, place: str) -> None:
    """Make the file private; refuse a folder that does not exist, which SQLite would only call unopenable."""
    if not file.parent.is_dir():
        raise FolderMissing(place=place, folder=str(file.parent))
    make_private(file)


def _prepare_connection(connection: Any, _entry: ConnectionPoolEntry | None) -> None:
    """Set up a new SQLite connection: our own transactions, durable commits, foreign keys."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begin a transaction, taking the write lock at once where it will write; none for a single statement."""
    options = connection.get_execution_options()
    if not options.get("once"):
        connection.exec_driver_sql(BEGIN[bool(options.get("writes"))])


def _let_go(_connection: Any, entry: ConnectionPoolEntry) -> None:
    """Note when a connection was given back."""
    entry.info["used"] = time.monotonic()


def _try_idle(engine: AsyncEngine, connection: Any, entry: ConnectionPoolEntry, _proxy: Any) -> None:
    """Ask a connection that was idle whether it still answers; where it does not the pool opens another."""
    if time.monotonic() - entry.info.get("used", math.inf) > IDLE:
        try:
            engine.dialect.do_ping(connection)
        except (engine.dialect.loaded_dbapi.Error, OSError) as error:
            raise InvalidatePoolError from error


def make_engine(url: URL, patience: float, connections: int = CONNECTIONS) -> AsyncEngine:
    """Return an engine for the address; ``patience`` is how many seconds to wait for a lock."""
    file = file_of(url)
    if file is None:
        limits = {"timeout": patience, "command_timeout": SLOWEST}
        pool = {"pool_size": connections, "max_overflow": 0}
        server = create_async_engine(url, connect_args=limits, **pool, **SECRETIVE)
        event.listen(server.sync_engine, "checkin", _let_go)
        event.listen(server.sync_engine, "checkout", partial(_try_idle, server))
        return server
    _prepare_file(file, place_of(url))
    how = {"timeout": patience, "async_creator_fn": one_call.connect}
    engine = create_async_engine(url, connect_args=how, pool_size=READERS, **SECRETIVE)
    event.listen(engine.sync_engine, "connect", _prepare_connection)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _try_file(engine: AsyncEngine, patience: float) -> None:
    """Open the SQLite file once, plainly, as every later connection will.

    What is wrong with a file comes out here, where no thread of the driver is left behind that would still
    report to an event loop long closed.
    """
    where, how = engine.dialect.create_connect_args(engine.url)
    plain = sqlite3.connect(where[0], timeout=patience, uri=bool(how.get("uri")))
    with closing(plain) as connection:
        _prepare_connection(connection, None)


async def _upgrade(engine: AsyncEngine, place: str, patience: float) -> None:
    """Bring the tables up to date in one transaction."""
    with translated(place):
        if engine.dialect.name == "sqlite":
            await asyncio.to_thread(_try_file, engine, patience)
        async with engine.execution_options(writes=True).begin() as connection:
            await connection.run_sync(upgrade, place)


async def to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """Do some work; a cancellation waits for its end, for a driver that is broken off leaves a connection open."""
    task = asyncio.create_task(work)
    cancelled = False
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            cancelled = True
    if not cancelled:
        return task.result()
    await asyncio.gather(task, return_exceptions=True)
    raise asyncio.CancelledError


async def open_engine(address: str, patience: float) -> tuple[AsyncEngine, str]:
    """Return an engine whose tables are up to date, and the name of the database for sentences.

    Two processes may open a new file at once: SQLite does not wait when both change its journal, so we do.

    :raises Unavailable: when the database cannot be used; each kind says why.
    """
    url = read_address(address)
    place = place_of(url)
    engine = make_engine(url, patience)
    clock = asyncio.get_running_loop().time
    deadline = clock() + patience
    try:
        while True:
            try:
                await to_its_end(_upgrade(engine, place, patience))
            except DatabaseLocked:
                if clock() > deadline:
                    raise
                await asyncio.sleep(OPENING_PAUSE)
            else:
                return engine, place
    except BaseException:
        await to_its_end(engine.dispose())
        raise


async def open_unchanged(address: str, patience: float) -> tuple[AsyncEngine, str]:
    """Return an engine for a database that others may use and that is only read, and its name for sentences.

    :raises OlderSchema, NewerSchema: when its tables are not those of this program
    :raises Unavailable: when the database cannot be used
    """
    url = read_address(address)
    place = place_of(url)
    engine = make_engine(url, patience)
    try:
        with translated(place):
            async with engine.connect() as connection:
                await connection.run_sync(check_current, place)
    except BaseException:
        await to_its_end(engine.dispose())
        raise
    return engine, place
