"""Trouble on request: refusals, limits, broken servers, late and lost requests.

    discord.faults.refuse(403, 50013, "Missing Permissions", method="POST", path="/channels/*")
    discord.faults.server_error(503, times=3)
    discord.faults.rate_limit(0.4, path="/channels/*/messages")
    discord.faults.delay(2.5, path="/interactions/*")                     # this request alone is slow
    discord.faults.lose(path="/channels/*")                               # it never arrives
    discord.faults.lose(path="/channels/*", after=True)                   # it takes effect, no answer comes
    held = discord.faults.hold(path="/interactions/*/callback")           # until the test lets it go
    await held.arrived.wait(); ...; held.let_go()

Paths are those of the API without ``/api/v10``; they and methods may hold ``*``. Every trouble strikes ``times``
requests, the first that was asked for first.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import partial
from typing import TypedDict, Unpack

from aiohttp import web

from bot.local.rates import too_many
from bot.local.wire import JsonObject, SentRequest, answer

Serve = Callable[[], Awaitable[web.StreamResponse]]
Trouble = Callable[[web.Request, Serve], Awaitable[web.StreamResponse]]
"""Takes a request and how it would be served, and returns what the bot gets instead."""


class Aim(TypedDict, total=False):
    """Which requests are meant, and how many of them."""

    method: str
    path: str
    times: int


class Held:
    """Requests that wait until they are let go."""

    def __init__(self) -> None:
        self.arrived = asyncio.Event()
        self._going = asyncio.Event()

    def let_go(self) -> None:
        """Let what waits, and what is still to come, go on."""
        self._going.set()

    async def wait(self) -> None:
        """Wait to be let go."""
        self.arrived.set()
        await self._going.wait()


@dataclass
class InjectedFault:
    """One kind of trouble for the next requests that match."""

    meet: Trouble
    method: str = "*"
    path: str = "*"
    times: int = 1

    def fits(self, sent: SentRequest) -> bool:
        """Return whether this request is to run into it."""
        return self.times > 0 and fnmatch(sent.method, self.method) and fnmatch(sent.path, self.path)


class InjectedFaults:
    """All trouble in store."""

    def __init__(self) -> None:
        self.pending: list[InjectedFault] = []
        self.struck = 0

    def rate_limit(self, retry_after: float, *, everywhere: bool = False, **aim: Unpack[Aim]) -> None:
        """Answer 429 and ask to come back later; with ``everywhere`` for the limit of the whole bot."""
        self._add(partial(_limited, retry_after, everywhere=everywhere), aim)

    def server_error(self, status: int = 500, **aim: Unpack[Aim]) -> None:
        """Answer as if Discord were broken."""
        self._add(partial(_refused, status, {"code": 0, "message": f"{status}: Internal Server Error"}), aim)

    def refuse(self, status: int, code: int, message: str, **aim: Unpack[Aim]) -> None:
        """Answer with a refusal, such as 403, 50013, "Missing Permissions"."""
        self._add(partial(_refused, status, {"code": code, "message": message}), aim)

    def delay(self, seconds: float, *, after: bool = False, **aim: Unpack[Aim]) -> None:
        """Let a request arrive late; with ``after``, it takes effect at once and its answer is late."""
        self._add(partial(_waited, lambda: asyncio.sleep(seconds), after=after), aim)

    def hold(self, *, after: bool = False, **aim: Unpack[Aim]) -> Held:
        """Keep a request until it is let go; with ``after``, it takes effect at once and its answer is kept."""
        held = Held()
        self._add(partial(_waited, held.wait, after=after), aim)
        return held

    def lose(self, *, after: bool = False, **aim: Unpack[Aim]) -> None:
        """Break the connection before a request arrives; with ``after``, before its answer does."""
        self._add(partial(_lost, after=after), aim)

    def _add(self, meet: Trouble, aim: Aim) -> None:
        self.pending.append(InjectedFault(meet, **aim))

    async def let(self, sent: SentRequest, request: web.Request, serve: Serve) -> web.StreamResponse:
        """Serve a request, unless there is trouble in store for it."""
        fault = next((fault for fault in self.pending if fault.fits(sent)), None)
        if fault is None:
            return await serve()
        fault.times -= 1
        self.struck += 1
        return await fault.meet(request, serve)


async def _limited(wait: float, _request: web.Request, _serve: Serve, *, everywhere: bool) -> web.Response:
    body, headers = too_many(wait, everywhere=everywhere)
    return answer(body, 429, headers)


async def _refused(status: int, body: JsonObject, _request: web.Request, _serve: Serve) -> web.Response:
    return answer(body, status)


async def _waited(
    wait: Callable[[], Awaitable[None]], _request: web.Request, serve: Serve, *, after: bool
) -> web.StreamResponse:
    if after:
        response = await serve()
        await wait()
        return response
    await wait()
    return await serve()


async def _lost(request: web.Request, serve: Serve, *, after: bool) -> web.StreamResponse:
    response = await serve() if after else web.Response(status=500)
    if request.transport is not None:
        request.transport.abort()
    return response
