"""The database file: private, copied before a migration, missed at once when it is not the one that was opened."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, text

from bot.errors.storage import DatabaseLocked, NoAnswer, StorageProblem, Vanished
from bot.storage import GameRow, Move, Storage
from bot.storage.database import Database
from bot.storage.database_file import copy_file
from bot.storage.migrate import VERSION_TABLE, _config
from tests.bot.tabletop import address_of

ANN = 11


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def address(file: Path) -> str:
    return address_of(file)


def named(folder: Path, begins: str) -> list[str]:
    return sorted(one.name for one in folder.glob(f"{begins}*"))


def mode(file: Path) -> int:
    return file.stat().st_mode & 0o777


# who may read it


async def test_a_new_file_is_for_its_owner_alone(address: str, file: Path):
    """Whatever the process's mask is; the log beside it too."""
    before = os.umask(0)
    try:
        async with Storage.open(address) as storage:
            await storage.meta.write("key", "value")
            beside = [mode(one) for one in file.parent.iterdir() if one.name.startswith(file.name)]
    finally:
        os.umask(before)

    assert set(beside) == {0o600}
    assert len(beside) >= 2


async def test_what_everybody_could_read_is_closed(address: str, file: Path):
    """A file made by an earlier version; what its group may do was somebody's wish and stays."""
    async with Storage.open(address):
        pass
    os.chmod(file, 0o664)  # noqa: PTH101

    async with Storage.open(address):
        assert mode(file) == 0o660


# the copy before a migration


def take_back(file: Path, revision: str) -> None:
    """Give a file the tables of an older version."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
    engine.dispose()


async def test_a_copy_is_kept_before_a_migration(address: str, file: Path, storage: Storage, game: GameRow):
    """Once, complete, private, and named by what comes after it; a new file needs none."""
    await storage.actions.append(game.id, 0, Move("s1", ANN, "a"))
    await storage.database.close()
    assert not list(file.parent.glob("*.before-*"))
    take_back(file, "0004")

    async with Storage.open(address) as again:
        assert len(await again.actions.in_force(game.id)) == 1

    (copy,) = file.parent.glob("*.before-*")
    assert mode(copy) == 0o600
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall() == [("0004",)]
        assert kept.execute("SELECT text FROM actions").fetchall() == [("a",)]


# a file that goes away


def remove(file: Path) -> None:
    file.unlink()


def remove_all(file: Path) -> None:
    for one in list(file.parent.glob(f"{file.name}*")):
        one.unlink()


def empty(file: Path) -> None:
    os.truncate(file, 0)


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def replace(file: Path) -> None:
    other = file.with_name("other")
    shutil.copy(file, other)
    other.replace(file)


def remove_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


@pytest.mark.parametrize("harm", [remove, remove_all, empty, cut, replace, remove_log])
async def test_a_file_that_is_not_the_one_opened_is_noticed_at_once(
    storage: Storage, game: GameRow, file: Path, harm: Callable[[Path], None]
):
    """No move is acknowledged any more, and nothing is read from what is no longer there."""
    rev = await storage.actions.append(game.id, 0, Move("s1", ANN, "a"))
    harm(file)

    for _ in range(2):
        with pytest.raises(Vanished):
            await storage.actions.append(game.id, rev, Move("s1", ANN, "b"))
        with pytest.raises(Vanished):
            await storage.actions.in_force(game.id)


async def test_a_file_that_goes_while_a_move_is_stored_is_noticed(
    storage: Storage, game: GameRow, file: Path
):
    """It is there when the request begins and gone when it ends."""

    async def append() -> None:
        async with storage.database.writing() as connection:
            await connection.execute(text("UPDATE games SET rev = 1"))
            remove(file)

    with pytest.raises(Vanished):
        await append()


async def test_other_readers_and_a_long_life_raise_no_alarm(storage: Storage, game: GameRow, file: Path):
    """A copy is made, the log is folded in, connections come and go: it is still the same file."""
    for rev in range(60):
        await storage.actions.append(game.id, rev, Move("s1", ANN, "a" * 4000))
        with closing(sqlite3.connect(file)) as other:
            other.execute("PRAGMA wal_checkpoint(RESTART)")
    assert len(await storage.actions.in_force(game.id)) == 60


async def test_a_copy_is_one_file(storage: Storage, game: GameRow, file: Path, tmp_path: Path):
    """With what is in the log alone; opened, it begins no log of its own, so that it can be carried away."""
    await storage.actions.append(game.id, 0, Move("s1", ANN, "pass"))
    copy = tmp_path / "copy.db"
    copy_file(file, copy)
    with closing(sqlite3.connect(copy)) as opened:
        texts = opened.execute("SELECT text FROM actions").fetchall()
        opened.execute("DELETE FROM news")
        opened.commit()
        there = named(tmp_path, "copy.db")

    assert texts == [("pass",)]
    assert there == ["copy.db"]


# a database that does not answer


async def test_nobody_waits_without_end_for_a_database_that_hangs(storage: Storage):
    """A request that does not come back is given up by its caller; the next one is served."""
    storage.database._limit = 0.1
    hung = asyncio.Event()

    async def hang() -> bool:
        return await hung.wait()

    with pytest.raises(NoAnswer):
        await storage.database.whole(hang())
    hung.set()
    assert await storage.meta.read("key") is None


async def test_whoever_waits_too_long_to_write_is_told_and_nothing_happens_later(storage: Storage):
    """The turn to write does not come; what was told to be unchanged stays so."""
    storage.database._patience = 0.1
    async with storage.database.writing():
        with pytest.raises(DatabaseLocked):
            await storage.meta.write("key", "value")
    await asyncio.sleep(0.05)
    assert await storage.meta.read("key") is None


async def test_the_end_waits_for_no_hung_request(address: str, monkeypatch: pytest.MonkeyPatch):
    """The program stops all the same."""
    monkeypatch.setattr("bot.storage.database.LAST_SECONDS", 0.1)
    async with Storage.open(address) as storage:
        hung = asyncio.ensure_future(storage.database.whole(asyncio.sleep(1000)))
        await asyncio.sleep(0)
        assert storage.database._requests
    assert not hung.done()
    hung.cancel()
    for request in storage.database._requests:
        request.cancel()
    await asyncio.gather(hung, *storage.database._requests, return_exceptions=True)


@pytest.mark.parametrize(
    "seconds", [0.2, pytest.param(10, marks=pytest.mark.slow), pytest.param(60, marks=pytest.mark.long)]
)
async def test_a_lock_is_waited_for_or_told(storage: Storage, file: Path, seconds: float):
    """Another program holds the file: a short time costs nothing, a long one a sentence; then all is as before."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asking = asyncio.create_task(storage.meta.write("key", "value"))
        await asyncio.sleep(seconds)
        other.execute("ROLLBACK")
        if seconds < 5:
            await asking
        else:
            with pytest.raises(StorageProblem, match="locked"):
                await asking
    await storage.meta.write("key", "later")
    assert await storage.meta.read("key") == "later"


def test_the_limit_is_longer_than_the_patience():
    """Whoever waits for a lock hears of the lock."""
    defaults = Database.__init__.__defaults__
    assert defaults is not None
    assert defaults[1] * 2 < defaults[2]
