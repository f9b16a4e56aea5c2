import ast
import re
from pathlib import Path

import pytest

from assets import sentences, writing
from assets.writing import Said, with_article

ROOT = Path(__file__).parents[2]
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
        if not isinstance(call, ast.Call):
            continue
        if getattr(call.func, "attr", getattr(call.func, "id", "")) not in ("say", "say_own"):
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


def test_plurals_follow_the_number():
    """One tile, two tiles; in Spanish as well."""
    assert sentences.say("count.tile", n=1) == "1 tile"
    assert sentences.say("count.tile", n=3) == "3 tiles"
    assert sentences.say("count.tile", "es", n=1) == "1 loseta"
    assert sentences.say("count.tile", "es", n=0) == "0 losetas"


def test_numbers_money_and_lists_are_written_as_the_language_does():
    """Thousands and lists differ from language to language; no line breaks within an amount."""
    assert sentences.money(12345, "{} Ft") == "12,345\u00a0Ft"
    assert sentences.money(12345, "{} Ft", "es") == "12\u202f345\u00a0Ft"
    assert sentences.number(1234, "es") == "1234"
    assert sentences.money(12345, "{} Ft", "hu") == "12\u00a0345\u00a0Ft"
    assert sentences.money(-1368, "{} SFR", "hu") == "\N{MINUS SIGN}1368\u00a0SFR"
    assert sentences.number(12.5, "es") == "12,5"
    assert sentences.money(-5, "K {}") == "K\u00a0\N{MINUS SIGN}5"
    assert sentences.join(["a", "b", "c"]) == "a, b and c"
    assert sentences.join(["a", "b", "c"], "es", either=True) == "a, b o c"
    assert sentences.join([]) == ""
    assert sentences.percent(20) == "20%"
    assert sentences.percent(20, "es") == "20\u00a0%"


def test_a_language_is_called_as_the_reader_calls_it():
    """Within a sentence, so with a small letter where the language writes one."""
    assert sentences.language_name("cs", "cs") == "čeština"
    assert sentences.language_name("es", "hu-HU") == "spanyol"
    assert sentences.language_name("cs") == "Czech"


def test_spanish_joins_words_by_how_they_sound():
    """Inés is joined by *e*, what begins with an o by *u*; a name stays as it is."""
    assert sentences.join(["Ana", "Inés"], "es") == "Ana e Inés"
    assert sentences.join(["Ana", "**Hilda**"], "es") == "Ana e **Hilda**"
    assert sentences.join(["agua", "hielo"], "es") == "agua y hielo"
    assert sentences.join(["pasar", "operar"], "es", either=True) == "pasar u operar"
    assert sentences.join(["el y ella", "Ana y Luis", "Ida"], "es") == "el y ella, Ana y Luis e Ida"


@pytest.mark.parametrize(
    ("name", "lang", "said"),
    [
        ("8H", "en", "an 8H"),
        ("18", "en", "an 18"),
        ("2", "en", "a 2"),
        ("EKJ", "hu", "az EKJ"),
        ("FNM", "hu", "az FNM"),
        ("LdStEG", "hu", "az LdStEG"),
        ("Sx", "hu", "az Sx"),
        ("MÁV", "hu", "a MÁV"),
        ("SzKÉV", "hu", "a SzKÉV"),
        ("**Szeged**", "hu", "a **Szeged**"),
        ("#5", "hu", "az #5"),
        ("1", "hu", "az 1"),
        ("12", "hu", "a 12"),
        ("F15", "hu", "az F15"),
        ("L33", "hu", "az L33"),
        ("H15", "hu", "a H15"),
        ("EKJ", "cs", "EKJ"),
    ],
)
def test_an_article_goes_with_the_sound_of_a_name(name: str, lang: str, said: str):
    """The catalogue asks for it with {name:a}; the name is not touched."""
    assert said == with_article(name, lang)


@pytest.mark.parametrize("name", ["el maestro", "Inés", "Óscar", "ana"])
def test_names_are_said_as_they_are(name: str):
    """No contraction, no capital: whatever stands before them."""
    for lang in sentences.languages():
        for key, fields in (("event.passed", {}), ("event.directed.before", {"before": name, "unit": name})):
            assert sentences.say(key, lang, player=name, **fields).count(name) >= 1 + len(fields)


def test_a_language_of_discord_is_matched_by_its_first_part():
    """es-419 is Spanish; what we do not speak is English."""
    assert sentences.language("es-419") == "es"
    assert sentences.language("en-GB") == "en"
    assert sentences.language("tlh") == "en"
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
    assert sentences.say("event.drafted", player="Anna") == "Anna drafts …"
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


@pytest.mark.parametrize(
    ("text", "ending", "lang", "said"),
    [
        ("20\u00a0Ft", "t", "hu", "20\u00a0Ft-ot"),
        ("20\u00a0K", "t", "hu", "20\u00a0K-t"),
        ("1200\u00a0SFR", "t", "hu", "1200\u00a0SFR-t"),
        ("20\u00a0Ft", "t", "de", "20\u00a0Ft"),
        ("2", "s", "hu", "2-es"),
        ("5", "s", "hu", "5-ös"),
        ("6", "s", "hu", "6-os"),
        ("8", "s", "hu", "8-as"),
        ("L33", "s", "hu", "L33-as"),
        ("620", "s", "hu", "620-as"),
        ("8850", "s", "hu", "8850-es"),
        ("200", "s", "hu", "200-as"),
        ("5H", "s", "hu", "5H"),
        ("3+3d", "s", "hu", "3+3d"),
        ("2H, 2, 5", "s", "hu", "2H, 2-es, 5-ös"),
        ("BEB 2; NWB 4", "s", "hu", "BEB 2-es; NWB 4-es"),
        ("4 (2), 3H (1)", "s", "hu", "4-es (2), 3H (1)"),
        ("2, 5", "s", "cs", "2, 5"),
        ("2", "s", "cs", "2"),
    ],
)
def test_hungarian_inflects_what_is_paid_and_what_kind_of_thing_it_is(
    text: str, ending: str, lang: str, said: str
):
    """An amount has the ending of its currency, the number of a train or tile that of an adjective."""
    assert format(writing.Said(text, lang), ending) == said


@pytest.mark.parametrize(("phase", "said"), [("3", "3. fázis"), ("b", "b fázis"), ("e", "„e” fázis")])
def test_a_phase_that_is_a_letter_is_no_ordinal(phase: str, said: str):
    """18CZ names its phases by letters, 1844 by numbers."""
    assert sentences.say("picture.brings.phase", "hu", phase=phase) == said


def test_who_pays_and_who_gets_is_told_in_hungarian_without_a_word_to_lean_on():
    """No *összeget* beside an amount."""
    kept = sentences.say("event.dividend_paid.kept", "hu", unit="BEB", kept="90\u00a0K")

    assert kept == "BEB visszatart 90\u00a0K-t"
    assert not [
        key
        for key, message in sentences.messages("hu").items()
        if not key.startswith("clause.") and any("} összeget" in form for form in message.forms)
    ]


@pytest.mark.parametrize("whole", [1, 5, 8, 9, 10, 11, 15, 18, 50, 95, 500, 1000, 1588, 5000])
def test_czech_says_out_of_five(whole: int):
    """*Z tisíce*, though it is written like a hundred with another digit."""
    limit = sentences.number(whole, "cs")

    assert sentences.say("text.certificates", "cs", n=1, limit=whole) == f"certifikáty: 1 z {limit}"
    assert format(Said(str(whole), "cs"), "z") == f"z {whole}"
    assert format(Said(limit, "de"), "z") == limit


@pytest.mark.parametrize("whole", [2, 3, 4, 6, 7, 12, 14, 16, 17, 24, 36, 72, 100, 180, 200, 4210, 12000])
def test_czech_says_out_of_three_with_a_longer_word(whole: int):
    """*Ze tří*, *ze sta*; an amount is said by its number."""
    limit = sentences.number(whole, "cs")

    assert sentences.say("text.certificates", "cs", n=1, limit=whole) == f"certifikáty: 1 ze {limit}"
    assert format(Said(f"{limit}\u00a0K", "cs"), "z") == f"ze {limit}\u00a0K"


def test_no_czech_message_chooses_between_z_and_ze_for_a_number_it_does_not_know():
    """The catalogue asks for {limit:z}; other words that end so are none of these."""
    assert not [
        key
        for key, message in sentences.messages("cs").items()
        if any(re.search(r"\b[Zz]e? \{", form) for form in message.forms)
    ]


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        ("3", "a 3."),
        ("5", "az 5."),
        ("1", "az 1."),
        ("b", "a b"),
        ("f", "az f"),
        ("e", "az „e”"),
        ("zöld", "a zöld"),
    ],
)
def test_a_hungarian_phase_has_the_article_of_how_it_is_said(phase: str, said: str):
    """A number is an ordinal: *a 3. fázistól*, *az ötödiktől*; a letter has the article of its name."""
    assert format(Said(phase, "hu"), "a.") == said


def test_a_name_stands_inside_a_sentence_with_a_small_letter():
    """What begins a line elsewhere has a capital; the catalogue asks for {era:l}, and the rest stays as it is."""
    assert f"{Said('Fase H', 'es'):l}" == "fase H"
    assert f"{Said('', 'es'):l}" == ""


def test_a_german_noun_keeps_its_capital_within_a_sentence():
    """Only an adjective before it is written small."""
    assert f"{Said('Grüne Phase', 'de'):l}" == "grüne Phase"
    assert all(f"{Said(name, 'de'):l}" == name for name in ("Phase 3", "Phase e", "Phase H", ""))
