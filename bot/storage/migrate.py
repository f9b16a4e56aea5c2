"""Bring a database up to the schema of this program, or say why that cannot be."""

import logging
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, column, inspect, table, text, update

from bot.errors import ForeignDatabase, NewerSchema, OlderSchema
from bot.storage.database_file import copy_before

log = logging.getLogger(__name__)

VERSION_TABLE = "schema_version"
UPGRADE_LOCK = 1830  # any number no other program on the same server takes


def _config() -> Config:
    """Return Alembic's configuration; the migrations are found inside the package."""
    config = Config()
    config.set_main_option("script_location", "bot:migrations")
    config.set_main_option("path_separator", "os")
    return config


@cache
def _script() -> ScriptDirectory:
    """Return the migrations, which are read once."""
    return ScriptDirectory.from_config(_config())


def _known(script: ScriptDirectory) -> dict[str, int]:
    """Return the revisions this program knows."""
    return {step.revision: place for place, step in enumerate(script.walk_revisions())}


def current_revision(connection: Connection) -> str | None:
    """Return the schema revision of the database, None where it has no tables yet."""
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    return context.get_current_revision()


def _foreign_tables(connection: Connection) -> set[str]:
    """Return the tables of a database that holds none of ours yet."""
    return {*inspect(connection).get_table_names()} - {VERSION_TABLE}


def upgrade(connection: Connection, place: str) -> None:
    """Run the missing migrations inside the caller's transaction; nothing to do is the usual case.

    An SQLite file that has tables already is copied before.

    Even then it writes, so that a database that may only be read is noticed before anybody makes a move.

    :raises NewerSchema: when a newer program wrote the database
    :raises ForeignDatabase: when the SQLite file holds another program's tables
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
    script = _script()
    head = script.get_current_head()
    found = current_revision(connection)
    if found == head:
        connection.execute(update(table(VERSION_TABLE, column("version_num"))).values(version_num=head))
        return
    if found is not None and found not in _known(script):
        raise NewerSchema(place=place, found=found, known=head)
    if found is None and connection.dialect.name == "sqlite" and _foreign_tables(connection):
        raise ForeignDatabase(place=place)
    if found is not None and connection.dialect.name == "sqlite":
        log.info("a copy of the database is kept as %s", copy_before(Path(place), str(head)))
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def check_current(connection: Connection, place: str) -> None:
    """Change nothing.

    :raises OlderSchema, NewerSchema: when the tables are not those of this program
    """
    script = _script()
    found, head = current_revision(connection), script.get_current_head()
    if found != head:
        kind = OlderSchema if found is None or found in _known(script) else NewerSchema
        raise kind(place=place, found=found or "none", known=head)
