"""Errors as sentences: each has words in every language, and permissions are named as Discord names them."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

import bot
from assets import sentences
from bot.answers import AnyInteraction
from bot.errors.base import BotError
from bot.errors.tables import MissingPermission
from bot.speech import error_sentences

SAID = re.compile(r'(?:words\.say|say)\(\s*(?:interaction,\s*)?"([a-z_]+(?:\.[a-z_]+)+)"')


def kinds(base: type[Exception]) -> Iterator[type[Any]]:
    yield base
    for kind in base.__subclasses__():
        yield from kinds(kind)


@pytest.mark.parametrize("kind", [*kinds(BotError)])
def test_every_error_has_a_sentence(kind: type[Any]):
    """In every language there is."""
    assert all(kind.key in sentences.messages(lang) for lang in sentences.languages())


def test_everything_said_has_words():
    """Every key that stands in the code is a message."""
    folder = Path(bot.__file__).parent
    said = {key for path in folder.rglob("*.py") for key in SAID.findall(path.read_text("utf-8"))}

    assert [key for key in sorted(said) if not sentences.known(key)] == []
    assert len(said) > 60


def test_a_missing_permission_is_named():
    """The person learns what to switch on."""
    held = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)
    interaction = cast("AnyInteraction", SimpleNamespace(app_permissions=held, channel=None))

    with pytest.raises(MissingPermission) as caught:
        error_sentences.check_permissions(interaction)

    assert "Attach Files" in error_sentences.sentence(caught.value, "en")


@pytest.mark.parametrize("code", [50001, 50013])
def test_discords_refusal_is_told_with_the_permission(code: int):
    """Where Discord forbids something, the missing permission is named."""
    held = discord.Permissions(view_channel=True, read_message_history=True, attach_files=True)
    interaction = cast("AnyInteraction", SimpleNamespace(app_permissions=held, channel=None))
    response = cast("Any", SimpleNamespace(status=403, reason="Forbidden"))
    error = discord.Forbidden(response, {"code": code, "message": "Missing Permissions"})

    assert "Send Messages" in error_sentences.sentence(error, "en", interaction)
