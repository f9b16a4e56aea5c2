"""The words that languages gave up: the lists of terms name them, and no message has them any more."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from assets import sentences

HOME = Path(__file__).parents[2]
GIVEN_UP = "\n## Given up\n"
ROW = re.compile(r"^\| `(.+?)` \| (.+?) \|", re.MULTILINE)


def given_up(lang: str) -> dict[str, str]:
    """The words that a language gave up, and what is said instead."""
    name = "terms.md" if lang == sentences.ENGLISH else f"terms-{lang}.md"
    return dict(ROW.findall((HOME / "docs" / name).read_text("utf-8").partition(GIVEN_UP)[2]))


def told(lang: str) -> Iterator[tuple[str, str]]:
    """All that is said in a language but the clauses of rules, by key: at the table and on the local page."""
    for key, message in sentences.messages(lang).items():
        if not key.startswith("clause."):
            yield from ((key, form) for form in message.forms)
    page = HOME / "bot" / "local" / "page" / f"words-{lang}.json"
    if page.exists():
        yield from json.loads(page.read_text("utf-8")).items()


def stale(words: Iterable[str], said: Iterable[tuple[str, str]]) -> list[str]:
    """Which messages have one of some words, or a word that begins so; in brackets and commands it is no word.

    A word with a small letter may begin a sentence, too.
    """
    heads = "|".join(re.escape(form) for word in words for form in (word, word[0].upper() + word[1:]))
    known = re.compile(rf"(?<!\w)(?:{heads})")
    return [key for key, text in said if known.search(re.sub(r"\{[^}]*\}|</[^>]*>", "", text))]


@pytest.mark.parametrize("lang", sentences.languages())
def test_no_message_has_a_word_that_its_language_gave_up(lang: str):
    """What was decided once stays decided, whoever adds a message."""
    words = given_up(lang)

    assert words
    assert stale(words, told(lang)) == []


def test_a_word_is_found_wherever_it_stands():
    """At the beginning, with another ending; not within another word, nor as the name of a field."""
    said = [
        ("one", "Brett und Plan"),
        ("two", "auf den Brettern"),
        ("three", "Fensterbrett"),
        ("four", "{Brett} hier"),
        ("five", "Gerufen wird niemand"),
    ]

    assert stale(["Brett", "gerufen"], said) == ["one", "two", "five"]
