"""Sessions of the gateway: one login of the bot, what it asked to hear, and what it may have missed."""

import secrets
from collections import deque

from bot.local.ids import BOT
from bot.local.send_queue import SendQueue
from bot.local.wire import JsonObject

GUILDS, MEMBERS, PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, DIRECT_MESSAGES, CONTENT = 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = MEMBERS | PRESENCES | CONTENT
KNOWN_INTENTS = (1 << 26) - 1
HIDDEN: JsonObject = {"content": "", "embeds": [], "attachments": [], "components": []}
DISPATCH = 0
REPLAY = 1000


def frame(op: int, data: object = None, event: str | None = None, number: int | None = None) -> JsonObject:
    """Return a frame of the gateway; all four fields are always there."""
    return {"op": op, "d": data, "s": number, "t": event}


def intent_of(event: str, data: JsonObject) -> int:
    """Return the intent without which an event is not sent; 0 for what everybody hears."""
    if event.startswith("MESSAGE"):
        return GUILD_MESSAGES if data.get("guild_id") else DIRECT_MESSAGES
    return 0 if event == "INTERACTION_CREATE" else GUILDS


class Session:
    """One login of the bot; it outlives its socket so that it can be resumed."""

    def __init__(self, intents: int, shard: list[int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.queue: SendQueue | None = None
        self._sent: deque[JsonObject] = deque(maxlen=REPLAY)

    def hears(self, guild: str | None) -> bool:
        """Return whether events of this guild go to this shard; direct messages go to the first."""
        return (int(guild or 0) >> 22) % self.shard[1] == self.shard[0]

    def dispatch(self, event: str, data: JsonObject) -> None:
        """Send an event now, or when the session resumes."""
        self.sequence += 1
        sent = frame(DISPATCH, self._readable(event, data), event, self.sequence)
        self._sent.append(sent)
        if self.queue is not None:
            self.queue.put(sent)

    def _readable(self, event: str, data: JsonObject) -> JsonObject:
        """Hide what people write from a bot that may not read it, but for what is written to the bot."""
        if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or self.intents & CONTENT:
            return data
        told = data["author"]["id"] == BOT or any(one["id"] == BOT for one in data["mentions"])
        return data if told or not data.get("guild_id") else {**data, **HIDDEN}

    def resume(self, queue: SendQueue, seen: int) -> None:
        """Take a new socket and send what the old one missed."""
        self.queue = queue
        for sent in [sent for sent in self._sent if sent["s"] > seen]:
            queue.put(sent)
        self.dispatch("RESUMED", {})
