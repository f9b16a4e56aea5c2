"""Driver errors, turned into the sentences of :mod:`bot.errors.storage`."""

import errno
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as AllInUse

from bot.errors import storage as errors

BY_NAME: tuple[tuple[str, type[errors.Unavailable]], ...] = (
    ("SQLITE_BUSY", errors.DatabaseLocked),
    ("SQLITE_LOCKED", errors.DatabaseLocked),
    ("SQLITE_READONLY", errors.ReadOnly),
    ("SQLITE_NOTADB", errors.NotADatabase),
    ("SQLITE_CANTOPEN", errors.CannotOpen),
    ("SQLITE_PERM", errors.CannotOpen),
    ("SQLITE_FULL", errors.DiskFull),
    ("SQLITE_IOERR_SHMSIZE", errors.DiskFull),
    ("SQLITE_CORRUPT", errors.Damaged),
)

BY_STATE: tuple[tuple[str, type[errors.Unavailable]], ...] = (
    ("25006", errors.ReadOnly),
    ("53100", errors.DiskFull),
    ("53", errors.Unreachable),
    ("55P03", errors.DatabaseLocked),
    ("40", errors.DatabaseLocked),
    ("57014", errors.NoAnswer),
    ("57", errors.Unreachable),
    ("08", errors.Unreachable),
    ("XX00", errors.Damaged),
)
"""What PostgreSQL's codes begin with; the first that fits counts."""

BY_NUMBER: dict[int | None, type[errors.Unavailable]] = {
    errno.ENOSPC: errors.DiskFull,
    errno.EDQUOT: errors.DiskFull,
    errno.EFBIG: errors.DiskFull,
    errno.EROFS: errors.ReadOnly,
    errno.EACCES: errors.CannotOpen,
    errno.EPERM: errors.CannotOpen,
    errno.ENOENT: errors.CannotOpen,
    errno.ENOTDIR: errors.CannotOpen,
    errno.EISDIR: errors.CannotOpen,
    errno.ELOOP: errors.CannotOpen,
    errno.ENAMETOOLONG: errors.CannotOpen,
}
"""What the system's numbers mean of a file; of a server none of them says more than that it is out of reach."""


def _from_driver() -> tuple[type[Exception], ...]:
    """Return the errors that drivers raise; those of a server's driver are loaded only where there is one."""
    found: tuple[type[Exception], ...] = (DBAPIError, AllInUse, sqlite3.Error, OSError)
    if (asyncpg := sys.modules.get("asyncpg")) is not None:
        found += asyncpg.PostgresError, asyncpg.InterfaceError
    return found


def _root(error: BaseException) -> BaseException:
    """Return the driver's own error behind the wrappers."""
    while isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    return error


def problem_for(error: BaseException, place: str) -> errors.Unavailable:
    """Return the problem that says in a sentence what the driver said in code."""
    if isinstance(error, AllInUse):
        return errors.NoAnswer(place=place)
    root = _root(error)
    name = getattr(root, "sqlite_errorname", "") or ""
    state = getattr(root, "sqlstate", "") or ""
    for code, kinds in ((name, BY_NAME), (state, BY_STATE)):
        for prefix, kind in kinds:
            if code.startswith(prefix):
                return kind(place=place, detail=str(root))
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return errors.Unreachable(place=place)
    if isinstance(root, sqlite3.Error) or not isinstance(root, OSError):
        return errors.Unavailable(place=place, detail=f"{name or type(root).__name__}, {root}")
    at_file = BY_NUMBER.get(root.errno) if "://" not in place else None
    return (at_file or errors.Unreachable)(place=place)


@contextmanager
def translated(place: str) -> Iterator[None]:
    """Raise a sentence instead of a driver's error; broken constraints pass, for their caller to name.

    :raises Unavailable: when the database cannot be used
    """
    try:
        yield
    except IntegrityError:
        raise
    except _from_driver() as error:
        raise problem_for(error, place) from error
