"""The side of the people: one websocket for the page and for tests, files by HTTP."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from bot.local.backend import Backend
from bot.local.channels import WRITABLE, is_archived
from bot.local.commands import OptionFiller, Typed, all_commands, find, permitted
from bot.local.ids import GUILD, timestamp
from bot.local.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, SUBMIT, OpenInteraction
from bot.local.panel import Panel
from bot.local.permissions import bits, to_post
from bot.local.presses import choose_data, press_data, submit_data
from bot.local.send_queue import SendQueue
from bot.local.wire import ApiError, JsonObject, Upload, answer, refused, unknown

PAGE = Path(__file__).with_name("page")
BY_COUNTRY = {"en": "en-US", "es": "es-ES", "pt": "pt-BR", "sv": "sv-SE", "zh": "zh-CN"}
"""What Discord calls languages that it knows by country."""
POLICY = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'self'; base-uri 'none'"
)
SAFE = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
SERVED = (".js", ".json", ".css", ".svg")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
PageRequest = Callable[[JsonObject], JsonObject]


def locales(languages: Iterable[str]) -> list[str]:
    """Return what Discord calls some languages; the page need not have words in each."""
    return [BY_COUNTRY.get(lang, lang) for lang in languages]


class PageApi:
    """Takes what people do and shows them what they may see."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.uploads: dict[str, JsonObject] = {}
        self.panel = Panel(backend)
        self.requests: dict[str, PageRequest] = {
            **self.panel.requests,
            "history": self._history,
            "command": self._command,
            "autocomplete": self._autocomplete,
            "press": self._press,
            "choose": self._choose,
            "submit": self._submit,
            "say": self._say,
            "channel": self._channel,
            "seat": self._seat,
            "read": self._read,
        }

    def routes(self) -> list[web.RouteDef]:
        """Return the routes of the page."""
        return [
            web.get("/", self._index),
            web.get("/page", self.serve),
            web.post("/page/files", self._upload),
            web.get("/page/{file}", self._file),
            web.get("/attachments/{channel}/{attachment}/{name}", self._attachment),
        ]

    # files

    async def _index(self, request: web.Request) -> web.StreamResponse:
        _at_home(request)
        headers = {**SAFE, "Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
        return web.FileResponse(PAGE / "index.html", headers=headers)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        known = {path.name: path for path in PAGE.iterdir() if path.suffix in SERVED}
        path = known.get(request.match_info["file"])
        if path is None:
            raise web.HTTPNotFound
        return web.FileResponse(path, headers={**SAFE, "Cache-Control": "no-cache"})

    async def _attachment(self, request: web.Request) -> web.Response:
        found = self.backend.store.attachment(request.match_info["attachment"])
        if found is None or not self.backend.links.is_valid(request.query_string):
            raise web.HTTPNotFound(text="This content is no longer available.")
        kind, data = found
        headers = {**SAFE, "Cache-Control": "private, max-age=31536000, immutable"}
        if not kind.startswith("image/") or "svg" in kind:
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=data, content_type=kind, headers=headers)

    async def _upload(self, request: web.Request) -> web.Response:
        _at_home(request)
        place = {"id": "0", "channel_id": "0"}
        upload = Upload(request.query.get("name", "file"), await request.read())
        attachment = self.backend.attachments.save(place, upload, {})
        self.uploads[attachment["id"]] = self.backend.links.signed_file(attachment)
        return answer(attachment)

    # the socket

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one page or one person until they leave."""
        _at_home(request)
        wanted = request.query.get("seat")
        seat = self.backend.world.seat(wanted)["id"] if wanted else None
        socket = web.WebSocketResponse(max_msg_size=2**20, heartbeat=60)
        await socket.prepare(request)
        queue = SendQueue(socket)
        queue.put(self._hello(seat))
        self.backend.audience.join(queue, seat)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._receive(message.data, seat, queue)
        finally:
            self.backend.audience.leave(queue)
            await queue.close()
        return socket

    def _hello(self, seat: str | None) -> JsonObject:
        world, store = self.backend.world, self.backend.store
        return {
            "event": "hello",
            "guild": GUILD,
            "bot": world.bot,
            "online": self.backend.gateway.online,
            "panel": self.panel.state(),
            "locales": locales(self.backend.languages),
            "me": seat,
            "seats": world.seats(),
            "channels": [world.for_page(one) for one in world.channels() if self._visible(one, seat)],
            "commands": all_commands(store),
            "pings": [self._call(ping) for ping in store.pings() if seat in (None, ping["seat"])],
            "last": store.newest(),
            "reads": [read for read in store.reads() if seat in (None, read["seat"])],
        }

    def _call(self, ping: JsonObject) -> JsonObject:
        message = self.backend.store.message(ping["message"]) or {"timestamp": timestamp(), "content": ""}
        return {**ping, "timestamp": message["timestamp"], "content": message["content"]}

    def _visible(self, channel: JsonObject, seat: str | None) -> bool:
        return seat is None or self.backend.world.sees(channel, seat)

    def _receive(self, text: str, seat: str | None, queue: SendQueue) -> None:
        reply: JsonObject = {"re": None}
        try:
            frame = json.loads(text)
            reply["re"] = frame["id"]
            if seat is not None:
                frame["seat"] = seat
            reply |= self._act(frame)
        except ApiError as error:
            reply["error"] = str(error)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            reply["error"] = f"This cannot be understood: {error!r}"
        queue.put(reply)

    def _act(self, frame: JsonObject) -> JsonObject:
        request = self.requests.get(str(frame.get("do")))
        if request is None:
            raise refused(f"Nobody can {frame.get('do')!r} here.")
        return request(frame)

    # what people do

    def _place(self, frame: JsonObject) -> JsonObject:
        channel = self.backend.world.channel(frame["channel"])
        if not self._visible(channel, frame["seat"]):
            raise unknown("Channel", 10003)
        return channel

    def _usable(self, frame: JsonObject) -> JsonObject:
        channel = self._place(frame)
        if is_archived(channel):
            raise refused("The thread is archived: nothing can be used in it.")
        guild = self.backend.world.guilds.get(channel.get("guild_id", ""))
        if guild is not None and (not guild.has_bot or guild.unavailable):
            raise refused("The bot is not here.")
        return channel

    def _typed(self, frame: JsonObject) -> tuple[JsonObject, Typed, OptionFiller]:
        """Return where a command is typed, the command, and what fills it."""
        channel, typed = self._usable(frame), find(self.backend.store, frame["name"])
        held = self.backend.world.held_in(channel, self._seat_of(frame))
        if not held & bits("use_application_commands") or not permitted(typed.command, held):
            raise refused(f"You may not use /{frame['name']}.")
        return channel, typed, self._filler(frame, channel)

    def _seat_of(self, frame: JsonObject) -> str:
        return str(self.backend.world.seat(frame["seat"])["id"])

    def _opened(self, kind: int, frame: JsonObject, channel: str) -> OpenInteraction:
        return OpenInteraction(self.backend.world.ids.next(), kind, self._seat_of(frame), channel)

    def _begin(self, interaction: OpenInteraction, data: JsonObject) -> JsonObject:
        self.backend.interactions.begin(interaction, data)
        return {"interaction": interaction.id, "channel": interaction.channel}

    def _filler(self, frame: JsonObject, channel: JsonObject) -> OptionFiller:
        return OptionFiller(self.backend.world, self.uploads, channel.get("guild_id"), self._seat_of(frame))

    def _history(self, frame: JsonObject) -> JsonObject:
        channel = self._place(frame)
        messages = self.backend.messages.history(channel["id"], limit=50, before=frame.get("before"))
        private = [] if frame.get("before") else list(self.backend.messages.private.values())
        mine = [
            {"to": owner, "message": self.backend.messages.shown(message)}
            for owner, message in private
            if message["channel_id"] == channel["id"] and frame["seat"] in (owner, "all")
        ]
        return {"messages": [self.backend.messages.shown(one) for one in messages], "private": mine}

    def _command(self, frame: JsonObject) -> JsonObject:
        channel, typed, filler = self._typed(frame)
        values = filler.fill(typed, frame.get("options") or {})
        opened = replace(self._opened(COMMAND, frame, channel["id"]), name=frame["name"])
        return self._begin(opened, typed.data(values, filler.resolved))

    def _autocomplete(self, frame: JsonObject) -> JsonObject:
        channel, typed, filler = self._typed(frame)
        values = filler.fill_partly(typed, frame.get("options") or {}, frame["focus"])
        return self._begin(self._opened(AUTOCOMPLETE, frame, channel["id"]), typed.data(values, {}))

    def _pressed(self, frame: JsonObject) -> JsonObject:
        message = self.backend.messages.seen(frame["seat"], frame["message"])
        self._usable({"channel": message["channel_id"], "seat": frame["seat"]})
        return message

    def _press(self, frame: JsonObject) -> JsonObject:
        message = self._pressed(frame)
        data = press_data(message, frame["what"], force=bool(frame.get("force")))
        return self._begin_with(message, frame, data)

    def _choose(self, frame: JsonObject) -> JsonObject:
        message = self._pressed(frame)
        filler = self._filler(frame, self.backend.world.channel(message["channel_id"]))
        values = [str(value) for value in frame["values"]]
        data = choose_data(message, frame["what"], values, filler, force=bool(frame.get("force")))
        return self._begin_with(message, frame, data)

    def _begin_with(self, message: JsonObject, frame: JsonObject, data: JsonObject) -> JsonObject:
        opened = self._opened(COMPONENT, frame, message["channel_id"])
        return self._begin(replace(opened, pressed=message["id"]), data)

    def _submit(self, frame: JsonObject) -> JsonObject:
        live = self.backend.interactions.live.values()
        cause = next((one for one in live if one.id == frame["modal"]), None)
        if cause is None or cause.modal is None or cause.seat != frame["seat"]:
            raise refused("This form is not open any more.")
        filler = self._filler(frame, self.backend.world.channel(cause.channel))
        data = submit_data(cause.modal, frame.get("values") or {}, filler)
        opened = self._opened(SUBMIT, frame, cause.channel)
        return self._begin(replace(opened, pressed=cause.pressed, cause=cause), data)

    def _say(self, frame: JsonObject) -> JsonObject:
        text, author, channel = str(frame["text"]).strip(), self._seat_of(frame), self._place(frame)
        if not 0 < len(text) <= 2000:
            raise refused("A message takes 1 to 2000 characters.")
        if channel["type"] not in WRITABLE or not self.backend.world.held_in(channel, author) & bits(
            to_post(channel)
        ):
            raise refused("You may not write here.")
        body: JsonObject = {"content": text}
        if frame.get("reply"):
            body["message_reference"] = {"message_id": frame["reply"]}
        return {"message": self.backend.messages.post(channel, body, {}, author=author)["id"]}

    def _channel(self, frame: JsonObject) -> JsonObject:
        return {"channel": self.backend.world.new_channel(str(frame["name"]))}

    def _seat(self, frame: JsonObject) -> JsonObject:
        locale = frame.get("locale") or "en-US"
        return {"seat": self.backend.world.save_seat(frame.get("who"), str(frame["name"]), locale)}

    def _read(self, frame: JsonObject) -> JsonObject:
        self.backend.store.put_read(frame["seat"], frame["channel"], frame["message"])
        read = {key: frame[key] for key in ("seat", "channel", "message")}
        self.backend.audience.tell("read", to=[frame["seat"]], **read)
        return {}


def _at_home(request: web.Request) -> None:
    """Refuse pages of other sites: neither their origin nor a borrowed host name gets in."""
    host = urlsplit(f"//{request.host}")
    origin = request.headers.get("Origin")
    if host.hostname not in LOOPBACK or (origin and urlsplit(origin).netloc != request.host):
        raise web.HTTPForbidden(text="This table answers to its own page only.")
