"""Whom a message mentions, and whom it calls."""

import re

from bot.local.attachments import walk
from bot.local.wire import JsonObject

MENTION = re.compile(r"<@!?(\d+)>")
ROLE_MENTION = re.compile(r"<@&(\d+)>")


def texts(message: JsonObject) -> list[str]:
    """Return the texts of a message in which a mention can call somebody."""
    shown = [
        component.get("content", "") for component in walk(message["components"]) if component["type"] == 10
    ]
    return [message["content"], *shown]


def _found(pattern: re.Pattern[str], message: JsonObject) -> list[str]:
    return list(dict.fromkeys(number for text in texts(message) for number in pattern.findall(text)))


def users_allowed(message: JsonObject, body: JsonObject) -> list[str]:
    """Return the users mentioned in the text whom the request allows to be called."""
    return _allowed(_found(MENTION, message), body, "users")


def roles_allowed(message: JsonObject, body: JsonObject) -> list[str]:
    """Return the roles mentioned in the text whom the request allows to be called."""
    return _allowed(_found(ROLE_MENTION, message), body, "roles")


def _allowed(mentioned: list[str], body: JsonObject, kind: str) -> list[str]:
    allowed = body.get("allowed_mentions")
    if allowed is None or kind in (allowed.get("parse") or []):
        return mentioned
    return [number for number in mentioned if number in {str(one) for one in allowed.get(kind) or []}]


def calls_everyone(message: JsonObject, body: JsonObject) -> bool:
    """Return whether a message calls everybody."""
    allowed = body.get("allowed_mentions")
    permitted = allowed is None or "everyone" in (allowed.get("parse") or [])
    return permitted and any("@everyone" in text or "@here" in text for text in texts(message))
