"""One connection to the gateway: its frames read and judged, as strictly as Discord judges them."""

import asyncio
import json
import time
from collections import deque
from typing import Any, Protocol

from aiohttp import WSMsgType, web

from bot.local.latency import Latency
from bot.local.send_queue import SendQueue
from bot.local.sessions import KNOWN_INTENTS, PRIVILEGED, Session, frame
from bot.local.wire import JsonObject

BEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, ACKNOWLEDGED = 1, 2, 6, 9, 10, 11
MEMBERS = 8
KNOWN = (3, 4, MEMBERS, 31, 43)
UNKNOWN_ERROR, UNKNOWN_OP, UNREADABLE, NOT_IDENTIFIED, BAD_TOKEN = 4000, 4001, 4002, 4003, 4004
TWICE, BAD_SEQUENCE, TOO_MANY, BAD_SHARD, BAD_INTENTS, FORBIDDEN_INTENTS = 4005, 4007, 4008, 4010, 4013, 4014
FRAMES, WITHIN = 120, 60.0
A_WAY = 0.05
PATIENCE = 1.5


class ConnectionClosed(Exception):
    """The connection ends with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Host(Protocol):
    """What a connection asks of the gateway."""

    token: str
    heartbeat: float
    approved: int
    latency: Latency
    sessions: dict[str, Session]

    def identify(self, data: JsonObject, queue: SendQueue) -> Session:
        """Begin a session."""

    def resume(self, session: Session, seen: int, queue: SendQueue) -> None:
        """Let a session go on."""

    def left(self, session: Session, queue: SendQueue) -> None:
        """Note that a socket is gone."""

    def members(self, session: Session, asked: JsonObject) -> None:
        """Send members of a guild."""


class Connection:
    """A socket and, once it has identified itself or resumed, its session."""

    def __init__(self, gateway: Host, compress: str) -> None:
        self.gateway = gateway
        self.session: Session | None = None
        self._compress = compress == "zlib-stream"
        self._frames: deque[float] = deque(maxlen=FRAMES)
        self._beaten = asyncio.Event()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Talk until one side closes."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        self.queue = SendQueue(socket, self.gateway.latency.one_way, compress=self._compress)
        self.queue.put(frame(HELLO, {"heartbeat_interval": round(self.gateway.heartbeat * 1000)}))
        watch = asyncio.create_task(self._watch())
        try:
            await self._listen(socket)
        finally:
            watch.cancel()
            if self.session is not None:
                self.gateway.left(self.session, self.queue)
            await self.queue.close()
        return socket

    async def _listen(self, socket: web.WebSocketResponse) -> None:
        try:
            async for message in socket:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    self._receive(_read(message.data))
        except ConnectionClosed as closed:
            await self.queue.close(closed.code)

    async def _watch(self) -> None:
        """Close the connection of a client whose heart has stopped; its session can be resumed."""
        while True:
            self._beaten.clear()
            try:
                await asyncio.wait_for(self._beaten.wait(), self.gateway.heartbeat * PATIENCE)
            except TimeoutError:
                await self.queue.close(UNKNOWN_ERROR)
                return

    def _receive(self, sent: JsonObject) -> None:
        self._count()
        op, data = sent["op"], sent.get("d")
        if op == BEAT:
            self._beaten.set()
            # a bot in this very process notes the time of its heartbeat only after it was sent
            asyncio.get_running_loop().call_later(A_WAY, self.queue.put, frame(ACKNOWLEDGED))
        elif op == IDENTIFY:
            self._identify(data)
        elif op == RESUME:
            self._resume(data)
        elif op not in KNOWN:
            raise ConnectionClosed(UNKNOWN_OP)
        elif self.session is None:
            raise ConnectionClosed(NOT_IDENTIFIED)
        elif op == MEMBERS and isinstance(data, dict):
            self.gateway.members(self.session, data)

    def _count(self) -> None:
        now = time.monotonic()
        if len(self._frames) == FRAMES and now - self._frames[0] < WITHIN:
            raise ConnectionClosed(TOO_MANY)
        self._frames.append(now)

    def _check_token(self, data: Any) -> JsonObject:
        if self.session is not None:
            raise ConnectionClosed(TWICE)
        if not isinstance(data, dict) or not isinstance(data.get("token"), str):
            raise ConnectionClosed(UNREADABLE)
        if data["token"].removeprefix("Bot ") != self.gateway.token:
            raise ConnectionClosed(BAD_TOKEN)
        return data

    def _identify(self, data: Any) -> None:
        wanted = self._check_token(data)
        intents, shard = wanted.get("intents"), wanted.get("shard") or [0, 1]
        if not isinstance(wanted.get("properties"), dict):
            raise ConnectionClosed(UNREADABLE)
        if not isinstance(intents, int) or not 0 <= intents <= KNOWN_INTENTS:
            raise ConnectionClosed(BAD_INTENTS)
        if intents & PRIVILEGED & ~self.gateway.approved:
            raise ConnectionClosed(FORBIDDEN_INTENTS)
        if len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            raise ConnectionClosed(BAD_SHARD)
        self.session = self.gateway.identify(wanted, self.queue)

    def _resume(self, data: Any) -> None:
        wanted = self._check_token(data)
        session = self.gateway.sessions.get(str(wanted.get("session_id")))
        seen = wanted.get("seq") or 0
        if session is None:
            self.queue.put(frame(INVALID_SESSION, data=False))
            return
        if not isinstance(seen, int) or seen > session.sequence:
            raise ConnectionClosed(BAD_SEQUENCE)
        self.session = session
        self.gateway.resume(session, seen, self.queue)


def _read(data: str | bytes) -> JsonObject:
    """Return the frame that a client sent, as text or bytes.

    :raises ConnectionClosed: 4002 when it cannot be read
    """
    try:
        sent = json.loads(data)
    except ValueError:
        raise ConnectionClosed(UNREADABLE) from None
    if not isinstance(sent, dict) or not isinstance(sent.get("op"), int):
        raise ConnectionClosed(UNREADABLE)
    return sent
