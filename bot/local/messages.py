"""Messages: posted, edited, removed, and whom they call."""

import re
from dataclasses import dataclass, field

from bot.local.attachments import Attachments, number_components, resolve, walk
from bot.local.ids import BOT, GUILD, timestamp
from bot.local.store import Store
from bot.local.wire import ApiError, JsonObject, Upload, unknown
from bot.local.world import DM, World

EPHEMERAL, LOADING, SILENT, V2 = 1 << 6, 1 << 7, 1 << 12, 1 << 15
KEPT_FLAGS = EPHEMERAL | SILENT | V2
MENTION = re.compile(r"<@!?(\d+)>")
PRIVATE_LIMIT = 500


@dataclass
class Origin:
    """The interaction a message answers."""

    interaction: str = ""
    seat: str = ""
    metadata: JsonObject = field(default_factory=dict)


def texts(message: JsonObject) -> list[str]:
    """Return the texts of a message in which a mention can call somebody."""
    shown = [
        component.get("content", "") for component in walk(message["components"]) if component["type"] == 10
    ]
    return [message["content"], *shown]


class Messages:
    """All messages; ephemeral ones live in memory and belong to one seat."""

    def __init__(self, world: World, attachments: Attachments) -> None:
        self.world = world
        self.store: Store = world.store
        self.attachments = attachments
        self.private: dict[str, tuple[str, JsonObject]] = {}
        self._nonces: dict[tuple[str, str], str] = {}

    # finding

    def find(self, channel: str, message: str) -> JsonObject:
        """Return a message of a channel as the bot may ask for it; ephemeral ones are not found."""
        found = self.store.message(message) if message.isdecimal() else None
        if found is None or found["channel_id"] != channel:
            raise unknown("Message", 10008)
        return found

    def seen(self, seat: str, message: str) -> JsonObject:
        """Return a message this seat sees, its own ephemeral ones included."""
        if message in self.private:
            owner, found = self.private[message]
            if owner == seat:
                return found
        stored = self.store.message(message) if message.isdecimal() else None
        viewers = self.world.viewers(self.world.channel(stored["channel_id"])) if stored else []
        if stored is None or (viewers is not None and seat not in viewers):
            raise unknown("Message", 10008)
        return stored

    def any(self, message: str) -> JsonObject:
        """Return a message, ephemeral or not."""
        if message in self.private:
            return self.private[message][1]
        found = self.store.message(message)
        if found is None:
            raise unknown("Message", 10008)
        return found

    # posting

    def post(  # noqa: PLR0913 - a message has that many circumstances
        self,
        channel: JsonObject,
        body: JsonObject,
        files: dict[int, Upload],
        *,
        author: str = BOT,
        origin: Origin | None = None,
        loading: bool = False,
    ) -> JsonObject:
        """Post a message; an ephemeral one is seen by the origin's seat only."""
        if (earlier := self._repeated(channel["id"], body)) is not None:
            return earlier
        _open_again(self.world, channel)
        origin = origin or Origin()
        message = self._blank(channel, author)
        message["flags"] = (body.get("flags") or 0) | (LOADING if loading else 0)
        if origin.interaction:
            self._refer_to_interaction(message, origin)
        if body.get("message_reference"):
            self._refer(message, body["message_reference"])
        self._fill(message, body, files)
        pings = [] if loading else self._pings(channel, message, body)
        self._keep(message, origin.seat)
        self._remember_nonce(channel["id"], body, message["id"])
        self._tell("message", channel, message, origin, pings=pings)
        return message

    def _repeated(self, channel: str, body: JsonObject) -> JsonObject | None:
        if not body.get("enforce_nonce"):
            return None
        earlier = self._nonces.get((channel, str(body.get("nonce"))))
        return self.store.message(earlier) if earlier else None

    def _remember_nonce(self, channel: str, body: JsonObject, message: str) -> None:
        if body.get("nonce"):
            self._nonces[channel, str(body["nonce"])] = message

    def _blank(self, channel: JsonObject, author: str) -> JsonObject:
        return {
            "id": self.world.ids.next(),
            "channel_id": channel["id"],
            **({} if channel["type"] == DM else {"guild_id": GUILD}),
            "author": self.world.user(author),
            "content": "",
            "timestamp": timestamp(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
            "pinned": False,
            "type": 0,
        }

    def _refer_to_interaction(self, message: JsonObject, origin: Origin) -> None:
        message |= {"webhook_id": BOT, "application_id": BOT, "interaction_metadata": origin.metadata}
        message |= {"type": 20 if origin.metadata["type"] == 2 else 0}
        if origin.metadata.get("interacted_message_id"):
            self._refer(message, {"message_id": origin.metadata["interacted_message_id"]})

    def _refer(self, message: JsonObject, reference: JsonObject) -> None:
        wanted = str(reference["message_id"])
        try:
            target = self.any(wanted)
        except ApiError:
            if reference.get("fail_if_not_exists", True):
                raise
            return
        message["type"] = 19
        message["message_reference"] = {
            "type": 0,
            "message_id": wanted,
            "channel_id": target["channel_id"],
            "guild_id": GUILD,
        }

    def _fill(self, message: JsonObject, body: JsonObject, files: dict[int, Upload]) -> None:
        for key, empty in (("content", ""), ("embeds", []), ("components", [])):
            if key in body:
                message[key] = body[key] or empty
        if files or "attachments" in body:
            self.attachments.take(message, body, files)
        number_components(message["components"])
        resolve(message)
        mentioned = _allowed(message, body)
        users = {seat["id"] for seat in self.world.seats()} | {BOT}
        message["mentions"] = [self.world.user(user) for user in mentioned if user in users]

    def _pings(self, channel: JsonObject, message: JsonObject, body: JsonObject) -> list[str]:
        """Return the seats a new message notifies."""
        if message["flags"] & (SILENT | EPHEMERAL):
            return []
        called = [user["id"] for user in message["mentions"] if user["id"] != BOT]
        if channel["type"] == DM:
            called = [user["id"] for user in channel["recipients"]]
        replied = (body.get("allowed_mentions") or {}).get("replied_user", True)
        if body.get("message_reference") and replied and "message_reference" in message:
            author = self.any(message["message_reference"]["message_id"])["author"]
            called += [] if author.get("bot") or author["id"] in called else [author["id"]]
        if _calls_everyone(message, body):
            message["mention_everyone"] = True
            called = [seat["id"] for seat in self.world.seats()]
        return [seat for seat in called if seat != message["author"]["id"]]

    def _keep(self, message: JsonObject, owner: str) -> None:
        if message["flags"] & EPHEMERAL:
            self.private[message["id"]] = (owner, message)
            if len(self.private) > PRIVATE_LIMIT:
                self._drop_private(next(iter(self.private)))
        else:
            self.store.put_message(message)

    def _drop_private(self, message: str) -> None:
        del self.private[message]
        self.store.keep_attachments(message, ())

    def _tell(
        self, event: str, channel: JsonObject, message: JsonObject, origin: Origin, pings: list[str]
    ) -> None:
        for seat in pings:
            self.store.put_ping(seat, channel["id"], message["id"])
        private = message["flags"] & EPHEMERAL
        to = [self.private[message["id"]][0]] if private else self.world.viewers(channel)
        self.world.audience.tell(
            event, to=to, message=message, interaction=origin.interaction or None, pings=pings
        )
        if not private:
            name = "MESSAGE_CREATE" if event == "message" else "MESSAGE_UPDATE"
            self.world.announce(name, message)

    # changing

    def edit(
        self, message: JsonObject, body: JsonObject, files: dict[int, Upload], origin: Origin | None = None
    ) -> JsonObject:
        """Change a message; an edit calls nobody."""
        channel = self.world.channel(message["channel_id"])
        if channel.get("thread_metadata", {}).get("archived"):
            raise ApiError(400, 50083, "Thread is archived")
        asked = body.get("flags") or 0
        if message["flags"] & V2 and (body.get("content") or body.get("embeds")):
            raise ApiError(400, 50035, "A message of components holds neither content nor embeds.")
        filled = message["flags"] & LOADING
        message["flags"] = (message["flags"] & KEPT_FLAGS) | (asked & (V2 | (1 << 2)))
        self._fill(message, body, files)
        message["edited_timestamp"] = None if filled else timestamp()
        if not message["flags"] & EPHEMERAL:
            self.store.put_message(message)
        self._tell("edit", channel, message, origin or Origin(), pings=[])
        return message

    def delete(self, message: JsonObject, origin: Origin | None = None) -> None:
        """Remove a message."""
        channel = self.world.channel(message["channel_id"])
        to = self.world.viewers(channel)
        gone = {"id": message["id"], "channel_id": channel["id"], "guild_id": message.get("guild_id")}
        if message["id"] in self.private:
            to = [self.private[message["id"]][0]]
            self._drop_private(message["id"])
        else:
            self.store.drop_message(message["id"])
            self.world.announce("MESSAGE_DELETE", gone)
        interaction = origin.interaction if origin else None
        self.world.audience.tell("delete", to=to, message=gone, interaction=interaction)


def _open_again(world: World, channel: JsonObject) -> None:
    """Take a thread out of the archive, as a new message does unless the thread is locked."""
    state = channel.get("thread_metadata", {})
    if state.get("archived"):
        if state.get("locked"):
            raise ApiError(400, 50083, "Thread is archived")
        world.archive(channel["id"], archived=False)


def _allowed(message: JsonObject, body: JsonObject) -> list[str]:
    """Return the users mentioned in the text whom the request allows to be called."""
    mentioned = list(dict.fromkeys(user for text in texts(message) for user in MENTION.findall(text)))
    allowed = body.get("allowed_mentions")
    if allowed is None or "users" in (allowed.get("parse") or []):
        return mentioned
    return [user for user in mentioned if user in {str(one) for one in allowed.get("users") or []}]


def _calls_everyone(message: JsonObject, body: JsonObject) -> bool:
    allowed = body.get("allowed_mentions")
    permitted = allowed is None or "everyone" in (allowed.get("parse") or [])
    return permitted and any("@everyone" in text or "@here" in text for text in texts(message))
