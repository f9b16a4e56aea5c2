"""Places are called in each language as people who speak it call them."""

import re
from collections import Counter

import pytest

from assets import places, sentences
from engine.title import titles

ALONE = "(?<![\\w\\u2013/-]){}(?![\\w\\u2013-])"
"""A name that is no part of that of a railway or of another word."""
PRINTED = {
    part
    for title in titles().values()
    for form in title.forms
    for hex_ in form.hexes.values()
    for name in (hex_.name, *(stop.name for stop in hex_.stops))
    for part in places.JOINED.split(name)[::2]
}


@pytest.mark.parametrize(
    ("printed", "lang", "called"),
    [
        ("Lucerne", "de", "Luzern"),
        ("Praha", "en", "Prague"),
        ("Praha", "de", "Prag"),
        ("Genève", "en", "Geneva"),
        ("Genève", "de", "Genf"),
        ("Brno", "de", "Brünn"),
        ("Wien", "hu", "Bécs"),
        ("Bécs", "de", "Wien"),
        ("Teplice & Ústí nad Labem", "de", "Teplitz & Aussig"),
        ("Dijon/Paris", "cs", "Dijon/Paris"),
        ("Zug", "hu", "Zug"),
        ("", "hu", ""),
    ],
)
def test_a_place_has_the_name_of_the_language(printed: str, lang: str, called: str):
    """Its own where it has one, what is printed where not; both of two places of one hex."""
    assert places.in_language(printed, lang) == called


def test_every_place_is_on_a_map_and_none_is_there_twice():
    """No name stands for two places, and none of them is unknown to all titles."""
    every = [name for place in places.places() for name in places.every_name(place)]

    assert [name for name, count in Counter(every).items() if count > 1] == []
    assert [place for place in places.places() if PRINTED.isdisjoint(places.every_name(place))] == []
    assert {key for place in places.places() for key in place} == {*sentences.languages(), places.ALSO}


@pytest.mark.parametrize("lang", sentences.languages())
def test_no_two_places_of_a_map_have_one_name(lang: str):
    """But for those that are printed alike: the hexes of one area."""
    for title in titles().values():
        printed = {hex_.name for hex_ in title.forms[0].hexes.values()} - {""}

        assert len({places.in_language(name, lang) for name in printed}) == len(printed), title.name


def test_all_names_of_a_place_are_known():
    """What is printed comes first."""
    assert places.names_of("Bécs")[0] == "Bécs"
    assert {"Wien", "Vienna", "Vídeň", "Viena"} <= set(places.names_of("Bécs"))
    assert places.names_of("Zug") == ("Zug",)


@pytest.mark.parametrize("lang", sentences.languages())
def test_rules_and_sentences_call_places_as_the_map_does(lang: str):
    """Nobody has to find out that Praha, of which a rule speaks, is called Prague on the map."""
    strange = {
        name: place[lang]
        for place in places.places()
        if lang in place
        for name in places.every_name(place)
        if name != place[lang]
    }
    said = [message.forms for message in sentences.messages(lang).values()]
    clauses = [title.texts.clauses.values() for title in titles().values()] if lang == "en" else []

    alone = re.compile(ALONE.format(f"({'|'.join(map(re.escape, strange))})"))

    assert strange
    assert [
        (found[1], text) for texts in (*said, *clauses) for text in texts if (found := alone.search(text))
    ] == []
