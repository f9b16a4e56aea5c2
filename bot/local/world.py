"""People, guilds and channels: what there is, who sees it, and telling everybody when it changes."""

from collections.abc import Callable

from bot.local import channels, permissions
from bot.local.channels import DM, GUILD_TEXT, PRIVATE_THREAD, is_thread
from bot.local.guilds import Guild
from bot.local.ids import BOT, GUILD, Ids, seat_id
from bot.local.send_queue import Audience
from bot.local.shapes import user_json
from bot.local.store import Store
from bot.local.wire import JsonObject, refused, unknown

TREES = ("Alder", "Birch", "Cedar", "Douglas", "Elm", "Fir")
HOME = "The local table"


def _kind(channel: JsonObject) -> str:
    return "THREAD" if is_thread(channel) else "CHANNEL"


class World:
    """Reads and changes people, guilds and channels, and tells the audience and the bot."""

    def __init__(self, store: Store, ids: Ids, audience: Audience) -> None:
        self.store = store
        self.ids = ids
        self.audience = audience
        self.announce: Callable[[str, JsonObject, str | None], None] = lambda _event, _data, _guild: None
        self.bot = user_json(BOT, "Stationmaster", bot=True)
        self.interactions_endpoint: str | None = None
        """Where presses would go instead of the gateway, as a portal may say."""
        if not store.seats():
            for place, name in enumerate(TREES, start=1):
                store.put_seat({"id": seat_id(place), "name": name, "locale": "en-US"})
        self._channels = {one["id"]: channels.completed(one) for one in store.channels()}
        self.guilds = {record["id"]: Guild(record) for record in store.guilds()}
        if not self.guilds:
            self._found(GUILD, HOME)
        if not self._channels:
            self._keep(channels.text_channel(ids.next(), GUILD, "general"))

    def _found(self, number: str, name: str) -> Guild:
        everybody = [seat["id"] for seat in self.store.seats()]
        guild = self.guilds[number] = Guild.founded(number, name, everybody, self.ids)
        self.store.put_guild(guild.record)
        return guild

    # people

    def seats(self) -> list[JsonObject]:
        """Return all seats with what they may do; the first owns the guild and may do everything."""
        home = self.guilds[GUILD]
        return [{**seat, "permissions": str(home.held(seat["id"]))} for seat in self.store.seats()]

    def seat(self, wanted: str) -> JsonObject:
        """Return the seat with this id, place (from 1) or name."""
        for place, seat in enumerate(self.store.seats(), start=1):
            if wanted.casefold() in (seat["id"], str(place), seat["name"].casefold()):
                return seat
        raise unknown("User", 10013)

    def save_seat(self, seat: str | None, name: str, locale: str) -> JsonObject:
        """Rename a seat, change its language, or add one."""
        name = name.strip()[:32]
        if not name:
            raise refused("A seat needs a name.")
        others = [other for other in self.store.seats() if other["id"] != seat]
        if any(other["name"].casefold() == name.casefold() for other in others):
            raise refused(f"Somebody is called {name} already.")
        saved = {"id": seat or seat_id(len(others) + 1), "name": name, "locale": locale}
        self.store.put_seat(saved)
        if seat is None:
            self.join(GUILD, saved["id"])
        self._tell_seats()
        return saved

    def _tell_seats(self) -> None:
        self.audience.tell("seats", seats=self.seats())

    def user(self, user: str) -> JsonObject:
        """Return the user object of the bot or of a seat."""
        if user == BOT:
            return self.bot
        seat = self.seat(user)
        return user_json(seat["id"], seat["name"])

    # guilds

    def guild(self, number: str) -> Guild:
        """Return a guild the bot is in."""
        guild = self.guilds.get(number)
        if guild is None or not guild.has_bot:
            raise unknown("Guild", 10004)
        return guild

    def kick(self, guild: str) -> None:
        """Take the bot out of a guild, with its role."""
        kicked = self.guilds[guild]
        kicked.record["members"].pop(BOT, None)
        self._save_guild(kicked)
        self.announce("GUILD_DELETE", {"id": guild}, guild)

    def invite(self, guild: str) -> None:
        """Invite the bot again."""
        invited = self.guilds[guild]
        invited.record["members"][BOT] = {"roles": [invited.own_role["id"]]}
        self._save_guild(invited)
        self._show_guild(invited)

    def _save_guild(self, guild: Guild) -> None:
        self.store.put_guild(guild.record)
        self._tell_seats()
        for channel in self.of_guild(guild.id):
            self._show(channel)

    def _show_guild(self, guild: Guild) -> None:
        if not guild.unavailable:
            self.announce("GUILD_CREATE", self.created(guild, known=False), guild.id)

    def created(self, guild: Guild, *, known: bool) -> JsonObject:
        """Return a guild as the event that brings it to the bot, which may have ``known`` it to be out of reach."""
        inside = [one for one in self.of_guild(guild.id) if self.bot_sees(one)]
        threads = [one for one in inside if is_thread(one) and not channels.is_archived(one)]
        tops = [channels.shown(one) for one in inside if not is_thread(one)]
        event = guild.created(self.bot, tops, [channels.told(one) for one in threads])
        return event | ({"unavailable": False} if known else {})

    def join(self, guild: str, user: str) -> None:
        """Let somebody come into a guild."""
        self.guilds[guild].record["members"][user] = {"roles": []}
        self._save_guild(self.guilds[guild])

    # who sees and may do what

    def root(self, channel: JsonObject) -> JsonObject:
        """Return the channel whose overwrites count: a thread's parent."""
        return self._channels.get(channel["parent_id"], channel) if is_thread(channel) else channel

    def held_in(self, channel: JsonObject, user: str) -> int:
        """Return somebody's permissions in a channel."""
        if channel["type"] == DM:
            return permissions.ALL if user in (BOT, channel["recipients"][0]["id"]) else 0
        held = self.guilds[channel["guild_id"]].held_in(self.root(channel), user)
        hidden = channel["type"] == PRIVATE_THREAD and user not in channel["seats"]
        return 0 if hidden and not held & permissions.bits("manage_threads") else held

    def sees(self, channel: JsonObject, user: str) -> bool:
        """Return whether somebody sees a channel."""
        return bool(self.held_in(channel, user) & permissions.bits("view_channel"))

    def bot_sees(self, channel: JsonObject) -> bool:
        """Return whether the bot sees a channel."""
        return self.sees(channel, BOT)

    def viewers(self, channel: JsonObject) -> list[str]:
        """Return the seats that see a channel."""
        return [seat["id"] for seat in self.store.seats() if self.sees(channel, seat["id"])]

    # channels

    def channels(self) -> list[JsonObject]:
        """Return all channels and threads, oldest first."""
        return sorted(self._channels.values(), key=lambda channel: int(channel["id"]))

    def of_guild(self, guild: str) -> list[JsonObject]:
        """Return the channels and threads of a guild, oldest first."""
        return [one for one in self.channels() if one.get("guild_id") == guild]

    def channel(self, channel: str) -> JsonObject:
        """Return a channel or thread by id."""
        if channel not in self._channels:
            raise unknown("Channel", 10003)
        return self._channels[channel]

    def new_channel(self, name: str, kind: int = GUILD_TEXT, guild: str = GUILD) -> JsonObject:
        """Open a channel."""
        if not name.strip():
            raise refused("A channel needs a name.")
        return self._add(channels.text_channel(self.ids.next(), guild, name, kind))

    def direct(self, user: str) -> JsonObject:
        """Return the private channel between the bot and a user."""
        recipient = self.user(user)
        for channel in self._channels.values():
            if channel["type"] == DM and channel["recipients"][0]["id"] == recipient["id"]:
                return channel
        return self._add(channels.direct_channel(self.ids.next(), recipient))

    def new_thread(
        self, parent: JsonObject, body: JsonObject, start: str | None = None, owner: str = BOT
    ) -> JsonObject:
        """Open a thread; one started from a message takes its id."""
        kind = channels.kind_of_thread(parent, body, start)
        return self._add(channels.thread_channel(start or self.ids.next(), parent, body, kind, owner))

    def enter(self, thread: JsonObject, user: str) -> None:
        """Let somebody become a member of a thread."""
        if user not in thread["seats"]:
            thread["seats"].append(user)
            thread["member_count"] = len(thread["seats"])
            self.save_channel(thread)
            if user == BOT and thread["type"] == PRIVATE_THREAD:
                self.announce("THREAD_CREATE", channels.told(thread), thread["guild_id"])
            self._tell_membership(thread, user, comes=True)

    def step_out(self, thread: JsonObject, user: str) -> None:
        """Let somebody leave a thread."""
        if user in thread["seats"]:
            thread["seats"].remove(user)
            thread["member_count"] = len(thread["seats"])
            self.save_channel(thread)
            self._tell_membership(thread, user, comes=False)

    def _tell_membership(self, thread: JsonObject, user: str, *, comes: bool) -> None:
        """Tell the bot that it was let into a thread or put out of it; of others it is told nothing."""
        if user == BOT:
            about = channels.told(thread)
            change = {"added_members": [about["member"]]} if comes else {"removed_member_ids": [BOT]}
            told = {name: about[name] for name in ("id", "guild_id", "member_count")} | change
            self.announce("THREAD_MEMBERS_UPDATE", told, thread["guild_id"])

    def overwrite(self, channel: str, who: str, *, allow: int = 0, deny: int = 0) -> None:
        """Let a channel allow and deny a role or a member some permissions; with neither the overwrite goes."""
        found = self.channel(channel)
        others = [one for one in found["permission_overwrites"] if one["id"] != who]
        kind = 1 if self.guilds[found["guild_id"]].is_member(who) else 0
        entry = {"id": who, "type": kind, "allow": str(allow), "deny": str(deny)}
        found["permission_overwrites"] = [*others, entry] if allow or deny else others
        self.save_channel(found)

    def _add(self, channel: JsonObject) -> JsonObject:
        self.save_channel(channel, "CREATE")
        return channel

    def _keep(self, channel: JsonObject) -> None:
        self._channels[channel["id"]] = channel
        self.store.put_channel(channel)

    def save_channel(self, channel: JsonObject, change: str = "UPDATE") -> None:
        """Store a channel and show it to those who may see it."""
        self._keep(channel)
        self._show(channel)
        if channel["type"] == DM:
            return
        if self.bot_sees(channel):
            self.announce(f"{_kind(channel)}_{change}", channels.told(channel), channel["guild_id"])

    def _show(self, channel: JsonObject) -> None:
        self.audience.tell("channel", to=self.viewers(channel), channel=self.for_page(channel))

    def for_page(self, channel: JsonObject) -> JsonObject:
        """Return a channel as pages know it: with those who see it, and what the bot may do there."""
        held = str(self.held_in(channel, BOT))
        return channels.shown(channel) | {"viewers": self.viewers(channel), "bot": held}

    def drop_channel(self, channel: JsonObject) -> None:
        """Remove a channel with its threads."""
        for thread in [one for one in self._channels.values() if one.get("parent_id") == channel["id"]]:
            self._forget(thread)
        self._forget(channel)
        if self.bot_sees(channel):
            self.announce(f"{_kind(channel)}_DELETE", channels.shown(channel), channel.get("guild_id"))

    def _forget(self, channel: JsonObject) -> None:
        self.store.drop_channel(channel["id"])
        del self._channels[channel["id"]]
        self.audience.tell("channel_gone", channel=channel["id"])
