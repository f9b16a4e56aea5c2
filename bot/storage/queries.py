"""Small pieces of queries: rows as records, and a game held against other writers."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import Select, Table, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import GameMissing, WrongState
from bot.storage.rows import GameRow
from bot.storage.schema import games

Record = TypeVar("Record")


def pick(table: Table, record: type[Any]) -> Select[Any]:
    """Return a query for the columns of ``table`` that the record holds, in its order."""
    return select(*(table.c[field.name] for field in fields(record)))


async def fetch(connection: AsyncConnection, record: type[Record], query: Select[Any]) -> tuple[Record, ...]:
    """Return the query's rows as records."""
    return tuple(record(*values) for values in await connection.execute(query))


async def fetch_one(connection: AsyncConnection, record: type[Record], query: Select[Any]) -> Record | None:
    """Return the query's first row as a record, None where it has none."""
    values = (await connection.execute(query)).first()
    return None if values is None else record(*values)


async def put(connection: AsyncConnection, table: Table, values: Mapping[str, Any]) -> None:
    """Insert the row, or change the one with the same primary key."""
    make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    keys = [column.key for column in table.primary_key]
    changed = {name: value for name, value in values.items() if name not in keys}
    await connection.execute(
        make(table).values(**values).on_conflict_do_update(index_elements=keys, set_=changed)
    )


async def locked_game(connection: AsyncConnection, game_id: int, *states: str) -> GameRow:
    """Return the game, locked against other writers, if it is in one of the states (none named: any).

    :raises GameMissing: when there is no such game
    :raises WrongState: when it is in another state
    """
    query = pick(games, GameRow).where(games.c.id == game_id).with_for_update()
    game = await fetch_one(connection, GameRow, query)
    if game is None:
        raise GameMissing(game_id=game_id)
    if states and game.state not in states:
        raise WrongState(game_id=game_id, state=game.state, wanted=" or ".join(states))
    return game
