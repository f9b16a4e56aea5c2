"""All that one database holds, written into another one, whatever kind each of them is."""

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors.storage import NotEmpty
from bot.storage import Storage
from bot.storage.schema import games, leases, metadata

LOT = 500
"""How many rows are read and written at a time."""
KEPT = tuple(table for table in metadata.sorted_tables if table is not leases)
"""What is copied: all but who works with the database at the moment."""
ONE_MOMENT = {
    "postgresql": "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    "sqlite": "SELECT count(*) FROM games",
}
"""With what a transaction begins that sees one moment from its first to its last request."""
NEXT = "SELECT setval(pg_get_serial_sequence('{table}', 'id'), GREATEST((SELECT max(id) FROM {table}), 1))"


async def copy_all(source: Storage, target: Storage, *, force: bool = False) -> int:
    """Copy every row of one moment in one transaction, and return the number of games.

    The source may be in use meanwhile. ``force`` first empties a target on a server; a file's actions cannot be
    removed, so what is to take its place is written into a new one.

    :raises NotEmpty: when the target holds games already
    :raises Unavailable: when one of them cannot be used; the target is as it was before
    """
    async with source.database.reading() as reading, target.database.writing() as writing:
        await reading.exec_driver_sql(ONE_MOMENT[reading.dialect.name])
        if force and writing.dialect.name == "postgresql":
            await writing.execute(text(f"TRUNCATE {', '.join(table.name for table in KEPT)}"))
        if await writing.scalar(select(func.count()).select_from(games)):
            raise NotEmpty(place=target.database.place)
        for table in KEPT:
            async for rows in _lots(reading, table):
                await writing.execute(insert(table), rows)
        await _count_on(writing)
        return await writing.scalar(select(func.count()).select_from(games)) or 0


async def _lots(connection: AsyncConnection, table: Table) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield the rows of a table, some at a time, in the order of their keys."""
    keys = [column.key for column in table.columns]
    rows = await connection.stream(select(*table.columns).order_by(*table.primary_key))
    async for lot in rows.partitions(LOT):
        yield [dict(zip(keys, row, strict=True)) for row in lot]


async def _count_on(connection: AsyncConnection) -> None:
    """Let the server number new rows after those that were copied; SQLite does so by itself."""
    if connection.dialect.name != "postgresql":
        return
    for table in KEPT:
        if table.primary_key.columns.keys() == ["id"]:
            await connection.execute(text(NEXT.format(table=table.name)))
