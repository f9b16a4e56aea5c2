"""A Discord of our own on loopback: enough of it for the whole game, and nothing more."""

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.local.api import Api, RequestCheck
from bot.local.backend import Backend
from bot.local.channel_api import ChannelApi
from bot.local.command_api import CommandApi
from bot.local.guild_api import GuildApi
from bot.local.latency import Latency
from bot.local.page_api import PageApi

HOST = "127.0.0.1"
LARGEST_REQUEST = 30 * 2**20
BACKLOG = 1024


class LocalDiscord:
    """The server: enter it to start, leave it to stop; the database remembers everything between.

    ``check`` names the limits of Discord that a request of the bot breaks; such a request is refused.
    ``latency`` is how long requests, answers and events take, ``languages`` are those that the page offers.
    """

    def __init__(
        self,
        port: int = 0,
        database: Path | None = None,
        *,
        check: RequestCheck,
        latency: Latency | None = None,
        languages: Sequence[str] = ("en",),
    ) -> None:
        self._wanted = port
        self.port = port
        self.backend = Backend(database, latency, languages)
        self.api = Api(self.backend, check)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        others = [part(self.backend) for part in (CommandApi, GuildApi, ChannelApi, PageApi)]
        parts = [self.api, *others]
        app = web.Application(client_max_size=LARGEST_REQUEST, middlewares=[self.api.guard])
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
