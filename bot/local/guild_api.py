"""The part of the HTTP API about the bot itself, people and guilds."""

from aiohttp import web

from bot.local.api import SENT
from bot.local.backend import Backend
from bot.local.channels import is_archived, is_thread, shown, told
from bot.local.guilds import Guild
from bot.local.ids import BOT
from bot.local.shapes import application_json, own_json
from bot.local.wire import API, JsonObject, answer, nothing

GUILD = f"{API}/guilds/{{guild}}"


class GuildApi:
    """Answers the bot about itself, people and guilds."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.world = backend.world

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of users, applications and guilds."""
        return [
            web.get(f"{API}/users/@me", self._me),
            web.get(f"{API}/users/@me/guilds", self._guilds),
            web.delete(f"{API}/users/@me/guilds/{{guild}}", self._leave),
            web.post(f"{API}/users/@me/channels", self._direct),
            web.get(f"{API}/users/{{user}}", self._user),
            web.get(f"{API}/oauth2/applications/@me", self._application),
            web.get(f"{API}/applications/@me", self._application),
            web.get(f"{API}/soundboard-default-sounds", self._none),
            web.get(f"{API}/sticker-packs", self._packs),
            web.get(GUILD, self._guild),
            web.get(f"{GUILD}/channels", self._channels),
            web.get(f"{GUILD}/roles", self._roles),
            web.get(f"{GUILD}/threads/active", self._threads),
            web.get(f"{GUILD}/members/{{user}}", self._member),
        ]

    def _found(self, request: web.Request) -> Guild:
        return self.world.guild(request.match_info["guild"])

    # the bot and people

    async def _me(self, _request: web.Request) -> web.Response:
        return answer(own_json(self.world.bot))

    async def _user(self, request: web.Request) -> web.Response:
        return answer(self.world.user(request.match_info["user"]))

    async def _direct(self, request: web.Request) -> web.Response:
        return answer(shown(self.world.direct(str(request[SENT].body().get("recipient_id")))))

    async def _application(self, _request: web.Request) -> web.Response:
        owner = self.world.user(self.world.seats()[0]["id"])
        endpoint = self.world.interactions_endpoint
        return answer(application_json(self.world.bot, owner, len(self._mine()), endpoint))

    async def _none(self, _request: web.Request) -> web.Response:
        return answer([])

    async def _packs(self, _request: web.Request) -> web.Response:
        return answer({"sticker_packs": []})

    # guilds

    def _mine(self) -> list[Guild]:
        return [guild for guild in self.world.guilds.values() if guild.has_bot]

    async def _guilds(self, _request: web.Request) -> web.Response:
        return answer([self._as_mine(guild) for guild in self._mine()])

    def _as_mine(self, guild: Guild) -> JsonObject:
        return {
            "id": guild.id,
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(guild.held(BOT)),
            "features": [],
        }

    async def _leave(self, request: web.Request) -> web.Response:
        self.world.kick(self._found(request).id)
        return nothing()

    async def _guild(self, request: web.Request) -> web.Response:
        guild = self._found(request)
        shape = guild.shown()
        if request[SENT].asks("with_counts"):
            shape["approximate_member_count"] = len(guild.seats) + 1
            shape["approximate_presence_count"] = 1
        return answer(shape)

    async def _channels(self, request: web.Request) -> web.Response:
        inside = self.world.of_guild(self._found(request).id)
        tops = [channel for channel in inside if not is_thread(channel)]
        return answer([shown(channel) for channel in tops if self.world.bot_sees(channel)])

    async def _roles(self, request: web.Request) -> web.Response:
        return answer(self._found(request).record["roles"])

    async def _threads(self, request: web.Request) -> web.Response:
        inside = self.world.of_guild(self._found(request).id)
        active = [one for one in inside if is_thread(one) and not is_archived(one)]
        seen = [told(one) for one in active if self.world.bot_sees(one)]
        members = [one["member"] for one in seen if "member" in one]
        return answer({"threads": seen, "members": members, "has_more": False})

    async def _member(self, request: web.Request) -> web.Response:
        user = self.world.user(request.match_info["user"])
        return answer(self._found(request).member(user))
