"""Samples for native readers: every language draws messages and lines of all titles, a seed the same ones again."""

import re

import pytest

from assets import exchange, sentences
from engine.title import titles
from tests.tools.examples import PHRASES, in_language, of_title
from tests.tools.samples import sample

PLIES = 15
"""So few actions of each game are enough to draw from."""
COUNT = 24


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"^ *(\d+)\. ", text, re.MULTILINE)]


@pytest.mark.slow
def test_every_language_draws_messages_and_lines_of_all_titles():
    """As many as were asked for, the same messages in each language, and no line that the bot has cut."""
    keys = set()
    for lang in sentences.languages():
        text = sample(lang, 3, COUNT, COUNT, PLIES)
        parts = text.split("\n\nLines of games\n\n")
        assert [numbers(part) for part in parts] == [[*range(1, COUNT + 1)]] * 2
        assert parts[0].count(f"\n     {lang}: ") == COUNT
        assert all(re.search(rf"^ *\d+\. {title}, \d players", parts[1], re.MULTILINE) for title in titles())
        assert not re.search(r"line: .*…$", parts[1], re.MULTILINE)
        keys.add(tuple(re.findall(r"^ *\d+\. (.*)", parts[0], re.MULTILINE)))

    assert len(keys) == 1


def test_a_seed_draws_the_same_sample_again_and_another_one_draws_others():
    """So that two readers can speak of the same numbers."""
    first, second = (sample("cs", 3, COUNT, COUNT, PLIES) for _ in range(2))

    assert first == second
    assert sample("cs", 4, COUNT, COUNT, PLIES).split("\n\n")[1:] != first.split("\n\n")[1:]


def test_every_phrase_is_an_example_of_a_field():
    """One that no field has any more would never be said."""
    known = {exchange.sample(key, name)[0] for key, one in exchange.english().items() for name in one.needed}

    assert PHRASES.keys() - known == set()


@pytest.mark.parametrize(
    ("example", "lang", "said"),
    [
        ("4,210 K", "es", "4210\u00a0K"),
        ("10%", "de", "10\u00a0%"),
        ("BEB and LS", "hu", "BEB és LS"),
        ("B23 or C22", "cs", "B23 nebo C22"),
        ("B23 Brno", "de", "B23 Brünn"),
        ("Europe/Prague", "de", "Europe/Prague"),
        ("12 hours", "de", "12 Stunden"),
        ("Lay track", "de", "Gleis legen"),
        (7, "de", 7),
    ],
)
def test_an_example_is_said_in_the_language(example: str | int, lang: str, said: str | int):
    """Numbers, lists, places and moves; what somebody has typed stays as it is."""
    assert in_language(example, lang) == said


@pytest.mark.parametrize(
    ("key", "example", "said"),
    [
        ("in.18Mag.event.x", "120 K", "120 Ft"),
        ("in.18Mag.event.x/major", "BEB", "RÁBA"),
        ("in.1844.event.x", "BEB and LS", "NOB and SCB"),
        ("in.18CZ.event.x", "BEB", "BEB"),
    ],
)
def test_the_own_words_of_a_title_get_its_own_companies_and_money(key: str, example: str, said: str):
    """And not those of 18CZ, from which the examples are."""
    assert of_title(key, example) == said
