"""Pictures of a position, drawn in processes of their own so that nobody waits for a brush."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import connection
from typing import Any

from engine.position import Position

log = logging.getLogger(__name__)

KINDS = ("map", "market", "charters")


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture: which one, and its bytes."""

    name: str
    png: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Wish:
    """What to draw: the kinds, the names of the people by seat, the language of the words on it, what to show."""

    kinds: tuple[str, ...] = KINDS
    names: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"
    highlight: tuple[str, ...] = ()
    routes: tuple[Any, ...] = ()
    caption: str = ""


def draw(pos: Position, wish: Wish) -> list[Picture]:
    """Draw the pictures of a position; runs in a process of the studio."""
    import render  # noqa: PLC0415 - only those who draw load fonts and brushes

    brushes = {
        "map": lambda: render.board(pos, highlight=wish.highlight, caption=wish.caption, lang=wish.language),
        "closeup": lambda: render.closeup(pos, wish.highlight, routes=wish.routes, lang=wish.language),
        "market": lambda: render.market(pos, caption=wish.caption),
        "charters": lambda: render.charters(pos, names=wish.names, lang=wish.language, caption=wish.caption),
    }
    return [Picture(kind, render.png(brushes[kind]())) for kind in wish.kinds]


def follow_parent() -> None:
    """End this process when the one that started it is gone, however it went."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def warm_up() -> None:
    """Load what drawing needs, before anybody waits for it; an interrupt is for the parent to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=follow_parent, daemon=True).start()
    try:
        import render  # noqa: F401, PLC0415 - loading is the point
    except ImportError:
        log.exception("there is nothing to draw with")


class Studio:
    """The processes that draw. A process that dies is replaced; its picture is tried once more."""

    def __init__(self, workers: int = 1, brush: Callable[..., Any] = draw) -> None:
        self._workers = workers
        self._brush = brush
        self._pool: Executor | None = None

    async def draw(self, pos: Position, wish: Wish) -> list[Picture]:
        """Return the pictures of a position."""
        return await self._run(self._brush, pos, wish)

    async def _run(self, work: Callable[..., list[Picture]], *given: object) -> list[Picture]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._running(), work, *given)
        except BrokenProcessPool:
            log.warning("a drawing process died; another one tries again")
            self._pool = None
            return await loop.run_in_executor(self._running(), work, *given)

    def _running(self) -> Executor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=spawn, initializer=warm_up)
        return self._pool

    def close(self) -> None:
        """Let the processes go; what they still draw is not awaited."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
