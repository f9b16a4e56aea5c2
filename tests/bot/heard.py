"""Listens to all that the bot sends, and finds what is said in English at a table of another language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from assets import sentences
from assets.places import in_language
from bot.local.wire import SentRequest
from engine import notation
from engine.actions import SHARED as SHARED_VERBS
from engine.state import BANK, DEPOT, OFFER, POOL
from engine.title import Title, titles
from tests.assets.test_catalogues import SHARED

SHOWN = ("content", "label", "placeholder", "description", "title", "name")
"""What of a payload people read."""
LONG = 9
"""How many letters of a sentence in a row are enough to know it."""
SHORT = 4
"""By how many letters of their longest piece sentences are looked up."""
Known = TypeVar("Known")
_FIELD = re.compile(r"\{\w+(?::.)?\}|</[^>]*>")
_DRESS = re.compile(r"^(?:#+ |-# |• |→ |\d+\. )+|\*\*")
_WORD = re.compile(r"[^\W\d_]+")
_COMPASS = re.compile(r"\b(?:SW|NW|W)\b")
_KEY = re.compile(r"\b[a-z_]+(?:\.[A-Za-z0-9_/-]+)+")


class Listener:
    """Collects every text, and the commands that are registered; for the listeners of ``TriedApi``."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.commands: list[dict[str, Any]] = []

    def __call__(self, sent: SentRequest) -> None:
        """Hear what a request says."""
        if sent.path.endswith("/commands"):
            self.commands += sent.payload if isinstance(sent.payload, list) else [sent.payload]
        else:
            self.texts.update((text, f"{sent.method} {sent.path}") for text in spoken(sent.payload))


def spoken(payload: Any) -> Iterator[str]:
    """Yield every text of a payload that people read."""
    if isinstance(payload, list):
        for part in payload:
            yield from spoken(part)
    elif isinstance(payload, dict):
        for key, part in payload.items():
            if not isinstance(part, str):
                yield from spoken(part)
            elif key in SHOWN:
                yield part


def undescribed(commands: list[dict[str, Any]], locale: str) -> list[str]:
    """Return the descriptions of commands and options that are not translated into a language of Discord."""
    faults = []
    for one in commands:
        known = one.get("description_localizations") or {}
        if one.get("description") and locale not in known:
            faults.append(f"{one['name']}: {one['description']}")
        faults += undescribed(one.get("options") or [], locale)
    return faults


# --- what is English


def english(text: str, lang: str) -> list[str]:
    """Return what of a text is English or a bare key at a table of another language; names of titles are neither."""
    for title in titles().values():
        text = text.replace(title.data.subtitle or title.data.full_name, title.data.name)
    keys = _KEY.findall(text)
    found = [key for key in keys if key in sentences.messages(sentences.ENGLISH) or key.startswith("in.18")]
    found += [chunk for chunk in _begun(_chunks(lang), text, LONG) if chunk in text]
    found += [side for side in _COMPASS.findall(text) if side not in _sides(lang)]
    return found + [part for part in _parts(text) if _is_english(part, lang)]


@cache
def _is_english(part: str, lang: str) -> bool:
    """Tell whether this is a whole English sentence."""
    return any(_is_made_of(pieces, part) for pieces in _begun(_sentences(lang), part, SHORT))


def _begun(known: Mapping[str, list[Known]], text: str, letters: int) -> Iterator[Known]:
    """Yield what is known under any of the pieces of a text that have so many letters, or under none."""
    for piece in ("", *sorted({text[at : at + letters] for at in range(len(text))})):
        yield from known.get(piece, ())


def _is_made_of(pieces: Sequence[str], part: str) -> bool:
    """Tell whether a text is these pieces with something between each two."""
    first, *middle, last = pieces if len(pieces) > 1 else (*pieces, "")
    if len(pieces) == 1 or not part.startswith(first):
        return part == first
    at = len(first)
    for piece in middle:
        if (found := part.find(piece, at + 1)) < 0:
            return False
        at = found + len(piece)
    return part.endswith(last) and len(part) - len(last) > at


@cache
def _sides(lang: str) -> frozenset[str]:
    return frozenset(sentences.say(f"edge.{edge}", lang) for edge in range(6))


# --- what is neither


COLOURS = ("yellow", "green", "brown", "gray", "red")


def raw(text: str, title: Title, lang: str) -> set[str]:
    """Return the words of the engine in a text that its language does not have: *brown*, *stock*, *pre_sbb*."""
    said = set(re.findall(r"\w+", _without_names(text, title)))
    return said & _engine_words(title) - _words_of(lang)


def same(text: str, other: str, title: Title) -> bool:
    """Tell whether a text is the English one, though there are words in it besides names and shared ones."""
    left = _without_names(text, title)
    for place in {in_language(hex_.name, sentences.ENGLISH) for hex_ in title.hexes.values()} - {""}:
        left = left.replace(place, " ")  # some places are called the same in several languages
    words = {word.casefold() for word in _WORD.findall(left) if len(word) > 3}
    return text == other and bool(words - SHARED)


def _without_names(text: str, title: Title) -> str:
    for name in _names(title):
        text = text.replace(name, " ")
    return text


@cache
def _names(title: Title) -> tuple[str, ...]:
    """Return what is called the same in every language, the longest names first."""
    found = {unit.name for unit in title.data.units} | {one.name for one in title.data.privates}
    found |= {unit.abbr for unit in title.data.units} | {title.name, title.data.full_name}
    found |= {hex_.name for hex_ in title.hexes.values()} | set(title.data.automata)
    found |= {stop.name for hex_ in title.hexes.values() for stop in hex_.stops}
    return tuple(sorted(found - {""}, key=len, reverse=True))


@cache
def _engine_words(title: Title) -> frozenset[str]:
    """Return how the engine calls colours, kinds of companies, rounds, places and moves of a title."""
    words = {*COLOURS, *title.rounds, BANK, POOL, OFFER, DEPOT}
    words |= {unit.kind for unit in title.data.units} | {one.kind for one in title.data.privates}
    words |= {kind.verb for kind in (*SHARED_VERBS, *title.verbs)}
    words |= {name for kind in (*SHARED_VERBS, *title.verbs) for name in notation.names(kind)}
    return frozenset(words)


@cache
def _words_of(lang: str) -> frozenset[str]:
    forms = (form for message in sentences.messages(lang).values() for form in message.forms)
    return frozenset(word.casefold() for form in forms for word in _WORD.findall(_FIELD.sub(" ", form)))


def _parts(text: str) -> Iterator[str]:
    for line in text.splitlines():
        bare = _DRESS.sub("", line).strip()
        for mark in ("; ", " · ", ", "):
            yield from (part.strip() for part in bare.split(mark))
        yield bare


@cache
def _differing(lang: str) -> tuple[str, ...]:
    """Return what is said otherwise in a language, clauses too; not what pictures and terminals show."""
    foreign = sentences.messages(lang)
    known = {word for message in foreign.values() for form in message.forms for word in _WORD.findall(form)}
    forms = [
        form
        for key, message in sentences.messages(sentences.ENGLISH).items()
        if not key.startswith(("picture.", "language.", "cli."))
        and not re.fullmatch(r"(?:option|command)\..*name", key)
        for form in message.forms
        if form not in foreign[key].forms and not known.issuperset(_WORD.findall(_FIELD.sub("", form)))
    ]
    return (*forms, *(clause for title in titles().values() for clause in _clauses(title, lang)))


def _clauses(title: Title, lang: str) -> Iterator[str]:
    for name, clause in title.texts.clauses.items():
        if f"clause.{name}" in sentences.messages(lang):
            yield clause


@cache
def _chunks(lang: str) -> Mapping[str, list[str]]:
    """Return long pieces of English sentences that no sentence of the language contains, by how they begin."""
    said = "\n".join(form for message in sentences.messages(lang).values() for form in message.forms)
    found: dict[str, list[str]] = {}
    for chunk in sorted({chunk for form in _differing(lang) for chunk in _FIELD.split(form)}):
        if len(re.findall("[a-z]", chunk)) >= LONG and chunk not in said:
            found.setdefault(chunk[:LONG], []).append(chunk)
    return found


@cache
def _sentences(lang: str) -> Mapping[str, list[list[str]]]:
    """Return the pieces of all English sentences between their fields, by how the longest piece begins."""
    found: dict[str, list[list[str]]] = {}
    for form in _differing(lang):
        for said in {form, form[0].upper() + form[1:]}:
            pieces = _FIELD.split(said)
            begin = max(pieces, key=len)[:SHORT]
            found.setdefault(begin if len(begin) == SHORT else "", []).append(pieces)
    return found
