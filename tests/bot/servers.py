"""The bundled server as tests use it: it keeps what comes in, is held to Discord's description, and makes trouble.

It is as slow as the variable STATIONMASTER_LATENCY says, in milliseconds.
"""

import json
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from aiohttp import web

from assets import sentences
from bot.limits import check_request
from bot.local.api import Api, Handler
from bot.local.backend import Backend
from bot.local.gateway import HEARTBEAT
from bot.local.interactions import ANSWER_WITHIN, Interactions, OpenInteraction
from bot.local.latency import Latency
from bot.local.rates import Rates
from bot.local.send_queue import SendQueue
from bot.local.server import LocalDiscord
from bot.local.sessions import Session, frame
from bot.local.wire import API, JsonObject, SentRequest
from bot.local.world import World
from tests.bot.local.faults import InjectedFaults
from tests.bot.spec import GivenAnswer, Spec, load
from tests.processor import waited

VARIABLE = "STATIONMASTER_LATENCY"
PACE = 200.0
"""Tests play in seconds what people play in hours: the rate limits count, but their clocks run faster."""
RECONNECT, INVALID_SESSION = 7, 9


def latency() -> Latency:
    """How long a request and its answer take in these tests, with jitter."""
    return Latency(float(os.environ.get(VARIABLE) or 0) / 1000)


class TriedApi(Api):
    """Keeps the last requests of the bot, each with its moment, judges them and their answers, and disturbs them."""

    def __init__(self, backend: Backend) -> None:
        super().__init__(backend, check_request)
        self.log: deque[tuple[float, SentRequest]] = deque(maxlen=5000)
        self.listeners: list[Callable[[SentRequest], object]] = []
        self.faults = InjectedFaults()
        self.spec = load()

    async def _handle(self, request: web.Request, sent: SentRequest, handler: Handler) -> web.StreamResponse:
        self.log.append((time.monotonic(), sent))
        return await self.faults.let(sent, request, partial(super()._handle, request, sent, handler))

    def _check(self, request: web.Request, sent: SentRequest) -> None:
        for listener in self.listeners:
            listener(sent)
        if self.spec is not None:
            self.errors += self.spec.check(sent)
        super()._check(request, sent)

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await super()._answer(request, handler)
        if self.spec is not None and isinstance(response, web.Response):
            body = json.loads(response.body) if isinstance(response.body, bytes) and response.body else None
            given = GivenAnswer(request.method, request.path.removeprefix(API), response.status, body)
            self.errors += self.spec.check_answer(given)
        return response


def _bear_with(interactions: Interactions) -> None:
    """Let no answer be late for want of a processor: the time in which this process had none does not count."""
    begin, miss = interactions.begin, interactions._miss
    began: dict[str, tuple[float, float]] = {}

    def begun(interaction: OpenInteraction, data: JsonObject) -> OpenInteraction:
        began[interaction.id] = time.monotonic(), waited(os.getpid())
        return begin(interaction, data)

    def missed(interaction: OpenInteraction) -> None:
        at, before = began[interaction.id]
        within, passed = interactions.answer_within, time.monotonic() - at
        left = within - passed + waited(os.getpid()) - before
        if passed >= within and left > 0:  # not where a test moves the clock by hand
            interactions._later(left, missed, interaction)
        else:
            del began[interaction.id]
            miss(interaction)

    interactions.begin, interactions._miss = begun, missed  # type: ignore[method-assign]


class TriedDiscord(LocalDiscord):
    """Refuses whatever breaks a limit of Discord; ``pace`` lets the clocks of the rate limits run faster."""

    def __init__(
        self,
        port: int = 0,
        database: Path | None = None,
        *,
        latency: Latency | None = None,
        languages: Sequence[str] = (),
        pace: float = PACE,
        heartbeat: float = HEARTBEAT,
        answer_within: float = ANSWER_WITHIN,
    ) -> None:
        spoken = languages or sentences.languages()
        super().__init__(port, database, check=check_request, latency=latency, languages=spoken)
        self.api: TriedApi = TriedApi(self.backend)
        self.backend.rates.pace = pace
        self.backend.gateway.heartbeat = heartbeat
        self.backend.interactions.answer_within = answer_within
        _bear_with(self.backend.interactions)
        if self.api.spec is not None:
            self._judge_events(self.api.spec)

    def _judge_events(self, spec: Spec) -> None:
        gateway, dispatch = self.backend.gateway, self.world.announce
        identify = gateway.identify

        def announce(event: str, data: JsonObject, guild: str | None) -> None:
            self.errors.extend(spec.check_event(event, data))
            dispatch(event, data, guild)

        def begin(data: JsonObject, queue: SendQueue) -> Session:
            session = identify(data, queue)
            for sent in session._sent:
                self.errors.extend(spec.check_event(sent["t"], sent["d"]))
            return session

        self.world.announce = announce
        gateway.identify = begin  # type: ignore[method-assign]

    @property
    def errors(self) -> list[str]:
        """Every refusal so far, and whatever is not as Discord describes it, one sentence each."""
        return self.api.errors

    @property
    def log(self) -> list[tuple[float, SentRequest]]:
        """The last requests of the bot, each with the moment it came in."""
        return list(self.api.log)

    @property
    def faults(self) -> InjectedFaults:
        """The troubles that can be injected."""
        return self.api.faults

    @property
    def rates(self) -> Rates:
        """The rate limits and who met them."""
        return self.backend.rates

    @property
    def world(self) -> World:
        """Seats and channels."""
        return self.backend.world

    def forget_nonces(self) -> None:
        """Forget all nonces, as after some minutes."""
        self.backend.messages.nonces._known.clear()

    def reconnect(self) -> None:
        """Ask the bot to reconnect and resume."""
        self._send(RECONNECT, None)

    def invalidate(self) -> None:
        """End the bot's session."""
        self._send(INVALID_SESSION, data=False)
        self.backend.gateway.sessions.clear()

    def _send(self, op: int, data: object) -> None:
        for session in self.backend.gateway.sessions.values():
            if session.queue is not None:
                session.queue.put(frame(op, data))


def local_discord(*given: Any, **named: Any) -> TriedDiscord:
    """A server for a test, as slow as tests are to be tried with."""
    return TriedDiscord(*given, **{"latency": latency(), **named})
