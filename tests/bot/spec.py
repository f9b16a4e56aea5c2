"""Requests of the bot against Discord's own description of its HTTP API.

The description is found through the variable DISCORD_SPEC and never copied into the project. `observer()` gives a
function for `LocalDiscord.on_request`: whatever it finds lands among the errors of the server.
"""

import copy
import functools
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from bot.local.wire import SentRequest

VARIABLE = "DISCORD_SPEC"


class Spec:
    """Discord's description, ready to judge requests."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._paths = [(_pattern(path), operations) for path, operations in document["paths"].items()]
        self._paths.sort(key=lambda pair: pair[0].pattern.count("[^/]+"))
        self._quick: dict[int, jsonschema_rs.Draft202012Validator] = {}
        self.checked = 0

    def check(self, sent: SentRequest) -> list[str]:
        """What is wrong with a request, one sentence each."""
        for pattern, operations in self._paths:
            if pattern.fullmatch(sent.path):
                operation = operations.get(sent.method.lower())
                if operation is not None:
                    return self._judge(sent, operation)
        return [f"Discord has no {sent.method} {sent.path}"]

    def _judge(self, sent: SentRequest, operation: dict[str, Any]) -> list[str]:
        self.checked += 1
        body = operation.get("requestBody")
        if body is None or (sent.payload is None and not body.get("required")):
            return []
        schema = body["content"]["application/json"]["schema"]
        payload = normalised(sent.payload)
        if self._judges(schema).is_valid(payload):
            return []
        errors = Draft202012Validator(self._whole(schema)).iter_errors(payload)
        told = [f"{sent.method} {sent.path}: {_told(error)}" for error in errors]
        return told or [f"{sent.method} {sent.path}: not valid"]

    def _judges(self, schema: dict[str, Any]) -> jsonschema_rs.Draft202012Validator:
        """The judge of a schema: a quick one, that says nothing else than yes or no."""
        if id(schema) not in self._quick:
            self._quick[id(schema)] = jsonschema_rs.Draft202012Validator(self._whole(schema))
        return self._quick[id(schema)]

    def _whole(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {**schema, "components": self._document["components"]}


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


def observer() -> Callable[[SentRequest], list[str]]:
    """Judge every request if the description is there, none otherwise."""
    spec = load()
    return spec.check if spec is not None else lambda _sent: []


def required() -> Spec:
    """The description, or a skip with its reason."""
    spec = load()
    if spec is None:
        pytest.skip(f"{VARIABLE} names no description of Discord's API")
    return spec
