"""Discord's limits on what a bot may send, checked before it is sent.

`check_request` is pure and answers with one sentence per broken limit. `install` puts it in front of every
request discord.py makes, so that a mistake is found here and named, instead of coming back as a bare 400.
"""

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any

Json = dict[str, Any]
Rule = Callable[[Any], Iterator[str]]
Send = Callable[..., Awaitable[Any]]

CONTENT, V2_TEXT, V2_COMPONENTS = 2000, 4000, 40
ROWS, BUTTONS, TOP_OF_MODAL = 5, 5, 5
CHOICES = OPTIONS = 25
LABEL, CUSTOM_ID, PLACEHOLDER, URL, ALT_TEXT = 80, 100, 150, 512, 1024
EMBEDS, EMBED_TEXT, FILES = 10, 6000, 10
FILE_SIZE, REQUEST_SIZE = 10 * 2**20, 25 * 2**20
COMMANDS, MENU_COMMANDS, COMMAND_SIZE = 100, 15, 8000
V2_FLAG = 1 << 15

ROW, BUTTON, SELECT, INPUT, SECTION, TEXT, THUMBNAIL, GALLERY = 1, 2, 3, 4, 9, 10, 11, 12
CONTAINER, FIELD, RADIO, CHECKBOXES = 17, 18, 21, 22
SELECTS = (3, 5, 6, 7, 8)
V2_TYPES = (9, 10, 11, 12, 13, 14, 17)
LINK, PREMIUM = 5, 6
NAME = re.compile(r"[-_'\w]{1,32}")


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


def _between(what: str, value: str | Sequence[Any] | None, high: int, low: int = 0) -> Iterator[str]:
    """One sentence if a text or list is too long or too short."""
    if value is not None and not low <= len(value) <= high:
        unit = "characters" if isinstance(value, str) else "entries"
        yield f"{what} has {len(value)} {unit}; {low} to {high} are allowed."


def _files(sizes: Sequence[int]) -> Iterator[str]:
    yield from _between("The list of files", sizes, FILES)
    for size in sizes:
        if size > FILE_SIZE:
            yield f"A file has {size} bytes; {FILE_SIZE} are allowed."
    if sum(sizes) > REQUEST_SIZE:
        yield f"The files have {sum(sizes)} bytes together; {REQUEST_SIZE} are allowed."


# messages


def _message(body: Json) -> Iterator[str]:
    components = body.get("components") or []
    yield from _between("The content", body.get("content"), CONTENT)
    yield from _embeds(body.get("embeds") or [])
    yield from _between("The list of attachments", body.get("attachments"), FILES)
    for attachment in body.get("attachments") or []:
        yield from _between("The alt text of an attachment", attachment.get("description"), ALT_TEXT)
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
        yield from _between(f"The list of {kind} to be mentioned", allowed.get(kind), 100)
        if allowed.get(kind) and kind in (allowed.get("parse") or []):
            yield f"Mentions of {kind} are allowed in general and one by one: only one of both may be said."


def _rows(components: list[Json]) -> Iterator[str]:
    yield from _between("The list of rows", components, ROWS)
    if any(component.get("type") in V2_TYPES for component in _walk(components)):
        yield "Components of the second kind need the flag IS_COMPONENTS_V2."


def _layout(body: Json, components: list[Json]) -> Iterator[str]:
    if body.get("content") or body.get("embeds"):
        yield "A message of components holds neither content nor embeds."
    everything = [*_walk(components)]
    yield from _between("The tree of components", everything, V2_COMPONENTS)
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
    yield from _between("A custom_id", component.get("custom_id"), CUSTOM_ID, 1)
    if kind in SELECTS:
        yield from _select(component)
    elif kind in COMPONENT_RULES:
        yield from COMPONENT_RULES[kind](component)


def _row(row: Json) -> Iterator[str]:
    inside = row.get("components") or []
    yield from _between("A row", inside, BUTTONS, 1)
    if len(inside) > 1 and any(component.get("type") != BUTTON for component in inside):
        yield "A list to choose from takes a row of its own."


def _button(button: Json) -> Iterator[str]:
    yield from _between("The label of a button", button.get("label"), LABEL)
    yield from _between("The address of a button", button.get("url"), URL, 1)
    if not button.get("label") and not button.get("emoji") and button.get("style") != PREMIUM:
        yield "A button needs a label or an emoji."
    wanted = "url" if button.get("style") == LINK else "custom_id"
    other = "custom_id" if wanted == "url" else "url"
    if button.get("style") != PREMIUM and (not button.get(wanted) or button.get(other)):
        yield f"A button of style {button.get('style')} has a {wanted} and no {other}."


def _select(select: Json) -> Iterator[str]:
    options = select.get("options") or []
    yield from _between("The placeholder of a list", select.get("placeholder"), PLACEHOLDER)
    if select.get("type") == SELECT:
        yield from _between("The options of a list", options, OPTIONS, 1)
        yield from _amounts(select, min(OPTIONS, len(options)))
        yield from _offered(options)
    else:
        yield from _amounts(select, OPTIONS)


def _offered(options: list[Json]) -> Iterator[str]:
    """The options of a list, a radio group or a group of boxes."""
    for option in options:
        for part in ("label", "value"):
            yield from _between(f"The {part} of an option", option.get(part) or "", 100, 1)
        yield from _between("The description of an option", option.get("description"), 100)
    for value, count in Counter(option.get("value") for option in options).items():
        if count > 1:
            yield f"The option {value!r} is offered {count} times."


def _amounts(select: Json, offered: int) -> Iterator[str]:
    low, high = select.get("min_values"), select.get("max_values")
    low, high = 1 if low is None else low, 1 if high is None else high
    chosen = sum(bool(option.get("default")) for option in select.get("options") or [])
    if not 0 <= low <= high or not 1 <= high <= max(offered, 1):
        yield f"A list of {offered} cannot ask for {low} to {high} of them."
    if chosen > high:
        yield f"A list shows {chosen} options as chosen where {high} may be."


def _text(text: Json) -> Iterator[str]:
    yield from _between("A text", text.get("content") or "", V2_TEXT, 1)


def _section(section: Json) -> Iterator[str]:
    yield from _between("A section", section.get("components") or [], 3, 1)
    if not section.get("accessory"):
        yield "A section needs an accessory."


def _gallery(gallery: Json) -> Iterator[str]:
    items = gallery.get("items") or []
    yield from _between("A gallery", items, 10, 1)
    for item in items:
        yield from _alt_text(item)


def _alt_text(picture: Json) -> Iterator[str]:
    yield from _between("The alt text of a picture", picture.get("description"), ALT_TEXT, 1)


def _container(container: Json) -> Iterator[str]:
    yield from _between("A container", container.get("components") or [], V2_COMPONENTS, 1)
    colour = container.get("accent_color")
    if colour is not None and not 0 <= colour <= 0xFFFFFF:
        yield f"{colour} is no colour."


EMBED_PARTS = {"title": 256, "description": 4096}
FIELD_PARTS = {"name": 256, "value": 1024}


def _embeds(embeds: list[Json]) -> Iterator[str]:
    yield from _between("The list of embeds", embeds, EMBEDS)
    total = 0
    for embed in embeds:
        fields = embed.get("fields") or []
        yield from _between("The fields of an embed", fields, 25)
        parts = [(part, embed.get(part) or "", high) for part, high in EMBED_PARTS.items()]
        parts += [
            (f"field {part}", field.get(part) or "", high)
            for field in fields
            for part, high in FIELD_PARTS.items()
        ]
        parts += [("footer", (embed.get("footer") or {}).get("text") or "", 2048)]
        parts += [("author", (embed.get("author") or {}).get("name") or "", 256)]
        for part, text, high in parts:
            yield from _between(f"The {part} of an embed", text, high)
        total += sum(len(text) for _, text, _ in parts)
    if total > EMBED_TEXT:
        yield f"The embeds have {total} characters together; {EMBED_TEXT} are allowed."


# answers to interactions


def _callback(body: Json) -> Iterator[str]:
    data = body.get("data") or {}
    match body.get("type"):
        case 4:
            yield from _message(data)
        case 7:
            yield from _message(data)
        case 8:
            yield from _between("The list of choices", data.get("choices"), CHOICES)
            for choice in data.get("choices") or []:
                yield from _choice(choice)
        case 9:
            yield from _modal(data)


def _choice(choice: Json) -> Iterator[str]:
    for name in [choice.get("name") or "", *(choice.get("name_localizations") or {}).values()]:
        yield from _between("The name of a choice", name, 100, 1)
    if isinstance(choice.get("value"), str):
        yield from _between("The value of a choice", choice["value"], 100)


def _modal(modal: Json) -> Iterator[str]:
    components = modal.get("components") or []
    yield from _between("The title of a form", modal.get("title") or "", 45, 1)
    yield from _between("The custom_id of a form", modal.get("custom_id") or "", CUSTOM_ID, 1)
    yield from _between("A form", components, TOP_OF_MODAL, 1)
    yield from _custom_ids(components)
    for component in _walk(components):
        yield from _component(component)


def _labelled(field: Json) -> Iterator[str]:
    yield from _between("The label of a field", field.get("label") or "", 45, 1)
    yield from _between("The description of a field", field.get("description"), 100)


def _input(field: Json) -> Iterator[str]:
    low, high = field.get("min_length") or 0, field.get("max_length") or 4000
    yield from _between("The label of an input", field.get("label"), 45, 1)
    yield from _between("The placeholder of an input", field.get("placeholder"), 100)
    yield from _between("The text of an input", field.get("value") or None, min(high, 4000), low)
    if not 0 <= low <= high <= 4000:
        yield f"An input cannot take {low} to {high} characters."


def _radio(group: Json) -> Iterator[str]:
    yield from _between("A radio group", group.get("options") or [], 10, 2)
    yield from _offered(group.get("options") or [])


def _boxes(group: Json) -> Iterator[str]:
    yield from _between("A group of boxes", group.get("options") or [], 10, 1)
    yield from _offered(group.get("options") or [])


COMPONENT_RULES: dict[Any, Rule] = {
    ROW: _row,
    BUTTON: _button,
    INPUT: _input,
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _alt_text,
    GALLERY: _gallery,
    CONTAINER: _container,
    FIELD: _labelled,
    RADIO: _radio,
    CHECKBOXES: _boxes,
}


# commands


def _commands(commands: list[Json]) -> Iterator[str]:
    kinds = Counter(command.get("type", 1) for command in commands)
    for kind, high in ((1, COMMANDS), (2, MENU_COMMANDS), (3, MENU_COMMANDS)):
        if kinds[kind] > high:
            yield f"There are {kinds[kind]} commands of type {kind}; {high} are allowed."
    for (_, name), count in Counter(
        (command.get("type", 1), command.get("name")) for command in commands
    ).items():
        if count > 1:
            yield f"The command {name!r} is registered {count} times."
    for command in commands:
        yield from _command(command)


def _command(command: Json) -> Iterator[str]:
    if (size := _size(command)) > COMMAND_SIZE:
        yield f"The command {command.get('name')!r} has {size} characters; {COMMAND_SIZE} are allowed."
    if command.get("type", 1) == 1:
        yield from _option(command, 0)
    else:
        yield from _between("The name of a command", command.get("name") or "", 32, 1)


def _option(option: Json, depth: int) -> Iterator[str]:
    """A command, a group, a sub-command or an option: they share most rules."""
    for name in [option.get("name") or "", *(option.get("name_localizations") or {}).values()]:
        if not NAME.fullmatch(name) or name != name.lower():
            yield f"The name {name!r} must be 1 to 32 lower-case letters, digits, - or _."
    for text in [option.get("description") or "", *(option.get("description_localizations") or {}).values()]:
        yield from _between(f"The description of {option.get('name')!r}", text, 100, 1)
    inside, choices = option.get("options") or [], option.get("choices") or []
    yield from _between(f"The options of {option.get('name')!r}", inside, OPTIONS)
    yield from _between(f"The choices of {option.get('name')!r}", choices, CHOICES)
    for choice in choices:
        yield from _choice(choice)
    yield from _order(option, inside)
    if depth == 3:
        yield f"The option {option.get('name')!r} is nested too deep."
        return
    for one in inside:
        yield from _option(one, depth + 1)


def _order(option: Json, inside: list[Json]) -> Iterator[str]:
    names = Counter(one.get("name") for one in inside)
    if doubled := [name for name, count in names.items() if count > 1]:
        yield f"The option {doubled[0]!r} of {option.get('name')!r} occurs twice."
    required = [bool(one.get("required")) for one in inside if one.get("type", 3) > 2]
    if required != sorted(required, reverse=True):
        yield f"Required options of {option.get('name')!r} must come first."
    if option.get("autocomplete") and option.get("choices"):
        yield f"The option {option.get('name')!r} has choices and completes them too."


def _size(option: Json) -> int:
    """Characters that count: names, descriptions and values, each in its longest language."""
    total = 0
    for key in ("name", "description"):
        spoken = [option.get(key) or "", *(option.get(f"{key}_localizations") or {}).values()]
        total += max(len(text) for text in spoken)
    if isinstance(option.get("value"), str):
        total += len(option["value"])
    return total + sum(_size(one) for key in ("options", "choices") for one in option.get(key) or [])


def _channel(body: Json) -> Iterator[str]:
    yield from _between("The name of a channel", body.get("name"), 100, 1)
    yield from _between("The topic of a channel", body.get("topic"), 1024)


SNOWFLAKE = r"\d+"
POSTS = rf"/channels/{SNOWFLAKE}/messages|/webhooks/{SNOWFLAKE}/[^/]+"
RULES: tuple[tuple[tuple[str, ...], str, Rule], ...] = (
    (("POST", "PATCH"), rf"({POSTS})(/messages)?(/[^/]+)?", _message),
    (("POST",), rf"/interactions/{SNOWFLAKE}/[^/]+/callback", _callback),
    (("PUT",), rf"/applications/{SNOWFLAKE}(/guilds/{SNOWFLAKE})?/commands", _commands),
    (
        ("POST", "PATCH"),
        rf"/applications/{SNOWFLAKE}(/guilds/{SNOWFLAKE})?/commands(/{SNOWFLAKE})?",
        _command,
    ),
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
        return await send(route, *positional, **named)

    request.checks_limits = True  # type: ignore[attr-defined]
    return request


def _length(stream: Any) -> int:
    place = stream.tell()
    end = stream.seek(0, 2)
    stream.seek(place)
    return int(end) - int(place)
