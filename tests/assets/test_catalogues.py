"""What must hold for the messages of any language that is found."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import read_po

from assets import sentences
from engine.title import titles

LOCALE = Path(__file__).parents[2] / "assets" / "locale"
LANGUAGES = sentences.languages()
OTHERS = [lang for lang in LANGUAGES if lang != sentences.ENGLISH]
NUMBERS = (0, 1, 2, 5, 21)
COUNTS = "n|count|places|seats|limit|most|left|pages"
"""Fields that hold whole numbers of things."""
COUNTED = re.compile(rf"\{{(?:{COUNTS})\}}\s+(?!\w+\s*\{{)[^\W\d_]{{2,}}")
"""A number before a word that would have to agree with it; not one before another field: {{n}} of {{limit}}."""
SINGULAR = ("hu",)
"""Languages whose nouns stay as they are behind any number."""
MARKED = re.compile(r"\{[^}]*\}|</[^>]*>")
LINK = re.compile(r"</([a-z ]+)>")


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences, "strict", True)


def family(key: str) -> frozenset[str]:
    """The fields of all English messages about the same thing, any of which may be given with it."""
    head = re.sub(r"^in\.\w+\.", "", key).partition("/")[0]
    head = ".".join(head.split(".")[:2])
    every = sentences.messages(sentences.ENGLISH)
    return frozenset().union(*(every[one].needed for one in every if f".{one}.".find(f"{head}") >= 0))


# --- the same is said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_message_is_said_twice(lang: str):
    """Of two messages of one id the reader of the file keeps one, and says nothing."""
    ids = re.findall(r'^msgid "(.+)"$', (LOCALE / f"{lang}.po").read_text("utf-8"), re.MULTILINE)

    assert [one for one, count in Counter(ids).items() if count > 1] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_message_is_empty_or_doubtful(lang: str):
    """Every message says something, and none is marked as a guess."""
    with (LOCALE / f"{lang}.po").open("rb") as file:
        catalogue = read_po(file, locale=lang)
    entries = [entry for entry in catalogue if entry.id]

    assert all(form.strip() for message in sentences.messages(lang).values() for form in message.forms)
    assert [entry.id for entry in entries if entry.fuzzy] == []


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_says_all_that_english_says(lang: str):
    """The same keys, apart from the clauses of rulebooks, which are English data of the titles."""
    english, other = sentences.messages(sentences.ENGLISH), sentences.messages(lang)
    translated = {key for key in other if not key.startswith("clause.")}

    assert set(english) == translated


@pytest.mark.parametrize("lang", OTHERS)
def test_a_translation_names_only_what_is_given(lang: str):
    """It may leave a fact out, and use one that goes with the message in English elsewhere."""
    english, other = sentences.messages(sentences.ENGLISH), sentences.messages(lang)
    unknown = {
        key: surplus
        for key in english
        if (surplus := other[key].needed - english[key].needed) and not surplus <= family(key)
    }

    assert unknown == {}


@pytest.mark.parametrize("lang", OTHERS)
def test_the_same_commands_are_linked(lang: str):
    """A link names a command in English, which each reader sees in the language of the client."""
    english, other = sentences.messages(sentences.ENGLISH), sentences.messages(lang)
    differing = [key for key in english if links(english[key]) != links(other[key])]

    assert differing == []


def links(message: sentences.Message) -> set[str]:
    return {path for form in message.forms for path in LINK.findall(form)}


MARKS = re.compile("[\u2018\u2019\u201a-\u201f\u00ab\u00bb]")
"""Quotation marks and apostrophes that are not those of a keyboard."""


def test_english_has_one_kind_of_quotation_mark():
    """The straight one, in messages and in the clauses of titles."""
    messages = {key: " ".join(one.forms) for key, one in sentences.messages(sentences.ENGLISH).items()}
    clauses = {
        f"clause.{one}": text for title in titles().values() for one, text in title.texts.clauses.items()
    }

    assert len(clauses) > 1000
    assert [key for key, text in {**messages, **clauses}.items() if MARKS.search(text)] == []


SHARED = frozenset(
    (
        *(
            "bank",
            "director",
            "export",
            "film",
            "furka",
            "interval",
            "liquid",
            "minors",
            "panel",
            "phase",
            "plan",
        ),
        *("pool", "regional", "role", "status", "text", "total", "tunnel", "zone"),
    )
)
"""Words that English has in common with one of our languages, where they are meant."""


@pytest.mark.parametrize("lang", OTHERS)
def test_nothing_is_left_in_english(lang: str):
    """A message that reads as in English has no words in it, or only such as both languages have."""
    english, other = sentences.messages(sentences.ENGLISH), sentences.messages(lang)
    left = {
        key
        for key, message in english.items()
        for form in {*message.forms} & {*other[key].forms}
        if {word.casefold() for word in re.findall(r"[^\W\d_]{4,}", MARKED.sub("", form))} - SHARED
    }

    assert left == set()


# --- numbers


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plural_forms_agree_with_their_language(lang: str):
    """A message with forms has as many as its language needs."""
    counts = {len(message.forms) for message in sentences.messages(lang).values()}

    assert counts <= {1, nplurals(lang)}


def nplurals(lang: str) -> int:
    with (LOCALE / f"{lang}.po").open("rb") as file:
        return read_po(file, locale=lang).num_plurals


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_number_before_a_word_has_its_plurals(lang: str):
    """1 train, 2 trains: a message with only one form does not count things."""
    counting = [
        (key, form)
        for key, message in sentences.messages(lang).items()
        for form in message.forms
        if len(message.forms) == 1 and lang not in SINGULAR and COUNTED.search(form)
    ]

    assert counting == []


def test_a_message_that_counts_with_one_form_is_noticed():
    """The test above can fail."""
    assert COUNTED.search("{unit} has {count} trains")
    assert not COUNTED.search("Seats taken: {count} of {places}.")
    assert not COUNTED.search("{player} has {cash} left")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_can_be_said_with_any_number(lang: str):
    """Every form is filled in without a rest, whatever its number."""
    wrong = [text for text in rendered(lang) if re.search(r"\{\w*\}|\{\w+:", text)]

    assert wrong == []


def rendered(lang: str) -> Iterator[str]:
    for key, message in sentences.messages(lang).items():
        for number in NUMBERS if message.chooser else (1,):
            fields = dict.fromkeys(message.fields, "7") | {message.chooser or "n": number}
            yield sentences.say(key, lang, **fields)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_form_names_its_number(lang: str):
    """Only what is said of exactly one thing may leave the number out."""
    rule = Locale.parse(lang).plural_form
    for key, message in sentences.messages(lang).items():
        several = [form for form in message.forms if message.chooser and f"{{{message.chooser}" in form]
        if several and rule(5) != rule(1):
            assert len(message.forms) - len(several) <= 1, key


# --- a language with three forms


PSEUDO = r"""
msgid ""
msgstr ""
"Language: pl\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\n"

msgid "count.tile"
msgid_plural "n"
msgstr[0] "{n} płytka"
msgstr[1] "{n} płytki"
msgstr[2] "{n} płytek"

msgid "refusal.acquire_open"
msgid_plural "refusal.acquire_open"
msgstr[0] "{unit}: {count} pociąg"
msgstr[1] "{unit}: {count} pociągi"
msgstr[2] "{unit}: {count} pociągów"

msgid "refusal.must_act"
msgstr "Ćwierć żółtej łąki; </game new>"

msgid "command.game.name"
msgstr "gra"

msgid "command.new.name"
msgstr "nowa"
"""


@pytest.fixture
def _pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "en.po").write_bytes((LOCALE / "en.po").read_bytes())
    (tmp_path / "pl.po").write_text(PSEUDO.lstrip(), "utf-8")
    cached = (sentences.languages, sentences.language, sentences._catalogue)
    monkeypatch.setattr(sentences, "_folder", lambda: tmp_path)
    for one in cached:
        one.cache_clear()
    yield
    monkeypatch.undo()
    for one in cached:
        one.cache_clear()


@pytest.mark.usefixtures("_pseudo")
def test_a_language_may_have_three_plurals_and_any_letters(monkeypatch: pytest.MonkeyPatch):
    """The form goes by the field named in this file, or else by that of the English message."""
    tiles = [sentences.say("count.tile", "pl", n=number) for number in (1, 2, 5, 22)]
    trains = [sentences.say("refusal.acquire_open", "pl", unit="ATE", count=number) for number in (1, 3, 12)]
    monkeypatch.setattr(sentences, "command_ids", {})
    plain = sentences.say("refusal.must_act", "pl")
    sentences.command_ids["game"] = "77"

    assert sentences.languages() == ("en", "pl")
    assert tiles == ["1 płytka", "2 płytki", "5 płytek", "22 płytki"]
    assert trains == ["ATE: 1 pociąg", "ATE: 3 pociągi", "ATE: 12 pociągów"]
    assert plain == "Ćwierć żółtej łąki; `/gra nowa`"
    assert sentences.say("refusal.must_act", "pl").endswith("</game new:77>")
