"""The local page speaks every language it offers."""

import json
import re
from pathlib import Path

import pytest

import bot.local

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
    found |= set(re.findall(r'\brefused\("([^"]+)"\)', served))
    return found | set(re.findall(r'50035, "(A (?:seat|channel) [^"]+)"', served))


def test_every_language_that_is_offered_has_its_words():
    """English needs none: its sentences are the keys."""
    offered = re.search(r"LANGUAGES = \{(.*?)\}", (PAGE / "sides.js").read_text("utf-8"))
    assert offered is not None
    locales = {locale.partition("-")[0] for locale in re.findall(r'"?([\w-]+)"?: "', offered[1])}

    assert locales - {"en"} == {path.stem.removeprefix("words-") for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_language_says_all_that_the_page_says(path: Path):
    """No sentence is missing or left over, and the same is filled in."""
    words = json.loads(path.read_text("utf-8"))
    fields = {one: set(re.findall(r"\{\w+\}", one)) for one in said()}

    assert words.keys() == said()
    assert {one: set(re.findall(r"\{\w+\}", text)) for one, text in words.items()} == fields
    assert [one for one, text in words.items() if not text.strip()] == []
