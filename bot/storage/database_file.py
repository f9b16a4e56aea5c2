"""The file of an SQLite database: for its owner alone, and noticed when it is no longer the one that was opened."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

from bot.errors.storage import Damaged, Vanished

OWN = 0o600
WORLD = 0o007


def make_private(file: Path) -> None:
    """Create the file for nobody else to read, or take from one that is there what everybody may do with it."""
    with suppress(OSError):  # what cannot be opened is told by SQLite
        try:
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWN))
        except FileExistsError:
            for one in (file, *beside(file)):
                if one.exists() and one.stat().st_mode & WORLD:
                    one.chmod(one.stat().st_mode & ~WORLD & 0o777)


def copy_before(file: Path, revision: str) -> Path:
    """Copy a database beside itself, before its tables are changed, and return the copy's path."""
    kept = file.with_name(f"{file.name}.before-{revision}")
    copy_file(file, kept)
    return kept


def copy_file(file: Path, copy: Path, *, whole: bool = False) -> None:
    """Copy a database as it is at one moment, while others may use it, into one file for nobody else to read.

    Only a ``whole`` one is copied where that is asked for: a copy of damage would push good ones out.

    :raises sqlite3.Error: when the file cannot be read, or is not a database
    :raises Damaged: when it is asked for a whole one, and its pages contradict each other
    """
    with taking_place_of(copy) as fresh:
        make_private(fresh)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(fresh)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
            if whole:
                _check_whole(target, file)


def _check_whole(copy: sqlite3.Connection, file: Path) -> None:
    (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise Damaged(place=str(file), detail=" ".join(found.split()))


@contextmanager
def taking_place_of(file: Path) -> Iterator[Path]:
    """Yield where a file is written until it is whole and takes its place; of one that fails nothing is left."""
    fresh = _with_nothing_there(file.with_name(f"{file.name}.part"))
    try:
        yield fresh
        fresh.replace(file)
    finally:
        with suppress(OSError):  # what went wrong before says more
            _with_nothing_there(fresh)


def _with_nothing_there(file: Path) -> Path:
    for one in (file, *beside(file)):
        one.unlink(missing_ok=True)
    return file


def keep_replaced(file: Path) -> None:
    """Copy a database that another one is about to replace; one that is too damaged to be read as it lies there.

    What was kept before stays: each has a number of its own.
    """
    names = (f"{file.name}.before-restore{f'-{number}' if number > 1 else ''}" for number in count(1))
    kept = next(one for one in map(file.with_name, names) if not one.exists())
    try:
        copy_file(file, kept)
    except sqlite3.DatabaseError:
        for one, copy in zip((file, *beside(file)), (kept, *beside(kept)), strict=True):
            copy.unlink(missing_ok=True)
            if one.exists():
                make_private(copy)
                shutil.copyfile(one, copy)


def forget_log(file: Path) -> None:
    """Remove what lies beside a database and would be read as its newest changes."""
    for one in beside(file):
        one.unlink(missing_ok=True)


def beside(file: Path) -> tuple[Path, Path]:
    """The files in which SQLite keeps what is not in the database's own file yet."""
    return file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")


class WatchedFile:
    """A database file and the log beside it, as they were last seen.

    A connection of its own stays open, so that SQLite never has a reason to begin another log.
    """

    def __init__(self, file: Path, name: str) -> None:
        self._paths = (file, beside(file)[0])
        self._seen: dict[Path, tuple[int, int, int]] = {}
        self._connection = sqlite3.connect(name, uri=name.startswith("file:"), isolation_level=None)
        self._connection.execute("SELECT count(*) FROM sqlite_master").fetchall()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def check(self) -> None:
        """Note what the files are like now.

        :raises Vanished: when one of them was removed, put in another's place or cut short since it was last seen
        """
        for path in self._paths:
            before, now = self._seen.get(path), _identity(path)
            if before is not None and (now is None or now[:2] != before[:2] or now[2] < before[2]):
                raise Vanished(place=str(self._paths[0]))
            if now is not None:
                self._seen[path] = now


def _identity(path: Path) -> tuple[int, int, int] | None:
    """Return device, number and size of a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size
