"""SQLite's driver, asked once for each statement: to execute it, read its rows and close is one call of its thread.

By itself it is asked four times, and again for the end of a transaction that was never begun. Where threads share one
interpreter each of these calls may have to wait for others that compute, and with it everybody who waits to write.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Self, TypeVar

from aiosqlite import Connection

Parameters = Sequence[Any]
T = TypeVar("T")

ROWS_AT_ONCE = 1000
"""How many rows are read with the statement itself; more of them take further calls."""


class Statement:
    """One statement, and what came of it."""

    def __init__(self, run: Callable[..., Any]) -> None:
        self._run = run
        self._rows: list[Any] = []
        self._open: sqlite3.Cursor | None = None
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        """Begin; nothing is asked yet."""
        return self

    async def execute(self, sql: str, parameters: Parameters = ()) -> None:
        """Execute a statement and read its first rows, for most statements all of them."""
        await self._run(self._made, sqlite3.Connection.execute, sql, parameters)

    async def executemany(self, sql: str, parameters: Iterable[Parameters]) -> None:
        """Execute a statement once for each of some parameters."""
        await self._run(self._made, sqlite3.Connection.executemany, sql, parameters)

    async def fetchall(self) -> list[Any]:
        """Return all rows that nobody has taken."""
        while self._open is not None:
            await self._run(self._read)
        return self._taken(len(self._rows))

    async def fetchmany(self, size: int) -> list[Any]:
        """Return the next rows, so many at most."""
        while self._open is not None and len(self._rows) < size:
            await self._run(self._read)
        return self._taken(size)

    async def close(self) -> None:
        """Close the cursor. This needs a call to the thread only if rows are unread."""
        if self._open is not None:
            await self._run(self._closed)

    def _taken(self, size: int) -> list[Any]:
        taken, self._rows = self._rows[:size], self._rows[size:]
        return taken

    # in the thread of the connection

    def _made(
        self, connection: sqlite3.Connection, execute: Callable[..., sqlite3.Cursor], *given: Any
    ) -> None:
        self._open = cursor = execute(connection, *given)
        self._read(connection)
        self.description = cursor.description
        self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid

    def _read(self, connection: sqlite3.Connection) -> None:
        """Read further rows; behind the last one nothing stays open."""
        assert self._open is not None
        more = self._open.fetchmany(ROWS_AT_ONCE)
        self._rows += more
        if len(more) < ROWS_AT_ONCE:
            self._closed(connection)

    def _closed(self, _connection: sqlite3.Connection) -> None:
        if self._open is not None:
            self._open.close()
        self._open = None


class OneCallConnection(Connection):
    """A connection whose statements take one call each, and that ends no transaction which was not begun."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, ROWS_AT_ONCE)
        self._thread.daemon = True
        self._unsure = False
        """Whether somebody has left before a call was done, so that a transaction may yet begin."""

    def cursor(self) -> Statement:  # type: ignore[override]
        """Return a statement that is still to be made."""
        return Statement(self._at_connection)

    async def commit(self) -> None:
        """Put on disk what was changed, if anything may have been."""
        if self._unsure or self.in_transaction:
            await super().commit()

    async def rollback(self) -> None:
        """Undo what was changed, if anything may have been."""
        if self._unsure or self.in_transaction:
            await super().rollback()

    async def _at_connection(self, work: Callable[..., T], *given: Any) -> T:
        try:
            done: T = await self._execute(work, self._conn, *given)  # type: ignore[no-untyped-call]
        except asyncio.CancelledError:
            self._unsure = True
            raise
        return done


def connect(database: str, **given: Any) -> OneCallConnection:
    """Return a connection, which is opened when it is awaited; its thread does not outlive the program."""
    return OneCallConnection(partial(sqlite3.connect, database, **given))
