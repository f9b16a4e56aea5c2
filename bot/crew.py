"""Processes that work beside the bot; one that dies is replaced, and its work tried once more."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from multiprocessing.context import SpawnContext
from typing import Any, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

SPAWN: SpawnContext = multiprocessing.get_context("spawn")
"""How processes begin; what they share must be made by it too."""


def follow_parent() -> None:
    """End this process when the one that started it is gone, however it went."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def stand_by() -> None:
    """Leave interrupts to the parent, and go when it goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=follow_parent, daemon=True).start()


class Crew:
    """So many processes; each begins by calling ``begin`` with what is given."""

    def __init__(self, workers: int, begin: Callable[..., None] = stand_by, *given: object) -> None:
        self._workers = workers
        self._begin = begin
        self._given = given
        self._pool: Executor | None = None

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Return what some work comes to."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._running(), work, *given)
        except BrokenProcessPool:
            log.warning("a working process died; another one tries again")
            self._pool = None
            return await loop.run_in_executor(self._running(), work, *given)

    def _running(self) -> Executor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers, mp_context=SPAWN, initializer=self._begin, initargs=self._given
            )
        return self._pool

    def close(self) -> None:
        """Let the processes go; what they still do is not awaited."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
