"""Bring a database up to the schema of this program, or say why that cannot be.

Alembic is loaded only where there is something to do: most starts find their tables as they are.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, column, inspect, select, table, text, update

from bot.errors.storage import ForeignDatabase, NewerSchema, OlderSchema
from bot.storage.database_file import copy_before

if TYPE_CHECKING:
    from alembic.config import Config

log = logging.getLogger(__name__)

VERSION_TABLE = "schema_version"
_VERSION = table(VERSION_TABLE, column("version_num"))
UPGRADE_LOCK = 1830  # any number no other program on the same server takes


def _config() -> Config:
    """Return Alembic's configuration; the migrations are found inside the package."""
    from alembic.config import Config  # noqa: PLC0415 - see above

    config = Config()
    config.set_main_option("script_location", "bot:migrations")
    config.set_main_option("path_separator", "os")
    return config


@cache
def revisions() -> tuple[str, ...]:
    """Return the revisions this program knows in order: the numbers with which the names of their files begin."""
    names = (entry.name for entry in (resources.files("bot.migrations") / "versions").iterdir())
    return tuple(sorted(name.partition("_")[0] for name in names if name[:1].isdigit()))


def current_revision(connection: Connection) -> str | None:
    """Return the schema revision of the database, None where it has no tables yet."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found: str | None = connection.scalar(select(_VERSION.c.version_num))
    return found


def _foreign_tables(connection: Connection) -> set[str]:
    """Return the tables of a database that holds none of ours yet."""
    return {*inspect(connection).get_table_names()} - {VERSION_TABLE}


def upgrade(connection: Connection, place: str) -> None:
    """Run the missing migrations inside the caller's transaction; usually there are none.

    Even then it writes, so that a database that may only be read is noticed before anybody makes a move. An SQLite
    file with tables in it is copied before they change.

    :raises NewerSchema: when a newer program wrote the database
    :raises ForeignDatabase: when the SQLite file holds another program's tables
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
    head, found = revisions()[-1], current_revision(connection)
    if found == head:
        connection.execute(update(_VERSION).values(version_num=head))
        return
    if found is not None and found not in revisions():
        raise NewerSchema(place=place, found=found, known=head)
    if found is None and connection.dialect.name == "sqlite" and _foreign_tables(connection):
        raise ForeignDatabase(place=place)
    if found is not None and connection.dialect.name == "sqlite":
        log.info("a copy of the database is kept as %s", copy_before(Path(place), head))
    from alembic import command  # noqa: PLC0415 - see above

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def check_current(connection: Connection, place: str) -> None:
    """Change nothing.

    :raises OlderSchema, NewerSchema: when the tables are not those of this program
    """
    found, head = current_revision(connection), revisions()[-1]
    if found != head:
        kind = OlderSchema if found is None or found in revisions() else NewerSchema
        raise kind(place=place, found=found or "none", known=head)
