"""Every sentence a person reads: messages by key and language, with numbers, money, lists and names in them.

The messages lie in ``assets/locale/<language>.po``: the id is a key such as ``event.tile_laid``, the text a
sentence with ``{fields}``. ``msgid_plural`` names the field whose number chooses the form; a translation that
repeats the key there goes by the field of the English message, and English that does so by ``n``. A name may be
written ``{name:a}``, with the article that goes with its sound, and a share ``{share:%}``. A command is written
``</game new>``, in English, and is said as Discord links it.
"""

from __future__ import annotations

import gettext
import logging
import re
import string
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, TypeGuard

from babel.messages.pofile import read_po

from assets import writing

ENGLISH: Final = "en"
ZERO_WIDTH = "\u200b"
BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters without ink, which no rule of Unicode calls a space."""

strict = False
"""Whether a missing message or field is an error, as in tests; otherwise it is logged and made good."""

command_ids: dict[str, str] = {}
"""The ids under which Discord knows the commands, by the name of the command or group; empty until it is known."""

PLURAL: Final = "n"
"""The field that chooses the form where nothing else is said."""
PluralRule = Callable[[int], int]
"""Which form a number takes in a language, counted from 0."""
_log = logging.getLogger(__name__)
_COMMAND = re.compile(r"</([a-z ]+)>")
_MARKUP = re.compile(r"([\\*_~`|>#\[\]()<:+\-])")


@dataclass(frozen=True, slots=True)
class Message:
    """The forms of one message, and the field whose number chooses among them."""

    forms: tuple[str, ...]
    chooser: str = ""

    @property
    def fields(self) -> frozenset[str]:
        """Return the names of the fields to fill in."""
        return _fields(self.forms)

    @property
    def needed(self) -> frozenset[str]:
        """Return the fields that must be given: those to fill in, and the one that chooses the form."""
        return self.fields | ({self.chooser} - {""})


@cache
def _fields(forms: tuple[str, ...]) -> frozenset[str]:
    parsed = (string.Formatter().parse(form) for form in forms)
    return frozenset(name for form in parsed for _, name, _, _ in form if name)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages there are messages in, English first."""
    found = sorted(file.name.removesuffix(".po") for file in _folder().iterdir() if file.name.endswith(".po"))
    return (ENGLISH, *(language for language in found if language != ENGLISH))


@lru_cache(1000)
def language(locale: object) -> str:
    """Return the language to use for a locale as Discord names it (``es-419``); English if we have none."""
    short = str(locale).replace("_", "-").partition("-")[0].lower()
    return short if short in languages() else ENGLISH


def messages(lang: str) -> Mapping[str, Message]:
    """Return all messages of a language by key."""
    return _catalogue(lang)[0]


def known(key: str) -> bool:
    """Tell whether there is an English message of that key."""
    return key in messages(ENGLISH)


def say(key: str, lang: str = ENGLISH, **values: Any) -> str:
    """Return a message with its fields filled in.

    :raises KeyError: only when ``strict``: there is no such message, or a field is missing.
    """
    lang = language(lang)
    found = _find(key, lang)
    if found is None:
        return key
    message, plural = found
    filled = {name: writing.Said(_text(value, lang), lang) for name, value in values.items()}
    form = _COMMAND.sub(lambda found: command(found[1], lang), _form(message, plural, values))
    return form.format_map(filled if strict else _Lenient(key, filled))


def _form(message: Message, plural: PluralRule, values: Mapping[str, Any]) -> str:
    """Return the form that the number in the choosing field takes; the last one where it is not a number."""
    if len(message.forms) == 1:
        return message.forms[0]
    given = values[message.chooser] if strict else values.get(message.chooser)
    return message.forms[plural(given) if isinstance(given, int) else -1]


def command(path: str, lang: str = ENGLISH) -> str:
    """Return a command as a link that each reader sees in the language of the client, else its name in a language.

    :param path: the English names, as in ``game new``
    """
    known = command_ids.get(path.partition(" ")[0])
    return f"</{path}:{known}>" if known else f"`{typed(path, lang)}`"


def typed(path: str, lang: str = ENGLISH) -> str:
    """Return a command as it is typed in a language, ``/partida nueva`` for ``game new``."""
    steps = path.split(" ")
    whole = (".".join(steps[: at + 1]) for at in range(len(steps)))
    keys = ((f"command.{one}.name", f"command.{step}.name") for one, step in zip(whole, steps, strict=True))
    return "/" + " ".join(say_first(key, lang) for key in keys)


def say_first(keys: Iterable[str], lang: str = ENGLISH, **values: Any) -> str:
    """Return the message of the first key that exists; the last key is said in any case."""
    *wishes, last = keys
    return say(next(filter(known, wishes), last), lang, **values)


def number(value: float, lang: str = ENGLISH) -> str:
    """Return a number as it is written in a language."""
    return writing.number(value, language(lang))


def percent(value: int, lang: str = ENGLISH) -> str:
    """Return a percentage as it is written in a language."""
    return writing.percent(value, language(lang))


def money(amount: int, pattern: str, lang: str = ENGLISH) -> str:
    """Return an amount in a title's currency, whose pattern is like ``{} Ft``; no line breaks before its sign."""
    return pattern.format(number(amount, lang)).replace(" ", writing.HARD_SPACE)


def language_name(named: str, lang: str = ENGLISH) -> str:
    """Return what a language is called within a sentence of another."""
    return writing.language_name(named, language(lang))


def join(items: Iterable[str], lang: str = ENGLISH, *, either: bool = False) -> str:
    """Return items as 'a, b and c', or 'a, b or c'."""
    return writing.join(items, language(lang), either=either)


def cut(text: str, limit: int) -> str:
    """Return a text of at most ``limit`` characters, an ellipsis in place of what is cut off."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def tidy(text: str, limit: int = 32) -> str:
    """Return typed text as one line without control characters, cut to a limit."""
    spaced = " ".join(text.translate(BLANKS).split())
    seen = "".join(mark for mark in spaced if unicodedata.category(mark) not in ("Cc", "Cf", "Cs", "Co"))
    return cut(seen.strip(), limit) or "?"


def escaped(text: str, limit: int = 32) -> str:
    """Return typed text so that Discord shows it as it is: no markup, no mention, no link."""
    escaped = _MARKUP.sub(r"\\\1", tidy(text, limit))
    return escaped.replace("@", f"@{ZERO_WIDTH}").replace("//", f"/{ZERO_WIDTH}/")


class _Lenient(dict[str, str]):
    """Fields, where a missing one shows as an ellipsis and is logged."""

    def __init__(self, key: str, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self._key = key

    def __missing__(self, field: str) -> str:
        _log.error("the message %s misses its field %s", self._key, field)
        return writing.Said("…", ENGLISH)


def _find(key: str, lang: str) -> tuple[Message, PluralRule] | None:
    for tried in dict.fromkeys((lang, ENGLISH)):
        found, plural = _catalogue(tried)
        if key in found:
            return found[key], plural
    if strict:
        raise KeyError(key)
    _log.error("no message %s in %s", key, ENGLISH)
    return None


def _text(value: Any, lang: str) -> str:
    if isinstance(value, (list, tuple)):
        return join([_text(item, lang) for item in value], lang)
    return number(value, lang) if isinstance(value, int) else str(value)


def _folder() -> Traversable:
    return resources.files("assets") / "locale"


@cache
def _catalogue(lang: str) -> tuple[dict[str, Message], PluralRule]:
    with _folder().joinpath(f"{lang}.po").open("rb") as file:
        catalogue = read_po(file, locale=lang, abort_invalid=True)
    plural = gettext.c2py(catalogue.plural_expr)
    found = {}
    for entry in catalogue:
        if entry.fuzzy or not _finished(entry.string):
            continue
        key, chooser = (entry.id, "") if isinstance(entry.id, str) else entry.id
        forms = entry.string
        if isinstance(forms, str):
            found[key] = Message((forms,))
        else:
            found[key] = Message(tuple(forms), chooser if chooser != key else _chooser(key, lang))
    found.pop("", None)
    return found, plural


def _finished(forms: str | Iterable[str] | None) -> TypeGuard[str | tuple[str, ...]]:
    """Tell whether a message is translated; what is not, or is only a guess, is said in English."""
    return bool(forms) and all(forms or ())


def _chooser(key: str, lang: str) -> str:
    """Return the field that chooses the form of the English message; in English itself the usual one."""
    english = None if lang == ENGLISH else messages(ENGLISH).get(key)
    return (english.chooser if english else "") or PLURAL
