"""Time, as whatever waits for it sees it: the real one, or one that a test moves."""

import asyncio
from datetime import datetime
from typing import Protocol


class TimeSource(Protocol):
    """Time, as a loop sees it."""

    def now(self) -> datetime:
        """Return the present moment, aware."""

    async def wait(self, woken: asyncio.Event, until: datetime | None) -> None:
        """Return when ``woken`` is set or the moment has come; with None only ``woken`` counts."""
