"""How long searches may take: as long as they need, some seconds, or until nobody wants their answers any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic

MustEnd = Callable[[], bool]


class SearchStopped(Exception):
    """A search was stopped: nobody wants its answer."""


def never() -> bool:
    """Tell that a search need not end before it is finished."""
    return False


@dataclass(frozen=True, slots=True)
class _Budget:
    end: float | None = None
    stopped: MustEnd = never


_ENDLESS = _Budget()
_present: ContextVar[_Budget] = ContextVar("patience", default=_ENDLESS)


@contextmanager
def search_budget(seconds: float | None = None, stopped: MustEnd = never) -> Iterator[None]:
    """Let all searches inside end so many seconds from now, with the best found so far; or at once when stopped."""
    token = _present.set(_Budget(_end(seconds), stopped))
    try:
        yield
    finally:
        _present.reset(token)


def deadline(seconds: float | None = None) -> MustEnd:
    """Return the question whether a search that begins now must end; ``seconds`` go before those of the patience."""
    present = _present.get()
    end = present.end if seconds is None else _end(seconds)
    if end is None:
        return present.stopped
    return lambda: monotonic() > end or present.stopped()


def check_stopped() -> None:
    """Check that the answer is still wanted.

    :raises SearchStopped: it is not.
    """
    if _present.get().stopped():
        raise SearchStopped


def _end(seconds: float | None) -> float | None:
    return None if seconds is None else monotonic() + seconds
