"""A database of any version becomes today's, on a file and on a server, with every row it had."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.storage import Storage
from bot.storage.connect import read_address
from bot.storage.migrate import VERSION_TABLE, _config, revisions
from bot.tables.settings import TableSettings
from engine import standing
from tests.bot.operate.test_transfer import everything
from tests.bot.storage.rows_of_all import fill, reflected
from tests.bot.storage.test_storage_problems import differences
from tests.bot.tabletop import address_of

OLDEST = Path(__file__).parents[2] / "compat" / "before.sql"
OLDEST_REVISION = "0002"
REVISIONS = sorted(one.revision for one in ScriptDirectory.from_config(_config()).walk_revisions())
QUICK = (REVISIONS[0], *REVISIONS[-2:])
"""The longest way, and the one that was added last."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without any table."""
    if request.param == "sqlite":
        return address_of(tmp_path / "games.db")
    address: str = request.getfixturevalue("server").database()
    return address


@asynccontextmanager
async def plain(address: str) -> AsyncIterator[AsyncConnection]:
    """A transaction without any of our care."""
    engine = create_async_engine(read_address(address))
    async with engine.begin() as connection:
        yield connection
    await engine.dispose()


def bring_to(connection: Connection, revision: str) -> None:
    """Make the tables of a version."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def filled_at(connection: Connection, revision: str) -> dict[str, int]:
    """Make the tables of a version with a row in each, and return how many rows each has."""
    bring_to(connection, revision)
    return fill(connection, reflected(connection, VERSION_TABLE))


@pytest.mark.parametrize(
    "revision", [pytest.param(one, marks=() if one in QUICK else pytest.mark.slow) for one in REVISIONS]
)
async def test_a_database_of_any_version_becomes_todays(empty: str, revision: str):
    """With a row in every table it had; its tables are then those of a new database."""
    async with plain(empty) as connection:
        before = await connection.run_sync(filled_at, revision)

    after = await everything(empty)

    assert before
    assert {name: len(after[name]) for name in before if name != "leases"} == {
        name: count for name, count in before.items() if name != "leases"
    }
    async with Storage.open(empty) as storage, storage.database.reading() as connection:
        assert await connection.run_sync(differences) == []


def test_the_names_of_the_files_tell_the_revisions():
    """So that a database which is up to date is opened without Alembic."""
    assert list(revisions()) == REVISIONS


async def test_a_database_that_is_up_to_date_is_opened_without_alembic(empty: str):
    """To load it takes a tenth of a second, and memory as long as the program lives."""
    async with Storage.open(empty):
        pass
    program = (
        "import asyncio, sys\nfrom bot.storage import Storage\n"
        "async def look():\n    async with Storage.open(sys.argv[1]) as storage:\n"
        "        await storage.meta.read('key')\n"
        "asyncio.run(look())\nsys.exit('alembic' in sys.modules)"
    )
    done = await asyncio.create_subprocess_exec(sys.executable, "-c", program, empty)
    assert await done.wait() == 0


def on_server(value: Any) -> Any:
    """What a file knows as a time without a zone, a server wants in one."""
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


@pytest.mark.slow
async def test_the_oldest_tables_are_the_same_on_a_server(tmp_path: Path, server: Any):
    """What people had in a file long ago, held by a server instead: both become the same rows today."""
    file, address = tmp_path / "before.db", server.database()
    with closing(sqlite3.connect(file)) as old:
        old.executescript(OLDEST.read_text("utf-8"))
    async with plain(address_of(file)) as source, plain(address) as target:
        await target.run_sync(bring_to, OLDEST_REVISION)
        tables = await source.run_sync(reflected, VERSION_TABLE)
        there = await target.run_sync(reflected, VERSION_TABLE)
        for table in tables.sorted_tables:
            rows = [
                {name: on_server(one) for name, one in row._mapping.items()}
                for row in await source.execute(table.select())
            ]
            if rows:
                await target.execute(insert(there.tables[table.name]), rows)

    assert {*tables.tables} == {*there.tables}
    assert await everything(address) == await everything(address_of(file))


BELLS_BEFORE = (
    (-(2**62), 11, 60, "ping:11"),
    (1 - 2**62, 12, 0, ""),
    (2 - 2**62, 12, 0, ""),
    (21, 11, 86400, "undo"),
    (21, 12, 1200, ""),
    (0, 12, 600, "stop"),
)
"""Because of whom, for whom, how long it rests, and what it owes: four kinds of bell told apart by numbers."""


async def test_bells_say_of_what_kind_they_are(empty: str):
    """What stood for something else than a person becomes a kind and a purpose."""
    async with plain(empty) as connection:
        await connection.run_sync(filled_at, "0011")
        bells = (await connection.run_sync(reflected, VERSION_TABLE)).tables["bells"]
        game, now = 1, datetime(2026, 5, 4, 12, tzinfo=UTC).replace(tzinfo=None)
        await connection.execute(bells.delete())
        for by, user, rest, owed in BELLS_BEFORE:
            values = {"game_id": game, "by_user_id": by, "user_id": user, "rest": rest, "owed": owed}
            at = now if empty.startswith("sqlite") else on_server(now)
            await connection.execute(insert(bells).values(**values, rung_at=at))

    async with Storage.open(empty) as storage:
        rows = await storage.bells.of_game(1)

    assert {(row.kind, row.purpose, row.by_user_id, row.user_id) for row in rows} == {
        ("waits", "turn", 0, 11),
        ("among", "turn", 0, 12),
        ("among", "undo", 0, 12),
        ("quiet", "undo", 21, 11),
        ("rang", "turn", 21, 12),
        ("rang", "stop", 0, 12),
    }


async def test_open_requests_are_taken_over(empty: str):
    """Who was asked before whether the game ends, or who sits somewhere, is asked still."""
    seat = {"seat": "s1", "leaver": 1, "user": 9, "name": "Fir", "by": 5, "electors": [3, 4], "agreed": [9]}
    stop = {"rev": 7, "by": 5, "agreed": [5]}
    async with plain(empty) as connection:
        await connection.run_sync(filled_at, "0012")
        games = (await connection.run_sync(reflected, VERSION_TABLE)).tables["games"]
        settings = {"stopping": stop, "replacement": seat, "grace": "30"}
        await connection.execute(games.update().values(settings=settings))

    async with Storage.open(empty) as storage:
        stored = (await storage.games.find(1)).settings

    read = TableSettings.of(stored)
    (ends, takes) = read.requests
    assert set(stored) == {"requests", "grace"}
    assert (ends.kind, ends.rev, ends.agreed, ends.asked) == ("stop", 7, (5,), (1,))
    assert (takes.kind, takes.holder, takes.asked, takes.must, takes.awaited) == (
        "seat",
        1,
        (3, 4),
        (9,),
        (3, 4),
    )


@pytest.mark.parametrize("again", [None, 6])
@pytest.mark.parametrize("taken", [False, True])
async def test_open_requests_to_undo_are_taken_over(empty: str, again: int | None, *, taken: bool):
    """With their answers, and under their number unless another request of the game has it; closed ones are not."""
    async with plain(empty) as connection:
        await connection.run_sync(filled_at, "0017")
        tables = (await connection.run_sync(reflected, VERSION_TABLE)).tables
        asked, answers, games = (tables[name] for name in ("undo_requests", "undo_answers", "games"))
        await connection.execute(answers.delete())
        await connection.execute(asked.delete())
        stop = {"kind": "stop", "id": 4, "rev": 7, "by": 5, "at": "2026-05-04T12:00:00+00:00"}
        await connection.execute(games.update().values(rev=7, settings={"requests": [stop] if taken else []}))
        at = datetime(2026, 5, 4, 12, tzinfo=UTC)
        at = at.replace(tzinfo=None) if empty.startswith("sqlite") else at
        values = {"game_id": 1, "to_seq": 3, "asked_by": 5, "asked_at": at}
        await connection.execute(insert(asked).values(**values, id=3, rev=6, closed_at=at))
        await connection.execute(insert(asked).values(**values, id=4, rev=7, again=again))
        await connection.execute(insert(answers).values(request_id=4, user_id=8, agrees=True, answered_at=at))
        back = {"retracted_at": at, "retracted_by": 5, "retraction_rev": 6, "decided_by": ""}
        await connection.execute(tables["actions"].update().values(**back))

    async with Storage.open(empty) as storage:
        stored = (await storage.games.find(1)).settings
        async with storage.database.reading() as connection:
            open_ = (await connection.execute(asked.select().where(asked.c.closed_at.is_(None)))).all()

    assert open_ == []
    one = TableSettings.of(stored).requests[-1]
    assert (one.kind, one.id, one.rev, one.by) == ("redo" if again else "undo", 5 if taken else 4, 7, 5)
    assert (one.agreed, one.refused, one.keep, one.again) == ((8,), (), 3, again or 0)
    assert len(one.moves) == (1 if again else 0)
    assert (one.at, one.outcome) == (datetime(2026, 5, 4, 12, tzinfo=UTC), "")


async def test_bids_in_advance_name_lots(empty: str):
    """An order that bid for one private stays one, and the reason for which one has ended can still be said."""
    wanted = {"kind": "bid_up", "private": "P3", "price": 90}
    async with plain(empty) as connection:
        await connection.run_sync(filled_at, "0014")
        orders = (await connection.run_sync(reflected, VERSION_TABLE)).tables["standing_orders"]
        await connection.execute(
            orders.update().values(wanted=wanted, reason={"why": "lost", "private": "P3"})
        )

    async with Storage.open(empty) as storage, storage.database.reading() as connection:
        rows = (await connection.execute(orders.select())).all()

    assert [standing.load(row.wanted) for row in rows] == [standing.TakeFirst(("P3",), 90, {})]
    assert rows[0].reason == {"why": "lost", "lot": "P3"}
