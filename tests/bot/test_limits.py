import copy
import io
from typing import Any

import aiohttp
import discord
import pytest

from bot.limits import LimitExceeded, check_request, install
from bot.local.wire import SentRequest
from tests.bot.bodies import (
    CALLBACK,
    COMMANDS,
    MIB,
    POST,
    answer,
    button,
    buttons,
    choices,
    command,
    embed,
    field,
    fields,
    form,
    heavy,
    layout,
    line,
    lines,
    message,
    named,
    option,
    options,
    parameters,
    rows,
    section,
    select,
    shots,
    text,
    with_row,
    words,
)
from tests.bot.spec import required

CASES: dict[str, tuple[str, Any, Any]] = {
    "content": (POST, message(content=text(2000)), message(content=text(2001))),
    "content of an answer": (CALLBACK, answer(4, content=text(2000)), answer(4, content=text(2001))),
    "something to say": (POST, message(), {"content": "", "tts": False}),
    "rows": (POST, rows(5), rows(6)),
    "buttons in a row": (POST, with_row(*buttons(5)), with_row(*buttons(6))),
    "empty row": (POST, with_row(button()), with_row()),
    "list alone in a row": (POST, with_row(select()), with_row(select(), button())),
    "custom_id twice": (POST, with_row(*buttons(2)), with_row(button(), button())),
    "custom_id length": (POST, with_row(button(custom_id=text(100))), with_row(button(custom_id=text(101)))),
    "custom_id missing": (POST, with_row(button()), with_row(button(custom_id=None))),
    "label": (POST, with_row(button(label=text(80))), with_row(button(label=text(81)))),
    "no label but a sign": (
        POST,
        with_row(button(label=None, emoji={"name": "x"})),
        with_row(button(label=None)),
    ),
    "address": (
        POST,
        with_row({"type": 2, "style": 5, "label": "To", "url": text(512)}),
        with_row({"type": 2, "style": 5, "label": "To", "url": text(513)}),
    ),
    "address or custom_id": (
        POST,
        with_row({"type": 2, "style": 5, "label": "To", "url": "https://x"}),
        with_row({"type": 2, "style": 5, "label": "To", "url": "https://x", "custom_id": "x"}),
    ),
    "options": (POST, with_row(select(25)), with_row(select(26))),
    "no options": (POST, with_row(select(1)), with_row(select(0))),
    "placeholder": (POST, with_row(select(placeholder=text(150))), with_row(select(placeholder=text(151)))),
    "option label": (
        POST,
        with_row(select(options=options(2, label=text(100)))),
        with_row(select(options=options(2, label=text(101)))),
    ),
    "option value": (
        POST,
        with_row(select(options=options(1, value=text(100)))),
        with_row(select(options=options(1, value=text(101)))),
    ),
    "option twice": (POST, with_row(select(2)), with_row(select(options=options(2, value="same")))),
    "option description": (
        POST,
        with_row(select(options=options(1, description=text(100)))),
        with_row(select(options=options(1, description=text(101)))),
    ),
    "most values": (POST, with_row(select(3, max_values=3)), with_row(select(3, max_values=4))),
    "least values": (
        POST,
        with_row(select(3, min_values=0, max_values=2)),
        with_row(select(3, min_values=3, max_values=2)),
    ),
    "chosen at first": (
        POST,
        with_row(select(options=options(1, default=True))),
        with_row(select(options=options(2, default=True))),
    ),
    "list of people": (
        POST,
        with_row({"type": 5, "custom_id": "who", "max_values": 25}),
        with_row({"type": 5, "custom_id": "who", "max_values": 26}),
    ),
    "embeds": (POST, message(embeds=[{"title": "t"}] * 10), message(embeds=[{"title": "t"}] * 11)),
    "embed title": (POST, embed(title=text(256)), embed(title=text(257))),
    "embed description": (POST, embed(description=text(4096)), embed(description=text(4097))),
    "embed fields": (POST, embed(fields=fields(25)), embed(fields=fields(26))),
    "embed field name": (POST, embed(fields=fields(1, name=256)), embed(fields=fields(1, name=257))),
    "embed field value": (POST, embed(fields=fields(1, value=1024)), embed(fields=fields(1, value=1025))),
    "embed footer": (POST, embed(footer={"text": text(2048)}), embed(footer={"text": text(2049)})),
    "embed author": (POST, embed(author={"name": text(256)}), embed(author={"name": text(257)})),
    "embeds together": (
        POST,
        message(embeds=[{"description": text(3000)}] * 2),
        message(embeds=[{"description": text(3000)}, {"description": text(3001)}]),
    ),
    "attachments": (
        POST,
        message(attachments=[{"id": number} for number in range(10)]),
        message(attachments=[{"id": number} for number in range(11)]),
    ),
    "alt text": (
        POST,
        message(attachments=[{"id": 0, "description": text(1024)}]),
        message(attachments=[{"id": 0, "description": text(1025)}]),
    ),
    "mentions": (
        POST,
        message(allowed_mentions={"users": [*range(100)]}),
        message(allowed_mentions={"users": [*range(101)]}),
    ),
    "mentions both ways": (
        POST,
        message(allowed_mentions={"parse": ["roles"], "users": ["1"]}),
        message(allowed_mentions={"parse": ["users"], "users": ["1"]}),
    ),
    "layout count": (POST, layout(*[words()] * 40), layout(*[words()] * 41)),
    "layout count nested": (
        POST,
        layout({"type": 17, "components": [words()] * 39}),
        layout({"type": 17, "components": [words()] * 40}),
    ),
    "layout count in sections": (
        POST,
        layout(*[section(2) | {"accessory": button(custom_id=f"b{number}")} for number in range(10)]),
        layout(
            *[section(2) | {"accessory": button(custom_id=f"b{number}")} for number in range(10)], words()
        ),
    ),
    "layout text": (POST, layout(words(4000)), layout(words(4001))),
    "layout texts together": (POST, layout(words(2000), words(2000)), layout(words(2000), words(2001))),
    "empty text": (POST, layout(words(1)), layout(words(0))),
    "layout with content": (POST, layout(words(), content=None), layout(words(), content="x")),
    "layout with embeds": (POST, layout(words(), embeds=[]), layout(words(), embeds=[{"title": "x"}])),
    "layout without its flag": (POST, layout(words()), message(components=[words()])),
    "gallery": (POST, layout(shots(10)), layout(shots(11))),
    "gallery alt text": (
        POST,
        layout(shots(1, description=text(1024))),
        layout(shots(1, description=text(1025))),
    ),
    "empty alt text": (POST, layout(shots(1, description="x")), layout(shots(1, description=""))),
    "section": (POST, layout(section(3)), layout(section(4))),
    "section accessory": (POST, layout(section(1)), layout(section(1) | {"accessory": None})),
    "empty container": (
        POST,
        layout({"type": 17, "components": [words()]}),
        layout({"type": 17, "components": []}),
    ),
    "colour": (
        POST,
        layout({"type": 17, "accent_color": 0xFFFFFF, "components": [words()]}),
        layout({"type": 17, "accent_color": 0x1000000, "components": [words()]}),
    ),
    "completions": (CALLBACK, answer(8, choices=choices(25)), answer(8, choices=choices(26))),
    "completion name": (
        CALLBACK,
        answer(8, choices=choices(1, name=text(100))),
        answer(8, choices=choices(1, name=text(101))),
    ),
    "completion value": (
        CALLBACK,
        answer(8, choices=choices(1, value=text(100))),
        answer(8, choices=choices(1, value=text(101))),
    ),
    "edit by a press": (CALLBACK, answer(7, content=text(2000)), answer(7, content=text(2001))),
    "form title": (CALLBACK, form(title=text(45)), form(title=text(46))),
    "form custom_id": (CALLBACK, form(custom_id=text(100)), form(custom_id=text(101))),
    "form parts": (CALLBACK, form(*lines(5)), form(*lines(6))),
    "form custom_id twice": (CALLBACK, form(*lines(2)), form(field(line()), field(line()))),
    "field label": (CALLBACK, form(field(line(), label=text(45))), form(field(line(), label=text(46)))),
    "field description": (
        CALLBACK,
        form(field(line(), description=text(100))),
        form(field(line(), description=text(101))),
    ),
    "input length": (CALLBACK, form(field(line(max_length=4000))), form(field(line(max_length=4001)))),
    "input bounds": (
        CALLBACK,
        form(field(line(min_length=5, max_length=5))),
        form(field(line(min_length=6, max_length=5))),
    ),
    "input text": (
        CALLBACK,
        form(field(line(max_length=3, value="abc"))),
        form(field(line(max_length=3, value="abcd"))),
    ),
    "input hint": (
        CALLBACK,
        form(field(line(placeholder=text(100)))),
        form(field(line(placeholder=text(101)))),
    ),
    "radio options": (
        CALLBACK,
        form(field({"type": 21, "custom_id": "r", "options": options(10)})),
        form(field({"type": 21, "custom_id": "r", "options": options(11)})),
    ),
    "boxes": (
        CALLBACK,
        form(field({"type": 22, "custom_id": "r", "options": options(10)})),
        form(field({"type": 22, "custom_id": "r", "options": options(11)})),
    ),
    "commands": (COMMANDS, named(100), named(101)),
    "commands on users": (COMMANDS, named(15, 2), named(16, 2)),
    "commands on messages": (COMMANDS, named(15, 3), named(16, 3)),
    "command twice": (COMMANDS, named(2), [command(), command()]),
    "command name": (COMMANDS, [command(name=text(32))], [command(name=text(33))]),
    "command name in capitals": (COMMANDS, [command(name="új-játék")], [command(name="Go")]),
    "command name with a blank": (COMMANDS, [command(name="go_on")], [command(name="go on")]),
    "translated name": (
        COMMANDS,
        [command(name_localizations={"hu": "játék"})],
        [command(name_localizations={"hu": "Játék"})],
    ),
    "command description": (COMMANDS, [command(description=text(100))], [command(description=text(101))]),
    "translated description": (
        COMMANDS,
        [command(description_localizations={"es-ES": text(100)})],
        [command(description_localizations={"es-ES": text(101)})],
    ),
    "command options": (COMMANDS, [command(options=parameters(25))], [command(options=parameters(26))]),
    "option choices": (
        COMMANDS,
        [command(options=[option(choices=choices(25))])],
        [command(options=[option(choices=choices(26))])],
    ),
    "choices or completion": (
        COMMANDS,
        [command(options=[option(autocomplete=True)])],
        [command(options=[option(autocomplete=True, choices=choices(1))])],
    ),
    "option name": (
        COMMANDS,
        [command(options=[option(name=text(32))])],
        [command(options=[option(name="Where")])],
    ),
    "option of a command twice": (
        COMMANDS,
        [command(options=parameters(2))],
        [command(options=[option(), option()])],
    ),
    "required first": (
        COMMANDS,
        [command(options=[option(name="a", required=True), option(name="b")])],
        [command(options=[option(name="a"), option(name="b", required=True)])],
    ),
    "command size": (COMMANDS, [heavy(8000)], [heavy(8001)]),
    "thread name": ("/channels/1/threads", {"name": text(100)}, {"name": text(101)}),
    "follow-up": ("/webhooks/1/token", message(), message(content=text(2001))),
}


@pytest.mark.parametrize("name", CASES)
def test_just_legal_passes_and_just_illegal_is_named(name: str):
    path, legal, illegal = CASES[name]
    method = "PUT" if path == COMMANDS else "POST"

    assert check_request(method, path, legal) == []
    assert check_request(method, path, illegal) != []


@pytest.mark.parametrize("name", CASES)
def test_discords_description_accepts_what_passes_here(name: str):
    path, legal, _ = CASES[name]
    sent = SentRequest("PUT" if path == COMMANDS else "POST", path, {}, copy.deepcopy(legal), {})

    assert required().check(sent) == []


@pytest.mark.parametrize(
    ("legal", "illegal"),
    [([1] * 10, [1] * 11), ([10 * MIB], [10 * MIB + 1]), ([5 * MIB] * 5, [5 * MIB] * 5 + [1])],
)
def test_files_are_limited_in_number_and_size(legal: list[int], illegal: list[int]):
    assert check_request("POST", POST, {}, legal) == []
    assert check_request("POST", POST, {}, illegal) != []


@pytest.mark.parametrize(
    "path", [f"{POST}/2", "/webhooks/1/token/messages/@original", "/webhooks/1/token/messages/2"]
)
def test_edits_are_checked_like_posts_but_may_be_empty(path: str):
    assert check_request("PATCH", path, {"content": None}) == []
    assert check_request("PATCH", path, {"content": text(2001)}) != []


def test_what_carries_no_body_passes():
    assert check_request("GET", f"{POST}/2", None) == []
    assert check_request("DELETE", f"{POST}/2", None) == []
    assert check_request("POST", CALLBACK, {"type": 5}) == []


class Sender:
    """Stands in for the library's client: remembers what would have been sent, or meets some trouble."""

    def __init__(self, trouble: Exception | None = None) -> None:
        self.sent: list[str] = []
        self.trouble = trouble

    async def request(self, route: discord.http.Route, **_named: Any) -> None:
        """Send nothing."""
        self.sent.append(route.path)
        if self.trouble is not None:
            raise self.trouble


async def test_installed_in_front_of_the_library_it_stops_what_is_too_long():
    sender = Sender()
    install(sender)
    install(sender)
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=1)
    file = discord.File(io.BytesIO(bytes(10 * MIB + 1)), "map.png")

    await sender.request(route, json={"content": "x"})
    with pytest.raises(LimitExceeded, match="2001 characters"):
        await sender.request(route, json={"content": text(2001)})
    with pytest.raises(LimitExceeded, match="bytes"):
        await sender.request(route, form=[{"name": "payload_json", "value": "{}"}], files=[file])
    assert sender.sent == ["/channels/{channel_id}/messages"]


@pytest.mark.parametrize(
    ("met", "said"),
    [("Session is closed", aiohttp.ClientConnectionError), ("Event loop is closed", RuntimeError)],
)
async def test_what_is_sent_after_the_end_finds_no_connection(met: str, said: type[Exception]):
    """The HTTP library has no class for it; every other fault stays what it is."""
    sender = Sender(RuntimeError(met))
    install(sender)

    with pytest.raises(said, match=met):
        await sender.request(discord.http.Route("GET", "/gateway"))
