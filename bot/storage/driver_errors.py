"""Driver errors, turned into the sentences of :mod:`bot.errors`."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError

from bot import errors

BY_NAME: tuple[tuple[str, type[errors.Unavailable]], ...] = (
    ("SQLITE_BUSY", errors.DatabaseLocked),
    ("SQLITE_LOCKED", errors.DatabaseLocked),
    ("SQLITE_READONLY", errors.ReadOnly),
    ("SQLITE_NOTADB", errors.NotADatabase),
    ("SQLITE_CANTOPEN", errors.CannotOpen),
    ("SQLITE_PERM", errors.CannotOpen),
    ("SQLITE_FULL", errors.DiskFull),
    ("SQLITE_CORRUPT", errors.Damaged),
)


def _root(error: BaseException) -> BaseException:
    """Return the driver's own error behind the wrappers."""
    while isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    return error


def problem_for(error: BaseException, place: str) -> errors.Unavailable:
    """Return the problem that says in a sentence what the driver said in code."""
    root = _root(error)
    name = getattr(root, "sqlite_errorname", "") or ""
    for prefix, kind in BY_NAME:
        if name.startswith(prefix):
            return kind(place=place, detail=str(root))
    if isinstance(root, sqlite3.Error) or not isinstance(root, OSError):
        return errors.Unavailable(place=place, detail=f"{name or type(root).__name__}, {root}")
    return errors.Unreachable(place=place)


@contextmanager
def translated(place: str) -> Iterator[None]:
    """Raise a sentence instead of a driver's error; broken constraints pass, for their caller to name.

    :raises Unavailable: when the database cannot be used
    """
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, sqlite3.Error, OSError) as error:
        raise problem_for(error, place) from error
