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


def stay_with_parent(lifeline: Connection) -> None:
    """Leave interrupts to the parent, and end when it ends or closes its end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(lifeline,), daemon=True).start()


def _end_with_parent(lifeline: Connection) -> None:
    """End this process as soon as its parent is gone, however it went, or closes the pipe."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel, lifeline])
    os._exit(1)


class WorkerPool:
    """As many processes as ``workers`` says, started when they are first needed.

    Each begins by calling ``begin`` with the pipe to its parent and what is ``given`` besides. When the pool is
    closed they end at once, whatever they are doing.
    """

    def __init__(self, workers: int, begin: Callable[..., None] = stay_with_parent, *given: object) -> None:
        self._workers = workers
        self._begin = begin
        self._given = given
        self._executor: Executor | None = None
        self._lifeline: Connection | None = None

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Return what a function returns in one of the processes."""
        loop, executor = asyncio.get_running_loop(), self._running()
        try:
            return await loop.run_in_executor(executor, work, *given)
        except BrokenProcessPool:
            if self._executor is None:  # the pool was closed, and nobody waits any more
                raise
            if self._executor is executor:
                log.warning("a working process died; another one tries again")
                self._executor = None
            return await loop.run_in_executor(self._running(), work, *given)

    def close(self) -> None:
        """Let the processes go, whatever they are doing."""
        if self._executor is not None and self._lifeline is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
            self._lifeline.close()

    def _running(self) -> Executor:
        if self._executor is None:
            theirs, self._lifeline = SPAWN.Pipe(duplex=False)
            self._executor = ProcessPoolExecutor(
                self._workers, mp_context=SPAWN, initializer=self._begin, initargs=(theirs, *self._given)
            )
        return self._executor
