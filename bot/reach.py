"""Whether people can play: as long as Discord is in reach the moment is noted, and a gap between two is an outage."""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.errors.storage import StorageProblem
from bot.storage import Storage
from bot.time_source import DueLoop, TimeSource

log = logging.getLogger(__name__)

EVERY = timedelta(minutes=1)
SHORT = timedelta(minutes=10)
KEY = "in_reach"
"""Under which key it is stored when Discord was in reach last, of whichever process."""
OutageNoted = Callable[[datetime, datetime], Awaitable[None]]
"""Notes from when to when nobody could play."""


class DiscordReach(DueLoop):
    """Notes when Discord is in reach, and tells of outages that are not ``short``: the bot's own, and Discord's.

    Whoever waits for it to be ``steady`` is told so each time that it has not been before.
    """

    work, again = "reach", EVERY

    def __init__(
        self,
        storage: Storage,
        clock: TimeSource,
        *,
        in_reach: Callable[[], Awaitable[bool]],
        outage: OutageNoted,
        steady: Callable[[], None],
    ) -> None:
        super().__init__(clock)
        self._storage = storage
        self._in_reach = in_reach
        self._outage = outage
        self._steady = steady
        self._last: datetime | None = None
        self.short = SHORT

    @property
    def is_steady(self) -> bool:
        """Whether Discord is in reach, and the last outage is noted."""
        return self._last is not None and self._clock.now() - self._last <= self.short

    async def tick(self) -> datetime | None:
        """Note the moment if Discord is in reach; first tell of an outage that is over with it."""
        now = self._clock.now()
        if not await self._in_reach():
            return now + EVERY
        try:
            await self._note(now)
        except StorageProblem as trouble:
            log.info("it cannot be noted that Discord is in reach: %s", trouble)
        return now + EVERY

    async def _note(self, now: datetime) -> None:
        last = await self._stored() if self._last is None else self._last
        is_over = last is not None and now - last > self.short
        if last is not None and is_over:
            log.info("nobody could play from %s to %s: no clock has run meanwhile", last, now)
            await self._outage(last, now)
        await self._storage.meta.write(KEY, now.isoformat())
        begins, self._last = self._last is None, now
        if begins or is_over:
            self._steady()

    async def _stored(self) -> datetime | None:
        """Return when Discord was in reach last before this process."""
        stored = await self._storage.meta.read(KEY)
        return None if stored is None else datetime.fromisoformat(stored)
