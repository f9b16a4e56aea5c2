"""How fast the bot asks Discord for anything: below the fifty requests a second that it takes from one bot.

The limits of single routes are those that every answer names, and discord.py waits as they say. How many
requests there may be in all no answer tells, until there has been one too many.
"""

import re
import time
from collections.abc import Callable

import aiohttp
from aiolimiter import AsyncLimiter

AT_ONCE = 0.2
"""Which share of a second's requests may be made at once; the others are spread over the second."""
UNCOUNTED = re.compile(r".*/(interactions|webhooks)/.*")
"""Answers to people, which Discord does not count."""
MESSAGES = re.compile(r".*/channels/(\d+)/messages(/\d+)?")
POST, EDIT = "POST", "PATCH"
LEFT, FREE_AGAIN = "X-RateLimit-Remaining", "X-RateLimit-Reset-After"
KNOWN = 1000
"""How many channels are remembered; what they said is over within seconds."""


class ChannelRoom:
    """How many more messages can be posted and edited in channels, as the last answer in each has said."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: dict[tuple[str, int], tuple[int, float]] = {}

    def note(self, method: str, channel: int, left: int, seconds: float) -> None:
        """Note how many more such requests a channel takes in so many seconds."""
        now = self._clock()
        if len(self._left) >= KNOWN:
            self._left = {one: said for one, said in self._left.items() if said[1] > now}
        self._left[method, channel] = left, now + seconds

    def wait(self, method: str, channel: int, count: int) -> float:
        """Tell how many seconds it takes until a channel takes so many such requests, and one more.

        Whoever makes the last one discord.py holds until there are more.
        """
        left, until = self._left.get((method, channel), (0, 0.0))
        return max(until - self._clock(), 0.0) if count and left <= count else 0.0


def trace(requests_a_second: float, room: ChannelRoom) -> aiohttp.TraceConfig:
    """Return a trace config that delays requests to so many a second, and notes what ``room`` channels have."""
    burst = max(requests_a_second * AT_ONCE, 1)
    limiter = AsyncLimiter(burst, burst / (requests_a_second - burst))

    async def wait(_session: object, _context: object, request: aiohttp.TraceRequestStartParams) -> None:
        if not UNCOUNTED.fullmatch(request.url.path):
            await limiter.acquire()

    async def note(_session: object, _context: object, answer: aiohttp.TraceRequestEndParams) -> None:
        place, told = MESSAGES.fullmatch(answer.url.path), answer.response.headers
        if place and LEFT in told and FREE_AGAIN in told:
            room.note(answer.method, int(place[1]), int(told[LEFT]), float(told[FREE_AGAIN]))

    config = aiohttp.TraceConfig()
    config.on_request_start.append(wait)
    config.on_request_end.append(note)
    return config
