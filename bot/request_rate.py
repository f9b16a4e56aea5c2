"""How fast the bot asks Discord for anything: below the fifty requests a second that it takes from one bot.

The limits of single routes are those that every answer names, and discord.py waits as they say. How many
requests there may be in all no answer tells, until there has been one too many.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable

import aiohttp
from aiolimiter import AsyncLimiter

AT_ONCE = 0.2
"""Which share of a second's requests may be made at once; the others are spread over the second."""
UNCOUNTED = re.compile(r".*/(interactions|webhooks)/.*")
"""Answers to people, which Discord does not count."""
MESSAGES = re.compile(r".*/channels/(\d+)/messages(/\d+)?")
POST, EDIT = "POST", "PATCH"
LEFT, FREE_AGAIN = "X-RateLimit-Remaining", "X-RateLimit-Reset-After"
GOOD, BROKEN = range(200, 300), 500
KNOWN = 1000
"""How many channels are remembered; what they said is over within seconds."""


class ChannelRoom:
    """How many more messages can be posted and edited in channels, as the last answer in each has said."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: dict[tuple[str, int], tuple[int, float]] = {}
        self._edits: dict[int, asyncio.Event] = {}
        self._held = set[asyncio.Future[object]]()
        self.is_failing = False
        """Whether Discord, or the way to it, has failed at the last request."""

    def note(self, method: str, channel: int, left: int, seconds: float) -> None:
        """Note how many more such requests a channel takes in so many seconds."""
        now = self._clock()
        if len(self._left) >= KNOWN:
            self._left = {one: said for one, said in self._left.items() if said[1] > now}
        self._left[method, channel] = left, now + seconds

    def wait(self, method: str, channel: int, count: int) -> float:
        """Tell how many seconds it takes until a channel takes so many such requests.

        Of posts one more is kept: whoever makes the last one discord.py holds until there are more.
        """
        left, until = self._left.get((method, channel), (0, 0.0))
        needed = count + (method == POST)
        return max(until - self._clock(), 0.0) if count and left < needed else 0.0

    async def edit(self, message: int, do: Callable[[], Awaitable[object]]) -> None:
        """Edit a message; done when Discord has done it, though discord.py holds the last edit that a channel takes.

        :raises HTTPException: what Discord refuses
        """
        if message in self._edits:  # Discord's answer to that edit would be taken for the answer to this one
            await do()
            return
        request, done = asyncio.ensure_future(do()), asyncio.Event()
        heard = asyncio.ensure_future(done.wait())
        self._edits[message] = done
        try:
            await asyncio.wait({request, heard}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._edits[message]
            heard.cancel()
            if not (request.done() or done.is_set()):
                request.cancel()
        if request.done():
            request.result()
        else:
            self._held.add(request)
            request.add_done_callback(self._let_go)

    def done(self, method: str, message: int) -> None:
        """Note that Discord has done the last request about a message that its channel takes for now."""
        if method == EDIT and message in self._edits:
            self._edits[message].set()

    def close(self) -> None:
        """Wait no longer for what discord.py holds."""
        for request in self._held:
            request.cancel()

    def _let_go(self, request: asyncio.Future[object]) -> None:
        """Forget an edit that was held; that it was done is known, so nothing that became of it later matters."""
        self._held.discard(request)
        if not request.cancelled():
            request.exception()


def trace(requests_a_second: float, room: ChannelRoom) -> aiohttp.TraceConfig:
    """Return a trace config that delays requests to so many a second, and notes what ``room`` channels have."""
    burst = max(requests_a_second * AT_ONCE, 1)
    limiter = AsyncLimiter(burst, burst / (requests_a_second - burst))

    async def wait(_session: object, _context: object, request: aiohttp.TraceRequestStartParams) -> None:
        if not UNCOUNTED.fullmatch(request.url.path):
            await limiter.acquire()

    async def fail(*_: object) -> None:
        room.is_failing = True

    async def note(_session: object, _context: object, answer: aiohttp.TraceRequestEndParams) -> None:
        room.is_failing = answer.response.status >= BROKEN
        place, told = MESSAGES.fullmatch(answer.url.path), answer.response.headers
        if place and LEFT in told and FREE_AGAIN in told:
            room.note(answer.method, int(place[1]), int(told[LEFT]), float(told[FREE_AGAIN]))
            if told[LEFT] == "0" and place[2] and answer.response.status in GOOD:
                room.done(answer.method, int(place[2][1:]))

    config = aiohttp.TraceConfig()
    config.on_request_start.append(wait)
    config.on_request_end.append(note)
    config.on_request_exception.append(fail)
    return config
