"""Matching what people type with what there is, everywhere in the bot; and splitting long lists into pages.

Case, accents and a leading ``#`` do not count. The first text of an entry is its code: who types a whole code means
that entry, whatever other names the letters occur in.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

PAGE = 25
"""Entries of a page: as many as a select or an autocomplete can show."""

_UNACCENTED = str.maketrans({"đ": "d", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe"})
_WORD = re.compile(r"[\w+]+")
_NUMBER = re.compile(r"\d+")
ALIKE, FORM = 3, 4
"""Letters two forms of a word begin with alike: all of a shorter one (lay, lays), or so many (place, placing)."""


def pages(entries: Sequence[T], size: int = PAGE) -> list[Sequence[T]]:
    """Split entries into pages; there is always one."""
    return [entries[at : at + size] for at in range(0, len(entries), size)] or [entries]


def search(entries: Iterable[T], typed: str, *texts: Callable[[T], str]) -> list[T]:
    """Entries in whose texts everything typed occurs: whole codes first, then whole names, then beginnings."""
    wanted = _wanted(typed)
    ranked = []
    for place, entry in enumerate(entries):
        lines = [fold(text(entry)) for text in texts]
        if all(any(part in line for line in lines) for part in wanted.split()):
            ranked.append((_rank(lines, wanted), place, entry))
    return [entry for *_, entry in sorted(ranked, key=lambda found: found[:2])]


def exact(entries: Iterable[T], typed: str, *texts: Callable[[T], str]) -> T | None:
    """The entry with a text that is typed whole, a code before any name; None where there is none."""
    wanted, known = _wanted(typed), list(entries)
    return next(
        (entry for text in texts for entry in known if wanted and _wanted(text(entry)) == wanted), None
    )


def meant(
    entries: Iterable[T], typed: str, *texts: Callable[[T], str], of: Callable[[T], object] | None = None
) -> T | None:
    """The entry that is typed whole, else the only one in which everything typed occurs; None where neither is.

    Entries with the same ``of`` are names of one thing.
    """
    known = list(entries)
    found = exact(known, typed, *texts)
    if found is not None or not any(map(str.isalnum, typed)):
        return found
    holding = search(known, typed, *texts)
    things = {of(entry) if of else number for number, entry in enumerate(holding)}
    return holding[0] if len(things) == 1 else None


def holds(text: str, typed: str) -> bool:
    """Tell whether everything typed occurs in a text."""
    line = fold(text)
    return all(part in line for part in _wanted(typed).split())


def words(text: str) -> list[str]:
    """The words of a text that tell something: those of three letters or more, and all with a number in them."""
    found = _WORD.findall(fold(text))
    return [word for word in found if len(word) >= ALIKE or any(map(str.isdigit, word))]


def numbers(text: str) -> set[str]:
    """The whole numbers in a text: none is part of another."""
    return set(_NUMBER.findall(fold(text)))


def is_form(one: str, other: str) -> bool:
    """Tell whether two words may be forms of one: they begin alike; with a number in it a word has one form."""
    if one == other or any(map(str.isdigit, one + other)):
        return one == other
    shorter = min(len(one), len(other))
    return shorter >= ALIKE and one[: min(FORM, shorter)] == other[: min(FORM, shorter)]


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """A text without accents and in lower case, so that what is typed on any keyboard finds it."""
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_UNACCENTED)
    return "".join(mark for mark in apart if not unicodedata.combining(mark))


def _wanted(typed: str) -> str:
    return " ".join(fold(typed).split()).removeprefix("#")


def _rank(lines: list[str], wanted: str) -> int:
    if not wanted or wanted in lines[:1]:
        return 0
    if wanted in lines:
        return 1
    if any(line.startswith(wanted) for line in lines):
        return 2
    return 3 if any(f" {wanted}" in line for line in lines) else 4
