"""Waits that no test sits out: each lasts until the test says that it is over."""

import asyncio
from collections.abc import Callable

from bot.local.interactions import OpenInteraction

MINUTE = 60.0


class LongWaits:
    """Stands in for ``asyncio.sleep``: what takes a minute or more waits for the test, all else for the time."""

    def __init__(self) -> None:
        self._sleep = asyncio.sleep
        self._asleep: asyncio.Queue[tuple[float, asyncio.Event]] = asyncio.Queue()
        self._over = False

    async def sleep(self, seconds: float, result: object = None) -> object:
        """Sleep until the time has come, or the test says so."""
        if self._over or seconds < MINUTE:
            return await self._sleep(seconds, result)
        ended = asyncio.Event()
        self._asleep.put_nowait((seconds, ended))
        await ended.wait()
        return result

    async def one(self) -> "Wait":
        """Return the next wait that has begun."""
        return Wait(*await self._asleep.get())

    def end(self) -> None:
        """Let all go on that still wait; no later one waits for the test."""
        self._over = True
        while not self._asleep.empty():
            self._asleep.get_nowait()[1].set()


class Wait:
    """One wait that has begun."""

    def __init__(self, seconds: float, ended: asyncio.Event) -> None:
        self.seconds = seconds
        self._ended = ended

    def end(self) -> None:
        """Let the time have come."""
        self._ended.set()


class HandTimers:
    """The clocks of interactions, moved by the test."""

    def __init__(self) -> None:
        self._running: list[tuple[float, Callable[[], None]]] = []
        self.begun = asyncio.Event()

    def later(
        self, seconds: float, call: Callable[[OpenInteraction], None], interaction: OpenInteraction
    ) -> None:
        """Begin a clock."""
        self.begun.set()
        self._running.append((seconds, lambda: call(interaction)))

    def on(self, seconds: float) -> None:
        """Let so many seconds pass at once."""
        running, self._running = self._running, []
        for left, ring in running:
            if left <= seconds:
                ring()
            else:
                self._running.append((left - seconds, ring))
