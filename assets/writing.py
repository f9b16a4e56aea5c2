"""How a language writes numbers, money, percentages, lists and articles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Self

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent, get_group_symbol

_LISTS = {"en": "en_GB"}
"""The locale of lists where it is another one: no comma before 'and'."""
NARROW_SPACE = "\u202f"
HARD_SPACE = "\u00a0"
"""A space at which no line breaks."""
_SHORT = {"es": 10_000, "hu": 10_000}
"""Languages that set thousands apart only from a number on: none of four digits is."""
_NARROW = ("es",)
"""Languages that set thousands apart by a narrow space."""
_SPANISH_JOINTS = (
    (re.compile(r" y (?=\W*(?:h?[ií](?![aeoáéó])))", re.IGNORECASE), " e "),
    (re.compile(r" o (?=\W*(?:h?[oó]|8))", re.IGNORECASE), " u "),
)
_SAID_WITH_A_VOWEL = {
    "en": re.compile(r"[AEIOUaeiou]|8|1[18](?!\d)"),
    "hu": re.compile(
        r"[AÁEÉIÍOÓÖŐUÚÜŰaáeéiíoóöőuúüű]|5|1(?!\d)|1\d{3}(?!\d)"
        r"|[flmnrs]\b|[FLMNRSXY](?=[B-DF-HJ-NP-TV-Z]|[b-df-hj-np-tv-y]+(?:[A-Z]|\b)|\d|\b)"
    ),
}
"""Beginnings before which the article has its longer form: *an 8*, *az EKJ*, *az 5*."""
MINUS = "\N{MINUS SIGN}"
_OBJECTS = {"hu": {"Ft": "ot", "": "t"}}
"""The ending of an amount of a currency that is the object: *20 Ft-ot*, *20 K-t*, *20 SFR-t*."""
_WORDS = {"hu": ("a", "e")}
"""Letters that are words besides: in quotes where they are a name, *„e” fázis*."""
_KINDS = {"hu": ("es", "es", "as", "es", "ös", "os", "es", "as", "es")}
"""The endings that make an adjective of a number, by its last digit from 1 to 9: *2-es*, *L33-as*."""
_ROUND = {"hu": {1: "es", 2: "as", 3: "as", 4: "es", 5: "es", 6: "as", 7: "es", 8: "as", 9: "es", 0: "as"}}
"""The same of a number that ends in 0, by the digit before: *10-es*, *620-as*, *100-as*."""
_NUMBER_LAST = re.compile(r"(\d?)(\d)[*_]*$")
_EACH = {"hu": re.compile(r"(, |; | és | vagy | \(\d+\))")}
"""What stands between the numbers of several trains or tiles, and how many there are of one: *2-es, 4-es (3)*."""
_ARTICLES = {"en": ("a", "an"), "hu": ("a", "az")}
_OUT_OF = {"cs": (re.compile(r"[23467]|1(?:[23467](?!\d)|\d\d(?!\d))"), "ze", "z")}
"""Numbers said with sounds before which *out of* has its longer form, that form, and the other: *z 11*, *ze 14*."""
_NAMED_BY_ADJECTIVE = {"de": re.compile(r"\w+e [A-ZÄÖÜ]\w")}
"""Names that begin with an adjective where nouns keep a capital within a sentence: *grüne Phase*, but *Phase 3*."""


def number(value: float, lang: str) -> str:
    """Return a number, its thousands set apart; what is below zero with a minus sign, not a hyphen."""
    if value < 0:
        return f"{MINUS}{number(-value, lang)}"
    whole = value == int(value)
    if whole and abs(value) < _SHORT.get(lang, 1000):
        return str(int(value))
    written = format_decimal(value, locale=lang)
    return written.replace(get_group_symbol(lang), NARROW_SPACE) if lang in _NARROW else written


def percent(value: int, lang: str) -> str:
    """Return so many hundredths as a percentage."""
    return format_percent(value / 100, locale=lang)


def language_name(named: str, lang: str) -> str:
    """Return what a language is called in another, within a sentence: *čeština*, *Czech*."""
    return Locale.parse(named).get_language_name(lang) or named


def join(items: Iterable[str], lang: str, *, either: bool = False) -> str:
    """Return items as 'a, b and c', or 'a, b or c'."""
    *others, last = [*items] or [""]
    if not others:
        return last
    pair = format_list(["\0", last], style="or" if either else "standard", locale=_LISTS.get(lang, lang))
    if lang == "es":
        for sound, word in _SPANISH_JOINTS:
            pair = sound.sub(word, pair, count=1)
    return pair.replace("\0", ", ".join(others))


class Said(str):
    """A value in a sentence: ``{unit:a}``, ``{era:l}``, ``{train:s}``, ``{share:%}``, ``{cost:t}`` and the like.

    That is with an article, with a small first letter, as what kind of thing it is, as a percentage, as what somebody
    pays or gets; ``{phase:.}`` is an ordinal if it is a number, ``{phase:a.}`` one with its article, ``{limit:z}`` a
    number that others are out of.
    """

    __slots__ = ("lang",)
    lang: str

    def __new__(cls, text: str, lang: str) -> Self:
        """Keep the language beside the text."""
        made = super().__new__(cls, text)
        made.lang = lang
        return made

    def __format__(self, spec: str) -> str:
        """Return the text as the spec asks for it, or as it is where it asks for nothing."""
        return WAYS[spec](str(self), self.lang) if spec in WAYS else str(self)


def as_object(text: str, lang: str) -> str:
    """Return an amount as what somebody pays or gets: in Hungarian with the ending of its currency, else as it is."""
    if lang not in _OBJECTS:
        return text
    endings = _OBJECTS[lang]
    sign = text.rstrip("*_").rpartition(HARD_SPACE)[2]
    return f"{text}-{endings.get(sign, endings[''])}"


def as_kind(text: str, lang: str) -> str:
    """Return the number of a train or tile, or each of several, as an adjective: in Hungarian *2-es*, but *5H*."""
    if lang not in _KINDS:
        return text
    return "".join(part if at % 2 else _kind(part, lang) for at, part in enumerate(_EACH[lang].split(text)))


def _kind(text: str, lang: str) -> str:
    found = _NUMBER_LAST.search(text)
    if not found:
        return text
    tens, last = found[1], int(found[2])
    ending = _KINDS[lang][last - 1] if last else _ROUND[lang].get(int(tens or 0), "")
    return f"{text}-{ending}"


def as_ordinal(text: str, lang: str) -> str:
    """Return a number as an ordinal; a letter as it is, but in quotes where it would be another word."""
    if text in _WORDS.get(lang, ()):
        return f"„{text}”"
    return f"{text}." if text.isdecimal() else text


def as_ordinal_with_article(text: str, lang: str) -> str:
    """Return an ordinal, or a letter, behind the article that goes with it: *a 3.*, *az 5.*, *a b*."""
    return with_article(as_ordinal(text, lang), lang)


def as_whole(text: str, lang: str) -> str:
    """Return a number as what others are out of: in Czech behind *z* or *ze*, by how it is said; else as it is."""
    if lang not in _OUT_OF:
        return text
    said, longer, shorter = _OUT_OF[lang]
    return f"{longer if said.match(text) else shorter} {text}"


def with_article(text: str, lang: str) -> str:
    """Return a name behind the article that goes with its first sound; as it is where articles are other words."""
    if lang not in _ARTICLES:
        return text
    bare = text.lstrip('*_\\#"“„(')
    return f"{_ARTICLES[lang][bool(_SAID_WITH_A_VOWEL[lang].match(bare))]} {text}"


def _as_it_is(text: str, _lang: str) -> str:
    return text


def _small(text: str, lang: str) -> str:
    """Return a name as it stands inside a sentence: its first letter small, but a German noun's."""
    if lang in _NAMED_BY_ADJECTIVE and not _NAMED_BY_ADJECTIVE[lang].match(text):
        return text
    return f"{text[:1].lower()}{text[1:]}"


def _share(text: str, lang: str) -> str:
    return percent(int(text), lang) if text.isdecimal() else text


WAYS: Mapping[str, Callable[[str, str], str]] = {
    "": _as_it_is,
    "a": with_article,
    "l": _small,
    "s": as_kind,
    "t": as_object,
    "%": _share,
    ".": as_ordinal,
    "a.": as_ordinal_with_article,
    "z": as_whole,
}
"""What may stand behind the colon of a field, and how the field is written then."""
