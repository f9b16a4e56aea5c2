"""How long searches may take: as long as they need, some seconds, or until nobody wants their answers any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic

MustEnd = Callable[[], bool]
"""Whether a search must end now, finished or not."""


@dataclass(frozen=True, slots=True)
class Looks:
    """A measure of work that is the same on every machine: how often a search may look whether it must end."""

    count: int


class SearchStopped(Exception):
    """Nobody wants the answer of a search any more."""


def never() -> bool:
    """Return False: a search may go on until it is finished."""
    return False


@dataclass(frozen=True, slots=True)
class _Budget:
    end: float | None = None
    stopped: MustEnd = never


_UNLIMITED = _Budget()
_current: ContextVar[_Budget] = ContextVar("search budget", default=_UNLIMITED)


@contextmanager
def search_budget(seconds: float | None = None, stopped: MustEnd = never) -> Iterator[None]:
    """Let searches inside end with the best they have found so many seconds from now, or at once when ``stopped``."""
    token = _current.set(_Budget(_end(seconds), stopped))
    try:
        yield
    finally:
        _current.reset(token)


def deadline(limit: float | Looks | None = None) -> MustEnd:
    """Return a predicate that is true once a search begun now must stop, at its own limit or with the budget."""
    budget = _current.get()
    if isinstance(limit, Looks):
        left = iter(range(limit.count))
        return lambda: next(left, None) is None or budget.stopped()
    end = budget.end if limit is None else _end(limit)
    if end is None:
        return budget.stopped
    return lambda: monotonic() > end or budget.stopped()


def check_stopped() -> None:
    """Check that somebody still wants the answer.

    :raises SearchStopped: when nobody does.
    """
    if _current.get().stopped():
        raise SearchStopped


def _end(seconds: float | None) -> float | None:
    return None if seconds is None else monotonic() + seconds
