"""Turns at a scarce resource, first come, first served."""

import asyncio
from heapq import heappop, heappush
from itertools import count

_Waiting = tuple[float, int, asyncio.Future[None]]


class WorkTurns:
    """So many turns at a time."""

    def __init__(self, number: int) -> None:
        self._free = number
        self._waiting: list[_Waiting] = []
        self._asked = count()

    async def take(self, since: float) -> None:
        """Wait for a turn; ``since`` is when somebody began to wait, who may have asked for something else then."""
        if self._free:
            self._free -= 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (since, next(self._asked), mine))
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        """End a turn."""
        while self._waiting:
            *_, following = heappop(self._waiting)
            if not following.done():
                following.set_result(None)
                return
        self._free += 1
