"""Catalogues as translators' tools want them: the English sentence is the id, our key the context.

Beside each message stands where it is said, what its fields are, and how it reads with examples in them.
"""

from __future__ import annotations

import io
import re
import string
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import escape, read_po, write_po

from assets import sentences, writing
from assets.sentences import ENGLISH

HOME = Path(__file__).parents[1]
LOCALE = HOME / "assets" / "locale"
CLAUSE = "clause."
"""How the keys of clauses begin, whose English is data of the titles."""
HEAD = "The sentences of Stationmaster, as they are met; CONTRIBUTING.md says how they come back into it."
FIRST = (
    "lobby",
    "round",
    "headline",
    "verb",
    "ask",
    "pick",
    "play",
    "offer",
    "way",
    "event",
    "summary",
    "board",
    "refusal",
)
"""The beginnings of the keys that a table meets in its first turn, in the order in which it does."""
LAST = ("in", "clause")
"""Those that one title alone says, and its rules: what can wait longest."""
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
"""What Discord takes for the name of a command or of one of its options, in small letters; one that it does not take
keeps all commands from being registered."""
LIMITS = ((re.compile(r"(command|option)\..*\.about"), 100), (re.compile(r".*\.button\..*|verb\..*"), 80))
"""How many letters Discord takes for what these keys say."""
GUESSED = {"python-format", "python-brace-format"}
"""What Babel takes our messages for; msgfmt then refuses percentages and fields such as ``{cost:t}``."""
PLACES = 3
"""To how many places in the program a message points at most."""
ERRORS = ("error", "storage")
"""How the keys of errors begin."""
SAID = "said"
"""The table of ``fields.toml`` for fields that stand for something else in some messages."""
_ERROR = re.compile(r"^(class \w+)\(")
_KEY = re.compile(r'"((?:[a-z_]+|\{[^}"]*\})(?:[./][^"\s.]*)+)"')
_LINK = re.compile(r"</[a-z ]+>")


@dataclass
class Imported:
    """What an import did: keys that changed, that wait as guesses or without words, and what was refused and why."""

    changed: list[str] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)


# --- out


def exported(lang: str) -> bytes:
    """A catalogue for gettext's tools; of a language that is none of ours, one without translations.

    :raises UnknownLocaleError, ValueError: when it is no language to translate into
    """
    _check(lang)
    known = _entries(lang) if (LOCALE / f"{lang}.po").exists() else {}
    made = Catalog(
        locale=Locale.parse(lang), project="Stationmaster", fuzzy=False, header_comment=f"# {HEAD}"
    )
    made.mime_headers = [("Plural-Forms", _plural_forms(lang))]
    for key, message in sorted(english().items(), key=lambda entry: _rank(entry[0])):
        own = known.get(key)
        several = len(message.forms) > 1 or isinstance(own and own.id, tuple)
        blank: Any = ("",) * made.num_plurals if several else ""
        entry = made.add(
            (message.forms[0], message.forms[-1]) if several else message.forms[0],
            own.string if own else blank,
            locations=places(key),
            flags=["fuzzy"] if own and own.fuzzy else [],
            auto_comments=list(_told(key, message)),
            context=key,
        )
        entry.flags.difference_update(GUESSED)
    file = io.BytesIO()
    write_po(file, made, width=0, ignore_obsolete=True)
    return file.getvalue()


def _rank(key: str) -> int:
    """Return how early a message is met; those alike stay in the order of the catalogue."""
    group = key.partition(".")[0]
    if group in LAST:
        return len(FIRST) + 1 + LAST.index(group)
    return FIRST.index(group) if group in FIRST else len(FIRST)


@cache
def english() -> Mapping[str, sentences.Message]:
    """Every English message by key, the clauses of the titles among them."""
    found = dict(sentences.messages(ENGLISH))
    for file in sorted(HOME.glob("engine/titles/*/clauses.toml")):
        clauses = tomllib.loads(file.read_text("utf-8"))["clauses"]
        found |= {f"{CLAUSE}{number}": sentences.Message((text,)) for number, text in clauses.items()}
    return found


def _told(key: str, message: sentences.Message) -> Iterator[str]:
    """Yield what stands beside a message for its translators."""
    if key.startswith(CLAUSE):
        yield f"The rule {key.removeprefix(CLAUSE)}, in our own words."
        return
    yield f"Key: {key}"
    told = {name: sample(key, name) for name in sorted(message.needed)}
    for name, (example, meaning) in told.items():
        chooses = "; its number chooses the form" if name == message.chooser else ""
        yield f"{{{name}}}: {meaning}, such as {example}{chooses}"
    if told:
        given = {name: example for name, (example, _) in told.items()}
        yield f"For example: {sentences.say(key, ENGLISH, **given)}"


def sample(key: str, name: str) -> tuple[str | int, str]:
    """Return an example of a field and what it is, in messages whose keys begin like this one, else usually."""
    heads = [head for head, said in special_samples().items() if key.startswith(head) and name in said]
    return special_samples()[max(heads, key=len)][name] if heads else samples()[name]


@cache
def samples() -> Mapping[str, tuple[str | int, str]]:
    """For each field an example and what it is."""
    return {name: (one[0], one[1]) for name, one in _fields().items() if name != SAID}


@cache
def special_samples() -> Mapping[str, Mapping[str, tuple[str | int, str]]]:
    """By how keys begin, the fields that stand for something else there, each with an example and what it is."""
    return {
        head: {name: (one[0], one[-1] if len(one) > 1 else samples()[name][1]) for name, one in said.items()}
        for head, said in _fields()[SAID].items()
    }


def _fields() -> Mapping[str, Any]:
    return tomllib.loads((HOME / "assets" / "fields.toml").read_text("utf-8"))


def places(key: str) -> list[tuple[str, int]]:
    """Where in the program a message is said, file and line: by its whole key, else by how that begins.

    The key of an error follows from the name of its class.
    """
    said, (group, _, name) = _said(), key.partition(".")
    error = f"class {name.title().replace('_', '')}" if group in ERRORS else ""
    if named := said.get(key, said.get(error, [])):
        return named[:PLACES]
    heads = [head for head in said if head[-1] in "./" and key.startswith(head)]
    return said[max(heads, key=len)][:PLACES] if heads else []


@cache
def _said() -> Mapping[str, list[tuple[str, int]]]:
    """Return the lines of the program in which a key, or the beginning of some, is named."""
    found: dict[str, list[tuple[str, int]]] = {}
    for folder in ("bot", "render"):
        for path in sorted((HOME / folder).rglob("*.py")):
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                for named in _KEY.findall(line) + (_ERROR.findall(line) if "errors" in path.parts else []):
                    if head := named.partition("{")[0]:
                        found.setdefault(head, []).append((str(path.relative_to(HOME)), number))
    return found


# --- in


def imported(lang: str, data: bytes) -> tuple[str, Imported]:
    """Our own catalogue of a language with the translations of a file in it, and what came of them.

    What misses a field's brackets, names a field or command that the message does not have, or has too few forms is
    refused and stays as it was.

    :raises PoFileError, UnicodeDecodeError: when the file is no catalogue
    :raises UnknownLocaleError, ValueError: when it is no language to translate into
    """
    _check(lang)
    meant = re.search(rb'"Language: (\w+)', data)
    if meant and meant[1].decode() != lang:
        raise ValueError(f"This file is for the language {meant[1].decode()}.")
    given = read_po(io.BytesIO(data), locale=lang, abort_invalid=True)
    text, report = _own(lang), Imported()
    count = int(re.findall(r"nplurals=(\d)", _plural_forms(lang))[0])
    blocks = {_key_of(block): block for block in text.split("\n\n")}
    blocks |= {key: _blank(key, count) for key in english() if key not in blocks and _given(given, key)}
    for entry in given:
        key = str(entry.context or "")
        if not key or key not in blocks:
            if entry.id and key not in english():
                report.refused[key or _id(entry.id)] = "there is no such message"
            elif entry.id:
                report.unfinished.append(key)
            continue
        forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ("",))
        if not all(forms) or entry.fuzzy:
            report.unfinished.append(key)
        if why := _wrong(key, forms, count):
            report.refused[key] = why
            continue
        block = _written(blocks[key], forms, fuzzy=entry.fuzzy)
        if block != blocks[key]:
            report.changed.append(key)
            blocks[key] = block
    return "\n\n".join(blocks.values()), report


def _given(catalogue: Catalog, key: str) -> bool:
    """Tell whether a file translates a message."""
    message = english()[key]
    several = (message.forms[0], message.forms[-1])
    entry = catalogue.get(several if len(message.forms) > 1 else message.forms[0], context=key)
    said = entry.string if entry is not None else ""
    return any((said,) if isinstance(said, str) else said or ())


def _blank(key: str, count: int) -> str:
    """Return the entry of a message that our catalogue of a language does not have yet, without its translation."""
    message = english()[key]
    plural = f'\nmsgid_plural "{message.chooser}"' if len(message.forms) > 1 else ""
    forms = [f'msgstr[{index}] ""' for index in range(count)] if plural else ['msgstr ""']
    return "\n".join([f'msgid "{key}"{plural}', *forms])


def _wrong(key: str, forms: tuple[str, ...], count: int) -> str:
    """Return why translations of a message cannot be taken; empty if they can."""
    if len(forms) not in (1, count):
        return f"{len(forms)} forms where there are {count}"
    message, parse = english()[key], string.Formatter().parse
    try:
        fields = [
            (name, spec, conversion)
            for form in forms
            for _, name, spec, conversion in parse(form)
            if name is not None
        ]
    except ValueError:
        return "a bracket { or } stands alone; a field stands in both, and a bracket that is meant is doubled: {{"
    if unknown := {name for name, _, _ in fields} - _family(key):
        return f"there is no {_braced(unknown)}; there is {_braced(_family(key)) or 'no field'}"
    for name, spec, conversion in fields:
        if spec not in writing.WAYS or conversion:
            known = ", ".join(f"{{{name}:{way}}}" for way in writing.WAYS if way)
            return f"{{{name}}} can be written in no other way than {known}"
    if why := _too_much(key, forms):
        return why
    links = [set(_LINK.findall(" ".join(some))) for some in (forms, message.forms)]
    return "other commands are linked" if all(forms) and links[0] != links[1] else ""


def _braced(names: Iterable[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


def _too_much(key: str, forms: tuple[str, ...]) -> str:
    """Return why Discord would not take a translation for a command or a button; empty if it would."""
    said = [form for form in forms if form]
    if re.fullmatch(r"(command|option)\..*\.name", key):
        kept = all(COMMAND_NAME.fullmatch(form) and form == form.lower() for form in said)
        return "" if kept else "a name to type is one word in small letters, of at most 32"
    most = next((most for pattern, most in LIMITS if pattern.fullmatch(key)), 0)
    return (
        f"Discord takes at most {most} letters here" if most and max(map(len, said), default=0) > most else ""
    )


@cache
def _family(key: str) -> frozenset[str]:
    """Return the fields of the messages about the same thing, any of which may be given with it."""
    head = ".".join(re.sub(r"^in\.\w+\.", "", key).partition("/")[0].split(".")[:2])
    every = english()
    return frozenset().union(*(every[one].needed for one in every if head in f".{one}."))


def _own(lang: str) -> str:
    """Return our catalogue of a language as it lies there; of a new one a catalogue without translations."""
    path = LOCALE / f"{lang}.po"
    if path.exists():
        return path.read_text("utf-8").rstrip("\n")
    blank = (LOCALE / f"{ENGLISH}.po").read_text("utf-8").rstrip("\n").split("\n\n")
    head = re.sub(r"Language: \w+", f"Language: {lang}", blank[0])
    head = re.sub(r"Plural-Forms: [^\\]*", f"Plural-Forms: {_plural_forms(lang)}", head)
    count = int(re.findall(r"nplurals=(\d)", head)[0])
    rest = [_written(block, ("",) * (count if "msgid_plural" in block else 1)) for block in blank[1:]]
    clauses = [f'msgid "{key}"\nmsgstr ""' for key in english() if key.startswith(CLAUSE)]
    return "\n\n".join([head, *rest, *clauses])


def _key_of(block: str) -> str:
    found = re.search(r'^msgid "(.*)"$', block, re.MULTILINE)
    return found[1] if found else block


def _written(block: str, forms: tuple[str, ...], *, fuzzy: bool = False) -> str:
    """Return the entry of our catalogue with other translations."""
    if not re.search(r'^msgid ".', block, re.MULTILINE):
        return block
    lines = [line for line in block.split("\n") if not line.startswith(("msgstr", '"', "#, fuzzy"))]
    at = next(index for index, line in enumerate(lines) if line.startswith("msgid "))
    key = _key_of(block)
    if len(forms) > 1 and not any(line.startswith("msgid_plural") for line in lines):
        lines.insert(at + 1, f'msgid_plural "{key}"')
    lines[at:at] = ["#, fuzzy"] if fuzzy else []
    several = any(line.startswith("msgid_plural") for line in lines)
    said = [f"msgstr[{index}] {escape(form)}" for index, form in enumerate(forms)]
    return "\n".join([*lines, *(said if several else [f"msgstr {escape(forms[0])}"])])


# --- both


def _check(lang: str) -> None:
    """Check that this is a language we can translate into.

    :raises UnknownLocaleError, ValueError: when it is none
    """
    if lang == ENGLISH:
        raise ValueError("English is what is translated: mend its sentences in assets/locale/en.po.")
    Locale.parse(lang)


def _entries(lang: str) -> dict[str, Any]:
    """Return the entries of our own catalogue by key, guesses and empty ones included."""
    with (LOCALE / f"{lang}.po").open("rb") as file:
        return {_id(entry.id): entry for entry in read_po(file, locale=lang) if entry.id}


def _id(told: str | Iterable[str]) -> str:
    return told if isinstance(told, str) else next(iter(told))


def _plural_forms(lang: str) -> str:
    """Return how a language chooses among forms: as our catalogue says, else as is usual."""
    path = LOCALE / f"{lang}.po"
    found = re.search(r'"Plural-Forms: (.*?)\\n"', path.read_text("utf-8")) if path.exists() else None
    return found[1] if found else str(get_plural(Locale.parse(lang)).plural_forms)
