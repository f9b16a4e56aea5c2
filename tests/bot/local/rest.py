"""A bot without a library: bare requests and a bare socket, to see what the server really says."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Self

import aiohttp

from tests.bot.servers import TriedDiscord

GENERAL = "general"


class Rest:
    """Sends requests with the bot's token."""

    def __init__(self, server: TriedDiscord, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.session = session
        self.headers: dict[str, str] = {}

    async def __call__(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, Any]:
        """Return status and body of the answer."""
        given = {"json": body} if body is not None else {}
        async with self.session.request(
            method, f"{self.server.url}/api/v10{path}", **given, **more
        ) as answer:
            self.headers = dict(answer.headers)
            text = await answer.text()
            return answer.status, json.loads(text) if text else None

    async def code(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, int]:
        """Return status and Discord's code of a refusal."""
        status, data = await self(method, path, body, **more)
        return status, data["code"]

    @property
    def room(self) -> str:
        """The path of the first channel."""
        return f"/channels/{self.channel}"

    @property
    def channel(self) -> str:
        """The number of the first channel."""
        return next(str(one["id"]) for one in self.server.world.channels() if one.get("name") == GENERAL)


@asynccontextmanager
async def rest(server: TriedDiscord) -> AsyncIterator[Rest]:
    """Requests to a server."""
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {server.token}"}) as session:
        yield Rest(server, session)


class Wire:
    """A socket of the gateway that reads frame by frame."""

    def __init__(self, server: TriedDiscord, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.server = server
        self.socket = socket
        self._stream = zlib.decompressobj()

    async def read(self) -> dict[str, Any]:
        """Return the next frame, unpacked if it is packed."""
        async with asyncio.timeout(5):
            message = await self.socket.receive()
        if message.type is aiohttp.WSMsgType.BINARY:
            return dict(json.loads(self._stream.decompress(message.data)))
        assert message.type is aiohttp.WSMsgType.TEXT, (message, self.socket.close_code)
        return dict(json.loads(message.data))

    async def until(self, op: int, event: str | None = None) -> dict[str, Any]:
        """Return the next frame of a kind."""
        while (frame := await self.read())["op"] != op or (event and frame["t"] != event):
            pass
        return frame

    async def closed(self) -> int | None:
        """Return the code the server closes with."""
        async with asyncio.timeout(5):
            while not self.socket.closed:
                await self.socket.receive()
        return self.socket.close_code

    async def send(self, op: int, data: Any = None) -> None:
        """Send a frame."""
        await self.socket.send_json({"op": op, "d": data})

    async def identify(self, **changed: Any) -> Self:
        """Log in."""
        about = {"token": self.server.token, "intents": 1, "properties": {"os": "linux"}}
        await self.send(2, {**about, **changed})
        return self


@asynccontextmanager
async def wire(server: TriedDiscord, query: str = "?v=10&encoding=json") -> AsyncIterator[Wire]:
    """A connection to the gateway."""
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{server.url}/gw/{query}") as socket:
        yield Wire(server, socket)
