"""Discord's limits on slash commands, one sentence per limit broken."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

Json = dict[str, Any]

CHOICES = OPTIONS = 25
COMMANDS, MENU_COMMANDS, COMMAND_SIZE = 100, 15, 8000
COMMAND, SUB_COMMAND, GROUP = 0, 1, 2
_VALUES = tuple(range(3, 12))
_INSIDE = {
    COMMAND: (SUB_COMMAND, GROUP, *_VALUES),
    GROUP: (SUB_COMMAND,),
    SUB_COMMAND: _VALUES,
    **dict.fromkeys(_VALUES, ()),
}
"""What may stand inside what: a command, a group, a sub-command, an option."""
NAME = re.compile(r"[-_'\w]{1,32}")


def between(what: str, value: str | Sequence[Any] | None, high: int, low: int = 0) -> Iterator[str]:
    """Return one sentence if a text or list is too long or too short."""
    if value is not None and not low <= len(value) <= high:
        unit = "characters" if isinstance(value, str) else "entries"
        yield f"{what} has {len(value)} {unit}; {low} to {high} are allowed."


def choice_limits(choice: Json) -> Iterator[str]:
    """A choice of an option, fixed or completed."""
    for name in [choice.get("name") or "", *(choice.get("name_localizations") or {}).values()]:
        yield from between("The name of a choice", name, 100, 1)
    if isinstance(choice.get("value"), str):
        yield from between("The value of a choice", choice["value"], 100)


def commands_limits(commands: list[Json]) -> Iterator[str]:
    """All commands of a guild, or all global ones."""
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
        yield from command_limits(command)


def command_limits(command: Json) -> Iterator[str]:
    """One command with all it holds."""
    if (size := _size(command)) > COMMAND_SIZE:
        yield f"The command {command.get('name')!r} has {size} characters; {COMMAND_SIZE} are allowed."
    if command.get("type", 1) == 1:
        yield from _option(command, 0)
    else:
        yield from between("The name of a command", command.get("name") or "", 32, 1)


def change_limits(change: Json) -> Iterator[str]:
    """A change of one command: what it does not name stays as it is."""
    yield from command_limits({"name": "name", "description": "description", **change})


def _option(option: Json, depth: int) -> Iterator[str]:
    """A command, a group, a sub-command or an option: they share most rules."""
    for name in [option.get("name") or "", *(option.get("name_localizations") or {}).values()]:
        if not NAME.fullmatch(name) or name != name.lower():
            yield f"The name {name!r} must be 1 to 32 lower-case letters, digits, - or _."
    for text in [option.get("description") or "", *(option.get("description_localizations") or {}).values()]:
        yield from between(f"The description of {option.get('name')!r}", text, 100, 1)
    inside, choices = option.get("options") or [], option.get("choices") or []
    yield from between(f"The options of {option.get('name')!r}", inside, OPTIONS)
    yield from between(f"The choices of {option.get('name')!r}", choices, CHOICES)
    for choice in choices:
        yield from choice_limits(choice)
    yield from _order(option, inside)
    for one in inside:
        if one.get("type", 3) not in _INSIDE[option.get("type", 3) if depth else COMMAND]:
            yield f"{one.get('name')!r} cannot stand inside {option.get('name')!r}."
        else:
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
