"""The parts of the server, joined."""

from collections.abc import Sequence
from pathlib import Path

from bot.local.attachments import Attachments
from bot.local.commands import all_commands
from bot.local.gateway import Gateway
from bot.local.ids import Ids
from bot.local.interactions import Interactions
from bot.local.latency import Latency
from bot.local.links import Links
from bot.local.messages import Messages
from bot.local.rates import Rates
from bot.local.send_queue import Audience
from bot.local.store import Store
from bot.local.world import World


class Backend:
    """Everything the routes work on.

    ``languages`` are those that the page offers to its people.
    """

    def __init__(
        self,
        database: Path | None,
        latency: Latency | None = None,
        languages: Sequence[str] = ("en",),
    ) -> None:
        self.languages = languages
        self.store = Store(database)
        self.token = self.store.token()
        self.audience = Audience()
        self.rates = Rates()
        self.latency = latency or Latency()
        ids = Ids()
        self.world = World(self.store, ids, self.audience)
        self.attachments = Attachments(self.store, ids)
        self.links = Links(self.token)
        self.messages = Messages(self.world, self.attachments, self.links)
        self.gateway = Gateway(self.world, self.token, self.latency)
        self.interactions = Interactions(self.world, self.messages, self.gateway)
        self.world.announce = self.gateway.dispatch

    def listen_at(self, url: str) -> None:
        """Take the address under which the server is found."""
        self.attachments.base = url
        self.store.move(url)
        self.gateway.url = f"ws{url.removeprefix('http')}/gw/"

    def tell_commands(self) -> None:
        """Show everybody the commands there are now."""
        self.audience.tell("commands", commands=all_commands(self.store))

    async def hang_up(self) -> None:
        """Stop all clocks and close all sockets."""
        self.interactions.close()
        await self.gateway.close()
        await self.audience.close()
