"""Work that nobody waits for."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Background:
    """Keeps hold of tasks until they are done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin some work; :meth:`settled` waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait until all work is done."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
