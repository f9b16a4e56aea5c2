"""The gateway: hello, identify, heartbeat, resume and the events of the guild."""

import asyncio
import json
import secrets
from collections import deque

from aiohttp import WSMsgType, web

from bot.local.faults import Latency
from bot.local.ids import BOT, GUILD
from bot.local.outbox import Outbox
from bot.local.wire import JsonObject
from bot.local.world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 0, 1, 2, 3, 6, 7
INVALID_SESSION, HELLO, ACKNOWLEDGED = 9, 10, 11
MESSAGES_INTENT = 1 << 9
REPLAY = 1000
A_WAY = 0.05


class Session:
    """One login of the bot; it outlives its socket so that it can be resumed."""

    def __init__(self, intents: int, shard: list[int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.outbox: Outbox | None = None
        self._sent: deque[JsonObject] = deque(maxlen=REPLAY)

    @property
    def sees_guild(self) -> bool:
        """Return whether events of the guild go to this shard."""
        return (int(GUILD) >> 22) % self.shard[1] == self.shard[0]

    def dispatch(self, event: str, data: JsonObject) -> None:
        """Send an event now, or when the session resumes."""
        self.sequence += 1
        frame = {"op": DISPATCH, "t": event, "s": self.sequence, "d": data}
        self._sent.append(frame)
        if self.outbox is not None:
            self.outbox.put(frame)

    def resume(self, outbox: Outbox, seen: int) -> None:
        """Take a new socket and send what the old one missed."""
        self.outbox = outbox
        for frame in [frame for frame in self._sent if frame["s"] > seen]:
            outbox.put(frame)
        self.dispatch("RESUMED", {})


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, token: str, latency: Latency) -> None:
        self.world = world
        self.token = token
        self.latency = latency
        self.heartbeat = 41.25
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        self.resumed = 0

    @property
    def online(self) -> bool:
        """Return whether the bot is connected."""
        return any(session.outbox for session in self.sessions.values())

    def dispatch(self, event: str, data: JsonObject, *, intent: int = 0) -> None:
        """Send an event of the guild to every session that asked for it."""
        for session in self.sessions.values():
            if session.sees_guild and session.intents & intent == intent:
                session.dispatch(event, data)

    def send(self, op: int, data: object = None) -> None:
        """Send a bare frame to every connected session."""
        for session in self.sessions.values():
            if session.outbox is not None:
                session.outbox.put({"op": op, "d": data})

    def reconnect(self) -> None:
        """Ask the bot to reconnect and resume (op 7)."""
        self.send(RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell the bot that its session ended (op 9)."""
        self.send(INVALID_SESSION, resumable)
        if not resumable:
            self.sessions.clear()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection of the bot."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        outbox = Outbox(socket, self.latency.one_way)
        outbox.put({"op": HELLO, "d": {"heartbeat_interval": round(self.heartbeat * 1000)}})
        session: Session | None = None
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    session = await self._receive(json.loads(message.data), outbox, session)
        finally:
            if session is not None and session.outbox is outbox:
                session.outbox = None
                self.world.audience.tell("bot", online=self.online)
            await outbox.close()
        return socket

    async def _receive(self, frame: JsonObject, outbox: Outbox, session: Session | None) -> Session | None:
        match frame["op"]:
            case 1:
                # a bot in this very process notes the time of its heartbeat only after it was sent
                asyncio.get_running_loop().call_later(A_WAY, outbox.put, {"op": ACKNOWLEDGED, "d": None})
            case 2 | 6 if frame["d"]["token"] != self.token:
                await outbox.close(4004)
            case 2:
                session = self._identify(frame["d"], outbox)
            case 6:
                session = self._resume(frame["d"], outbox)
            case 3 | 4:
                pass
            case _:
                await outbox.close(4001)
        return session

    def _identify(self, data: JsonObject, outbox: Outbox) -> Session:
        session = Session(data["intents"], data.get("shard", [0, 1]))
        self.identified += 1
        self.sessions = {known: other for known, other in self.sessions.items() if other.outbox}
        self.sessions[session.id] = session
        session.outbox = outbox
        session.dispatch("READY", self._ready(session))
        if session.sees_guild:
            session.dispatch("GUILD_CREATE", self.world.guild())
        self.world.audience.tell("bot", online=True)
        return session

    def _ready(self, session: Session) -> JsonObject:
        return {
            "v": 10,
            "user": self.world.bot,
            "guilds": [{"id": GUILD, "unavailable": True}] if session.sees_guild else [],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": BOT, "flags": 0},
            "shard": session.shard,
        }

    def _resume(self, data: JsonObject, outbox: Outbox) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None:
            outbox.put({"op": INVALID_SESSION, "d": False})
            return None
        self.resumed += 1
        session.resume(outbox, data["seq"] or 0)
        self.world.audience.tell("bot", online=True)
        return session

    async def close(self) -> None:
        """Close every connection."""
        for session in list(self.sessions.values()):
            if session.outbox is not None:
                await session.outbox.close(1001)
