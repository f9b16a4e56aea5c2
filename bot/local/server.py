"""A Discord of our own on loopback: enough of it for the whole game, and nothing more."""

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.local.api import AnswerObserver, Api, RequestCheck, RequestObserver
from bot.local.backend import Backend
from bot.local.channel_api import ChannelApi
from bot.local.command_api import CommandApi
from bot.local.faults import InjectedFaults, Latency
from bot.local.gateway import HEARTBEAT, EventObserver
from bot.local.guild_api import GuildApi
from bot.local.page_api import PageApi
from bot.local.rates import Rates
from bot.local.wire import SentRequest
from bot.local.world import TREES, World

HOST = "127.0.0.1"
LARGEST_REQUEST = 30 * 2**20
BACKLOG = 1024


class LocalDiscord:
    """The server: enter it to start, leave it to stop; the database remembers everything between.

    ``check`` names the limits of Discord that a request of the bot breaks; such a request is refused.
    ``latency`` is how long requests, answers and events take; ``faults`` holds other trouble. ``pace`` lets the
    clocks of the rate limits run faster.
    """

    def __init__(  # noqa: PLR0913 - whoever starts it gives the check; the rest is for tests
        self,
        port: int = 0,
        database: Path | None = None,
        *,
        check: RequestCheck,
        answer_within: float = 3.0,
        token_life: float = 900.0,
        seats: tuple[str, ...] = TREES,
        latency: Latency | None = None,
        heartbeat: float = HEARTBEAT,
        pace: float = 1.0,
        languages: Sequence[str] = Backend.languages,
    ) -> None:
        self._wanted = port
        self.port = port
        self.backend = Backend(database, (answer_within, token_life), seats, latency)
        self.backend.gateway.heartbeat = heartbeat
        self.backend.rates.pace = pace
        self.backend.languages = languages
        self._api = Api(self.backend, check)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        others = [part(self.backend) for part in (CommandApi, GuildApi, ChannelApi, PageApi)]
        parts = [self._api, *others]
        app = web.Application(client_max_size=LARGEST_REQUEST, middlewares=[self._api.guard])
        app.add_routes([route for part in parts for route in part.routes()])
        app.add_routes(
            [web.get("/gw/", self.backend.gateway.serve), web.get("/gw", self.backend.gateway.serve)]
        )
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, self._wanted, backlog=BACKLOG).start()
        except OSError:
            await self.stop()
            raise
        self.port = self._runner.addresses[0][1]
        self.backend.listen_at(self.url)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    async def stop(self) -> None:
        """Close every connection and the database."""
        await self.backend.hang_up()
        if self._runner is not None:
            await self._runner.cleanup()
        self.backend.store.close()

    @property
    def url(self) -> str:
        """Return the address to point the bot at."""
        return f"http://{HOST}:{self.port}"

    @property
    def page_url(self) -> str:
        """Return the address of the page for people."""
        return f"{self.url}/"

    @property
    def token(self) -> str:
        """Return the token the bot logs in with."""
        return self.backend.token

    @property
    def errors(self) -> list[str]:
        """Return every refusal so far, one sentence each."""
        return self._api.errors

    @property
    def on_request(self) -> list[RequestObserver]:
        """Return the observers, called with every request of the bot; what they return is added to the errors."""
        return self._api.observers

    @property
    def on_answer(self) -> list[AnswerObserver]:
        """Return the observers of every answer the bot gets; what they return is added to the errors."""
        return self._api.answer_observers

    @property
    def on_event(self) -> list[EventObserver]:
        """Return the observers of every event the gateway sends."""
        return self.backend.gateway.observers

    @property
    def log(self) -> list[tuple[float, SentRequest]]:
        """Return the last requests of the bot, each with the moment it came in."""
        return list(self._api.log)

    @property
    def faults(self) -> InjectedFaults:
        """Return the troubles that can be injected."""
        return self.backend.faults

    @property
    def rates(self) -> Rates:
        """Return the rate limits and who met them."""
        return self.backend.rates

    @property
    def world(self) -> World:
        """Return seats and channels."""
        return self.backend.world

    def reconnect(self) -> None:
        """Ask the bot to reconnect and resume (gateway op 7)."""
        self.backend.gateway.reconnect()

    def invalidate(self, *, resumable: bool = False) -> None:
        """End the bot's session (gateway op 9)."""
        self.backend.gateway.invalidate(resumable=resumable)
