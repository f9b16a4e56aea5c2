"""A machine on the web that takes what web hooks are told, and answers as a test wants it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

from tests.bot.person import COMES


class Receiver:
    """What came in, and the number with which the next request is answered."""

    def __init__(self) -> None:
        self.status = 200
        self.pause = 0.0
        self.came: list[tuple[dict[str, str], str]] = []
        self.url = ""

    async def take(self, request: web.Request) -> web.Response:
        """Answer one request."""
        self.came.append((dict(request.headers), await request.text()))
        await asyncio.sleep(self.pause)
        return web.Response(status=self.status, headers={"Location": self.url})

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """What it was told, but for tests."""
        return [body for _, text in self.came if (body := json.loads(text))["type"] == "table.call"]

    async def until(self, count: int) -> list[dict[str, Any]]:
        """Wait until it was told of so many calls."""
        async with asyncio.timeout(COMES):
            while len(self.bodies) < count:  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(0.01)
        return self.bodies


@asynccontextmanager
async def receiver(port: int | None = None) -> AsyncIterator[Receiver]:
    """A receiver that listens on this machine."""
    made = Receiver()
    app = web.Application()
    app.router.add_post("/calls/{secret}", made.take)
    async with TestServer(app, port=port) as server:
        made.url = str(server.make_url("/calls/hidden-in-the-path"))
        yield made


def is_signed(secret: str, headers: dict[str, str], body: str) -> bool:
    """Verify a request as the specification of Standard Webhooks says."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}"
    wanted = base64.b64encode(hmac.new(key, content.encode(), hashlib.sha256).digest()).decode()
    return f"v1,{wanted}" in headers["webhook-signature"].split(" ")


@asynccontextmanager
async def hostile(kind: str) -> AsyncIterator[str]:
    """A machine whose answer has no end, has a head of a megabyte, or never comes."""
    spoken: list[asyncio.Task[None]] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        if kind == "header":
            writer.write(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 2**20 + b"\r\n\r\n")
        elif kind == "body":
            writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while not writer.is_closing():
                writer.write(b"10000\r\n" + b"x" * 2**16 + b"\r\n")
                await writer.drain()
        else:
            await asyncio.sleep(60)

    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.CancelledError):
            await answer(reader, writer)
        writer.transport.abort()

    def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        spoken.append(asyncio.create_task(speak(reader, writer)))

    server = await asyncio.start_server(met, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        for one in spoken:
            one.cancel()
        await asyncio.gather(*spoken)
    await asyncio.sleep(0)
