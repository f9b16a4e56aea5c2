"""The one place where an error becomes a sentence for a person."""

import logging
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import aiohttp
import discord
from discord import app_commands

from assets import sentences
from bot.errors.storage import Unavailable
from bot.errors.tables import MissingPermission, NotInThread
from bot.limits import LimitExceeded
from bot.permissions import needed
from engine.refusals import Refusal, Refused

log = logging.getLogger(__name__)

TYPED = 60
"""How much is repeated of what a person typed."""
FORBIDDEN = (50001, 50013)
GONE = (10062, 10015, 50027)
"""Discord's codes for an interaction that can no longer be answered."""
TROUBLE: tuple[tuple[tuple[type[BaseException], ...], str], ...] = (
    ((app_commands.CommandNotFound, app_commands.CommandSignatureMismatch), "error.commands_changed"),
    ((app_commands.MissingPermissions,), "error.not_allowed"),
    ((LimitExceeded,), "error.too_long"),
    ((discord.DiscordServerError, discord.NotFound, aiohttp.ClientError, TimeoutError), "error.discord"),
)
"""Errors of which a sentence without any details tells enough."""


def lacking(interaction: discord.Interaction) -> list[str]:
    """Return the permissions the bot needs in this channel and does not have, by their names in the library."""
    held, wanted = interaction.app_permissions, needed(interaction.channel)
    return [name for name, on in wanted if on and not getattr(held, name)]


def in_words(permissions: Iterable[str], lang: str) -> list[str]:
    """Return permissions as Discord calls them in a language."""
    return [sentences.say(f"permission.{name}", lang) for name in permissions]


def check_permissions(interaction: discord.Interaction) -> None:
    """Refuse to open a table where the bot could not keep it.

    :raises NotInThread: when it has not been let into a private thread
    :raises MissingPermission: when it lacks permissions; it names them
    """
    channel = interaction.channel
    hidden = isinstance(channel, discord.Thread) and channel.is_private()
    if hidden and not interaction.app_permissions.view_channel:
        raise NotInThread
    if missing := lacking(interaction):
        raise MissingPermission(permissions=missing)


def root(error: BaseException) -> BaseException:
    """Return the error behind the wrappers of commands."""
    while isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    return error


def sentence(error: BaseException, lang: str, interaction: discord.Interaction | None = None) -> str:
    """Return the sentence for an error; an unforeseen one is logged under the reference in that sentence."""
    error = root(error)
    if isinstance(error, Unavailable):
        log.warning("storage: %s", error.key)
    if isinstance(error, Refused):
        return refused(error.refusal, lang)
    return _discord_sentence(error, lang, interaction) or _unforeseen(error, lang)


def refused(refusal: Refusal, lang: str) -> str:
    """Return why something was refused, whether by the engine, at a table or by the database."""
    said = _harmless(refusal.values)
    if "permissions" in refusal.values:
        said["permissions"] = in_words(refusal.values["permissions"], lang)
    keys = [f"error.not_running.{said.get('state')}"]
    keys += [refusal.key] if "." in refusal.key else [f"error.{refusal.key}", "error.engine"]
    found = next(filter(sentences.known, keys), keys[-1])
    if found == "error.engine":
        log.error("no sentence tells of %s", refusal.key)
    return sentences.say(found, lang, **said)


def _harmless(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values in which nothing a person typed is markup or a mention."""
    return {name: _without_markup(one) for name, one in values.items()}


def _without_markup(value: Any) -> Any:
    """Return a text made harmless and shortened, a list as such a text, other values as they are."""
    if isinstance(value, list):
        return ", ".join(_without_markup(str(one)) for one in value)
    return sentences.escaped(value, TYPED) if isinstance(value, str) else value


def _discord_sentence(error: BaseException, lang: str, interaction: discord.Interaction | None) -> str | None:
    if isinstance(error, discord.Forbidden) and error.code in FORBIDDEN:
        missing = lacking(interaction) if interaction else []
        named = in_words(missing, lang) or [error.text]
        return sentences.say("error.missing_permission", lang, permissions=named)
    if isinstance(error, app_commands.TransformerError):
        return sentences.say("error.bad_argument", lang, value=sentences.escaped(str(error.value)))
    if isinstance(error, LimitExceeded) or (isinstance(error, discord.HTTPException) and error.status == 400):
        log.error("a message broke a rule of Discord's: %s", error)
    elif isinstance(error, discord.HTTPException | aiohttp.ClientError):
        log.warning("Discord did not take an answer: %s", error)
    key = next((key for kinds, key in TROUBLE if isinstance(error, kinds)), None)
    return None if key is None else sentences.say(key, lang)


def _unforeseen(error: BaseException, lang: str) -> str:
    reference = secrets.token_hex(3).upper()
    log.error("unforeseen, reference %s", reference, exc_info=error)
    return sentences.say("error.unforeseen", lang, reference=reference)


def vanished(error: BaseException) -> bool:
    """Tell whether there is nobody left to answer: the press is too old, or was answered already."""
    error = root(error)
    return isinstance(error, discord.HTTPException) and error.code in GONE
