"""The gateway: everybody who is connected, and the events they get."""

from aiohttp import web

from bot.local.connection import Connection
from bot.local.guilds import Guild
from bot.local.ids import BOT
from bot.local.latency import Latency
from bot.local.send_queue import SendQueue
from bot.local.sessions import Session, intent_of
from bot.local.shapes import own_json
from bot.local.wire import JsonObject
from bot.local.world import World

HEARTBEAT = 41.25
LOGINS_A_DAY = 1000


class Gateway:
    """All sessions of the bot.

    ``approved`` are the privileged intents that the bot may ask for; ``heartbeat`` is how often, in seconds, it
    must be heard of.
    """

    def __init__(self, world: World, token: str, latency: Latency) -> None:
        self.world = world
        self.token = token
        self.latency = latency
        self.heartbeat = HEARTBEAT
        self.approved = 0
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        self.resumed = 0

    @property
    def online(self) -> bool:
        """Return whether the bot is connected."""
        return any(session.queue for session in self.sessions.values())

    def about(self) -> JsonObject:
        """Return where the gateway is and how often one may still log in."""
        left = max(LOGINS_A_DAY - self.identified, 0)
        limit = {"total": LOGINS_A_DAY, "remaining": left, "reset_after": 86_400_000, "max_concurrency": 1}
        return {"url": self.url, "shards": 1, "session_start_limit": limit}

    def dispatch(self, event: str, data: JsonObject, guild: str | None) -> None:
        """Send an event of a guild, or of a direct message, to every session that asked for it."""
        for session in self.sessions.values():
            intent = intent_of(event, data)
            if session.hears(guild) and session.intents & intent == intent:
                session.dispatch(event, data)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection of the bot."""
        return await Connection(self, request.query.get("compress", "")).serve(request)

    # sessions begin, go on and end

    def identify(self, data: JsonObject, queue: SendQueue) -> Session:
        """Begin a session and tell the bot its guilds."""
        session = Session(data["intents"], data.get("shard") or [0, 1])
        self.identified += 1
        self.sessions = {known: other for known, other in self.sessions.items() if other.queue}
        self.sessions[session.id] = session
        session.queue = queue
        mine = [one for one in self.world.guilds.values() if one.has_bot and session.hears(one.id)]
        session.dispatch("READY", self._ready(session, mine))
        for guild in mine:
            if not guild.unavailable:
                session.dispatch("GUILD_CREATE", self.world.created(guild, known=True))
        self.world.audience.tell("bot", online=True)
        return session

    def _ready(self, session: Session, mine: list[Guild]) -> JsonObject:
        lists = ("private_channels", "relationships", "presences", "guild_join_requests", "_trace")
        return {
            "v": 10,
            "user": own_json(self.world.bot),
            "guilds": [{"id": guild.id, "unavailable": True} for guild in mine],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "application": {"id": BOT, "flags": 0},
            "shard": session.shard,
            "user_settings": {},
            **{key: list[str]() for key in lists},
        }

    def resume(self, session: Session, seen: int, queue: SendQueue) -> None:
        """Let a session go on at a new socket."""
        self.resumed += 1
        session.resume(queue, seen)
        self.world.audience.tell("bot", online=True)

    def left(self, session: Session, queue: SendQueue) -> None:
        """Note that a socket is gone; its session waits for another."""
        if session.queue is queue:
            session.queue = None
            self.world.audience.tell("bot", online=self.online)

    def members(self, session: Session, asked: JsonObject) -> None:
        """Send the members that the bot asked for."""
        guild = self.world.guilds.get(str(asked.get("guild_id")))
        if guild is None or not guild.has_bot:
            return
        named = asked.get("user_ids")
        wanted = [named] if isinstance(named, str) else named
        query = str(asked.get("query") or "").casefold()
        users = [self.world.user(user) for user in [BOT, *guild.seats]]
        found = [
            guild.member(user)
            for user in users
            if (user["id"] in wanted if wanted else user["global_name"].casefold().startswith(query))
        ]
        chunk = {"guild_id": guild.id, "members": found, "chunk_index": 0, "chunk_count": 1}
        missing = [user for user in wanted or [] if not guild.is_member(user)]
        nonce = {"nonce": asked["nonce"]} if asked.get("nonce") else {}
        session.dispatch("GUILD_MEMBERS_CHUNK", {**chunk, "not_found": missing, **nonce})

    async def close(self) -> None:
        """Close every connection."""
        for session in list(self.sessions.values()):
            if session.queue is not None:
                await session.queue.close(1001)
