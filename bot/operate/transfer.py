"""Copies of all games: a backup while the bot plays, a backup taken back, and the move to another database."""

import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy.exc import IntegrityError

from bot.errors.storage import (
    CannotOpen,
    Damaged,
    DiskFull,
    InUse,
    NoDatabase,
    NotADatabase,
    NotEmpty,
    SamePlace,
    StorageProblem,
)
from bot.storage import Storage
from bot.storage.connect import address_of_file, file_of, read_address
from bot.storage.copying import copy_all
from bot.storage.database_file import copy_file, forget_log, keep_replaced, taking_place_of
from bot.storage.driver_errors import translated
from bot.storage.migrate import VERSION_TABLE
from bot.storage.sole_user import is_gone, locked_file

PATIENCE = 30.0
"""How many seconds a copy waits for a lock."""
STAMP = "stationmaster-%Y%m%d-%H%M%S.db"
"""How a backup in a folder is named, by UTC."""


def as_address(text: str) -> str:
    """Return the address of what is given as an address or as the path of an SQLite file."""
    return text if "://" in text else address_of_file(text)


async def backup(address: str, to: Path, now: datetime, *, force: bool = False) -> Path:
    """Write a copy of all games into one SQLite file, while the bot may be playing, and return its path.

    In a folder it is named by the time.

    :raises NotEmpty: when the file is there already
    :raises SamePlace: when it is the database itself
    :raises Damaged: when the database is, so that its copy could not be restored
    :raises Unavailable: when the database cannot be read, or the file not be written
    """
    file = file_of(read_address(address))
    with translated(str(to)):
        path = _named(to, now, file, force=force)
    if file is not None:
        _check_ours(file)
        with translated(str(path)):
            copy_file(file, path, whole=True)
        return path
    with translated(str(path)), taking_place_of(path) as fresh, _called(fresh, path):
        async with Storage.open_unchanged(address, patience=PATIENCE) as source:
            await _write(source, fresh)
    return path


def _named(to: Path, now: datetime, file: Path | None, *, force: bool) -> Path:
    """Return the path of a backup of what lies in a file or on a server.

    :raises NotEmpty, SamePlace, CannotOpen: when it may not be written there
    """
    path = to / now.strftime(STAMP) if to.is_dir() else to
    if not path.exists():
        return path
    if not path.is_file():
        raise CannotOpen(place=str(path))
    _check_apart(file, path)
    if not force:
        raise NotEmpty(place=str(path))
    return path


def _check_apart(file: Path | None, other: Path | None) -> None:
    """Refuse to copy a file into itself.

    :raises SamePlace: when both are the same
    """
    if file is None or other is None or not file.exists() or not other.exists():
        return
    if file.samefile(other):
        raise SamePlace(place=str(file))


async def _write(source: Storage, fresh: Path) -> int:
    """Write all games into a new file, and return their number."""
    async with Storage.open(address_of_file(fresh)) as target:
        return await copy_all(source, target)


async def restore(path: Path, address: str, *, force: bool = False) -> int:
    """Put the games of a backup into a database that no bot works with, and return their number.

    A backup of an older version is brought up to date on the way; the file itself stays as it is.

    What is damaged there, or was written by a newer version, is replaced as well where ``force`` says so.

    :raises NotEmpty: when there are games already, and ``force`` does not say to replace them
    :raises SamePlace: when it is the database itself
    :raises InUse: when a bot works with the database
    :raises Unavailable: when one of the two cannot be used; the database is as it was before
    """
    with translated(str(path)):
        _check_apart(path, file_of(read_address(address)))
    async with copied(path) as source:
        return await _fill(source, address, force=force)


async def move(source: str, target: str, *, force: bool = False) -> int:
    """Copy all games from a database into another one, with no bot at work in either, and return their number.

    :raises NotEmpty: when the target holds games already, and ``force`` does not say to replace them
    :raises SamePlace: when both are the same file
    :raises InUse: when a bot works with one of the two
    :raises Unavailable: when one of the two cannot be used; the target is as it was before
    """
    file = file_of(read_address(source))
    if file is not None:
        _check_ours(file)
        with translated(target):
            _check_apart(file, file_of(read_address(target)))
    with locked_file(source):
        async with Storage.open(source, patience=PATIENCE) as opened:
            await nobody_works_with(opened)
            return await _fill(opened, target, force=force)


@asynccontextmanager
async def copied(path: Path) -> AsyncIterator[Storage]:
    """Yield what an SQLite file holds, brought up to date in a temporary copy.

    :raises NotADatabase: when it holds no games of ours
    """
    with _copy(path) as copy:
        async with Storage.open(address_of_file(copy)) as storage:
            yield storage


@contextmanager
def _copy(path: Path) -> Iterator[Path]:
    _check_ours(path)
    with translated(tempfile.gettempdir()), tempfile.TemporaryDirectory(prefix="stationmaster-") as folder:
        copy = Path(folder) / "copy.db"
        with _called(copy, path), _sensible(str(copy)):
            with translated(str(copy)):
                copy_file(path, copy)
            yield copy


@contextmanager
def _called(copy: Path, name: Path) -> Iterator[None]:
    """Call a copy by the name that was given for it, unless it is another disk that is full."""
    try:
        yield
    except StorageProblem as problem:
        elsewhere = isinstance(problem, DiskFull) and copy.parent != name.parent
        if elsewhere or problem.values.get("place") != str(copy):
            raise
        raise type(problem)(**{**problem.values, "place": str(name)}) from problem


@contextmanager
def _sensible(place: str) -> Iterator[None]:
    """Say of a database whose rows contradict each other, or hold what cannot be read, that it is damaged.

    :raises Damaged: when that is so
    """
    try:
        yield
    except IntegrityError as error:
        raise Damaged(place=place, detail=str(error.orig)) from error
    except ValueError as error:
        raise Damaged(place=place, detail=str(error)) from error


def _check_ours(path: Path) -> None:
    """Refuse a file that is not there or holds something else.

    :raises NotADatabase: when it is not one of our databases
    """
    with translated(str(path)):
        if not path.exists():
            raise NoDatabase(place=str(path.absolute()))
        if not path.is_file():
            raise NotADatabase(place=str(path))
        address = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            query = "SELECT count(*) FROM sqlite_master WHERE name = ?"
            (found,) = connection.execute(query, (VERSION_TABLE,)).fetchone()
    if not found:
        raise NotADatabase(place=str(path))


async def _fill(source: Storage, address: str, *, force: bool) -> int:
    """Write all games of one database into another one."""
    file = file_of(read_address(address))
    with locked_file(address), _sensible(source.database.place):
        if file is None:
            async with Storage.open(address, patience=PATIENCE) as target:
                await nobody_works_with(target)
                return await copy_all(source, target, force=force)
        with translated(str(file)):
            if _holds_something(file):
                await _may_replace(file, force=force)
            return await _replace(file, source)


def _holds_something(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


async def _may_replace(file: Path, *, force: bool) -> None:
    """Refuse to replace games unasked, and another program's file always.

    :raises NotEmpty, NotADatabase: when there are games, or something else
    """
    if force:
        with suppress(Damaged):  # which is why it is replaced
            _check_ours(file)
        return
    async with Storage.open(address_of_file(file), patience=PATIENCE) as target:
        if await target.games.count():
            raise NotEmpty(place=str(file))


async def _replace(file: Path, source: Storage) -> int:
    """Put all games into a new file that takes the place of another one, which is kept beside it."""
    with taking_place_of(file) as fresh, _called(fresh, file):
        number = await _write(source, fresh)
        if _holds_something(file):
            keep_replaced(file)
        forget_log(file)
    return number


async def nobody_works_with(storage: Storage) -> None:
    """Refuse a database on a server that a bot works with; a file's lock is ours already.

    :raises InUse: when a lease there has not ended
    """
    if storage.database.alone:
        return
    for lease in await storage.leases.in_force():
        if not is_gone(lease.holder):
            raise InUse(place=storage.database.place, holder=lease.holder)
