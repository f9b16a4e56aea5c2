"""What a tester sets on the page: how slow the server is, what the bot may do in a channel, whether it is there."""

from collections.abc import Callable

from bot.local.backend import Backend
from bot.local.channels import DM
from bot.local.ids import BOT
from bot.local.permissions import INVITED, bits
from bot.local.wire import JsonObject, refused

SLOWEST = 5000


class Panel:
    """Takes the settings of a tester and tells all pages of them."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.world = backend.world
        self.requests: dict[str, Callable[[JsonObject], JsonObject]] = {
            "slow": self._slow,
            "allow": self._allow,
            "presence": self._presence,
        }

    def state(self) -> JsonObject:
        """Return how things are set now."""
        here = {guild.id: guild.has_bot for guild in self.world.guilds.values()}
        return {"milliseconds": round(self.backend.latency.seconds * 1000), "here": here}

    def _tell(self) -> JsonObject:
        self.backend.audience.tell("panel", panel=self.state())
        return {}

    def _slow(self, frame: JsonObject) -> JsonObject:
        milliseconds = float(frame["milliseconds"])
        if not 0 <= milliseconds <= SLOWEST:
            raise refused(f"A latency lies between 0 and {SLOWEST} milliseconds.")
        self.backend.latency.slow(milliseconds / 1000)
        return self._tell()

    def _allow(self, frame: JsonObject) -> JsonObject:
        channel = self.world.channel(frame["channel"])
        bit = bits(str(frame["name"]))
        if channel["type"] == DM or not bit & INVITED:
            raise refused("That cannot be granted here.")
        root = self.world.root(channel)
        known = [one for one in root["permission_overwrites"] if one["id"] == BOT]
        allow, deny = (int(known[0][key]) if known else 0 for key in ("allow", "deny"))
        if frame["allowed"]:
            self.world.overwrite(root["id"], BOT, allow=allow | bit, deny=deny & ~bit)
        else:
            self.world.overwrite(root["id"], BOT, allow=allow & ~bit, deny=deny | bit)
        return {}

    def _presence(self, frame: JsonObject) -> JsonObject:
        guild = self.world.guilds[str(frame["guild"])]
        if frame["here"] and not guild.has_bot:
            self.world.invite(guild.id)
        elif not frame["here"] and guild.has_bot:
            self.world.kick(guild.id)
        return self._tell()
