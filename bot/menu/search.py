"""Finding entries of a list by what is typed, and splitting long lists into pages."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

PAGE = 25
"""Entries of a page: as many as a select or an autocomplete can show."""

_UNACCENTED = str.maketrans({"đ": "d", "ł": "l", "ø": "o"})


def pages(entries: Sequence[T], size: int = PAGE) -> list[Sequence[T]]:
    """Split entries into pages; there is always one."""
    return [entries[at : at + size] for at in range(0, len(entries), size)] or [entries]


def search(entries: Iterable[T], typed: str, *texts: Callable[[T], str]) -> list[T]:
    """Return the entries in whose texts everything typed occurs, those that begin with it first."""
    wanted = fold(typed)
    parts = wanted.split()
    ranked = []
    for place, entry in enumerate(entries):
        lines = [fold(text(entry)) for text in texts]
        if all(any(part in line for line in lines) for part in parts):
            ranked.append((_rank(lines, wanted), place, entry))
    return [entry for *_, entry in sorted(ranked, key=lambda found: found[:2])]


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Return a text without accents and in lower case, so that what is typed on any keyboard finds it."""
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_UNACCENTED)
    return "".join(mark for mark in apart if not unicodedata.combining(mark))


def _rank(lines: list[str], wanted: str) -> int:
    if wanted in lines:
        return 0
    if any(line.startswith(wanted) for line in lines):
        return 1
    return 2 if any(f" {wanted}" in line for line in lines) else 3
