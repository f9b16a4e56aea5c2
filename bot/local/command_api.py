"""The part of the HTTP API about the commands of the bot: all of them at once, or one by one."""

from aiohttp import web

from bot.local.api import SENT
from bot.local.backend import Backend
from bot.local.commands import key, register
from bot.local.ids import BOT
from bot.local.wire import API, JsonObject, answer, invalid, nothing, unknown

GLOBAL = f"{API}/applications/{{app}}/commands"
OF_GUILD = f"{API}/applications/{{app}}/guilds/{{guild}}/commands"


class CommandApi:
    """Answers the bot about its commands."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of commands, those of all guilds and those of one."""
        return [
            route
            for path in (GLOBAL, OF_GUILD)
            for route in (
                web.get(path, self._all),
                web.put(path, self._replace),
                web.post(path, self._add),
                web.get(f"{path}/{{command}}", self._one),
                web.patch(f"{path}/{{command}}", self._change),
                web.delete(f"{path}/{{command}}", self._remove),
            )
        ]

    def _scope(self, request: web.Request) -> str:
        if request.match_info["app"] != BOT:
            raise unknown("Application", 10002)
        guild = request.match_info.get("guild")
        return self.backend.world.guild(guild).id if guild else "global"

    def _known(self, request: web.Request) -> list[JsonObject]:
        return self.backend.store.commands(self._scope(request))

    def _found(self, request: web.Request) -> JsonObject:
        for command in self._known(request):
            if command["id"] == request.match_info["command"]:
                return command
        raise unknown("application command", 10063)

    def _keep(self, request: web.Request, commands: list[JsonObject]) -> list[JsonObject]:
        world = self.backend.world
        kept = register(self.backend.store, world.ids, self._scope(request), commands)
        self.backend.tell_commands()
        return kept

    async def _all(self, request: web.Request) -> web.Response:
        return answer(self._known(request))

    async def _replace(self, request: web.Request) -> web.Response:
        wanted = request[SENT].payload
        if not isinstance(wanted, list):
            raise invalid("The body must be a list of commands.")
        return answer(self._keep(request, wanted))

    async def _add(self, request: web.Request) -> web.Response:
        body = request[SENT].body()
        others = [command for command in self._known(request) if key(command) != key(body)]
        is_new = len(others) == len(self._known(request))
        return answer(self._keep(request, [*others, body])[-1], 201 if is_new else 200)

    async def _one(self, request: web.Request) -> web.Response:
        return answer(self._found(request))

    async def _change(self, request: web.Request) -> web.Response:
        old = self._found(request)
        new = {**old, **request[SENT].body()}
        kept = self._keep(request, [new if one is old else one for one in self._known(request)])
        return answer(next(one for one in kept if key(one) == key(new)))

    async def _remove(self, request: web.Request) -> web.Response:
        gone = self._found(request)
        self._keep(request, [one for one in self._known(request) if one is not gone])
        return nothing()
