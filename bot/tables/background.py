"""Work that nobody waits for."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from contextlib import suppress
from typing import Any


class Background:
    """Keeps hold of tasks until they are done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._timers: dict[Hashable, asyncio.TimerHandle] = {}
        self._stopped = asyncio.Event()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin some work; :meth:`settled` waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def pause(self, seconds: float) -> None:
        """Let some time pass within work that may be left undone; it ends here once the program stops."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), seconds)
        if self._stopped.is_set():
            raise asyncio.CancelledError

    def later(self, key: Hashable, seconds: float, do: Callable[[], None]) -> None:
        """Do something after some time, unless the program stops; once, however often its key asks meanwhile."""
        if key in self._timers or self._stopped.is_set():
            return

        def run() -> None:
            del self._timers[key]
            do()

        self._timers[key] = asyncio.get_running_loop().call_later(seconds, run)

    def stop(self) -> None:
        """Let no work go on that pauses: it is begun again where the program starts."""
        self._stopped.set()
        for timer in self._timers.values():
            timer.cancel()

    async def settled(self) -> None:
        """Wait until all work is done.

        Where all of it is just done, newer Pythons gather without letting anything else run, not even what lets go
        of it; hence the pause.
        """
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await asyncio.sleep(0)
