"""Slash commands for every verb of the engine, made from its actions; no verb is written by hand here."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol

import discord
from discord import app_commands
from discord.app_commands import locale_str

from assets import sentences
from engine import notation
from engine.actions import SHARED, Action
from engine.title import titles

Suggestions = list[app_commands.Choice[str]]
OptionWords = dict[str, str]
Focus = tuple[str, str]
"""The field that is being typed, and what stands in it so far."""
USE, DO, MOVE = "use", "do", "move"


class Typist(Protocol):
    """Who takes what people type."""

    async def typed(self, interaction: discord.Interaction[Any], verb: str, given: OptionWords) -> None:
        """Play a verb with the fields that were given, or ask for the others."""

    async def typed_line(self, interaction: discord.Interaction[Any], text: str) -> None:
        """Play a whole action."""

    async def suggest(
        self, interaction: discord.Interaction[Any], verb: str, given: OptionWords, focus: Focus
    ) -> Suggestions:
        """Return the legal values of a field, given the others."""

    async def suggest_line(self, interaction: discord.Interaction[Any], text: str) -> Suggestions:
        """Return whole actions that are legal."""


def text(key: str, fallback: str, **values: Any) -> locale_str:
    """Return an English message that is translated with the command tree, or an untranslated stopgap."""
    if sentences.known(key):
        return locale_str(sentences.cut(sentences.say(key), 100), key=key)
    return locale_str(sentences.cut(sentences.say(fallback, **values), 100))


def name(key: str, plain: str) -> locale_str:
    """Return the name of a command or option: in plain English, translated with the command tree."""
    return locale_str(plain, key=key)


def spoken(field: str) -> str:
    """Return the English name of an action's field: to a player a unit is a company."""
    key = f"option.{field}.name"
    return sentences.say(key) if sentences.known(key) else field


def shared(typist: Typist) -> list[app_commands.Command[Any, ..., Any]]:
    """Return a command for every verb that all titles share."""
    return [_command(kind.verb, [kind], typist) for kind in SHARED]


def special(typist: Typist) -> app_commands.Group:
    """Return ``/use`` with the verbs that only some titles have."""
    group = app_commands.Group(
        name=name("command.use.name", USE), description=text("command.use.about", ""), guild_only=True
    )
    for verb, kinds in _own_verbs().items():
        group.add_command(_command(verb, kinds, typist))
    return group


def line(typist: Typist) -> app_commands.Command[Any, ..., Any]:
    """Return ``/do``, which takes a whole action."""

    async def callback(interaction: discord.Interaction[Any], **given: str) -> None:
        await typist.typed_line(interaction, given[MOVE])

    async def suggest(interaction: discord.Interaction[Any], current: str) -> Suggestions:
        return await typist.suggest_line(interaction, current)

    _shape(callback, [MOVE], required=True)
    return _finished(DO, callback, [MOVE], {MOVE: suggest})


def every(typist: Typist) -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
    """Return all commands that play."""
    own = [special(typist)] if _own_verbs() else []
    return [*shared(typist), *own, line(typist)]


def _own_verbs() -> dict[str, list[type[Action]]]:
    found: dict[str, list[type[Action]]] = {}
    for title in titles().values():
        for kind in title.verbs:
            if kind not in SHARED:
                found.setdefault(kind.verb, []).append(kind)
    return dict(sorted(found.items()))


def _command(verb: str, kinds: Iterable[type[Action]], typist: Typist) -> app_commands.Command[Any, ..., Any]:
    """Return the command of a verb; titles that share its name share its options."""
    fields = list(dict.fromkeys(field for kind in kinds for field in notation.names(kind)))

    async def callback(interaction: discord.Interaction[Any], **given: str | None) -> None:
        await typist.typed(interaction, verb, {field: word for field, word in given.items() if word})

    _shape(callback, fields)
    suggest = {field: _suggester(verb, field, fields, typist) for field in fields}
    return _finished(verb, callback, fields, suggest)


def _suggester(
    verb: str, field: str, fields: list[str], typist: Typist
) -> Callable[..., Awaitable[Suggestions]]:
    async def suggest(interaction: discord.Interaction[Any], current: str) -> Suggestions:
        others = {other: spoken(other) for other in fields if other != field}
        typed = {other: getattr(interaction.namespace, word, None) for other, word in others.items()}
        given = {other: str(word) for other, word in typed.items() if word}
        return await typist.suggest(interaction, verb, given, (field, current))

    return suggest


def _shape(callback: Any, fields: Iterable[str], *, required: bool = False) -> None:
    """Give a callback the parameters Discord shall ask for: texts, left out where only one value is possible."""
    kind = inspect.Parameter.KEYWORD_ONLY
    default = inspect.Parameter.empty if required else None
    first = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction
    )
    wanted = str if required else str | None
    asked = [inspect.Parameter(field, kind, default=default, annotation=wanted) for field in fields]
    callback.__signature__ = inspect.Signature([first, *asked])


def _finished(
    verb: str, callback: Any, fields: Iterable[str], suggest: dict[str, Any]
) -> app_commands.Command[Any, ..., Any]:
    named = {field: name(f"option.{field}.name", spoken(field)) for field in fields}
    about = {field: text(f"option.{field}.about", "option.other.about", field=field) for field in fields}
    callback = app_commands.rename(**named)(callback)
    callback = app_commands.describe(**about)(callback)
    if suggest:
        callback = app_commands.autocomplete(**suggest)(callback)
    callback = app_commands.guild_only(callback)
    return app_commands.Command(
        name=name(f"command.{verb}.name", verb),
        description=text(f"command.{verb}.about", "command.other.about", verb=verb),
        callback=callback,
    )
