"""Guilds: their roles, their members, and whether the bot is among them."""

from bot.local import permissions
from bot.local.ids import BOT, Ids, timestamp
from bot.local.shapes import guild_json, member_json, role_json
from bot.local.wire import JsonObject, unknown


class Guild:
    """One server; what is stored of it is `record`."""

    def __init__(self, record: JsonObject) -> None:
        self.record = record

    @classmethod
    def founded(cls, number: str, name: str, seats: list[str], ids: Ids) -> "Guild":
        """Create a guild owned by the first seat, with the bot already a member."""
        everyone = role_json(number, "@everyone", permissions.ORDINARY)
        tags = {"bot_id": BOT}
        own = role_json(ids.next(), "Stationmaster", permissions.INVITED, 1, managed=True, tags=tags)
        record: JsonObject = {
            "id": number,
            "name": name,
            "owner": seats[0],
            "roles": [everyone, own],
            "members": {BOT: {"roles": [own["id"]]}, **{seat: {"roles": list[str]()} for seat in seats}},
            "unavailable": False,
        }
        return cls(record)

    @property
    def id(self) -> str:
        """Return the number of the guild."""
        return str(self.record["id"])

    @property
    def name(self) -> str:
        """Return the name of the guild."""
        return str(self.record["name"])

    @property
    def owner(self) -> str:
        """Return who may do everything."""
        return str(self.record["owner"])

    @property
    def unavailable(self) -> bool:
        """Return whether Discord itself cannot reach it at the moment."""
        return bool(self.record["unavailable"])

    @property
    def has_bot(self) -> bool:
        """Return whether the bot is a member."""
        return BOT in self.record["members"]

    @property
    def seats(self) -> list[str]:
        """Return the people of the guild."""
        return [user for user in self.record["members"] if user != BOT]

    @property
    def own_role(self) -> JsonObject:
        """Return the role that came with the bot."""
        return next(role for role in self.record["roles"] if role["managed"])

    def role(self, wanted: str) -> JsonObject:
        """Return a role by its number or name."""
        for role in self.record["roles"]:
            if wanted in (role["id"], role["name"]):
                return dict(role)
        raise unknown("Role", 10011)

    # members

    def is_member(self, user: str) -> bool:
        """Return whether somebody is in the guild."""
        return user in self.record["members"]

    def roles_of(self, user: str) -> list[str]:
        """Return the roles of a member, but for @everyone."""
        return list(self.record["members"][user]["roles"]) if self.is_member(user) else []

    def member(self, user: JsonObject) -> JsonObject:
        """Return the member object of a user."""
        known = self.record["members"].get(user["id"])
        if known is None:
            raise unknown("Member", 10007)
        return member_json(user, list(known["roles"]), nick=known.get("nick"))

    def held(self, user: str) -> int:
        """Return a member's permissions where no channel says otherwise."""
        if not self.is_member(user):
            return 0
        roles = [role for role in self.record["roles"] if role["id"] in (self.id, *self.roles_of(user))]
        return permissions.in_guild(self.owner, roles, user)

    def held_in(self, channel: JsonObject, user: str) -> int:
        """Return a member's permissions in a channel; a thread goes by its parent."""
        if not self.is_member(user):
            return 0
        overwrites = channel.get("permission_overwrites") or []
        return permissions.in_channel(self.held(user), overwrites, self.id, self.roles_of(user), user)

    # as the bot is told

    def shown(self) -> JsonObject:
        """Return the guild as a request for it is answered."""
        return guild_json(self.id, self.name, self.owner, self.record["roles"])

    def created(self, user: JsonObject, channels: list[JsonObject], threads: list[JsonObject]) -> JsonObject:
        """Return the guild as the event of an invitation brings it, with the bot as its known member."""
        return {
            **self.shown(),
            "joined_at": timestamp(),
            "large": False,
            "member_count": len(self.record["members"]),
            "members": [self.member(user)],
            "channels": channels,
            "threads": threads,
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
