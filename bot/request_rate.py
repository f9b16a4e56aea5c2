"""How fast the bot asks Discord for anything: below the fifty requests a second that it takes from one bot.

The limits of single routes are those that every answer names, and discord.py waits as they say. How many
requests there may be in all no answer tells, until there has been one too many.
"""

import re

import aiohttp
from aiolimiter import AsyncLimiter

AT_ONCE = 0.2
"""Which share of a second's requests may be made at once; the others are spread over the second."""
UNCOUNTED = re.compile(r".*/(interactions|webhooks)/.*")
"""Answers to people, which Discord does not count."""


def trace(requests_a_second: float) -> aiohttp.TraceConfig:
    """Return a trace config that delays requests to at most ``limit`` a second."""
    burst = max(requests_a_second * AT_ONCE, 1)
    limiter = AsyncLimiter(burst, burst / (requests_a_second - burst))

    async def wait(_session: object, _context: object, request: aiohttp.TraceRequestStartParams) -> None:
        if not UNCOUNTED.fullmatch(request.url.path):
            await limiter.acquire()

    config = aiohttp.TraceConfig()
    config.on_request_start.append(wait)
    return config
