"""The HTTP API, version 10: the routes the bot uses and no other."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from aiohttp import web

from bot.local.backend import Backend
from bot.local.commands import register
from bot.local.ids import BOT
from bot.local.wire import (
    API,
    ApiError,
    JsonObject,
    SentRequest,
    answer,
    invalid,
    nothing,
    read_request,
    unknown,
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Observer = Callable[[SentRequest], Iterable[str] | None]
RequestCheck = Callable[[str, str, Any, Sequence[int]], list[str]]
"""Names every limit of Discord that a request breaks: method, path, body, sizes of the files in bytes."""
SENT = web.RequestKey("sent", SentRequest)
OPEN = ("/webhooks/", "/interactions/")


class Api:
    """Answers the bot; every refusal is written down."""

    def __init__(self, backend: Backend, check: RequestCheck) -> None:
        self.backend = backend
        self._broken_limits = check
        self.errors: list[str] = []
        self.observers: list[Observer] = []
        self.log: deque[tuple[float, SentRequest]] = deque(maxlen=5000)

    # around every request

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let a request of the bot and its answer travel, and serve it in between."""
        if not request.path.startswith(API):
            return await handler(request)
        latency = self.backend.faults.latency
        await asyncio.sleep(latency.one_way())
        response = await self._answer(request, handler)
        await asyncio.sleep(latency.one_way())
        return response

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Read, disturb, check and only then serve a request; a refusal is an answer, too."""
        try:
            sent = request[SENT] = await read_request(request)
            self.log.append((time.monotonic(), sent))

            async def serve() -> web.StreamResponse:
                self._check(request, sent)
                return await handler(request)

            return await self.backend.faults.let(sent, request, serve)
        except ApiError as error:
            self._record(
                f"{error.status} {request.method} {request.path}: {error} {list(error.reasons) or ''}"
            )
            return answer(error.body, error.status)
        except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
            self._record(f"400 {request.method} {request.path}: {error!r}")
            return answer(invalid("The request cannot be read.").body, 400)
        except web.HTTPException as error:
            self._record(f"{error.status} {request.method} {request.path}: no such route here")
            return answer({"code": 0, "message": f"{error.status}: {error.reason}"}, error.status)

    def _record(self, sentence: str) -> None:
        self.errors.append(sentence.strip())

    def _check(self, request: web.Request, sent: SentRequest) -> None:
        trusted = (
            sent.path.startswith(OPEN) or request.headers.get("Authorization") == f"Bot {self.backend.token}"
        )
        if not trusted:
            raise ApiError(401, 0, "401: Unauthorized")
        for observer in self.observers:
            self.errors.extend(observer(sent) or ())
        if broken := self._broken_limits(sent.method, sent.path, sent.payload, sent.sizes):
            raise invalid(*broken)

    # routes

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the API but for those of channels."""
        return [
            web.get(f"{API}/users/@me", self._me),
            web.get(f"{API}/users/{{user}}", self._user),
            web.post(f"{API}/users/@me/channels", self._direct),
            web.get(f"{API}/oauth2/applications/@me", self._application),
            web.get(f"{API}/applications/@me", self._application),
            web.get(f"{API}/gateway", self._gateway),
            web.get(f"{API}/gateway/bot", self._gateway),
            web.get(f"{API}/guilds/{{guild}}", self._guild),
            web.get(f"{API}/guilds/{{guild}}/members/{{user}}", self._member),
            web.get(f"{API}/applications/{{app}}/commands", self._commands),
            web.put(f"{API}/applications/{{app}}/commands", self._register),
            web.get(f"{API}/applications/{{app}}/guilds/{{guild}}/commands", self._commands),
            web.put(f"{API}/applications/{{app}}/guilds/{{guild}}/commands", self._register),
            web.post(f"{API}/interactions/{{id}}/{{token}}/callback", self._callback),
            web.post(f"{API}/webhooks/{{app}}/{{token}}", self._follow),
            web.get(f"{API}/webhooks/{{app}}/{{token}}/messages/{{message}}", self._followed),
            web.patch(f"{API}/webhooks/{{app}}/{{token}}/messages/{{message}}", self._edit_followed),
            web.delete(f"{API}/webhooks/{{app}}/{{token}}/messages/{{message}}", self._delete_followed),
        ]

    async def _me(self, _request: web.Request) -> web.Response:
        return answer({**self.backend.world.bot, "verified": True, "mfa_enabled": False, "flags": 0})

    async def _user(self, request: web.Request) -> web.Response:
        return answer(self.backend.world.user(request.match_info["user"]))

    async def _member(self, request: web.Request) -> web.Response:
        return answer(self.backend.world.member(request.match_info["user"]))

    async def _guild(self, _request: web.Request) -> web.Response:
        return answer(self.backend.world.guild())

    async def _direct(self, request: web.Request) -> web.Response:
        return answer(self.backend.world.direct(str(request[SENT].body().get("recipient_id"))))

    async def _application(self, _request: web.Request) -> web.Response:
        world = self.backend.world
        about: JsonObject = {
            "id": BOT,
            "name": world.bot["global_name"],
            "icon": None,
            "description": "",
            "summary": "",
            "bot_public": False,
            "bot_require_code_grant": False,
            "verify_key": "",
            "flags": 0,
            "owner": world.user(world.seats()[0]["id"]),
        }
        return answer(about)

    async def _gateway(self, _request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return answer({"url": self.backend.gateway.url, "shards": 1, "session_start_limit": limit})

    async def _commands(self, request: web.Request) -> web.Response:
        return answer(self.backend.store.commands(request.match_info.get("guild", "global")))

    async def _register(self, request: web.Request) -> web.Response:
        scope, wanted = request.match_info.get("guild", "global"), request[SENT].payload
        if request.match_info["app"] != BOT:
            raise unknown("Application", 10002)
        commands = register(self.backend.store, self.backend.world.ids, scope, wanted)
        self.backend.tell_commands()
        return answer(commands)

    async def _callback(self, request: web.Request) -> web.Response:
        sent, match = request[SENT], request.match_info
        receipt = self.backend.interactions.answer(match["id"], match["token"], sent.body(), sent.files)
        return answer(receipt) if sent.query.get("with_response") in ("1", "true") else nothing()

    async def _follow(self, request: web.Request) -> web.Response:
        sent = request[SENT]
        message = self.backend.interactions.follow(request.match_info["token"], sent.body(), sent.files)
        return answer(message)

    async def _followed(self, request: web.Request) -> web.Response:
        match = request.match_info
        return answer(self.backend.interactions.message(match["token"], match["message"]))

    async def _edit_followed(self, request: web.Request) -> web.Response:
        sent, match = request[SENT], request.match_info
        message = self.backend.interactions.edit(match["token"], match["message"], sent.body(), sent.files)
        return answer(message)

    async def _delete_followed(self, request: web.Request) -> web.Response:
        match = request.match_info
        self.backend.interactions.delete(match["token"], match["message"])
        return nothing()
