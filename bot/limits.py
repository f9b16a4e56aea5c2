"""Discord's limits on what a bot may send, checked before it is sent.

`check_request` is pure and answers with one sentence per broken limit. `install` puts it in front of every
request discord.py makes, so that a mistake is found here and named, instead of coming back as a bare 400.
"""

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import aiohttp

from bot.command_limits import (
    Json,
    between,
    change_limits,
    choice_limits,
    command_limits,
    commands_limits,
)

CLOSED = "Session is closed"
"""What the HTTP library says, as an error without a class of its own, where we have left already."""
LimitCheck = Callable[[Any], Iterator[str]]
Send = Callable[..., Awaitable[Any]]

CONTENT, V2_TEXT, V2_COMPONENTS = 2000, 4000, 40
ROWS, BUTTONS, TOP_OF_MODAL, INPUT_TEXT = 5, 5, 5, 4000
OPTIONS = 25
LABEL, CUSTOM_ID, PLACEHOLDER, URL, ALT_TEXT = 80, 100, 150, 512, 1024
EMBEDS, EMBED_TEXT, FILES = 10, 6000, 10
FILE_SIZE, REQUEST_SIZE = 10 * 2**20, 25 * 2**20
V2_FLAG = 1 << 15

ROW, BUTTON, SELECT, INPUT, SECTION, TEXT, THUMBNAIL, GALLERY = 1, 2, 3, 4, 9, 10, 11, 12
CONTAINER, FIELD, RADIO, CHECKBOXES = 17, 18, 21, 22
SELECTS = (3, 5, 6, 7, 8)
V2_TYPES = (9, 10, 11, 12, 13, 14, 17)
LINK, PREMIUM = 5, 6


class LimitExceeded(Exception):
    """A request that Discord would refuse; `sentences` tell why."""

    def __init__(self, method: str, path: str, sentences: list[str]) -> None:
        super().__init__(f"{method} {path}: {' '.join(sentences)}")
        self.sentences = sentences


def check_request(method: str, path: str, payload: Any, files: Sequence[int] = ()) -> list[str]:
    """Name every limit that a request breaks; `files` are the sizes of its files in bytes."""
    broken = [*_files(files)]
    for verb, pattern, rule in RULES:
        if method in verb and re.fullmatch(pattern, path):
            broken += rule(payload if payload is not None else {})
    if method == "POST" and re.fullmatch(POSTS, path):
        broken += _substance(payload or {}, files)
    return broken


def _files(sizes: Sequence[int]) -> Iterator[str]:
    yield from between("The list of files", sizes, FILES)
    for size in sizes:
        if size > FILE_SIZE:
            yield f"A file has {size} bytes; {FILE_SIZE} are allowed."
    if sum(sizes) > REQUEST_SIZE:
        yield f"The files have {sum(sizes)} bytes together; {REQUEST_SIZE} are allowed."


# messages


def _message(body: Json) -> Iterator[str]:
    components = body.get("components") or []
    yield from between("The content", body.get("content"), CONTENT)
    yield from _embeds(body.get("embeds") or [])
    yield from between("The list of attachments", body.get("attachments"), FILES)
    for attachment in body.get("attachments") or []:
        yield from between("The alt text of an attachment", attachment.get("description"), ALT_TEXT)
    yield from _mentions(body.get("allowed_mentions") or {})
    if (body.get("flags") or 0) & V2_FLAG:
        yield from _layout(body, components)
    else:
        yield from _rows(components)
    yield from _custom_ids(components)
    for component in _walk(components):
        yield from _component(component)


def _substance(body: Json, files: Sequence[int]) -> Iterator[str]:
    if not files and not any(
        body.get(key) for key in ("content", "embeds", "components", "sticker_ids", "poll")
    ):
        yield "A message may not be empty."


def _mentions(allowed: Json) -> Iterator[str]:
    for kind in ("users", "roles"):
        yield from between(f"The list of {kind} to be mentioned", allowed.get(kind), 100)
        if allowed.get(kind) and kind in (allowed.get("parse") or []):
            yield f"Mentions of {kind} are allowed in general and one by one: only one of both may be said."


def _rows(components: list[Json]) -> Iterator[str]:
    yield from between("The list of rows", components, ROWS)
    if any(component.get("type") in V2_TYPES for component in _walk(components)):
        yield "Components of the second kind need the flag IS_COMPONENTS_V2."


def _layout(body: Json, components: list[Json]) -> Iterator[str]:
    if body.get("content") or body.get("embeds"):
        yield "A message of components holds neither content nor embeds."
    everything = [*_walk(components)]
    yield from between("The tree of components", everything, V2_COMPONENTS)
    total = sum(
        len(component.get("content") or "") for component in everything if component.get("type") == TEXT
    )
    if total > V2_TEXT:
        yield f"The texts have {total} characters together; {V2_TEXT} are allowed."


def _walk(components: Iterable[Json]) -> Iterator[Json]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])
        yield from _walk(component[key] for key in ("accessory", "component") if component.get(key))


def _custom_ids(components: list[Json]) -> Iterator[str]:
    counted = Counter(component["custom_id"] for component in _walk(components) if component.get("custom_id"))
    for custom_id, count in counted.items():
        if count > 1:
            yield f"The custom_id {custom_id!r} is used {count} times."


def _component(component: Json) -> Iterator[str]:
    kind = component.get("type")
    yield from between("A custom_id", component.get("custom_id"), CUSTOM_ID, 1)
    yield from _sizes(component, SIZES.get(kind, ()))
    if kind in RULES_OF_KIND:
        yield from RULES_OF_KIND[kind](component)


def _row(row: Json) -> Iterator[str]:
    inside = row.get("components") or []
    if len(inside) > 1 and any(component.get("type") != BUTTON for component in inside):
        yield "A list to choose from takes a row of its own."


def _button(button: Json) -> Iterator[str]:
    if not button.get("label") and not button.get("emoji") and button.get("style") != PREMIUM:
        yield "A button needs a label or an emoji."
    wanted, other = ("url", "custom_id") if button.get("style") == LINK else ("custom_id", "url")
    if button.get("style") != PREMIUM and (not button.get(wanted) or button.get(other)):
        yield f"A button of style {button.get('style')} has a {wanted} and no {other}."


def _select(select: Json) -> Iterator[str]:
    options = select.get("options") or []
    low, high = select.get("min_values"), select.get("max_values")
    low, high = 1 if low is None else low, 1 if high is None else high
    offered = len(options) if select.get("type") == SELECT else OPTIONS
    if not 0 <= low <= high or not 1 <= high <= min(max(offered, 1), OPTIONS):
        yield f"A list of {offered} cannot ask for {low} to {high} of them."
    if (chosen := sum(bool(option.get("default")) for option in options)) > high:
        yield f"A list shows {chosen} options as chosen where {high} may be."
    yield from _offered(select)


def _offered(chooser: Json) -> Iterator[str]:
    """The options of a list, a radio group or a group of boxes."""
    options = chooser.get("options") or []
    for option in options:
        yield from _sizes(option, OPTION_SIZES)
    for value, count in Counter(option.get("value") for option in options).items():
        if count > 1:
            yield f"The option {value!r} is offered {count} times."


def _section(section: Json) -> Iterator[str]:
    if not section.get("accessory"):
        yield "A section needs an accessory."


def _gallery(gallery: Json) -> Iterator[str]:
    for item in gallery.get("items") or []:
        yield from _sizes(item, SIZES[THUMBNAIL])


def _container(container: Json) -> Iterator[str]:
    if not 0 <= (container.get("accent_color") or 0) <= 0xFFFFFF:
        yield f"{container['accent_color']} is no colour."


def _input(field: Json) -> Iterator[str]:
    low, high = field.get("min_length") or 0, field.get("max_length") or INPUT_TEXT
    yield from between("The text of an input", field.get("value") or None, min(high, INPUT_TEXT), low)
    if not 0 <= low <= high <= INPUT_TEXT:
        yield f"An input cannot take {low} to {high} characters."


class Size(NamedTuple):
    """How long a part of something may be; one that is needed counts as empty when it is absent."""

    key: str
    what: str
    high: int
    low: int = 0
    needed: bool = False


def _sizes(thing: Json, sizes: Iterable[Size]) -> Iterator[str]:
    for size in sizes:
        value = thing.get(size.key)
        yield from between(size.what, "" if value is None and size.needed else value, size.high, size.low)


_LIST = (Size("placeholder", "The placeholder of a list", PLACEHOLDER),)
SIZES: dict[Any, tuple[Size, ...]] = {
    ROW: (Size("components", "A row", BUTTONS, 1, needed=True),),
    BUTTON: (Size("label", "The label of a button", LABEL), Size("url", "The address of a button", URL, 1)),
    **dict.fromkeys(SELECTS, _LIST),
    SELECT: (*_LIST, Size("options", "The options of a list", OPTIONS, 1, needed=True)),
    INPUT: (Size("label", "The label of an input", 45, 1), Size("placeholder", "The hint of an input", 100)),
    SECTION: (Size("components", "A section", 3, 1, needed=True),),
    TEXT: (Size("content", "A text", V2_TEXT, 1, needed=True),),
    THUMBNAIL: (Size("description", "The alt text of a picture", ALT_TEXT, 1),),
    GALLERY: (Size("items", "A gallery", 10, 1, needed=True),),
    CONTAINER: (Size("components", "A container", V2_COMPONENTS, 1, needed=True),),
    FIELD: (
        Size("label", "The label of a field", 45, 1, needed=True),
        Size("description", "The description of a field", 100, 1),
    ),
    RADIO: (Size("options", "A radio group", 10, 2, needed=True),),
    CHECKBOXES: (Size("options", "A group of boxes", 10, 1, needed=True),),
}
OPTION_SIZES = (
    Size("label", "The label of an option", 100, 1, needed=True),
    Size("value", "The value of an option", 100, 1, needed=True),
    Size("description", "The description of an option", 100),
)
RULES_OF_KIND: dict[Any, LimitCheck] = {
    **dict.fromkeys(SELECTS, _select),
    **dict.fromkeys((RADIO, CHECKBOXES), _offered),
    ROW: _row,
    BUTTON: _button,
    SECTION: _section,
    GALLERY: _gallery,
    CONTAINER: _container,
    INPUT: _input,
}


EMBED_PARTS = {"title": 256, "description": 4096}
FIELD_PARTS = {"name": 256, "value": 1024}


def _embeds(embeds: list[Json]) -> Iterator[str]:
    yield from between("The list of embeds", embeds, EMBEDS)
    total = 0
    for embed in embeds:
        fields = embed.get("fields") or []
        yield from between("The fields of an embed", fields, 25)
        parts = [(part, embed.get(part) or "", high) for part, high in EMBED_PARTS.items()]
        parts += [
            (f"field {part}", field.get(part) or "", high)
            for field in fields
            for part, high in FIELD_PARTS.items()
        ]
        parts += [("footer", (embed.get("footer") or {}).get("text") or "", 2048)]
        parts += [("author", (embed.get("author") or {}).get("name") or "", 256)]
        for part, text, high in parts:
            yield from between(f"The {part} of an embed", text, high)
        total += sum(len(text) for _, text, _ in parts)
    if total > EMBED_TEXT:
        yield f"The embeds have {total} characters together; {EMBED_TEXT} are allowed."


# answers to interactions


def _callback(body: Json) -> Iterator[str]:
    data = body.get("data") or {}
    match body.get("type"):
        case 4 | 7:
            yield from _message(data)
        case 8:
            yield from between("The list of choices", data.get("choices"), OPTIONS)
            for choice in data.get("choices") or []:
                yield from choice_limits(choice)
        case 9:
            yield from _modal(data)


def _modal(modal: Json) -> Iterator[str]:
    components = modal.get("components") or []
    yield from _sizes(modal, MODAL_SIZES)
    yield from _custom_ids(components)
    for component in _walk(components):
        yield from _component(component)


MODAL_SIZES = (
    Size("title", "The title of a form", 45, 1, needed=True),
    Size("custom_id", "The custom_id of a form", CUSTOM_ID, 1, needed=True),
    Size("components", "A form", TOP_OF_MODAL, 1, needed=True),
)


# channels and threads


def _channel(body: Json) -> Iterator[str]:
    yield from between("The name of a channel", body.get("name"), 100, 1)
    yield from between("The topic of a channel", body.get("topic"), 1024)


SNOWFLAKE = r"\d+"
POSTS = rf"/channels/{SNOWFLAKE}/messages|/webhooks/{SNOWFLAKE}/[^/]+"
RULES: tuple[tuple[tuple[str, ...], str, LimitCheck], ...] = (
    (("POST", "PATCH"), rf"({POSTS})(/messages)?(/[^/]+)?", _message),
    (("POST",), rf"/interactions/{SNOWFLAKE}/[^/]+/callback", _callback),
    (("PUT",), rf"/applications/{SNOWFLAKE}(/guilds/{SNOWFLAKE})?/commands", commands_limits),
    (("POST",), rf"/applications/{SNOWFLAKE}(/guilds/{SNOWFLAKE})?/commands", command_limits),
    (("PATCH",), rf"/applications/{SNOWFLAKE}(/guilds/{SNOWFLAKE})?/commands/{SNOWFLAKE}", change_limits),
    (("POST",), rf"/channels/{SNOWFLAKE}(/messages/{SNOWFLAKE})?/threads", _channel),
    (("PATCH",), rf"/channels/{SNOWFLAKE}", _channel),
)


# in front of discord.py


def install(client_http: Any) -> None:
    """Check every request of this client, answers to interactions included, before it is sent."""
    from discord.webhook.async_ import async_context  # noqa: PLC0415 - the checks above need no Discord

    adapter: Any = async_context.get()
    for sender in (client_http, adapter):
        if not hasattr(sender.request, "checks_limits"):
            sender.request = _checked(sender.request)


def _checked(send: Send) -> Send:
    async def request(route: Any, *positional: Any, **named: Any) -> Any:
        payload = named.get("json", named.get("payload"))
        parts = named.get("form") or named.get("multipart") or ()
        for part in parts:
            if part.get("name") == "payload_json":
                payload = json.loads(part["value"])
        path = route.url.removeprefix(route.BASE)
        sizes = [_length(file.fp) for file in named.get("files") or ()]
        if broken := check_request(route.method, path, payload, sizes):
            raise LimitExceeded(route.method, route.path, broken)
        try:
            return await send(route, *positional, **named)
        except RuntimeError as error:
            if str(error) != CLOSED:
                raise
            raise aiohttp.ClientConnectionError(CLOSED) from None

    request.checks_limits = True  # type: ignore[attr-defined]
    return request


def _length(stream: Any) -> int:
    place = stream.tell()
    end = stream.seek(0, 2)
    stream.seek(place)
    return int(end) - int(place)
