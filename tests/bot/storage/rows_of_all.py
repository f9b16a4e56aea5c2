"""A row of every table there is, whatever its columns: for what must forget no table."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, Column, Connection, MetaData, TypeDecorator, func, insert, select

NOON = datetime(2026, 5, 4, 12, 0, 0, tzinfo=UTC)
WORDS = {"state": "running", "kind": "turn"}
"""What columns hold that take only some words."""
KINDS: dict[type, Any] = {
    int: 1,
    float: 1.5,
    str: "words",
    bool: True,
    bytes: b"\0\1",
    datetime: NOON,
}


def fill(connection: Connection, metadata: MetaData) -> dict[str, int]:
    """Write a row into every table that has none, and return how many rows each has."""
    for table in metadata.sorted_tables:
        if not connection.scalar(select(func.count()).select_from(table)):
            connection.execute(insert(table).values({one.key: value(one) for one in table.columns}))
    counted = {table.name: select(func.count()).select_from(table) for table in metadata.sorted_tables}
    return {name: connection.scalar(count) or 0 for name, count in counted.items()}


def value(column: Column[Any]) -> Any:
    """Something that fits a column; whatever refers to another row refers to the first."""
    kind = column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type
    if isinstance(kind, JSON):
        return {"a": [1]}
    return WORDS.get(column.key) or KINDS[kind.python_type]


def reflected(connection: Connection, without: str) -> MetaData:
    """The tables of a database as they are, but for one."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name != without)
    return found
