"""Messages: posted, edited, removed, and told to those who see them."""

import copy
from collections.abc import Collection
from dataclasses import dataclass, field

from bot.local import mentions, permissions
from bot.local.attachments import Attachments, number_components, resolve, walk
from bot.local.channels import DM, PRIVATE_THREAD, is_archived, is_locked
from bot.local.ids import BOT, timestamp
from bot.local.links import Links
from bot.local.nonces import Nonces
from bot.local.shapes import complete, embed_json
from bot.local.store import Store
from bot.local.wire import ApiError, JsonObject, Upload, invalid, unknown
from bot.local.world import World

EPHEMERAL, LOADING, SILENT, V2 = 1 << 6, 1 << 7, 1 << 12, 1 << 15
KEPT_FLAGS = EPHEMERAL | SILENT | V2
ASKED_FLAGS = V2 | (1 << 2)
PRIVATE_LIMIT = 500
SUBSTANCE = ("content", "embeds", "components", "sticker_ids", "poll")
ARCHIVED = ApiError(400, 50083, "Thread is archived")


@dataclass
class Origin:
    """The interaction a message answers."""

    interaction: str = ""
    seat: str = ""
    metadata: JsonObject = field(default_factory=dict)


def demand_substance(body: JsonObject, files: Collection[object]) -> None:
    """Refuse a message in which there is nothing to see.

    :raises ApiError: 50006 when it is empty
    """
    if not files and not any(body.get(key) for key in SUBSTANCE):
        raise ApiError(400, 50006, "Cannot send an empty message")


class Messages:
    """All messages; ephemeral ones live in memory and belong to one seat."""

    def __init__(self, world: World, attachments: Attachments, links: Links) -> None:
        self.world = world
        self.store: Store = world.store
        self.attachments = attachments
        self.links = links
        self.nonces = Nonces()
        self.private: dict[str, tuple[str, JsonObject]] = {}

    # finding

    def _stored(self, message: str) -> JsonObject | None:
        found = self.store.message(message) if message.isdecimal() else None
        return self._fresh(found) if found else None

    def _fresh(self, message: JsonObject) -> JsonObject:
        """Return a message with its author as they are now, and complete where an earlier version stored less."""
        message["author"] = self.world.user(message["author"]["id"])
        message["mentions"] = [self.world.user(one["id"]) for one in message["mentions"]]
        for component in walk(message["components"]):
            complete(component)
        return message

    def find(self, channel: str, message: str) -> JsonObject:
        """Return a message of a channel as the bot may ask for it; ephemeral ones are not found."""
        found = self._stored(message)
        if found is None or found["channel_id"] != channel:
            raise unknown("Message", 10008)
        return found

    def seen(self, seat: str, message: str) -> JsonObject:
        """Return a message this seat sees, its own ephemeral ones included."""
        if message in self.private:
            owner, found = self.private[message]
            if owner == seat:
                return found
        stored = self._stored(message)
        if stored is None or not self.world.sees(self.world.channel(stored["channel_id"]), seat):
            raise unknown("Message", 10008)
        return stored

    def any(self, message: str) -> JsonObject:
        """Return a message, ephemeral or not."""
        if message in self.private:
            return self.private[message][1]
        if (found := self._stored(message)) is None:
            raise unknown("Message", 10008)
        return found

    def history(self, channel: str, limit: int, **bounds: str | None) -> list[JsonObject]:
        """Return messages of a channel ``before``, ``after`` or ``around`` one, oldest first."""
        return [self._fresh(one) for one in self.store.messages(channel, limit=limit, **bounds)]

    def shown(self, message: JsonObject) -> JsonObject:
        """Return a message as it is sent out: its files can be fetched for now."""
        return self.links.signed(message)

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
        earlier = self.nonces.repeated(author, body)
        if earlier:
            return self.find(*earlier)
        if not loading:
            demand_substance(body, files)
        if not origin:
            self._open_again(channel)
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
        self.nonces.note(author, body, channel["id"], message["id"])
        self._tell("message", channel, message, origin, pings=pings)
        return message

    def _open_again(self, channel: JsonObject) -> None:
        """Take a thread out of the archive, as a new message does unless the thread is locked."""
        if is_archived(channel):
            if is_locked(channel) and not self._moderates(channel):
                raise ARCHIVED
            channel["thread_metadata"]["archived"] = False
            self.world.save_channel(channel)

    def _moderates(self, channel: JsonObject) -> bool:
        return bool(self.world.held_in(channel, BOT) & permissions.bits("manage_threads"))

    def _blank(self, channel: JsonObject, author: str) -> JsonObject:
        return {
            "id": self.world.ids.next(),
            "channel_id": channel["id"],
            **({} if channel["type"] == DM else {"guild_id": channel["guild_id"]}),
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
            if reference.get("fail_if_not_exists", True) and "interaction_metadata" not in message:
                raise
            return
        message["type"] = 19
        place = {"guild_id": target["guild_id"]} if "guild_id" in target else {}
        message["message_reference"] = {
            "type": 0,
            "message_id": wanted,
            "channel_id": target["channel_id"],
            **place,
        }

    def _fill(self, message: JsonObject, body: JsonObject, files: dict[int, Upload]) -> None:
        for key, empty in (("content", ""), ("embeds", []), ("components", [])):
            if key in body:
                message[key] = copy.deepcopy(body[key]) or empty
        if files or "attachments" in body:
            self.attachments.take(message, body, files)
        number_components(message["components"])
        for component in walk(message["components"]):
            complete(component)
        message["embeds"] = [embed_json(embed) for embed in message["embeds"]]
        resolve(message, self.world.ids)
        users = {seat["id"] for seat in self.store.seats()} | {BOT}
        mentioned = [user for user in mentions.users_allowed(message, body) if user in users]
        message["mentions"] = [self.world.user(user) for user in mentioned]
        message["mention_roles"] = mentions.roles_allowed(message, body)

    def _pings(self, channel: JsonObject, message: JsonObject, body: JsonObject) -> list[str]:
        """Return the seats a new message notifies."""
        if message["flags"] & EPHEMERAL:
            return []
        called = [user["id"] for user in message["mentions"] if user["id"] != BOT]
        if channel["type"] == PRIVATE_THREAD:
            for user in called:
                if self.world.guilds[channel["guild_id"]].is_member(user):
                    self.world.enter(channel, user)
        if channel["type"] == DM:
            called = [user["id"] for user in channel["recipients"]]
        else:
            called += self._by_role(channel, message)
        replied = (body.get("allowed_mentions") or {}).get("replied_user", True)
        if body.get("message_reference") and replied and "message_reference" in message:
            author = self.any(message["message_reference"]["message_id"])["author"]
            called += [] if author.get("bot") else [author["id"]]
        if mentions.calls_everyone(message, body) and self._may_call_everyone(channel, message):
            message["mention_everyone"] = True
            called = [seat["id"] for seat in self.store.seats()]
        if message["flags"] & SILENT:
            return []
        seeing = self.world.viewers(channel)
        return [seat for seat in dict.fromkeys(called) if seat in seeing and seat != message["author"]["id"]]

    def _may_call_everyone(self, channel: JsonObject, message: JsonObject) -> bool:
        held = self.world.held_in(channel, message["author"]["id"])
        return bool(held & permissions.bits("mention_everyone"))

    def _by_role(self, channel: JsonObject, message: JsonObject) -> list[str]:
        guild = self.world.guilds[channel["guild_id"]]
        named = set(message["mention_roles"])
        return [seat for seat in guild.seats if named & set(guild.roles_of(seat))]

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
        told = self.shown(message)
        self.world.audience.tell(
            event, to=to, message=told, interaction=origin.interaction or None, pings=pings
        )
        if not private and self.world.bot_sees(channel):
            name = "MESSAGE_CREATE" if event == "message" else "MESSAGE_UPDATE"
            self.world.announce(name, told, channel.get("guild_id"))

    # changing

    def edit(
        self, message: JsonObject, body: JsonObject, files: dict[int, Upload], origin: Origin | None = None
    ) -> JsonObject:
        """Change a message; an edit calls nobody."""
        channel = self.world.channel(message["channel_id"])
        if is_archived(channel):
            raise ARCHIVED
        if message["flags"] & V2 and (body.get("content") or body.get("embeds")):
            raise invalid("A message of components holds neither content nor embeds.")
        changed = copy.deepcopy(message)
        filled = changed["flags"] & LOADING
        changed["flags"] = (changed["flags"] & KEPT_FLAGS) | ((body.get("flags") or 0) & ASKED_FLAGS)
        self._fill(changed, body, files)
        demand_substance(changed, changed["attachments"])
        changed["edited_timestamp"] = None if filled else timestamp()
        self.attachments.forget_others(changed)
        if changed["flags"] & EPHEMERAL:
            self.private[changed["id"]] = (self.private[changed["id"]][0], changed)
        else:
            self.store.put_message(changed)
        self._tell("edit", channel, changed, origin or Origin(), pings=[])
        return changed

    def delete(self, message: JsonObject, origin: Origin | None = None) -> None:
        """Remove a message."""
        channel = self.world.channel(message["channel_id"])
        to = self.world.viewers(channel)
        gone: JsonObject = {key: message[key] for key in ("id", "channel_id", "guild_id") if key in message}
        if message["id"] in self.private:
            to = [self.private[message["id"]][0]]
            self._drop_private(message["id"])
        else:
            self.store.drop_message(message["id"])
            if self.world.bot_sees(channel):
                self.world.announce("MESSAGE_DELETE", gone, channel.get("guild_id"))
        interaction = origin.interaction if origin else None
        self.world.audience.tell("delete", to=to, message=gone, interaction=interaction)
