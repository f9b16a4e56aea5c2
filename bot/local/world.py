"""The one guild: its bot, its seats, its channels, as Discord describes them."""

from collections.abc import Callable

from bot.local.ids import BOT, GUILD, Ids, seat_id, timestamp
from bot.local.outbox import Audience
from bot.local.store import Store
from bot.local.wire import ApiError, JsonObject, unknown

TREES = ("Alder", "Birch", "Cedar", "Douglas", "Elm", "Fir")
EVERYTHING = str(2**51 - 1)
ORDINARY = str(sum(1 << bit for bit in (6, 10, 11, 14, 15, 16, 18, 31, 34, 35, 36, 38)))
GUILD_TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
LONG_AGO = "2015-01-01T00:00:00+00:00"
EVERYONE: JsonObject = {
    "id": GUILD,
    "name": "@everyone",
    "color": 0,
    "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    "hoist": False,
    "position": 0,
    "permissions": EVERYTHING,
    "managed": False,
    "mentionable": False,
    "flags": 0,
}
PLAIN: JsonObject = {
    **dict.fromkeys(("premium_tier", "nsfw_level", "mfa_level", "verification_level"), 0),
    **dict.fromkeys(("emojis", "stickers", "features", "voice_states", "presences", "stage_instances"), ()),
    "roles": [EVERYONE],
    "guild_scheduled_events": [],
    "preferred_locale": "en-US",
    "joined_at": LONG_AGO,
    "large": False,
    "unavailable": False,
}


def user_json(user: str, name: str, *, bot: bool = False) -> JsonObject:
    """Return a user object."""
    return {
        "id": user,
        "username": name.lower().replace(" ", "_"),
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
    }


def member_json(user: JsonObject, permissions: str) -> JsonObject:
    """Return a member object of the guild."""
    return {
        "user": user,
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": LONG_AGO,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "permissions": permissions,
    }


def _kind(channel: JsonObject) -> str:
    return "THREAD" if channel["type"] in (PUBLIC_THREAD, PRIVATE_THREAD) else "CHANNEL"


class World:
    """Reads and changes seats and channels, and tells the audience."""

    def __init__(self, store: Store, ids: Ids, audience: Audience, seats: tuple[str, ...] = TREES) -> None:
        self.store = store
        self.ids = ids
        self.audience = audience
        self.announce: Callable[[str, JsonObject], None] = lambda _event, _data: None
        self.bot = user_json(BOT, "Stationmaster", bot=True)
        if not store.seats():
            for place, name in enumerate(seats, start=1):
                store.put_seat({"id": seat_id(place), "name": name, "locale": "en-US"})
        if not store.channels():
            store.put_channel(self._text_channel("general"))

    # seats

    def seats(self) -> list[JsonObject]:
        """Return all seats; the first owns the guild and may do everything."""
        return [
            {**seat, "permissions": ORDINARY if place else EVERYTHING}
            for place, seat in enumerate(self.store.seats())
        ]

    def seat(self, wanted: str) -> JsonObject:
        """Return the seat with this id, place (from 1) or name."""
        for place, seat in enumerate(self.seats(), start=1):
            if wanted.casefold() in (seat["id"], str(place), seat["name"].casefold()):
                return seat
        raise unknown("User", 10013)

    def save_seat(self, seat: str | None, name: str, locale: str) -> JsonObject:
        """Rename a seat, change its language, or add one."""
        name = name.strip()[:32]
        if not name:
            raise ApiError(400, 50035, "A seat needs a name.")
        others = [other for other in self.seats() if other["id"] != seat]
        if any(other["name"].casefold() == name.casefold() for other in others):
            raise ApiError(400, 50035, f"Somebody is called {name} already.")
        saved = {"id": seat or seat_id(len(self.seats()) + 1), "name": name, "locale": locale}
        self.store.put_seat(saved)
        self.audience.tell("seats", seats=self.seats())
        return saved

    def permissions(self, seat: str) -> str:
        """Return what a seat may do."""
        return str(self.seat(seat)["permissions"])

    def user(self, user: str) -> JsonObject:
        """Return the user object of the bot or of a seat."""
        if user == BOT:
            return self.bot
        seat = self.seat(user)
        return user_json(seat["id"], seat["name"])

    def member(self, user: str) -> JsonObject:
        """Return the member object of the bot or of a seat."""
        return member_json(self.user(user), EVERYTHING if user == BOT else self.permissions(user))

    # channels

    def channel(self, channel: str) -> JsonObject:
        """Return a channel or thread by id."""
        for found in self.store.channels():
            if found["id"] == channel:
                return found
        raise unknown("Channel", 10003)

    def viewers(self, channel: JsonObject) -> list[str] | None:
        """Return the seats that see a channel; None means all."""
        if channel["type"] == DM:
            return [user["id"] for user in channel["recipients"]]
        return list(channel["seats"]) if channel["type"] == PRIVATE_THREAD else None

    def _text_channel(self, name: str) -> JsonObject:
        return {
            "id": self.ids.next(),
            "type": GUILD_TEXT,
            "guild_id": GUILD,
            "name": "-".join(name.lower().split())[:100],
            "position": 0,
            "topic": None,
            "nsfw": False,
            "parent_id": None,
            "permission_overwrites": [],
            "rate_limit_per_user": 0,
            "last_message_id": None,
        }

    def new_channel(self, name: str) -> JsonObject:
        """Open a text channel."""
        if not name.strip():
            raise ApiError(400, 50035, "A channel needs a name.")
        return self._add(self._text_channel(name))

    def direct(self, user: str) -> JsonObject:
        """Return the private channel between the bot and a user."""
        recipient = self.user(user)
        for channel in self.store.channels():
            if channel["type"] == DM and channel["recipients"][0]["id"] == recipient["id"]:
                return channel
        return self._add(
            {"id": self.ids.next(), "type": DM, "recipients": [recipient], "last_message_id": None}
        )

    def new_thread(self, parent: JsonObject, body: JsonObject, thread: str | None = None) -> JsonObject:
        """Open a thread; one started from a message takes its id."""
        kind = PUBLIC_THREAD if thread else body.get("type", PRIVATE_THREAD)
        minutes = body.get("auto_archive_duration", 1440)
        return self._add(
            {
                "id": thread or self.ids.next(),
                "type": kind,
                "guild_id": GUILD,
                "parent_id": parent["id"],
                "owner_id": BOT,
                "name": body["name"],
                "message_count": 0,
                "member_count": 1,
                "total_message_sent": 0,
                "rate_limit_per_user": 0,
                "last_message_id": None,
                "flags": 0,
                "thread_metadata": {
                    "archived": False,
                    "locked": False,
                    "auto_archive_duration": minutes,
                    "archive_timestamp": timestamp(),
                    "create_timestamp": timestamp(),
                },
                "seats": [],
            },
        )

    def _add(self, channel: JsonObject) -> JsonObject:
        self.save_channel(channel, "CREATE")
        return channel

    def save_channel(self, channel: JsonObject, change: str = "UPDATE") -> None:
        """Store a channel and show it to those who may see it."""
        self.store.put_channel(channel)
        self.audience.tell("channel", to=self.viewers(channel), channel=channel)
        self.announce(f"{_kind(channel)}_{change}", channel)

    def archive(self, thread: str, *, archived: bool = True) -> None:
        """Archive a thread, as time or a moderator does."""
        channel = self.channel(thread)
        channel["thread_metadata"]["archived"] = archived
        self.save_channel(channel)

    def drop_channel(self, channel: JsonObject) -> None:
        """Remove a channel."""
        self.store.drop_channel(channel["id"])
        self.audience.tell("channel_gone", channel=channel["id"])
        self.announce(f"{_kind(channel)}_DELETE", channel)

    # the guild

    def guild(self) -> JsonObject:
        """Return the guild object with channels, threads and the bot as its known member."""
        channels = self.store.channels()
        return {
            **PLAIN,
            "id": GUILD,
            "name": "The local table",
            "owner_id": self.seats()[0]["id"],
            "member_count": len(self.seats()) + 1,
            "members": [self.member(BOT)],
            "channels": [found for found in channels if found["type"] == GUILD_TEXT],
            "threads": [
                found
                for found in channels
                if found["type"] in (PUBLIC_THREAD, PRIVATE_THREAD)
                and not found["thread_metadata"]["archived"]
            ],
        }
