"""The part of the HTTP API about channels, threads and their messages."""

from aiohttp import web

from bot.local.api import SENT
from bot.local.backend import Backend
from bot.local.ids import BOT
from bot.local.wire import API, ApiError, JsonObject, answer, nothing
from bot.local.world import DM, GUILD_TEXT

CHANNEL = f"{API}/channels/{{channel}}"
MESSAGES = f"{CHANNEL}/messages"
MESSAGE = f"{MESSAGES}/{{message}}"
ARCHIVED = ApiError(400, 50083, "Thread is archived")


class ChannelApi:
    """Answers the bot about channels."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of channels, threads and messages."""
        return [
            web.get(CHANNEL, self._channel),
            web.patch(CHANNEL, self._change),
            web.delete(CHANNEL, self._remove),
            web.post(f"{CHANNEL}/typing", self._typing),
            web.post(f"{CHANNEL}/threads", self._thread),
            web.put(f"{CHANNEL}/thread-members/{{user}}", self._add_to_thread),
            web.delete(f"{CHANNEL}/thread-members/{{user}}", self._leave_thread),
            web.get(MESSAGES, self._history),
            web.post(MESSAGES, self._post),
            web.get(MESSAGE, self._message),
            web.patch(MESSAGE, self._edit),
            web.delete(MESSAGE, self._delete),
            web.post(f"{MESSAGE}/threads", self._thread),
        ]

    def _found(self, request: web.Request) -> JsonObject:
        return self.backend.world.channel(request.match_info["channel"])

    def _found_message(self, request: web.Request) -> JsonObject:
        self._found(request)
        return self.backend.messages.find(request.match_info["channel"], request.match_info["message"])

    # channels

    async def _channel(self, request: web.Request) -> web.Response:
        return answer(self._found(request))

    async def _change(self, request: web.Request) -> web.Response:
        channel, body = self._found(request), request[SENT].body()
        state = channel.get("thread_metadata", {})
        if state.get("archived") and body.get("archived") is not False:
            raise ARCHIVED
        state |= {key: body[key] for key in ("archived", "locked", "auto_archive_duration") if key in body}
        channel |= {key: body[key] for key in ("name", "topic") if key in body}
        self.backend.world.save_channel(channel)
        return answer(channel)

    async def _remove(self, request: web.Request) -> web.Response:
        channel = self._found(request)
        if channel["type"] != DM:
            self.backend.world.drop_channel(channel)
        return answer(channel)

    async def _typing(self, request: web.Request) -> web.Response:
        self._found(request)
        return nothing()

    # threads

    async def _thread(self, request: web.Request) -> web.Response:
        parent, body = self._found(request), request[SENT].body()
        if parent["type"] != GUILD_TEXT:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        start = self._found_message(request)["id"] if "message" in request.match_info else None
        if start and any(channel["id"] == start for channel in self.backend.store.channels()):
            raise ApiError(400, 160004, "A thread has already been created for this message")
        return answer(self.backend.world.new_thread(parent, body, start), 201)

    async def _add_to_thread(self, request: web.Request) -> web.Response:
        thread, user = self._found(request), request.match_info["user"]
        if user not in ("@me", BOT, *thread["seats"]):
            thread["seats"].append(self.backend.world.user(user)["id"])
            self.backend.world.save_channel(thread)
        return nothing()

    async def _leave_thread(self, request: web.Request) -> web.Response:
        thread, user = self._found(request), request.match_info["user"]
        thread["seats"] = [seat for seat in thread["seats"] if seat != user]
        self.backend.world.save_channel(thread)
        return nothing()

    # messages

    async def _history(self, request: web.Request) -> web.Response:
        channel, query = self._found(request), request[SENT].query
        limit = int(query.get("limit", "50"))
        found = self.backend.store.messages(
            channel["id"],
            limit=limit,
            before=query.get("before"),
            after=query.get("after"),
        )
        return answer(found[::-1])

    async def _message(self, request: web.Request) -> web.Response:
        return answer(self._found_message(request))

    async def _post(self, request: web.Request) -> web.Response:
        sent = request[SENT]
        return answer(self.backend.messages.post(self._found(request), sent.body(), sent.files))

    async def _edit(self, request: web.Request) -> web.Response:
        sent, message = request[SENT], self._found_message(request)
        if message["author"]["id"] != BOT:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        return answer(self.backend.messages.edit(message, sent.body(), sent.files))

    async def _delete(self, request: web.Request) -> web.Response:
        self.backend.messages.delete(self._found_message(request))
        return nothing()
