"""A person at the table: does everything the page does, over the same socket."""

import asyncio
import io
import json
from collections.abc import Callable
from typing import Any, Self

import aiohttp

from bot.local.wire import JsonObject
from tests.bot.seen import Modal, Ping, Reply, SeenMessage, Suggestion

PATIENCE = 10.0
"""How many seconds an answer is waited for, which a client gives up, too."""
COMES = 60.0
"""How many seconds something is waited for that must come: more than a busy machine needs."""


class PersonRefused(Exception):
    """The client itself would not have let the person do this."""


class Person:
    """One seat, awake: sees what it may see and acts through `command`, `press`, `choose` and `submit`."""

    def __init__(
        self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse, base: str
    ) -> None:
        self._session = session
        self._socket = socket
        self._base = base
        self._counter = 0
        self._waiting: dict[int, asyncio.Future[JsonObject]] = {}
        self._replies: dict[str, Reply] = {}
        self._awaited: list[Reply] = []  # acknowledged, and nothing else yet
        self._changed = asyncio.Event()
        self._messages: dict[str, dict[str, SeenMessage]] = {}
        self._reader: asyncio.Task[None] | None = None
        self.seats: list[JsonObject] = []
        self.locales: list[str] = []
        self.channels: dict[str, JsonObject] = {}
        self.commands: list[JsonObject] = []
        self.notifications: list[Ping] = []
        self.id = ""
        self.patience = PATIENCE

    # coming and going

    @classmethod
    async def join(cls, base_url: str, seat: str | int = 1) -> Self:
        """Sit down: the seat is a place counted from 1, a name or an id."""
        base = base_url.rstrip("/")
        session = aiohttp.ClientSession()
        try:
            socket = await session.ws_connect(f"{base}/page", params={"seat": str(seat)}, max_msg_size=0)
        except aiohttp.ClientError:
            await session.close()
            raise
        person = cls(session, socket, base)
        person._hello(await socket.receive_json())
        person._reader = asyncio.create_task(person._read())
        for channel in list(person.channels):
            await person._load(channel)
        return person

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the table."""
        await self._socket.close()
        if self._reader is not None:
            await self._reader
        await self._session.close()

    def _hello(self, frame: JsonObject) -> None:
        self.id = frame["me"]
        self.seats = frame["seats"]
        self.locales = frame["locales"]
        self.commands = frame["commands"]
        self.channels = {channel["id"]: channel for channel in frame["channels"]}
        self.notifications = [Ping(ping["channel"], ping["message"]) for ping in frame["pings"]]

    async def _load(self, channel: str) -> None:
        history = await self._ask("history", channel=channel)
        shown = [*history["messages"], *(one["message"] for one in history["private"])]
        known = self._messages.setdefault(channel, {})
        for body in sorted(shown, key=lambda body: int(body["id"])):
            known.setdefault(body["id"], SeenMessage(body))

    # what the person sees

    @property
    def name(self) -> str:
        """Return the name of the seat."""
        return next(str(seat["name"]) for seat in self.seats if seat["id"] == self.id)

    @property
    def mention(self) -> str:
        """Return how a message calls this person."""
        return f"<@{self.id}>"

    def channel_id(self, channel: str | JsonObject) -> str:
        """Return the number of a channel given by number, name or object."""
        if isinstance(channel, dict):
            return str(channel["id"])
        named = [one["id"] for one in self.channels.values() if one.get("name") == channel]
        if channel in self.channels or named:
            return channel if channel in self.channels else str(named[-1])
        raise PersonRefused(f"{self.name} sees no channel {channel!r}.")

    def messages(self, channel: str | JsonObject = "general") -> list[SeenMessage]:
        """Return all messages of a channel this person sees, oldest first, as they stand now."""
        shown = self._messages.get(self.channel_id(channel), {}).values()
        return sorted(shown, key=lambda message: int(message.id))

    def last(self, channel: str | JsonObject = "general") -> SeenMessage:
        """Return the newest message of a channel."""
        return self.messages(channel)[-1]

    async def until(self, condition: Callable[[], object], timeout: float = COMES) -> Any:  # noqa: ASYNC109
        """Wait for something to become true of what this person sees; return what the condition returned."""
        async with asyncio.timeout(timeout):
            while not (found := condition()):
                self._changed.clear()
                await self._changed.wait()
        return found

    async def fetch(self, url: str) -> bytes:
        """Return the bytes of a picture or file."""
        async with self._session.get(url) as response:
            response.raise_for_status()
            return await response.read()

    # what the person does

    async def command(self, channel: str | JsonObject, command: str, /, **options: Any) -> Reply:
        """Type a slash command, sub-commands separated by blanks."""
        return await self._act("command", channel=self.channel_id(channel), name=command, options=options)

    async def autocomplete(
        self,
        channel: str | JsonObject,
        command: str,
        option: str,
        typed: str = "",
        /,
        **others: Any,
    ) -> list[Suggestion]:
        """See what an option offers while it is being typed."""
        options = {**others, option: typed}
        place = self.channel_id(channel)
        reply = await self._act("autocomplete", channel=place, name=command, options=options, focus=option)
        if reply.choices is None:
            raise PersonRefused(reply.failed or "No choices came.")
        return reply.choices

    async def press(self, message: SeenMessage, what: str, *, force: bool = False) -> Reply:
        """Press a button given by custom_id or label; force presses one that is no longer there."""
        return await self._act("press", message=message.id, what=what, force=force, channel=message.channel)

    async def choose(self, message: SeenMessage, what: str, *values: str, force: bool = False) -> Reply:
        """Choose from a list, by values or labels."""
        return await self._act(
            "choose",
            message=message.id,
            what=what,
            values=values,
            force=force,
            channel=message.channel,
        )

    async def submit(self, modal: Modal, values: dict[str, Any] | None = None) -> Reply:
        """Send a form in; fields not given keep what they show."""
        channel = self._replies[modal.interaction].channel
        return await self._act("submit", modal=modal.interaction, values=values or {}, channel=channel)

    async def say(self, channel: str | JsonObject, text: str) -> None:
        """Write an ordinary message."""
        await self._ask("say", channel=self.channel_id(channel), text=text)

    async def new_channel(self, name: str) -> str:
        """Open a channel and return its number."""
        return str((await self._ask("channel", name=name))["channel"]["id"])

    async def upload(self, name: str, data: bytes) -> str:
        """Upload a file and return the value for an attachment option."""
        async with self._session.post(
            f"{self._base}/page/files", params={"name": name}, data=io.BytesIO(data)
        ) as response:
            response.raise_for_status()
            return str((await response.json())["id"])

    async def _act(self, what: str, /, **frame: Any) -> Reply:
        began = await self._ask(what, **frame)
        reply = self._replies[began["interaction"]]
        try:
            async with asyncio.timeout(self.patience):
                await reply.settled.wait()
        except TimeoutError:
            if reply.kind == "nothing":
                raise
        return reply

    async def _ask(self, what: str, /, **frame: Any) -> JsonObject:
        self._counter += 1
        future: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
        self._waiting[self._counter] = future
        await self._socket.send_str(json.dumps({"id": self._counter, "do": what, **frame}))
        answer = await future
        if "error" in answer:
            raise PersonRefused(answer["error"])
        return answer

    # what the person is told

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is aiohttp.WSMsgType.TEXT:
                self._receive(json.loads(message.data))
                self._changed.set()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(ConnectionError("The table is closed."))

    def _receive(self, frame: JsonObject) -> None:
        if "re" in frame:
            if "interaction" in frame:
                self._replies[frame["interaction"]] = Reply(frame["interaction"], frame["channel"])
            asked = self._waiting.pop(frame["re"])
            if not asked.done():  # whoever asked may have stopped waiting
                asked.set_result(frame)
        elif frame["event"] in ("message", "edit", "delete"):
            self._notice_message(frame)
        elif "interaction" in frame:
            self._notice_answer(frame)
        else:
            self._notice_world(frame)

    def _notice_world(self, frame: JsonObject) -> None:
        match frame["event"]:
            case "channel":
                self.channels[frame["channel"]["id"]] = frame["channel"]
            case "channel_gone":
                self.channels.pop(frame["channel"], None)
            case "commands":
                self.commands = frame["commands"]
            case "seats":
                self.seats = frame["seats"]

    def _notice_message(self, frame: JsonObject) -> None:
        body, event = frame["message"], frame["event"]
        known = self._messages.setdefault(body["channel_id"], {})
        message = known.get(body["id"]) or SeenMessage(body)
        if event == "delete":
            known.pop(body["id"], None)
            message.deleted = True
        else:
            message.raw = body
            known[body["id"]] = message
        if self.id in frame.get("pings", ()):
            self.notifications.append(Ping(body["channel_id"], body["id"]))
        self._add_to_replies(frame, message)

    def _add_to_replies(self, frame: JsonObject, message: SeenMessage) -> None:
        reply = self._replies.get(frame["interaction"] or "")
        if reply is not None:
            reply.take()
            if message in reply.messages:
                reply.messages.remove(message)
            if not message.deleted:
                reply.messages.append(message)
            if not message.loading:
                reply.settled.set()
        self._awaited = [other for other in self._awaited if not other.settled.is_set()]
        for other in self._awaited:
            if other.channel == message.channel:
                other.messages += [] if message in other.messages or message.deleted else [message]
                other.settled.set()

    def _notice_answer(self, frame: JsonObject) -> None:
        reply = self._replies.get(frame["interaction"])
        if reply is None:
            return
        reply.take()
        match frame["event"]:
            case "choices":
                reply.choices = [Suggestion(choice["name"], choice["value"]) for choice in frame["choices"]]
            case "modal":
                reply.modal = Modal(reply.interaction, frame["modal"])
            case "failed":
                reply.failed = frame["why"]
            case "acknowledged":
                reply.acknowledged = True
                self._awaited.append(reply)
                return
        reply.settled.set()
