"""A clock that a test moves by hand."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta

HOUR = timedelta(hours=1)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SLEEPERS = 4
"""How many parts of the bot wait for the time.

Those that note whether Discord is in reach, remind, look after what ends, and tell web hooks.
"""


class HandClock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.time = NOON
        self.moved = asyncio.Event()
        self.asleep: dict[asyncio.Task[object], datetime] = {}

    def now(self) -> datetime:
        """Return the moment the test has chosen."""
        return self.time

    async def wait(self, woken: asyncio.Event, until: datetime | None) -> None:
        """Sleep until the test lets that moment come."""
        me = asyncio.current_task()
        assert me is not None
        while not woken.is_set() and (until is None or self.time < until):
            self.asleep[me] = self.time
            waits = [asyncio.create_task(event.wait()) for event in (woken, self.moved)]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in waits:
                    one.cancel()

    async def on(self, hours: float) -> None:
        """Let hours pass, one after the other, and everything happen that is due."""
        while hours > 0:
            self.time += min(hours, 1) * HOUR
            hours -= 1
            moved, self.moved = self.moved, asyncio.Event()
            moved.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(2):
                    while not self._all_asleep:  # noqa: ASYNC110 - several sleep, each for itself
                        await asyncio.sleep(0.002)
            await asyncio.sleep(0.02)

    @property
    def _all_asleep(self) -> bool:
        """Whether everybody who waits has done what was due at this moment, and waits again."""
        alive = [since for one, since in self.asleep.items() if not one.done()]
        return len(alive) >= SLEEPERS and all(since == self.time for since in alive)
