"""Copies of all games: a backup while the bot plays, a backup taken back, and the move to another database."""

import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from datetime import datetime
from pathlib import Path

from bot.errors import InUse, NotADatabase, NotEmpty
from bot.storage import Storage
from bot.storage.connect import file_of, place_of, read_address
from bot.storage.copying import copy_all
from bot.storage.database_file import copy_file, part_of, put_in_place
from bot.storage.driver_errors import translated
from bot.storage.migrate import VERSION_TABLE
from bot.storage.sole_user import is_gone, locked_file

PATIENCE = 30.0
"""How many seconds a copy waits for a lock."""
STAMP = "stationmaster-%Y%m%d-%H%M%S.db"
"""How a backup in a folder is named, by UTC."""


def as_address(text: str) -> str:
    """Return the address of what is given as an address or as the path of an SQLite file."""
    return text if "://" in text else f"sqlite:///{text}"


async def backup(address: str, to: Path, now: datetime, *, force: bool = False) -> Path:
    """Write a copy of all games into one SQLite file, while the bot may be playing, and return its path.

    In a folder it is named by the time.

    :raises NotEmpty: when the file is there already
    :raises Unavailable: when the database cannot be read, or the file not be written
    """
    path = _named(to, now, force=force)
    file = file_of(read_address(address))
    if file is not None:
        _check_ours(file)
        with translated(str(path)):
            copy_file(file, path)
        return path
    fresh = part_of(path)
    async with (
        Storage.open_unchanged(address, patience=PATIENCE) as source,
        Storage.open(f"sqlite:///{fresh}") as target,
    ):
        await copy_all(source, target)
    fresh.replace(path)
    return path


def _named(to: Path, now: datetime, *, force: bool) -> Path:
    """Return the path of a backup.

    :raises NotEmpty: when the file is there already
    """
    path = to / now.strftime(STAMP) if to.is_dir() else to
    if path.exists() and not force:
        raise NotEmpty(place=str(path))
    return path


async def restore(path: Path, address: str, *, force: bool = False) -> int:
    """Put the games of a backup into a database that no bot works with, and return their number.

    A backup of an older version is brought up to date on the way; the file itself stays as it is.

    :raises NotEmpty: when there are games already, and ``force`` does not say to replace them
    :raises InUse: when a bot works with the database
    :raises Unavailable: when one of the two cannot be used; the database is as it was before
    """
    async with copied(path) as source:
        return await _fill(source, address, force=force)


async def move(source: str, target: str, *, force: bool = False) -> int:
    """Copy all games from a database into another one, with no bot at work in either, and return their number.

    :raises NotEmpty: when the target holds games already, and ``force`` does not say to replace them
    :raises InUse: when a bot works with one of the two
    :raises Unavailable: when one of the two cannot be used; the target is as it was before
    """
    file = file_of(read_address(source))
    if file is not None:
        _check_ours(file)
    with locked_file(source):
        async with Storage.open(source, patience=PATIENCE) as opened:
            await _nobody_works_with(opened)
            return await _fill(opened, target, force=force)


@asynccontextmanager
async def copied(path: Path) -> AsyncIterator[Storage]:
    """Yield what an SQLite file holds, brought up to date in a temporary copy.

    :raises NotADatabase: when it holds no games of ours
    """
    with _copy(path) as copy:
        async with Storage.open(f"sqlite:///{copy}") as storage:
            yield storage


@contextmanager
def _copy(path: Path) -> Iterator[Path]:
    _check_ours(path)
    with tempfile.TemporaryDirectory(prefix="stationmaster-") as folder, translated(str(path)):
        copy = Path(folder) / "copy.db"
        copy_file(path, copy)
        yield copy


def _check_ours(path: Path) -> None:
    """Refuse a file that is not there or holds something else.

    :raises NotADatabase: when it is not one of our databases
    """
    if not path.is_file():
        raise NotADatabase(place=str(path))
    with translated(str(path)), closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        query = "SELECT count(*) FROM sqlite_master WHERE name = ?"
        (found,) = connection.execute(query, (VERSION_TABLE,)).fetchone()
    if not found:
        raise NotADatabase(place=str(path))


async def _fill(source: Storage, address: str, *, force: bool) -> int:
    """Write all games of one database into another one."""
    file = file_of(read_address(address))
    with locked_file(address):
        async with Storage.open(address, patience=PATIENCE) as target:
            await _nobody_works_with(target)
            if file is None:
                return await copy_all(source, target, force=force)
            if await target.games.count() and not force:
                raise NotEmpty(place=target.database.place)
        fresh = part_of(file)
        async with Storage.open(f"sqlite:///{fresh}") as target:
            number = await copy_all(source, target)
        with translated(place_of(read_address(address))):
            put_in_place(fresh, file)
        return number


async def _nobody_works_with(storage: Storage) -> None:
    """Refuse a database on a server that a bot works with; a file's lock is ours already.

    :raises InUse: when a lease there has not ended
    """
    if storage.database.alone:
        return
    for lease in await storage.leases.in_force():
        if not is_gone(lease.holder):
            raise InUse(place=storage.database.place, holder=lease.holder)
