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
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from typing import Any, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

SPAWN: SpawnContext = multiprocessing.get_context("spawn")
"""How processes begin; what they share must be made by it too."""


def follow_parent(leash: Connection) -> None:
    """End this process when the one that started it is gone, however it went, or lets go of the leash."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel, leash])
    os._exit(1)


def stand_by(leash: Connection) -> None:
    """Leave interrupts to the parent, and go when it goes or wants no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=follow_parent, args=(leash,), daemon=True).start()


class WorkerPool:
    """So many processes, started when they are needed first; each calls ``begin`` with a leash and what is given.

    When the leash is let go they end at once, whatever they are doing.
    """

    def __init__(self, workers: int, begin: Callable[..., None] = stand_by, *given: object) -> None:
        self._workers = workers
        self._begin = begin
        self._given = given
        self._pool: Executor | None = None
        self._leash: Connection | None = None

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Return what some work comes to."""
        loop, pool = asyncio.get_running_loop(), self._running()
        try:
            return await loop.run_in_executor(pool, work, *given)
        except BrokenProcessPool:
            if self._pool is None:  # it was closed, and nobody waits any more
                raise
            if self._pool is pool:
                log.warning("a working process died; another one tries again")
                self._pool = None
            return await loop.run_in_executor(self._running(), work, *given)

    def _running(self) -> Executor:
        if self._pool is None:
            held, self._leash = SPAWN.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(
                self._workers, mp_context=SPAWN, initializer=self._begin, initargs=(held, *self._given)
            )
        return self._pool

    def close(self) -> None:
        """Let the processes go, whatever they are doing."""
        if self._pool is not None and self._leash is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            self._leash.close()
