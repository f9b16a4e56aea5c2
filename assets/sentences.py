"""Every sentence a person reads: messages by key and language, with numbers, money, lists and names in them.

The messages lie in ``assets/locale/<language>.po``: the id is a key such as ``event.tile_laid``, the text a
sentence with ``{fields}``. A message with plural forms chooses by its field ``n``.
"""

from __future__ import annotations

import gettext
import logging
import re
import string
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

ENGLISH: Final = "en"
ZERO_WIDTH = "\u200b"

strict = False
"""Whether a missing message or field is an error, as in tests; otherwise it is logged and made good."""

_LISTS = {ENGLISH: "en_GB"}
"""The locale of lists where it is another one: no comma before 'and'."""
_log = logging.getLogger(__name__)
_MARKUP = re.compile(r"([\\*_~`|>#\[\]()<:+\-])")


@dataclass(frozen=True, slots=True)
class Message:
    """The forms of one message, and which of them a number takes."""

    forms: tuple[str, ...]

    @property
    def fields(self) -> frozenset[str]:
        """Return the names of the fields to fill in."""
        parsed = (string.Formatter().parse(form) for form in self.forms)
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
    message, plural = _find(key, lang)
    if message is None:
        return key
    form = message.forms[0]
    if len(message.forms) > 1:
        form = message.forms[plural(int(values.get("n", values.get("value", 1))))]
    filled = {name: _text(value, lang) for name, value in values.items()}
    return form.format_map(filled if strict else _Lenient(key, filled))


def say_first(keys: Iterable[str], lang: str = ENGLISH, **values: Any) -> str:
    """Return the message of the first key that exists; the last key is said in any case."""
    *wishes, last = keys
    return say(next(filter(known, wishes), last), lang, **values)


def number(value: int, lang: str = ENGLISH) -> str:
    """Return a whole number as it is written in a language."""
    return format_decimal(value, locale=language(lang)) if abs(value) >= 1000 else str(value)


def money(amount: int, pattern: str, lang: str = ENGLISH) -> str:
    """Return an amount in a title's currency, whose pattern is like ``{} Ft``."""
    return pattern.format(number(amount, lang))


def join(items: Iterable[str], lang: str = ENGLISH, *, either: bool = False) -> str:
    """Return items as 'a, b and c', or 'a, b or c'."""
    locale = _LISTS.get(lang) or language(lang)
    return format_list(list(items), style="or" if either else "standard", locale=locale)


def cut(text: str, limit: int) -> str:
    """Return a text of at most ``limit`` characters, an ellipsis in place of what is cut off."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def tidy(text: str, limit: int = 32) -> str:
    """Return what a person typed as one line without control characters, cut to a limit."""
    spaced = " ".join(text.split())
    seen = "".join(mark for mark in spaced if unicodedata.category(mark) not in ("Cc", "Cf", "Cs", "Co"))
    return cut(seen.strip(), limit) or "?"


def escaped(text: str, limit: int = 32) -> str:
    """Return what a person typed so that Discord shows it as it is: no markup, no mention, no link."""
    escaped = _MARKUP.sub(r"\\\1", tidy(text, limit))
    return escaped.replace("@", f"@{ZERO_WIDTH}").replace("//", f"/{ZERO_WIDTH}/")


class _Lenient(dict[str, str]):
    """Fields, where a missing one shows as an ellipsis and is logged."""

    def __init__(self, key: str, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self._key = key

    def __missing__(self, field: str) -> str:
        _log.error("the message %s misses its field %s", self._key, field)
        return "…"


def _find(key: str, lang: str) -> tuple[Message | None, Any]:
    for tried in dict.fromkeys((lang, ENGLISH)):
        found, plural = _catalogue(tried)
        if key in found:
            return found[key], plural
        if strict:
            raise KeyError(key)
        _log.error("no message %s in %s", key, tried)
    return None, None


def _text(value: Any, lang: str) -> str:
    if isinstance(value, (list, tuple)):
        return join([_text(item, lang) for item in value], lang)
    return number(value, lang) if isinstance(value, int) else str(value)


def _folder() -> Any:
    return resources.files(__package__).joinpath("locale")


@cache
def _catalogue(lang: str) -> tuple[dict[str, Message], Any]:
    with _folder().joinpath(f"{lang}.po").open("rb") as file:
        catalogue = read_po(file, locale=lang, abort_invalid=True)
    plural = gettext.c2py(catalogue.plural_expr)
    found = {}
    for entry in catalogue:
        key = entry.id if isinstance(entry.id, str) else entry.id[0]
        forms = entry.string or ""
        found[key] = Message((forms,) if isinstance(forms, str) else tuple(forms))
    found.pop("", None)
    return found, plural
