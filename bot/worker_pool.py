"""Processes that work beside the bot; one that dies or hangs is replaced, and its work tried once more.

Nobody waits for a process without end: every call says how long it may take. What starts, feeds and ends a process
happens in threads of the pool's own, so the event loop never waits for one.
"""

import asyncio
import logging
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, TypeVar

from bot.work_turns import WorkTurns
from bot.worker_process import serve, stand_by
from engine import handed_in

log = logging.getLogger(__name__)

T = TypeVar("T")

SPAWN: SpawnContext = multiprocessing.get_context("spawn")
"""How processes begin; what they share must be made by it too."""


class WorkerLost(Exception):
    """A process died over its work or took too long; the text says which, without a full stop."""


class Worker:
    """One process, started by its first call and used by one call at a time."""

    def __init__(self, begin: Callable[..., None], given: tuple[object, ...]) -> None:
        self._begin = begin
        self._given = given
        self._process: SpawnProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        self.gone = False
        """Whether it has been killed or was found dead."""

    def call(self, work: Callable[..., T], given: tuple[Any, ...]) -> T:
        """Run a function in the process and return its result; blocks.

        :raises WorkerLost: when the process ends before it has answered
        """
        pipe = self._pipe or self._start()
        message = pickle.dumps((work, given))
        try:
            pipe.send_bytes(message)
            answer = pipe.recv_bytes()
        except (OSError, EOFError):
            self._bury()
            raise WorkerLost("a working process died") from None
        done, found = pickle.loads(answer)  # noqa: S301 - our own process wrote it
        if not done:
            raise found
        result: T = found
        return result

    def kill(self) -> None:
        """Kill the process, even a stopped one; callers waiting for it fail at once."""
        self.gone = True
        if self._process is not None:
            self._process.kill()

    def _start(self) -> "Connection[Any, Any]":
        ours, theirs = SPAWN.Pipe()
        name = self._begin.__module__  # by which those who count what a process costs know its work
        given = (theirs, handed_in.source(), self._begin, self._given)
        process = SPAWN.Process(target=serve, args=given, name=name, daemon=True)
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours
        if self.gone:  # killed while it was starting
            process.kill()
        return ours

    def _bury(self) -> None:
        """End what is left of the process."""
        self.kill()
        assert self._process is not None
        assert self._pipe is not None
        self._process.join()
        self._pipe.close()


class WorkerPool:
    """As many processes as ``workers`` says, started when they are first needed; calls wait their turn.

    Each begins by calling ``begin`` with what is ``given``. When the pool is closed they end at once, whatever they
    are doing.
    """

    def __init__(self, workers: int, begin: Callable[..., None] = stand_by, *given: object) -> None:
        self._begin = begin
        self._given = given
        self._idle = [self._new() for _ in range(workers)]
        self._busy: set[Worker] = set()
        self._turns = WorkTurns(workers)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="worker-pool")
        self._closed = False

    async def run(self, work: Callable[..., T], *given: Any, seconds: float, since: float | None = None) -> T:
        """Run a function in one of the processes and return its result; two of them have so many seconds each for it.

        Whoever has waited longest is next; ``since`` is when that began by the loop's clock, without it now.
        Where the caller is cancelled, work that has begun goes on and is forgotten.

        :raises WorkerLost: when the second process died or took too long too, or the pool is closed
        """
        since = asyncio.get_running_loop().time() if since is None else since
        try:
            return await self._in_turn(work, given, seconds, since)
        except WorkerLost as lost:
            if self._closed:
                raise
            log.warning("%s; another one tries again", lost)
            return await self._in_turn(work, given, seconds, since)

    def close(self) -> None:
        """Let the processes go, whatever they are doing."""
        self._closed = True
        for worker in (*self._idle, *self._busy):
            worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _new(self) -> Worker:
        return Worker(self._begin, self._given)

    async def _in_turn(
        self, work: Callable[..., T], given: tuple[Any, ...], seconds: float, since: float
    ) -> T:
        await self._turns.take(since)
        call = asyncio.create_task(self._call(work, given, seconds))
        call.add_done_callback(self._over)
        return await asyncio.shield(call)

    def _over(self, call: "asyncio.Task[Any]") -> None:
        """Let the next one have its turn; how a call ended is nobody's business once its caller has gone."""
        self._turns.give_back()
        if not call.cancelled():
            call.exception()

    async def _call(self, work: Callable[..., T], given: tuple[Any, ...], seconds: float) -> T:
        if self._closed:
            raise WorkerLost("the processes have been let go")
        loop, worker = asyncio.get_running_loop(), self._idle.pop()
        self._busy.add(worker)
        limit = loop.call_later(seconds, worker.kill)
        try:
            return await loop.run_in_executor(self._threads, worker.call, work, given)
        except WorkerLost:
            if loop.time() >= limit.when():
                raise WorkerLost(f"a working process took more than {seconds:g} seconds") from None
            raise
        finally:
            limit.cancel()
            self._busy.discard(worker)
            self._idle.append(self._new() if worker.gone else worker)
