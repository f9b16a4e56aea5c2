"""Small pieces of queries: rows as records, settings merged, and a game held against other writers."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Insert, Select, Table, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors.storage import GameMissing, WrongState
from bot.storage.rows import GameRow, JsonValue
from bot.storage.schema import games

Record = TypeVar("Record")


def pick(table: Table, record: type[Any]) -> Select[Any]:
    """Return a query for the columns of ``table`` that the record holds, in its order."""
    return select(*(table.c[field.name] for field in fields(record)))


@cache
def by(table: Table, record: type[Any], *columns: str) -> Select[Any]:
    """Return a query for the rows in which columns have the values given by their names when it is made.

    The query is built once and cached: building it costs as much as running it.
    """
    return pick(table, record).where(*(table.c[name] == bindparam(name) for name in columns))


async def fetch(
    connection: AsyncConnection, record: type[Record], query: Select[Any], **given: Any
) -> tuple[Record, ...]:
    """Return the query's rows as records."""
    return tuple(record(*values) for values in await connection.execute(query, given))


async def fetch_one(
    connection: AsyncConnection, record: type[Record], query: Select[Any], **given: Any
) -> Record | None:
    """Return the query's first row as a record, None where it has none."""
    values = (await connection.execute(query, given)).first()
    return None if values is None else record(*values)


async def put(connection: AsyncConnection, table: Table, values: Mapping[str, Any]) -> None:
    """Insert the row, or change the one with the same primary key."""
    await connection.execute(_put(connection.dialect.name, table, tuple(values)), values)


async def put_new(connection: AsyncConnection, table: Table, values: Mapping[str, Any]) -> None:
    """Insert the row unless there is one with the same primary key."""
    make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    await connection.execute(make(table).values(**values).on_conflict_do_nothing())


@cache
def _put(dialect: str, table: Table, names: tuple[str, ...]) -> Insert:
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    keys = [column.key for column in table.primary_key]
    new = make(table).values({name: bindparam(name) for name in names})
    changed = {name: new.excluded[name] for name in names if name not in keys}
    return new.on_conflict_do_update(index_elements=keys, set_=changed)


def merged(settings: Mapping[str, JsonValue], changes: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return stored settings after changes; None removes one."""
    return {key: value for key, value in {**settings, **changes}.items() if value is not None}


LOCKED = by(games, GameRow, "id").with_for_update()


async def locked_game(connection: AsyncConnection, game_id: int, *states: str) -> GameRow:
    """Return the game, locked against other writers, if it is in one of the states (none named: any).

    :raises GameMissing: when there is no such game
    :raises WrongState: when it is in another state
    """
    game = await fetch_one(connection, GameRow, LOCKED, id=game_id)
    if game is None:
        raise GameMissing(game_id=game_id)
    if states and game.state not in states:
        raise WrongState(game_id=game_id, state=game.state, wanted=" or ".join(states))
    return game
