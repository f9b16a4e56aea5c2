"""Whose turn it is to write where only one may at a time: what players wait for goes before what is told of it."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

ComingTurn = asyncio.Future[None]


class WriteTurns:
    """Queued turns to write, first come, first served; players go before others.

    While one write after another is done a turn may be far off; whoever waits gives up only when nothing at all has
    been written for a while.
    """

    def __init__(self) -> None:
        self._taken = False
        self._first: deque[ComingTurn] = deque()
        self._later: deque[ComingTurn] = deque()
        self._done_at = 0.0

    @property
    def wanted(self) -> bool:
        """Tell whether somebody waits who goes before the others."""
        return bool(self._first)

    @asynccontextmanager
    async def turn(self, patience: float, longest: float, *, later: bool) -> AsyncIterator[None]:
        """Hold a turn for the block; with ``later``, let all others go first.

        :raises TimeoutError: when nothing was written for ``patience`` seconds, or the turn has not come after
            ``longest`` seconds
        """
        await self._wait(self._later if later else self._first, patience, longest)
        try:
            yield
            self._done_at = asyncio.get_running_loop().time()
        finally:
            self._pass_on()

    async def _wait(self, queue: deque[ComingTurn], patience: float, longest: float) -> None:
        if not self._taken:
            self._taken = True
            return
        mine: ComingTurn = asyncio.get_running_loop().create_future()
        queue.append(mine)
        try:
            await self._until(mine, patience, longest)
        except BaseException:
            if mine.done():
                self._pass_on()
            else:
                queue.remove(mine)
            raise

    async def _until(self, mine: ComingTurn, patience: float, longest: float) -> None:
        """Wait for the turn; raise TimeoutError when it will not come."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while not mine.done():
            end = min(max(began, self._done_at) + patience, began + longest)
            if loop.time() >= end:
                raise TimeoutError
            await asyncio.wait([mine], timeout=end - loop.time())

    def _pass_on(self) -> None:
        """Give the turn to the longest waiting of those who go first."""
        queue = self._first or self._later
        self._taken = bool(queue)
        if queue:
            queue.popleft().set_result(None)
