"""Catalogues that translators take away and bring back."""

import io
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from assets import exchange, sentences
from assets.__main__ import main

OTHERS = [lang for lang in sentences.languages() if lang != sentences.ENGLISH]
ENGLISH_CANCEL = "Cancel"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of our catalogues, which are read anew where they may have changed; English never does."""
    copy, ours = tmp_path / "locale", sentences._catalogue
    shutil.copytree(exchange.LOCALE, copy)
    monkeypatch.setattr(exchange, "LOCALE", copy)
    monkeypatch.setattr(sentences, "_folder", lambda: copy)
    read = cache(lambda lang: ours(lang) if lang == sentences.ENGLISH else ours.__wrapped__(lang))
    monkeypatch.setattr(sentences, "_catalogue", read)
    forget()
    yield copy
    forget()


def forget() -> None:
    """Read all catalogues anew."""
    for known in (sentences._catalogue, sentences.languages, sentences.language):
        known.cache_clear()


@cache
def exported(lang: str) -> bytes:
    """What a translator takes away of the catalogues as they are: all tests begin with the same."""
    return exchange.exported(lang)


def taken(lang: str) -> Catalog:
    """The catalogue that a translator opens."""
    return read_po(io.BytesIO(exported(lang)))


def part(lang: str, *keys: str) -> Catalog:
    """Only these messages of it, which are written and read in no time."""
    head, *entries = exported(lang).decode().split("\n\n")
    kept = [entry for entry in entries if any(f'msgctxt "{key}"\n' in entry for key in keys)]
    assert len(kept) == len(keys)
    return read_po(io.BytesIO("\n\n".join([head, *kept]).encode()))


def brought(folder: Path, lang: str, catalogue: Catalog) -> int:
    """Bring a catalogue back by the command, and return what it ends with."""
    file = folder.parent / f"{lang}.back.po"
    with file.open("wb") as out:
        write_po(out, catalogue)
    code = main(["import", lang, str(file)])
    forget()
    return code


@pytest.mark.slow
@pytest.mark.parametrize("lang", OTHERS)
def test_what_is_taken_away_and_brought_back_unchanged_changes_nothing(folder: Path, lang: str):
    """Not a letter, whatever the tool did to the order of lines."""
    before = (folder / f"{lang}.po").read_bytes()

    assert brought(folder, lang, taken(lang)) == 0
    assert (folder / f"{lang}.po").read_bytes() == before


def test_english_stands_beside_each_message_with_its_fields_and_an_example():
    """The sentence is the id, the key its context; each field says what it is."""
    catalogue = taken("de")
    entry = next(one for one in catalogue if one.context == "admin.proved")

    assert entry.id == (
        "{n} move replayed: the position is right.",
        "{n} moves replayed: the position is right.",
    )
    assert entry.string[0].startswith("{n} Spielzug nachgespielt")
    told = " ".join(entry.auto_comments)
    assert "{n}: a number of things, such as 3; its number chooses the form" in told
    assert "For example: 3 moves replayed" in told
    assert any(place.startswith("bot/cogs/admin.py") for place, _ in entry.locations)
    assert len(catalogue) == len(exchange.english())
    assert "clause.CZ-I.1" in {one.context for one in catalogue}


@pytest.mark.parametrize("lang", OTHERS)
def test_no_message_passes_for_a_format_that_gettext_checks(lang: str):
    """Percentages and fields with a form of their own would be refused by msgfmt."""
    assert b"-format" not in exported(lang)


def test_every_field_has_an_example_and_no_other_has():
    """A new field is described where it is named; one that goes takes its line along."""
    used = frozenset().union(*(one.needed for one in sentences.messages(sentences.ENGLISH).values()))

    assert set(exchange.samples()) == used


def test_what_a_field_stands_for_in_some_messages_is_said_beside_those_alone():
    """The longest beginning of a key counts; each that is listed is the one for some message."""
    said = {key: one.needed for key, one in exchange.english().items()}
    idle = [
        (head, name)
        for head, fields in exchange.special_samples().items()
        for name, one in fields.items()
        if not any(
            key.startswith(head) and name in needed and exchange.sample(key, name) == one
            for key, needed in said.items()
        )
    ]

    assert exchange.sample("request.here", "player") == ("Cy", exchange.samples()["player"][1])
    assert exchange.sample("event.passed", "player") == exchange.samples()["player"]
    assert idle == []


def test_nearly_every_message_says_where_it_stands():
    """A key that is put together is found by its beginning."""
    keys = [key for key in exchange.english() if not key.startswith(exchange.CLAUSE)]

    assert sum(bool(exchange.places(key)) for key in keys) > 0.9 * len(keys)
    assert exchange.places("error.no_game")[0][0] == "bot/errors/tables.py"


@pytest.mark.parametrize("fuzzy", [True, False])
def test_a_guess_and_an_empty_message_are_said_in_english(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, fuzzy: bool
):
    """Nobody reads half a sentence, nor one that a tool has guessed; nothing is an error."""
    monkeypatch.setattr(sentences, "strict", True)
    catalogue = part("de", "play.cancel")
    for entry in catalogue:
        if entry.context == "play.cancel":
            entry.string = "Vielleicht abbrechen" if fuzzy else ""
            entry.flags = {"fuzzy"} if fuzzy else set()
    before = sentences.say("play.cancel", "de")

    assert before != ENGLISH_CANCEL
    assert brought(folder, "de", catalogue) == 0
    assert sentences.say("play.cancel", "de") == ENGLISH_CANCEL
    assert sentences.say("show.after", "de", move=3) != sentences.say("show.after", "en", move=3)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("admin.reposted", "Der Plan {steht} wieder da."),
        ("admin.reposted", "Der Plan {steht"),
        ("after.directs", "{player:zz} leitet"),
        ("after.directs", "{player!r} leitet"),
        ("admin.reposted", "Mit </game new> steht der Plan wieder da."),
        ("command.lay.name", "teil legen"),
        ("command.lay.name", "Legen"),
        ("command.lay.name", "l" * 33),
        ("option.hex.name", "feld!"),
        ("command.lay.about", "l" * 101),
        ("lobby.button.join", "l" * 81),
    ],
)
def test_what_cannot_be_said_is_refused_and_the_rest_is_taken(folder: Path, key: str, said: str):
    """A field, a way to write it or a command that is not there, or an open bracket: that message stays as it was."""
    (was,), catalogue = sentences.messages("de")[key].forms, part("de", key, "play.cancel")
    for entry in catalogue:
        if entry.context == key:
            entry.string = said
        if entry.context == "play.cancel":
            entry.string = "Lieber nicht"

    assert brought(folder, "de", catalogue) == 1
    assert sentences.messages("de")[key].forms == (was,)
    assert sentences.say("play.cancel", "de") == "Lieber nicht"


@pytest.mark.parametrize(("lang", "why"), [("en", "English is what is translated"), ("xx", "unknown locale")])
def test_no_language_to_translate_into(folder: Path, capsys: pytest.CaptureFixture[str], lang: str, why: str):
    """Said in a sentence; nothing is written."""
    before = sorted(path.name for path in folder.iterdir())
    assert main(["export", lang, str(folder.parent / "none.po")]) == 1
    assert why in capsys.readouterr().err
    assert not (folder.parent / "none.po").exists()
    assert sorted(path.name for path in folder.iterdir()) == before


def test_a_file_of_another_language_or_none_at_all_changes_nothing(folder: Path, tmp_path: Path):
    """Czech does not become German by the name of a file."""
    before = (folder / "de.po").read_bytes()
    (tmp_path / "cs.po").write_bytes(exported("cs"))
    (tmp_path / "x.po").write_text("no catalogue", "utf-8")

    assert main(["import", "de", str(tmp_path / "cs.po")]) == 1
    assert main(["import", "de", str(tmp_path / "x.po")]) == 1
    assert main(["import", "de", str(tmp_path / "gone.po")]) == 1
    assert (folder / "de.po").read_bytes() == before


@pytest.mark.slow
def test_a_new_language_begins_with_a_few_messages(folder: Path):
    """Those that are translated are said, with the forms of that language; all others in English."""
    catalogue = read_po(io.BytesIO(exchange.exported("pl")))
    for entry in catalogue:
        if entry.context == "play.cancel":
            entry.string = "Anuluj"
        if entry.context == "admin.proved":
            entry.string = ("Sprawdzono {n} ruch.", "Sprawdzono {n} ruchy.", "Sprawdzono {n} ruchów.")

    assert brought(folder, "pl", catalogue) == 0
    assert "pl" in sentences.languages()
    assert sentences.say("play.cancel", "pl") == "Anuluj"
    assert [sentences.say("admin.proved", "pl", n=n) for n in (1, 3, 5)] == [
        "Sprawdzono 1 ruch.",
        "Sprawdzono 3 ruchy.",
        "Sprawdzono 5 ruchów.",
    ]
    assert sentences.say("admin.reposted", "pl") == sentences.say("admin.reposted", "en")
    assert brought(folder, "pl", read_po(io.BytesIO(exchange.exported("pl")))) == 0
    assert sentences.say("play.cancel", "pl") == "Anuluj"


@pytest.mark.parametrize(
    ("key", "said", "why"),
    [
        ("lobby.opened", "Tisch {tisch}", "there is no {tisch}; there is {game}, {link}"),
        ("lobby.opened", "Tisch {game", "a bracket { or } stands alone"),
        ("command.lay.name", "teil legen", "one word in small letters"),
        ("command.lay.about", "l" * 101, "at most 100 letters"),
    ],
)
def test_a_refusal_says_what_there_is_instead(
    folder: Path, capsys: pytest.CaptureFixture[str], key: str, said: str, why: str
):
    """Whoever translates need not know Python, nor what Discord takes."""
    catalogue = part("de", key)
    next(entry for entry in catalogue if entry.context == key).string = said

    assert brought(folder, "de", catalogue) == 1
    assert f"refused: {key}: " in (told := capsys.readouterr().err)
    assert why in told


def test_what_is_met_first_stands_first():
    """A translator who begins at the top has the first turn of a table done long before the rules."""
    groups = list(dict.fromkeys(str(one.context).partition(".")[0] for one in taken("fr") if one.context))

    assert groups[: len(exchange.FIRST)] == list(exchange.FIRST)
    assert tuple(groups[-2:]) == exchange.LAST
    assert len(groups) == len({key.partition(".")[0] for key in exchange.english()})


@pytest.mark.slow
def test_a_sentence_that_is_new_in_english_can_be_brought(folder: Path):
    """One that the language lacks is added; while nobody has translated it nothing is refused, nor changed."""
    new = ["play.cancel", "lobby.seats", "clause.CZ-I.1"]
    path = folder / "de.po"
    kept = path.read_text("utf-8").rstrip("\n").split("\n\n")
    path.write_text(
        "\n\n".join(block for block in kept if exchange._key_of(block) not in new) + "\n", "utf-8"
    )
    forget()
    without, catalogue = path.read_bytes(), read_po(io.BytesIO(exchange.exported("de")))

    assert brought(folder, "de", catalogue) == 0
    assert path.read_bytes() == without

    for entry in catalogue:
        if entry.context == "play.cancel":
            entry.string = "Lieber nicht"
        if entry.context == "lobby.seats":
            entry.string = ("{role} {n} Platz: {title} {link}", "{role} {n} Plätze: {title} {link}")
    assert brought(folder, "de", catalogue) == 0
    assert sentences.say("play.cancel", "de") == "Lieber nicht"
    assert "2 Plätze" in sentences.say("lobby.seats", "de", n=2, role="", title="", link="")
