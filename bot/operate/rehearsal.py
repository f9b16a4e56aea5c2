"""``python -m bot rehearse CHANNEL``: what the bot relies on, tried in a channel of a real server.

Every kind of message is posted, edited and removed again, and every refusal provoked that harms nobody; whoever runs
the bot is rung, and nobody else. A line is printed for each answer that is not the one of the bundled server.
"""

from __future__ import annotations

import asyncio
import io
import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import aiohttp
from discord.http import Route
from PIL import Image

from bot.local.address import find_discord

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.settings import Settings

V2, SILENT = 1 << 15, 1 << 12
NOWHERE = "100000000000000001"
"""The number of a channel or message that never was."""
WIDE, HIGH = 1400, 880
"""Pixels of a picture as cards have it."""
PATIENCE = 8
"""How often a request that is one too many is sent again."""
NOBODY: dict[str, Any] = {"parse": []}

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_INTERACTION = 10003, 10008, 10062
EMPTY, FORM, ARCHIVED = 50006, 50035, 50083


@dataclass(frozen=True)
class Received:
    """What came back: the status, and the body as it was read."""

    status: int
    body: Any

    def __getitem__(self, key: str) -> Any:
        return self.body.get(key) if isinstance(self.body, dict) else None

    @property
    def told(self) -> str:
        """The status, with Discord's code where there is one."""
        return f"{self.status} {self['code']}" if self["code"] else str(self.status)


@dataclass
class Rehearsal:
    """One run in a channel: ``tell`` gets each difference; ``person`` is who may be rung."""

    session: aiohttp.ClientSession
    channel: str
    person: str
    tell: Callable[[str], None]
    asked: int = 0
    differences: int = 0
    made: list[str] = field(default_factory=list)

    async def run(self) -> int:
        """Try everything, remove what was posted, and return how many answers differed."""
        try:
            for part in (
                self._words,
                self._calls,
                self._nonces,
                self._components,
                self._pictures,
                self._card,
            ):
                await part()
            await self._refusals()
            await self._thread()
        finally:
            await self._clear()
        return self.differences

    # --- asking

    async def ask(self, method: str, path: str, body: Any = None, picture: bytes | None = None) -> Received:
        """Send a request, again and again while it is one too many."""
        for _ in range(PATIENCE):
            sent = {"data": _form(body, picture)} if picture else {"json": body} if body is not None else {}
            async with self.session.request(method, f"{Route.BASE}{path}", **sent) as answer:
                text = await answer.text()
                found = Received(answer.status, _read(text))
            if answer.status != 429:
                break
            await asyncio.sleep(float(found["retry_after"] or 1))
        return found

    def expect(self, what: str, wanted: str, found: Received) -> bool:
        """Compare a status and code with those of the bundled server."""
        return self.same(what, wanted, found.told)

    def same(self, what: str, wanted: object, found: object) -> bool:
        """Compare anything with what the bundled server does; tell where it differs."""
        self.asked += 1
        if wanted == found:
            return True
        self.differences += 1
        self.tell(f"{what}: {found}, the bundled server {wanted}")
        return False

    async def post(self, what: str, body: dict[str, Any], picture: bytes | None = None) -> Received:
        """Post a message that is to be removed again."""
        found = await self.ask("POST", f"/channels/{self.channel}/messages", body, picture)
        if self.expect(f"{what}, posted", "200", found):
            self.made.append(str(found["id"]))
        return found

    async def edit(self, what: str, message: Received, body: dict[str, Any]) -> Received:
        """Change a message."""
        found = await self.ask("PATCH", self._path(str(message["id"])), body)
        self.expect(f"{what}, edited", "200", found)
        return found

    def _path(self, message: str) -> str:
        return f"/channels/{self.channel}/messages/{message}"

    async def _clear(self) -> None:
        for message in dict.fromkeys(self.made):
            found = await self.ask("DELETE", self._path(message))
            self.expect("a message, removed", "204", found)

    # --- what is tried

    async def _words(self) -> None:
        plain = await self.post("words", {"content": "Rehearsal.", "allowed_mentions": NOBODY})
        self.same("flags of words", 0, plain["flags"])
        silent = await self.post("silent words", {"content": "Rehearsal, silent.", "flags": SILENT})
        self.same("flag of silent words", SILENT, (silent["flags"] or 0) & SILENT)
        changed = await self.edit("words", plain, {"content": "Rehearsal, changed."})
        self.same("words that were edited say so", "yes", _yes(changed["edited_timestamp"]))

    async def _calls(self) -> None:
        called = {"users": [self.person]}
        body = {"content": f"<@{self.person}> rehearsal", "allowed_mentions": called}
        message = await self.post("a call", body)
        self.same("who is mentioned by a call", [self.person], _mentioned(message))
        for what, allowed, wanted in (("nobody", NOBODY, []), ("the person again", called, [self.person])):
            found = await self.edit(
                f"a call that names {what}", message, {"allowed_mentions": allowed, **_content(body)}
            )
            self.same(f"who is mentioned by a call that names {what}", wanted, _mentioned(found))

    async def _nonces(self) -> None:
        body = {"content": "Rehearsal, once.", "nonce": secrets.token_hex(8), "enforce_nonce": True}
        first, again = await self.post("a nonce", body), await self.post("a nonce, repeated", body)
        self.same("a repeated nonce brings the same message", first["id"], again["id"])
        self.same("a nonce is told", body["nonce"], str(first["nonce"]))

    async def _components(self) -> None:
        shown = [
            {"type": 17, "components": [{"type": 10, "content": f"<@{self.person}> rehearsal"}, _row(1)]}
        ]
        message = await self.post(
            "components", {"flags": V2, "components": shown, "allowed_mentions": NOBODY}
        )
        self.same("flag of components", V2, (message["flags"] or 0) & V2)
        self.same("content of components", "", message["content"])
        self.same("who is mentioned by components that call nobody", [], _mentioned(message))
        found = await self.ask("PATCH", self._path(str(message["id"])), {"content": "words"})
        self.expect("content in a message of components", f"400 {FORM}", found)
        turned = await self.post("words that become components", {"content": "Rehearsal, pushed."})
        changed = await self.edit(
            "words that become components", turned, {"content": None, "flags": V2, "components": shown}
        )
        self.same("flag of words that became components", V2, (changed["flags"] or 0) & V2)

    async def _pictures(self) -> None:
        body = {
            "content": "Rehearsal, drawn.",
            "attachments": [{"id": 0, "filename": "sheet.png", "description": "a sheet"}],
        }
        message = await self.post("a picture", body, _sheet())
        (shown,) = message["attachments"] or [{}]
        self.same("size of a picture", (WIDE, HIGH), (shown.get("width"), shown.get("height")))
        self.same("bytes of a picture", len(_sheet()), shown.get("size"))
        self.same("words for a picture", "a sheet", shown.get("description"))
        self.same("a picture has a proxy", "yes", _yes(shown.get("proxy_url")))
        kept = await self.edit(
            "a picture that stays",
            message,
            {"content": "Rehearsal, kept.", "attachments": [{"id": shown.get("id")}]},
        )
        self.same("pictures that stay", 1, len(kept["attachments"] or []))
        gone = await self.edit("a picture that goes", message, {"attachments": []})
        self.same("pictures that go", 0, len(gone["attachments"] or []))

    async def _card(self) -> None:
        body = {
            "content": f"<@{self.person}> Rehearsal · OR 3.2 · #7: lay track\\n-# nothing is to be done",
            "components": [_row(1), _row(2)],
            "attachments": [{"id": 0, "filename": "card.png"}],
            "allowed_mentions": {"users": [self.person]},
        }
        message = await self.post("a card", body, _sheet())
        self.same("rows of a card", 2, len(message["components"] or []))
        record = {
            "content": "Rehearsal, a record.",
            "components": [],
            "attachments": [],
            "allowed_mentions": NOBODY,
        }
        changed = await self.edit("a card that becomes a record", message, record)
        left = (changed["components"], changed["attachments"], _mentioned(changed))
        self.same("what a record has left", ([], [], []), left)

    async def _refusals(self) -> None:
        room = f"/channels/{self.channel}/messages"
        for what, wanted, body in _refused():
            self.expect(what, wanted, await self.ask("POST", room, body))
        nowhere = f"/channels/{NOWHERE}/messages"
        for what, code, method, path in (
            ("an unknown channel", UNKNOWN_CHANNEL, "POST", nowhere),
            ("an unknown message, edited", UNKNOWN_MESSAGE, "PATCH", f"{room}/{NOWHERE}"),
            ("an unknown message, removed", UNKNOWN_MESSAGE, "DELETE", f"{room}/{NOWHERE}"),
            ("an unknown message, read", UNKNOWN_MESSAGE, "GET", f"{room}/{NOWHERE}"),
            (
                "an unknown interaction",
                UNKNOWN_INTERACTION,
                "POST",
                f"/interactions/{NOWHERE}/token/callback",
            ),
        ):
            body = {"type": 6} if path.startswith("/interactions") else {"content": "x"}
            sent = None if method in ("GET", "DELETE") else body
            self.expect(what, f"404 {code}", await self.ask(method, path, sent))

    async def _thread(self) -> None:
        """A thread that is archived takes no edit; where the bot may open none, nothing is said of it."""
        start = await self.post("a start of a thread", {"content": "Rehearsal, a thread."})
        opened = await self.ask("POST", f"{self._path(str(start['id']))}/threads", {"name": "rehearsal"})
        if opened.status == 403:
            self.tell("no thread was tried: the bot may open none here")
            return
        self.expect("a thread, opened", "201", opened)
        thread = str(opened["id"])
        said = await self.ask("POST", f"/channels/{thread}/messages", {"content": "Rehearsal."})
        self.expect("words in a thread", "200", said)
        closed = await self.ask("PATCH", f"/channels/{thread}", {"archived": True})
        if closed.status == 200:
            path = f"/channels/{thread}/messages/{said['id']}"
            found = await self.ask("PATCH", path, {"content": "Rehearsal, too late."})
            self.expect("an edit in an archived thread", f"400 {ARCHIVED}", found)


def _refused() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Messages that Discord refuses, each with what it says."""
    yield "an empty message", f"400 {EMPTY}", {"content": ""}
    yield "2,001 characters", f"400 {FORM}", {"content": "x" * 2001}
    yield "a label of 81 characters", f"400 {FORM}", {"content": "x", "components": [_row(1, label="x" * 81)]}
    yield "six rows", f"400 {FORM}", {"content": "x", "components": [_row(place) for place in range(6)]}
    yield "an id of 101 characters", f"400 {FORM}", {"content": "x", "components": [_row("x" * 100)]}
    yield "one id twice", f"400 {FORM}", {"content": "x", "components": [_row(1), _row(1)]}
    text = {"type": 10, "content": "x" * 4001}
    yield "4,001 characters of components", f"400 {FORM}", {"flags": V2, "components": [text]}


def _row(name: object, label: str = "Rehearsal") -> dict[str, Any]:
    return {
        "type": 1,
        "components": [{"type": 2, "style": 2, "label": label, "custom_id": f"z{name}", "disabled": True}],
    }


def _yes(thing: object) -> str:
    return "yes" if thing else "no"


def _content(body: dict[str, Any]) -> dict[str, Any]:
    return {"content": body["content"]}


def _mentioned(message: Received) -> list[str]:
    return [str(user["id"]) for user in message["mentions"] or []]


def _sheet() -> bytes:
    data = io.BytesIO()
    Image.new("1", (WIDE, HIGH)).save(data, "PNG")
    return data.getvalue()


def _form(body: Any, picture: bytes) -> aiohttp.FormData:
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    form.add_field("files[0]", picture, filename=body["attachments"][0]["filename"], content_type="image/png")
    return form


def _read(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None


@asynccontextmanager
async def _asking(settings: Settings) -> AsyncIterator[aiohttp.ClientSession]:
    token = settings.token.get_secret_value()
    if settings.discord:
        await find_discord(settings.discord, token)
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}) as session:
        yield session


async def rehearse(settings: Settings, channel: str, person: str, tell: Callable[[str], None]) -> int:
    """Try everything in a channel and print what differs; 1 where something does.

    :param person: the number of who is rung; empty for the owner of the application
    """
    async with _asking(settings) as session:
        run = Rehearsal(session, channel, person, tell)
        found = await run.ask("GET", f"/channels/{channel}")
        if found.status != 200:
            tell(f"channel {channel} cannot be read: {found.told}")
            return 1
        run.person = person or str((await run.ask("GET", "/oauth2/applications/@me")).body["owner"]["id"])
        differences = await run.run()
    tell(f"{run.asked} answers, {differences} differences")
    return int(differences > 0)
