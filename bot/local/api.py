"""The HTTP API, version 10: what happens around every request, and the routes of interactions."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from aiohttp import web

from bot.local.backend import Backend
from bot.local.messages import demand_substance
from bot.local.rates import too_many
from bot.local.wire import (
    API,
    ApiError,
    SentRequest,
    answer,
    invalid,
    nothing,
    read_request,
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
RequestCheck = Callable[[str, str, Any, Sequence[int]], list[str]]
"""Names every limit of Discord that a request breaks: method, path, body, sizes of the files in bytes."""
SENT = web.RequestKey("sent", SentRequest)
OPEN = ("/webhooks/", "/interactions/")
HUNG_UP = 499
"""The status of a request whose sender did not wait for the end of it; nobody hears it."""
POSTS = re.compile(r"/channels/\d+/messages|/webhooks/\d+/[^/]+")


class Api:
    """Answers the bot; every refusal is written down."""

    def __init__(self, backend: Backend, check: RequestCheck) -> None:
        self.backend = backend
        self._broken_limits = check
        self.errors: list[str] = []

    # around every request

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let a request of the bot and its answer travel, and serve it in between."""
        if not request.path.startswith(API):
            return await handler(request)
        latency = self.backend.latency
        await asyncio.sleep(latency.one_way())
        try:
            response = await self._answer(request, handler)
        except ConnectionResetError:
            return web.Response(status=HUNG_UP)
        await asyncio.sleep(latency.one_way())
        return response

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Count a request, and answer it unless it is one too many."""
        spent = self.backend.rates.spend(request.method, request.path.removeprefix(API))
        if spent.wait is not None:
            body, headers = too_many(spent.wait, everywhere=spent.everywhere, code=spent.code)
            return answer(body, 429, spent.headers | headers)
        response = await self._serve(request, handler)
        for name, value in spent.headers.items():
            response.headers.setdefault(name, value)
        return response

    async def _serve(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Read, check and only then serve a request; a refusal is an answer, too."""
        try:
            sent = request[SENT] = await read_request(request)
            return await self._handle(request, sent, handler)
        except ApiError as error:
            self._record(
                f"{error.status} {request.method} {request.path}: {error} {list(error.reasons) or ''}"
            )
            return answer(error.body, error.status)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            self._record(f"400 {request.method} {request.path}: {error!r}")
            return answer(invalid("The request cannot be read.").body, 400)
        except web.HTTPException as error:
            self._record(f"{error.status} {request.method} {request.path}: no such route here")
            return answer({"code": 0, "message": f"{error.status}: {error.reason}"}, error.status)

    async def _handle(self, request: web.Request, sent: SentRequest, handler: Handler) -> web.StreamResponse:
        self._check(request, sent)
        return await handler(request)

    def _record(self, sentence: str) -> None:
        self.errors.append(sentence.strip())

    def _check(self, request: web.Request, sent: SentRequest) -> None:
        trusted = (
            sent.path.startswith(OPEN) or request.headers.get("Authorization") == f"Bot {self.backend.token}"
        )
        if not trusted:
            raise ApiError(401, 0, "401: Unauthorized")
        if sent.method == "POST" and POSTS.fullmatch(sent.path):
            demand_substance(sent.body(), sent.files)
        if broken := self._broken_limits(sent.method, sent.path, sent.payload, sent.sizes):
            raise invalid(*broken)

    # routes

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the gateway and of interactions."""
        return [
            web.get(f"{API}/gateway", self._gateway),
            web.get(f"{API}/gateway/bot", self._gateway_of_bots),
            web.post(f"{API}/interactions/{{id}}/{{token}}/callback", self._callback),
            web.post(f"{API}/webhooks/{{app}}/{{token}}", self._follow),
            web.get(f"{API}/webhooks/{{app}}/{{token}}/messages/{{message}}", self._followed),
            web.patch(f"{API}/webhooks/{{app}}/{{token}}/messages/{{message}}", self._edit_followed),
            web.delete(f"{API}/webhooks/{{app}}/{{token}}/messages/{{message}}", self._delete_followed),
        ]

    async def _gateway(self, _request: web.Request) -> web.Response:
        return answer({"url": self.backend.gateway.url})

    async def _gateway_of_bots(self, _request: web.Request) -> web.Response:
        return answer(self.backend.gateway.about())

    async def _callback(self, request: web.Request) -> web.Response:
        sent, match = request[SENT], request.match_info
        receipt = self.backend.interactions.answer(match["id"], match["token"], sent.body(), sent.files)
        return answer(receipt) if sent.asks("with_response") else nothing()

    async def _follow(self, request: web.Request) -> web.Response:
        sent = request[SENT]
        message = self.backend.interactions.follow(request.match_info["token"], sent.body(), sent.files)
        return answer(self.backend.messages.shown(message)) if sent.asks("wait") else nothing()

    async def _followed(self, request: web.Request) -> web.Response:
        match = request.match_info
        found = self.backend.interactions.message(match["token"], match["message"])
        return answer(self.backend.messages.shown(found))

    async def _edit_followed(self, request: web.Request) -> web.Response:
        sent, match = request[SENT], request.match_info
        message = self.backend.interactions.edit(match["token"], match["message"], sent.body(), sent.files)
        return answer(self.backend.messages.shown(message))

    async def _delete_followed(self, request: web.Request) -> web.Response:
        match = request.match_info
        self.backend.interactions.delete(match["token"], match["message"])
        return nothing()
