"""The local page speaks every language it offers."""

import json
import re
from pathlib import Path

import pytest
from discord import Locale

import bot.local
from assets import sentences
from bot.local.page_api import locales
from tests.bot.person import Person
from tests.bot.servers import local_discord

LOCAL = Path(bot.local.__file__).parent
PAGE = LOCAL / "page"
FILES = sorted(PAGE.glob("words-*.json"))


def said() -> set[str]:
    """Every sentence of the page, and every complaint of the server that holds no value."""
    scripts = "".join(path.read_text("utf-8") for path in PAGE.glob("*.js"))
    served = "".join(path.read_text("utf-8") for path in LOCAL.glob("*.py"))
    found = set(re.findall(r'\bt\("([^"]+)"', scripts))
    found |= set(re.findall(r'\["\w+", \d+, "([^"]+)"\]', scripts))
    found |= set(re.findall(r'data-t(?:-label|-title)?="([^"]+)"', (PAGE / "index.html").read_text("utf-8")))
    return found | set(re.findall(r'\brefused\("([^"]+)"\)', served))


def test_every_language_that_is_offered_has_its_words():
    """The page offers all that the bot speaks; English needs no words: its sentences are the keys."""
    assert locales(sentences.languages()) == ["en-US", "cs", "de", "es-ES", "hu"]
    assert {*sentences.languages()} == {"en", *(path.stem.removeprefix("words-") for path in FILES)}
    assert {*locales(sentences.languages())} <= {locale.value for locale in Locale}


async def test_a_language_that_is_begun_is_offered():
    """By the name that Discord has for it; what the page cannot say in it yet is English."""
    async with (
        local_discord(languages=("en", "de", "fr", "pt")) as server,
        await Person.join(server.url) as one,
    ):
        assert one.locales == ["en-US", "de", "fr", "pt-BR"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_language_says_all_that_the_page_says(path: Path):
    """No sentence is missing or left over, and the same is filled in."""
    words = json.loads(path.read_text("utf-8"))
    fields = {one: set(re.findall(r"\{\w+\}", one)) for one in said()}

    assert words.keys() == said()
    assert {one: set(re.findall(r"\{\w+\}", text)) for one, text in words.items()} == fields
    assert [one for one, text in words.items() if not text.strip()] == []
