"""Registered slash commands: kept, found by name, filled with what a person typed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.local.ids import BOT, GUILD, Ids
from bot.local.permissions import bits
from bot.local.shapes import command_json
from bot.local.store import Store
from bot.local.wire import JsonObject, refused
from bot.local.world import World

GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL = 2, 3, 4, 5, 6, 7
ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 8, 9, 10, 11
UNTOLD = ("user", "deaf", "mute")
PARTLY = ("id", "name", "type", "parent_id", "thread_metadata", "flags", "topic", "position", "nsfw")
"""What an interaction tells of a channel that is named in it."""


def key(command: JsonObject) -> tuple[int, str]:
    """Return the key that identifies a command within its scope."""
    return command.get("type") or 1, command["name"]


def register(store: Store, ids: Ids, scope: str, wanted: list[JsonObject]) -> list[JsonObject]:
    """Replace the commands of a scope; a command keeps its id as long as its name stays."""
    old = {key(command): command for command in store.commands(scope)}
    commands: list[JsonObject] = []
    for body in wanted:
        known = old.get(key(body))
        fixed = {"id": known["id"] if known else ids.next(), "application_id": BOT, "version": ids.next()}
        place = {} if scope == "global" else {"guild_id": scope}
        commands.append(command_json({**body, **fixed, **place}))
    store.put_commands(scope, commands)
    return commands


def all_commands(store: Store) -> list[JsonObject]:
    """Return the commands a person at home can type: the guild's before the global ones."""
    return [*store.commands(GUILD), *store.commands("global")]


@dataclass(frozen=True)
class Typed:
    """A command and the options it takes, found by its full name."""

    command: JsonObject
    path: tuple[JsonObject, ...]

    @property
    def options(self) -> list[JsonObject]:
        """Return the options of the innermost command."""
        return list((self.path[-1] if self.path else self.command).get("options") or [])

    def data(self, values: list[JsonObject], resolved: JsonObject) -> JsonObject:
        """Return the data of the interaction."""
        for step in reversed(self.path):
            values = [{"type": step["type"], "name": step["name"], "options": values}]
        command = self.command
        place = {"guild_id": command["guild_id"]} if "guild_id" in command else {}
        found: JsonObject = {
            "id": command["id"],
            "name": command["name"],
            "type": 1,
            "options": values,
            **place,
        }
        return found | ({"resolved": resolved} if resolved else {})


def find(store: Store, name: str) -> Typed:
    """Return the command called that, sub-commands separated by blanks."""
    first, *rest = name.removeprefix("/").split()
    for command in all_commands(store):
        if command["name"] == first and command["type"] == 1:
            return Typed(command, _descend(command, rest, name))
    raise refused(f"There is no command /{first}.")


def _descend(command: JsonObject, rest: list[str], name: str) -> tuple[JsonObject, ...]:
    path: list[JsonObject] = []
    step = command
    for word in rest:
        inner = [option for option in step.get("options") or [] if option["name"] == word]
        if not inner or inner[0]["type"] > GROUP:
            raise refused(f"There is no command /{name}.")
        step = inner[0]
        path.append(step)
    if any(option["type"] <= GROUP for option in step.get("options") or []):
        raise refused(f"/{name} needs a sub-command.")
    return tuple(path)


def permitted(command: JsonObject, held: int) -> bool:
    """Return whether somebody with these permissions may use a command."""
    needed = command.get("default_member_permissions")
    if needed is None or held & bits("administrator"):
        return True
    return int(needed) != 0 and held & int(needed) == int(needed)


class OptionFiller:
    """Turns what a person gave for the options into what the bot receives."""

    def __init__(self, world: World, uploads: Mapping[str, JsonObject], guild: str | None, seat: str) -> None:
        self.world = world
        self.uploads = uploads
        self.guild = world.guilds[guild] if guild else None
        self.seat = seat
        self.resolved: JsonObject = {}

    def fill(self, typed: Typed, given: JsonObject) -> list[JsonObject]:
        """Return all options, checked as the client checks them."""
        known = {option["name"]: option for option in typed.options}
        if strange := [name for name in given if name not in known]:
            raise refused(f"/{typed.command['name']} has no option {strange[0]!r}.")
        if missing := [
            name for name, option in known.items() if option.get("required") and name not in given
        ]:
            raise refused(f"The option {missing[0]!r} is missing.")
        return [self._option(known[name], value) for name, value in given.items()]

    def fill_partly(self, typed: Typed, given: JsonObject, focus: str) -> list[JsonObject]:
        """Return the options as they stand while one of them is being typed."""
        known = {option["name"]: option for option in typed.options}
        if not known.get(focus, {}).get("autocomplete"):
            raise refused(f"The option {focus!r} completes nothing.")
        values: list[JsonObject] = []
        for name, value in given.items():
            if name == focus:
                values.append(
                    {"type": known[name]["type"], "name": name, "value": str(value), "focused": True}
                )
            elif name in known and value not in ("", None):
                values.append(self._option(known[name], value))
        return values

    def _option(self, option: JsonObject, value: Any) -> JsonObject:
        value = self._typed(option, value)
        choices = option.get("choices") or []
        if choices and value not in [choice["value"] for choice in choices]:
            raise refused(f"{value!r} is no choice of {option['name']!r}.")
        return {"type": option["type"], "name": option["name"], "value": value}

    def _typed(self, option: JsonObject, value: Any) -> Any:
        kind, name = option["type"], option["name"]
        try:
            if kind == STRING:
                return _within(name, str(value), len(str(value)), option, "length")
            if kind == INTEGER:
                return _within(name, int(value), int(value), option, "value")
            if kind == NUMBER:
                return _within(name, float(value), float(value), option, "value")
        except (TypeError, ValueError) as error:
            raise refused(f"{value!r} is no number for {name!r}.") from error
        if kind == BOOLEAN:
            return value if isinstance(value, bool) else str(value).casefold() in ("true", "yes", "1")
        return self._resolve(kind, name, str(value))

    def _resolve(self, kind: int, name: str, value: str) -> str:
        if kind == ATTACHMENT:
            if value not in self.uploads:
                raise refused(f"No file was uploaded for {name!r}.")
            self._note("attachments", value, self.uploads[value])
            return value
        finders = {USER: self.person, CHANNEL: self.channel, ROLE: self.role, MENTIONABLE: self.mentionable}
        return finders[kind](value)

    def _note(self, what: str, number: str, found: JsonObject) -> None:
        self.resolved.setdefault(what, {})[number] = found

    def person(self, value: str) -> str:
        """Return a user by id, place or name, described among the resolved objects."""
        user = self.world.user(value.strip("<@!>"))
        self._note("users", user["id"], user)
        if self.guild and self.guild.is_member(user["id"]):
            held = str(self.guild.held(user["id"]))
            member = {**self.guild.member(user), "permissions": held}
            self._note("members", user["id"], {key: member[key] for key in member if key not in UNTOLD})
        return str(user["id"])

    def channel(self, value: str) -> str:
        """Return a channel by id, described among the resolved objects with what the person may do there."""
        found = self.world.channel(value.strip("<#>"))
        told = {key: found[key] for key in PARTLY if key in found}
        told["permissions"] = str(self.world.held_in(found, self.seat))
        self._note("channels", found["id"], told)
        return str(found["id"])

    def role(self, value: str) -> str:
        """Return a role by id or name, described among the resolved objects."""
        if self.guild is None:
            raise refused("There are no roles here.")
        found = self.guild.role(value.strip("<@&>"))
        self._note("roles", found["id"], found)
        return str(found["id"])

    def mentionable(self, value: str) -> str:
        """Return a role or, if there is none like that, a person."""
        roles = self.guild.record["roles"] if self.guild else []
        wanted = value.strip("<@!&>")
        if any(wanted in (role["id"], role["name"]) for role in roles):
            return self.role(wanted)
        return self.person(wanted)


def _within(name: str, value: Any, measure: float, option: JsonObject, what: str) -> Any:
    low, high = option.get(f"min_{what}"), option.get(f"max_{what}")
    if (low is not None and measure < low) or (high is not None and measure > high):
        raise refused(f"The {what} of {name!r} must lie between {low} and {high}.")
    return value
