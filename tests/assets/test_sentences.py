import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from assets import sentences

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "assets" / "locale"
KEY = re.compile(r"[a-z_0-9/]+(\.[A-Za-z_0-9/-]+)+")


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences, "strict", True)


def sources():
    """Every module that may speak, with its path."""
    for folder in ("bot", "render"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "local" not in path.parts:
                yield path, ast.parse(path.read_text("utf-8"))


def said(tree: ast.AST):
    """The messages a module names: whole keys, and the beginnings of those it puts together."""
    for call in ast.walk(tree):
        if (
            not isinstance(call, ast.Call)
            or getattr(call.func, "attr", getattr(call.func, "id", "")) != "say"
        ):
            continue
        for key in (arg for arg in call.args[:2]):
            if isinstance(key, ast.Constant) and KEY.fullmatch(str(key.value)):
                yield key.value, True
            elif isinstance(key, ast.JoinedStr) and isinstance(key.values[0], ast.Constant):
                yield key.values[0].value, False


def test_every_message_that_is_said_exists():
    """No code names a message that English does not have."""
    english = sentences.messages("en")
    missing = []
    for path, tree in sources():
        for key, whole in said(tree):
            found = key in english if whole else any(known.startswith(key) for known in english)
            if not found:
                missing.append((path.name, key))

    assert missing == []


def raised(tree: ast.AST):
    """The keys of the errors that a module raises."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"BadSetup", "Malformed"}:
            yield from (key.value for key in call.args[:1] if isinstance(key, ast.Constant))


def test_every_error_of_a_file_or_set_up_has_a_sentence():
    """Whatever is wrong with a game or its file, the command line tells it in words."""
    keys = {
        (path.name, key)
        for path in sorted((ROOT / "engine").rglob("*.py"))
        for key in raised(ast.parse(path.read_text("utf-8")))
    }
    unsaid = {
        (name, key) for name, key in keys if not any(map(sentences.known, (f"error.{key}", f"cli.{key}")))
    }

    assert keys
    assert unsaid == set()


@pytest.mark.parametrize("lang", sentences.languages())
def test_no_message_is_empty_or_doubtful(lang: str):
    """Every message says something, and none is marked as a guess."""
    with (LOCALE / f"{lang}.po").open("rb") as file:
        catalogue = read_po(file, locale=lang)
    entries = [entry for entry in catalogue if entry.id]
    forms = [
        form
        for entry in entries
        for form in ([entry.string] if isinstance(entry.string, str) else entry.string)
    ]

    assert all(form.strip() for form in forms)
    assert not any(entry.fuzzy for entry in entries)


def test_spanish_says_all_that_english_says():
    """The same keys, apart from the clauses of rulebooks, which are English data of the titles."""
    english, spanish = sentences.messages("en"), sentences.messages("es")
    translated = {key for key in spanish if not key.startswith("clause.")}

    assert set(english) == translated


def test_fields_agree_between_languages():
    """A translation fills in the same facts."""
    english, spanish = sentences.messages("en"), sentences.messages("es")
    differing = [key for key in english if english[key].fields != spanish[key].fields]

    assert differing == []


def test_plural_forms_agree_with_their_language():
    """A message with forms has as many as its language needs."""
    for lang in sentences.languages():
        counts = {len(message.forms) for message in sentences.messages(lang).values()}

        assert counts <= {1, 2}


def test_plurals_follow_the_number():
    """One tile, two tiles; in Spanish as well."""
    assert sentences.say("count.tile", n=1) == "1 tile"
    assert sentences.say("count.tile", n=3) == "3 tiles"
    assert sentences.say("count.tile", "es", n=1) == "1 loseta"
    assert sentences.say("count.tile", "es", n=0) == "0 losetas"


def test_numbers_money_and_lists_are_written_as_the_language_does():
    """Thousands and lists differ from language to language."""
    assert sentences.money(12345, "{} Ft") == "12,345 Ft"
    assert sentences.money(12345, "{} Ft", "es") == "12.345 Ft"
    assert sentences.money(-5, "K {}") == "K -5"
    assert sentences.join(["a", "b", "c"]) == "a, b and c"
    assert sentences.join(["a", "b", "c"], "es", either=True) == "a, b o c"
    assert sentences.join([]) == ""


def test_a_language_of_discord_is_matched_by_its_first_part():
    """es-419 is Spanish; what we do not speak is English."""
    assert sentences.language("es-419") == "es"
    assert sentences.language("en-GB") == "en"
    assert sentences.language("hu") == "en"
    assert sentences.language(None) == "en"


def test_in_tests_an_unknown_message_is_an_error():
    """Nothing is left unsaid by mistake."""
    with pytest.raises(KeyError):
        sentences.say("no.such_message")
    with pytest.raises(KeyError):
        sentences.say("event.drafted", player="Anna")


def test_in_production_an_unknown_message_is_made_good(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """A person sees the key rather than a failure, and the log tells."""
    monkeypatch.setattr(sentences, "strict", False)

    assert sentences.say("no.such_message") == "no.such_message"
    assert sentences.say("event.drafted", player="Anna") == "Anna takes …"
    assert "no.such_message" in caplog.text


@pytest.mark.parametrize(
    "typed",
    [
        "@everyone",
        "<@123>",
        "**bold**",
        "[x](http://evil)",
        "> quote",
        "# big",
        "`code`",
        "~~no~~",
        "||spoil||",
    ],
)
def test_what_people_type_is_neither_markup_nor_mention(typed: str):
    """Every special mark is escaped or broken up."""
    shown = sentences.escaped(typed)

    assert not re.search(r"(?<!\\)[*_`~|<>#\[\]()]", shown)
    assert "@everyone" not in shown
    assert "://" not in shown


def test_names_are_one_line_without_control_characters():
    """Line breaks, direction marks and endless names are tidied."""
    assert sentences.tidy("a\n\nb\u202ec\x00") == "a bc"
    assert sentences.tidy("x" * 50) == "x" * 31 + "…"
    assert sentences.tidy("\u200b") == "?"
    assert sentences.tidy("Szőke Ádám") == "Szőke Ádám"
