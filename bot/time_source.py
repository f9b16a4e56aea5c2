"""Time, as whatever waits for it sees it: the real one, or one that a test moves; and the loop that waits for it."""

import asyncio
import logging
from abc import ABC, abstractmethod
from datetime import UTC, datetime, timedelta
from typing import ClassVar, Protocol

log = logging.getLogger(__name__)

NEVER = datetime.max.replace(tzinfo=UTC)


class TimeSource(Protocol):
    """Time, as a loop sees it."""

    def now(self) -> datetime:
        """Return the present moment, aware."""

    async def wait(self, woken: asyncio.Event, until: datetime | None) -> None:
        """Return when ``woken`` is set or the moment has come; with None only ``woken`` counts."""


class DueLoop(ABC):
    """Does what is due until cancelled; ``work`` names it in the log, and what fails is tried ``again`` later."""

    work: ClassVar[str]
    again: ClassVar[timedelta]

    def __init__(self, clock: TimeSource) -> None:
        self._clock = clock
        self._woken = asyncio.Event()
        self._asleep_until: datetime | None = None

    @abstractmethod
    async def tick(self) -> datetime | None:
        """Do everything that is due now and return when the next is."""

    def wake(self) -> None:
        """Look anew at what is due, soon."""
        self._woken.set()

    async def run(self) -> None:
        """Do what is due until cancelled; a failure is logged and tried again."""
        while True:
            self._woken.clear()
            try:
                until = await self.tick()
            except Exception:
                log.exception("%s failed; trying again", self.work)
                until = self._clock.now() + self.again
            self._asleep_until = until or NEVER
            await self._clock.wait(self._woken, until)
            self._asleep_until = None
