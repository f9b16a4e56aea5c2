import asyncio
import errno
import inspect
import sqlite3
import string
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy import inspect as inspected

from bot import migrations
from bot.errors import storage as errors
from bot.errors.storage import StorageProblem, Unavailable
from bot.storage import HookRow, Move, NewGame, Storage
from bot.storage.connect import place_of, read_address
from bot.storage.driver_errors import problem_for
from bot.storage.migrate import VERSION_TABLE
from bot.storage.schema import metadata
from tests.bot.storage.notation import in_notation

NEWEST = max(path.name[:4] for path in Path(migrations.__file__).parent.glob("versions/[0-9]*.py"))
on_a_file = pytest.mark.parametrize("address", ["sqlite"], indirect=True)


async def running(storage: Storage) -> int:
    lobby = await storage.games.create(NewGame(900, "18Mag", 7, 3, 1))
    await storage.games.start(lobby.id, ())
    return lobby.id


async def refusal(address: str) -> Unavailable:
    patience = 0.1 if "sqlite" in address else 10.0  # a server may take its time to let somebody in
    with pytest.raises(Unavailable) as refused:
        async with Storage.open(address, patience=patience):
            pass
    return refused.value


@pytest.mark.parametrize(
    "address", ["", "nonsense", "mysql://x/y", "sqlite://", "sqlite+aiosqlite:///:memory:"]
)
async def test_an_address_that_keeps_nothing_is_refused(address: str):
    """The sentence shows what a good one looks like."""
    assert "sqlite+aiosqlite:///data/games.db" in str(await refusal(address))


@pytest.mark.parametrize("address", ["sqlite:///games.db", "postgresql://ann:secret@host/games"])
def test_short_addresses_are_completed_and_passwords_hidden(address: str):
    """The driver is ours to choose; a password reaches no sentence."""
    url = read_address(address)

    assert "+a" in url.drivername
    assert "secret" not in place_of(url)


async def test_a_missing_folder_is_named(tmp_path: Path):
    """Rather than 'unable to open database file'."""
    problem = await refusal(f"sqlite:///{tmp_path / 'none' / 'games.db'}")

    assert isinstance(problem, errors.FolderMissing)
    assert str(tmp_path / "none") in str(problem)


async def test_a_folder_is_no_file(tmp_path: Path):
    """The address may name the folder by mistake."""
    assert isinstance(await refusal(f"sqlite:///{tmp_path}"), errors.CannotOpen)


async def test_another_kind_of_file_is_left_alone(tmp_path: Path):
    """A text file stays a text file."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * 500)

    assert isinstance(await refusal(f"sqlite:///{path}"), errors.NotADatabase)
    assert path.read_text() == "Dear Ann, " * 500


async def test_another_programs_database_is_left_alone(tmp_path: Path):
    """We add no tables to somebody else's."""
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()

    assert isinstance(await refusal(f"sqlite:///{path}"), errors.ForeignDatabase)


async def test_a_newer_schema_is_left_alone(storage: Storage, address: str):
    """An old program must not write into what it does not know."""
    async with storage.database.writing() as connection:
        await connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))

    problem = await refusal(address)

    assert isinstance(problem, errors.NewerSchema)
    assert "schema 9999" in str(problem)


@on_a_file
async def test_a_locked_database_says_so_and_loses_nothing(address: str, tmp_path: Path):
    """The refused move can be made again when the lock is gone."""
    async with Storage.open(address, patience=0.1) as storage:
        game = await running(storage)
        other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(errors.DatabaseLocked, match="locked by another program"):
            await storage.actions.append(game, 0, Move("s1", 1, "a"))
        assert isinstance(await refusal(address), errors.DatabaseLocked)
        assert await in_notation(storage, game) == ()
        other.execute("ROLLBACK")
        other.close()

        assert await storage.actions.append(game, 0, Move("s1", 1, "a")) == 1


@on_a_file
async def test_a_database_that_may_only_be_read_says_so(storage: Storage, tmp_path: Path):
    """At the start, before anybody makes a move that cannot be kept."""
    await running(storage)

    problem = await refusal(f"sqlite:///file:{tmp_path / 'games.db'}?mode=ro&uri=true")

    assert isinstance(problem, errors.ReadOnly)


@on_a_file
async def test_a_database_that_becomes_read_only_refuses_the_move(storage: Storage):
    """The move is refused with the sentence, the game stays as it was."""
    game = await running(storage)
    async with storage.database.writing() as connection:
        await connection.exec_driver_sql("PRAGMA query_only = ON")

    with pytest.raises(errors.ReadOnly):
        await storage.actions.append(game, 0, Move("s1", 1, "a"))
    assert (await storage.games.find(game)).rev == 0


@on_a_file
async def test_a_full_disk_refuses_the_move(storage: Storage):
    """Everything before is still there."""
    game = await running(storage)
    await storage.actions.append(game, 0, Move("s1", 1, "a"))
    async with storage.database.writing() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(errors.DiskFull):
        await storage.actions.append(game, 1, *[Move("s1", 1, "x" * 5000)] * 20)
    assert await in_notation(storage, game) == ("a",)


@on_a_file
async def test_a_damaged_file_says_so(address: str, tmp_path: Path):
    """It names the remedy."""
    async with Storage.open(address) as storage:
        await running(storage)
    path = tmp_path / "games.db"
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)

    assert "restore it from a backup" in str(await refusal(address))


async def test_no_error_tells_what_was_to_be_stored(address: str):
    """Neither its sentence nor the traceback that may be logged: secrets and private notes are among it."""
    row = HookRow("person:1", 1, "https://x.org/in-the-path", "whsec_abcdef", 0)
    async with Storage.open(address) as storage:
        async with storage.database.writing() as connection:
            await connection.exec_driver_sql("DROP TABLE hooks")
        with pytest.raises(errors.StorageProblem) as caught:
            await storage.hooks.keep(row)

    told = "".join(traceback.format_exception(caught.value))
    assert "INSERT INTO hooks" in told
    assert "in-the-path" not in told
    assert "whsec_abcdef" not in told


async def test_a_server_that_does_not_answer_says_so():
    """Nothing listens there."""
    problem = await refusal("postgresql://ann:secret@127.0.0.1:1/games")

    assert isinstance(problem, errors.Unreachable)
    assert "secret" not in str(problem)


def test_any_other_trouble_is_a_sentence_too():
    """Rather than a traceback."""
    assert isinstance(problem_for(OSError(errno.ECONNREFUSED, "refused"), "x"), errors.Unreachable)
    assert "cannot be used" in str(problem_for(sqlite3.OperationalError("odd"), "x"))


def kinds() -> list[type[StorageProblem]]:
    return [
        kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, StorageProblem)
    ]


@pytest.mark.parametrize("kind", kinds())
def test_every_problem_has_a_key_and_a_sentence_of_its_own(kind: type[StorageProblem]):
    """The keys are unique, the sentences end like sentences."""
    shared = [other for other in kinds() if other.key == kind.key and other is not kind]
    assert shared in ([], [errors.Conflict], [StorageProblem])
    assert kind.sentence.rstrip().endswith((".", "again."))
    assert all(
        name is None or name.isidentifier() for _, name, _, _ in string.Formatter().parse(kind.sentence)
    )


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(
        connection, opts={"version_table": VERSION_TABLE, "compare_type": True}
    )
    return [*compare_metadata(context, metadata), *_other_keys(connection)]


def _other_keys(connection: Connection) -> Iterator[object]:
    """The tables whose primary keys are others, which Alembic does not see."""
    found = inspected(connection)
    for table in metadata.sorted_tables:
        made = found.get_pk_constraint(table.name)["constrained_columns"]
        if made != [column.name for column in table.primary_key]:
            yield table.name, made


async def test_the_migrations_make_the_tables_we_declare(storage: Storage, address: str):
    """From nothing, and again without any effect."""
    async with Storage.open(address) as again, again.database.reading() as connection:
        assert await connection.run_sync(differences) == []
    async with storage.database.reading() as connection:
        rows = await connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}"))
        assert rows.scalars().all() == [NEWEST]


@on_a_file
async def test_the_numbers_of_rows_are_declared_as_they_are_given(storage: Storage):
    """Where they are counted on, a row that is gone leaves its number to no later one."""
    async with storage.database.reading() as connection:
        made = (await connection.execute(text("SELECT name, sql FROM sqlite_master"))).all()
    declared = {
        table.name for table in metadata.sorted_tables if table.dialect_options["sqlite"]["autoincrement"]
    }

    assert {name for name, sql in made if "AUTOINCREMENT" in (sql or "")} == declared


@on_a_file
async def test_commits_reach_the_disk_before_they_are_acknowledged(storage: Storage):
    """The settings that promise it, on every connection."""
    connections = [storage.database.reading() for _ in range(3)]
    for opened in [await connection.__aenter__() for connection in connections]:
        pragmas = [
            (await opened.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
        assert pragmas == ["wal", 2, 1, 5000]
    await asyncio.gather(*(connection.__aexit__(None, None, None) for connection in connections))


def test_no_request_can_be_broken_off_half_way(storage: Storage):
    """Every request of every part ends by itself, even where its caller is cancelled."""
    parts = [part for part in vars(storage).values() if hasattr(part, "database")]
    requests = [
        request
        for part in parts
        for name, request in inspect.getmembers(type(part), inspect.iscoroutinefunction)
        if not name.startswith("_")
    ]

    assert len(parts) == 16
    assert len(requests) > 40
    assert all(hasattr(request, "__wrapped__") for request in requests)
