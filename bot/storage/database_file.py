"""The file of an SQLite database: for its owner alone, and noticed when it is no longer the one that was opened."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from bot.errors import Vanished

OWN = 0o600
WORLD = 0o007


def make_private(file: Path) -> None:
    """Create the file for nobody else to read, or take from one that is there what everybody may do with it."""
    with suppress(OSError):  # what cannot be opened is told by SQLite
        try:
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWN))
        except FileExistsError:
            for one in (file, *_beside(file)):
                if one.exists() and one.stat().st_mode & WORLD:
                    one.chmod(one.stat().st_mode & ~WORLD & 0o777)


def copy_before(file: Path, revision: str) -> Path:
    """Copy a database beside itself, before its tables are changed, and return the copy's path."""
    kept = file.with_name(f"{file.name}.before-{revision}")
    copy_file(file, kept)
    return kept


def copy_file(file: Path, copy: Path) -> None:
    """Copy a database as it is at one moment, while others may use it, into one file for nobody else to read.

    :raises sqlite3.Error: when the file cannot be read, or is not a database
    """
    fresh = part_of(copy)
    make_private(fresh)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(fresh)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
    fresh.replace(copy)


def part_of(file: Path) -> Path:
    """Return where a file is written until it is whole, with nothing there."""
    fresh = file.with_name(f"{file.name}.part")
    for one in (fresh, *_beside(fresh)):
        one.unlink(missing_ok=True)
    return fresh


def put_in_place(fresh: Path, file: Path) -> Path | None:
    """Put a new database in the place of another one, which is kept; return under which name."""
    kept = None
    if file.exists():
        kept = file.with_name(f"{file.name}.before-restore")
        copy_file(file, kept)
    for one in _beside(file):
        one.unlink(missing_ok=True)
    fresh.replace(file)
    return kept


def _beside(file: Path) -> tuple[Path, Path]:
    return file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")


class WatchedFile:
    """A database file and the log beside it, as they were last seen.

    A connection of its own stays open, so that SQLite never has a reason to begin another log.
    """

    def __init__(self, file: Path, name: str) -> None:
        self._paths = (file, _beside(file)[0])
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
            before, now = self._seen.get(path), _look(path)
            if before is not None and (now is None or now[:2] != before[:2] or now[2] < before[2]):
                raise Vanished(place=str(self._paths[0]))
            if now is not None:
                self._seen[path] = now


def _look(path: Path) -> tuple[int, int, int] | None:
    """Return device, number and size of a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size
