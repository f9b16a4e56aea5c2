"""When a table is written to: soon after something happened, one round at a time, and later again after a failure."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import aiohttp
import discord

from bot.errors.storage import StorageProblem
from bot.errors.tables import TableError

log = logging.getLogger(__name__)

TROUBLE = (discord.HTTPException, aiohttp.ClientError, StorageProblem, TableError, OSError)
LONGEST_WAIT = 600.0
UNKNOWN_CHANNEL = 10003
FRESH = 900.0
"""Seconds after which a table that nothing happened at may be let go."""


class WriteLoop:
    """Calls ``write`` as often as it is nudged; after a failure again, waiting twice as long each time."""

    def __init__(self, game_id: int, write: Callable[[], Awaitable[None]], retry_after: float) -> None:
        self._game_id = game_id
        self._write = write
        self._retry_after = retry_after
        self._failures = 0
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._used = asyncio.get_running_loop().time()
        self.trouble: Exception | None = None
        """What has gone wrong, until something is written again."""
        self._nudged = asyncio.Event()
        self._ended = False

    @property
    def again(self) -> bool:
        """Tell whether another round follows the present one."""
        return self._nudged.is_set()

    @property
    def busy(self) -> bool:
        """Tell whether something is being written."""
        return self._task is not None and not self._task.done()

    @property
    def retrying(self) -> bool:
        """Tell whether the table will be written to again without a nudge: after a failure, or when that is due."""
        return self._timer is not None

    @property
    def fresh(self) -> bool:
        """Tell whether something was written lately, or is to be written again."""
        return self.retrying or asyncio.get_running_loop().time() - self._used < FRESH

    def nudge(self) -> None:
        """Write soon."""
        if self._ended:
            return
        self._nudged.set()
        self._used = asyncio.get_running_loop().time()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self.busy:
            self._task = asyncio.create_task(self._run())

    async def has_done(self, work: "asyncio.Task[Any]", seconds: float) -> bool:
        """Wait for some work, but not longer, nor after there is more to write; return whether it is done."""
        if not work.done() and not self.again:
            nudged = asyncio.create_task(self._nudged.wait())
            try:
                await asyncio.wait([work, nudged], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            finally:
                nudged.cancel()
        return work.done()

    async def rest(self, seconds: float) -> None:
        """Do nothing for some time, or until there is more to write; then write again."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._nudged.wait()
        self.nudge()

    async def settled(self) -> None:
        """Wait until everything is written, or has failed and will be tried later."""
        while self.busy:
            assert self._task is not None
            await asyncio.wait([self._task])

    def stop(self) -> None:
        """Write no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._task is not None:
            self._task.cancel()

    def end(self) -> None:
        """Write no more, whoever asks for it: another process tells the table."""
        self._ended = True
        self.stop()

    def later(self) -> None:
        """Write again after a while."""
        if self._ended:
            return
        wait = min(self._retry_after * 2**self._failures, LONGEST_WAIT)
        self._failures += 1
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(wait, self._retry)

    def after(self, wait: timedelta) -> None:
        """Write again after some time, unless something failed and is tried again anyway."""
        if self._timer is None and not self._ended:
            seconds = max(wait.total_seconds(), 0)
            self._timer = asyncio.get_running_loop().call_later(seconds, self._retry)

    def _retry(self) -> None:
        self._timer = None
        self.nudge()

    async def _run(self) -> None:
        while self.again:
            self._nudged.clear()
            failures = self._failures
            try:
                await self._write()
            except TROUBLE as trouble:
                self.trouble = trouble
                log.warning("game %d could not be told: %s", self._game_id, trouble)
                if getattr(trouble, "code", 0) != UNKNOWN_CHANNEL:
                    self.later()
            except Exception as trouble:
                self.trouble = trouble
                log.exception("game %d could not be told", self._game_id)
                self.later()
            else:
                self.trouble = None
                if self._failures == failures:
                    self._failures = 0
