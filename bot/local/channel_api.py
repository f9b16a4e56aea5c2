"""The part of the HTTP API about channels, threads and their messages."""

from aiohttp import web

from bot.local import channels, permissions
from bot.local.api import SENT
from bot.local.backend import Backend
from bot.local.channels import DM, FORUM, PRIVATE_THREAD, WRITABLE, is_archived, is_locked, is_thread
from bot.local.ids import BOT
from bot.local.messages import ARCHIVED
from bot.local.wire import API, ApiError, JsonObject, answer, invalid, nothing

CHANNEL = f"{API}/channels/{{channel}}"
MESSAGES = f"{CHANNEL}/messages"
MESSAGE = f"{MESSAGES}/{{message}}"
CHANGING = ("name", "topic", "position", "parent_id", "nsfw", "rate_limit_per_user", "permission_overwrites")
STATES = ("archived", "locked", "auto_archive_duration", "invitable")
BOUNDS = ("around", "before", "after")


class ChannelApi:
    """Answers the bot about channels, as far as it sees them and may change them."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.world = backend.world
        self.messages = backend.messages

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of channels, threads and messages."""
        return [
            web.get(CHANNEL, self._channel),
            web.patch(CHANNEL, self._change),
            web.delete(CHANNEL, self._remove),
            web.post(f"{CHANNEL}/typing", self._typing),
            web.post(f"{CHANNEL}/threads", self._thread),
            web.get(f"{CHANNEL}/thread-members", self._members),
            web.get(f"{CHANNEL}/thread-members/{{user}}", self._member),
            web.put(f"{CHANNEL}/thread-members/{{user}}", self._add_to_thread),
            web.delete(f"{CHANNEL}/thread-members/{{user}}", self._leave_thread),
            web.get(MESSAGES, self._history),
            web.post(MESSAGES, self._post),
            web.get(MESSAGE, self._message),
            web.patch(MESSAGE, self._edit),
            web.delete(MESSAGE, self._delete),
            web.post(f"{MESSAGE}/threads", self._thread),
        ]

    def _found(self, request: web.Request, *needs: str) -> JsonObject:
        """Return the channel of a request, if the bot sees it and has all that is needed."""
        channel = self.world.channel(request.match_info["channel"])
        guild = self.world.guilds.get(channel.get("guild_id", ""))
        if guild is not None and guild.unavailable:
            raise ApiError(503, 0, "503: Service Unavailable")
        permissions.demand(self.world.held_in(channel, BOT), *needs)
        return channel

    def _found_message(self, request: web.Request, *needs: str) -> JsonObject:
        self._found(request, *needs)
        return self.messages.find(request.match_info["channel"], request.match_info["message"])

    def _may(self, channel: JsonObject, name: str) -> bool:
        return bool(self.world.held_in(channel, BOT) & permissions.bits(name))

    # channels

    async def _channel(self, request: web.Request) -> web.Response:
        return answer(channels.told(self._found(request)))

    async def _change(self, request: web.Request) -> web.Response:
        channel, body = self._found(request), request[SENT].body()
        if is_thread(channel):
            self._check_thread_change(channel, body)
            channel["thread_metadata"] |= {key: body[key] for key in STATES if key in body}
        elif channel["type"] != DM:
            permissions.demand(self.world.held_in(channel, BOT), "manage_channels")
        channel |= {key: body[key] for key in CHANGING if key in body and key in channel}
        self.world.save_channel(channel)
        return answer(channels.told(channel))

    def _check_thread_change(self, thread: JsonObject, body: JsonObject) -> None:
        """Refuse what only a moderator may do to a thread, and any change of an archived one but opening it."""
        if is_archived(thread) and body.get("archived") is not False:
            raise ARCHIVED
        if self._may(thread, "manage_threads"):
            return
        opens = is_archived(thread) and set(body) == {"archived"}
        if is_locked(thread) or "locked" in body or (thread["owner_id"] != BOT and not opens):
            raise ApiError(403, 50013, "Missing Permissions")
        permissions.demand(self.world.held_in(thread, BOT), "send_messages_in_threads")

    async def _remove(self, request: web.Request) -> web.Response:
        channel = self._found(request)
        if channel["type"] != DM:
            wanted = "manage_threads" if is_thread(channel) else "manage_channels"
            permissions.demand(self.world.held_in(channel, BOT), wanted)
            self.world.drop_channel(channel)
        return answer(channels.shown(channel))

    async def _typing(self, request: web.Request) -> web.Response:
        self._found(request)
        return nothing()

    # threads

    async def _thread(self, request: web.Request) -> web.Response:
        parent, sent = self._found(request), request[SENT]
        body, start = sent.body(), None
        if "message" in request.match_info:
            start = self._found_message(request)["id"]
            if any(channel["id"] == start for channel in self.world.channels()):
                raise ApiError(400, 160004, "A thread has already been created for this message")
        private = channels.kind_of_thread(parent, body, start) == PRIVATE_THREAD
        kind = "send_messages" if parent["type"] == FORUM else "create_public_threads"
        permissions.demand(self.world.held_in(parent, BOT), "create_private_threads" if private else kind)
        thread = self.world.new_thread(parent, body, start)
        shape = channels.told(thread)
        if parent["type"] == FORUM:
            first = self.messages.post(thread, dict(body.get("message") or {}), sent.files)
            shape["message"] = self.messages.shown(first)
        return answer(shape, 201)

    def _found_thread(self, request: web.Request) -> JsonObject:
        thread = self._found(request)
        if not is_thread(thread):
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        return thread

    async def _members(self, request: web.Request) -> web.Response:
        thread = self._found_thread(request)
        return answer([channels.thread_member(thread, user) for user in thread["seats"]])

    async def _member(self, request: web.Request) -> web.Response:
        thread, user = self._found_thread(request), self._named(request)
        if user not in thread["seats"]:
            raise ApiError(404, 10007, "Unknown Member")
        return answer(channels.thread_member(thread, user))

    def _named(self, request: web.Request) -> str:
        user = request.match_info["user"]
        return BOT if user == "@me" else str(self.world.user(user)["id"])

    async def _add_to_thread(self, request: web.Request) -> web.Response:
        thread, user = self._found_thread(request), self._named(request)
        if is_archived(thread):
            raise ARCHIVED
        if user != BOT:
            permissions.demand(self.world.held_in(thread, BOT), "send_messages_in_threads")
        self.world.enter(thread, user)
        return nothing()

    async def _leave_thread(self, request: web.Request) -> web.Response:
        thread, user = self._found_thread(request), self._named(request)
        if user != BOT and not (thread["type"] == PRIVATE_THREAD and thread["owner_id"] == BOT):
            permissions.demand(self.world.held_in(thread, BOT), "manage_threads")
        self.world.step_out(thread, user)
        return nothing()

    # messages

    async def _history(self, request: web.Request) -> web.Response:
        channel, query = self._found(request), request[SENT].query
        limit = int(query.get("limit", "50"))
        if not 1 <= limit <= 100:
            raise invalid("A limit lies between 1 and 100.")
        bounds = {key: query[key] for key in BOUNDS if query.get(key)}
        if len(bounds) > 1:
            raise invalid("Only one of around, before and after can be given.")
        if not self._may(channel, "read_message_history"):
            return answer([])
        found = self.messages.history(channel["id"], limit=limit, **bounds)
        return answer([self.messages.shown(message) for message in found[::-1]])

    async def _message(self, request: web.Request) -> web.Response:
        return answer(self.messages.shown(self._found_message(request, "read_message_history")))

    async def _post(self, request: web.Request) -> web.Response:
        sent, channel = request[SENT], self._found(request)
        if channel["type"] not in WRITABLE:
            raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
        body = sent.body()
        needs = [permissions.to_post(channel)]
        needs += ["attach_files"] if sent.files else []
        needs += ["read_message_history"] if body.get("message_reference") else []
        permissions.demand(self.world.held_in(channel, BOT), *needs)
        if body.get("embeds") and not self._may(channel, "embed_links"):
            body = {**body, "embeds": []}
        shown = self.messages.shown(self.messages.post(channel, body, sent.files))
        return answer({**shown, "nonce": body["nonce"]} if body.get("nonce") is not None else shown)

    async def _edit(self, request: web.Request) -> web.Response:
        sent, message = request[SENT], self._found_message(request)
        if message["author"]["id"] != BOT:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        if sent.files:
            self._found(request, "attach_files")
        return answer(self.messages.shown(self.messages.edit(message, sent.body(), sent.files)))

    async def _delete(self, request: web.Request) -> web.Response:
        message = self._found_message(request)
        if is_archived(self._found(request)):
            raise ARCHIVED
        if message["author"]["id"] != BOT:
            self._found(request, "manage_messages")
        self.messages.delete(message)
        return nothing()
