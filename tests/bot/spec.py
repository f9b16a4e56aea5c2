"""Requests of the bot, answers and events of the bundled server: held against Discord's own description of its API.

The description is found through the variable DISCORD_SPEC and never copied into the project.
"""

import copy
import functools
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from bot.local.wire import SentRequest

VARIABLE = "DISCORD_SPEC"


@dataclass(frozen=True)
class GivenAnswer:
    """What the bot got for a request: the status, and the body unless there is none."""

    method: str
    path: str
    status: int
    data: Any


class Spec:
    """Discord's description, ready to judge requests."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._paths = [(_pattern(path), operations) for path, operations in document["paths"].items()]
        self._paths.sort(key=lambda pair: pair[0].pattern.count("[^/]+"))
        self._quick: dict[int, jsonschema_rs.Draft202012Validator] = {}
        self._commands: Any = None
        self.checked = self.answers = 0

    def check(self, sent: SentRequest) -> list[str]:
        """What is wrong with a request, one sentence each."""
        operation = self._operation(sent.method, sent.path)
        if operation is None:
            return [f"Discord has no {sent.method} {sent.path}"]
        self.checked += 1
        if sent.payload is not None and sent.payload == self._commands:
            return []
        body = operation.get("requestBody")
        if body is None or (sent.payload is None and not body.get("required")):
            return []
        schema = body["content"]["application/json"]["schema"]
        wrong = self._judge(f"{sent.method} {sent.path}", normalised(sent.payload), schema)
        if sent.path.endswith("/commands") and not wrong:
            self._commands = sent.payload  # every bot sends the same, and they are many
        return wrong

    def check_answer(self, given: GivenAnswer) -> list[str]:
        """What is wrong with an answer, one sentence each."""
        place = f"{given.status} to {given.method} {given.path}"
        operation = self._operation(given.method, given.path)
        if operation is None or given.status >= 500:
            return []
        self.answers += 1
        responses = operation["responses"]
        response = responses.get(str(given.status)) or responses.get(f"{given.status // 100}XX")
        if response is None:
            return [f"{place}: Discord gives no such answer"]
        if "$ref" in response:
            response = self._document["components"]["responses"][response["$ref"].rpartition("/")[2]]
        content = response.get("content", {}).get("application/json")
        if content is None or given.data is None:
            return [] if content is None and given.data is None else [f"{place}: a body too many or too few"]
        return self._judge(place, given.data, content["schema"])

    def check_event(self, event: str, data: dict[str, Any]) -> list[str]:
        """What is wrong with the objects an event of the gateway brings, one sentence each."""
        schemas = self._document["components"]["schemas"]
        return [
            f"{trouble}"
            for name, found in described(event, data)
            for trouble in self._judge(f"{event}: {name}", found, schemas[name])
        ]

    def _operation(self, method: str, path: str) -> dict[str, Any] | None:
        for pattern, operations in self._paths:
            if method.lower() in operations and pattern.fullmatch(path):
                return dict(operations[method.lower()])
        return None

    def _judge(self, place: str, payload: Any, schema: dict[str, Any]) -> list[str]:
        if self._judges(schema).is_valid(payload):
            return []
        errors = Draft202012Validator(self._whole(schema)).iter_errors(payload)
        return [f"{place}: {_told(error)}" for error in errors] or [f"{place}: not valid"]

    def _judges(self, schema: dict[str, Any]) -> jsonschema_rs.Draft202012Validator:
        """The judge of a schema: a quick one, that says nothing else than yes or no."""
        if id(schema) not in self._quick:
            self._quick[id(schema)] = jsonschema_rs.Draft202012Validator(self._whole(schema))
        return self._quick[id(schema)]

    def _whole(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {**schema, "components": self._document["components"]}


OF_CHANNELS = {1: "PrivateChannelResponse", 10: "ThreadResponse", 11: "ThreadResponse", 12: "ThreadResponse"}


def _channel(data: dict[str, Any]) -> tuple[str, Any]:
    return OF_CHANNELS.get(data["type"], "GuildChannelResponse"), data


def described(event: str, data: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The objects of an event, each with the name of the schema it must fit."""
    if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
        yield "MessageResponse", data
    elif event in ("CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE"):
        yield _channel(data)
    elif event == "READY":
        yield "UserPIIResponse", data["user"]
    elif event == "GUILD_CREATE":
        yield "GuildWithCountsResponse", data
        yield from (("PrivateGuildMemberResponse", member) for member in data["members"])
        yield from (_channel(channel) for channel in [*data["channels"], *data["threads"]])
    elif event.startswith("GUILD_ROLE_"):
        yield "GuildRoleResponse", data["role"]
    elif event == "INTERACTION_CREATE":
        yield _channel(data["channel"])
        if "message" in data:
            yield "MessageResponse", data["message"]
        yield (
            ("PrivateGuildMemberResponse", data["member"])
            if "member" in data
            else ("UserResponse", data["user"])
        )


def _pattern(path: str) -> re.Pattern[str]:
    """The path as a pattern; @me and @original count as ids do."""
    return re.compile(re.sub(r"\\\{[^}]+\\\}|\{[^}]+\}", "[^/]+", re.escape(path).replace(r"\-", "-")))


def _told(error: Any) -> str:
    deepest = error
    while deepest.context:
        deepest = max(deepest.context, key=lambda inner: len(inner.absolute_path))
    return f"{'/'.join(map(str, deepest.absolute_path))}: {deepest.message[:300]}"


def normalised(payload: Any) -> Any:
    """The payload with its numbers of things in quotes: discord.py sends them bare, which Discord takes too."""
    payload = copy.deepcopy(payload)
    if isinstance(payload, dict):
        _quote(payload, "recipient_id")
        for body in (payload, payload.get("data") or {}):
            for attachment in body.get("attachments") or []:
                _quote(attachment, "id")
            _quote(body.get("message_reference") or {}, "message_id", "channel_id", "guild_id")
            _quote(body.get("allowed_mentions") or {}, "users", "roles")
    return payload


def _quote(body: dict[str, Any], *keys: str) -> None:
    for key in keys:
        value = body.get(key)
        if isinstance(value, list):
            body[key] = [str(number) for number in value]
        elif value is not None:
            body[key] = str(value)


@functools.cache
def load() -> Spec | None:
    """The description, if this machine has it."""
    place = os.environ.get(VARIABLE)
    return Spec(json.loads(Path(place).read_text(encoding="utf-8"))) if place else None


def required() -> Spec:
    """The description, or a skip with its reason."""
    spec = load()
    if spec is None:
        pytest.skip(f"{VARIABLE} names no description of Discord's API")
    return spec
