"""What places are called in each language: a small list, found by any of a place's names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

JOINED = re.compile(r"( & |/)")
"""What stands between the names of two places of one hex."""
ALSO = "also"
"""The names of a place that are typed and not shown."""
PlaceNames = Mapping[str, str | list[str]]


@cache
def places() -> tuple[PlaceNames, ...]:
    """Return every place that has a name of its own in some language."""
    text = (resources.files("assets") / "places.toml").read_text("utf-8")
    return tuple(tomllib.loads(text)["place"])


@cache
def _by_name() -> Mapping[str, PlaceNames]:
    return {name: place for place in places() for name in every_name(place)}


def every_name(place: PlaceNames) -> tuple[str, ...]:
    """Return all names of a place, each once."""
    shown = (name for name in place.values() if isinstance(name, str))
    return tuple(dict.fromkeys((*shown, *place.get(ALSO, ()))))


@lru_cache(maxsize=4096)
def in_language(name: str, lang: str) -> str:
    """Return the name of a place in a language: as printed where that has none of its own."""
    return "".join(_one(part, lang) for part in JOINED.split(name))


def _one(name: str, lang: str) -> str:
    return str(_by_name().get(name, {}).get(lang, name))


@lru_cache(maxsize=4096)
def names_of(name: str) -> tuple[str, ...]:
    """Return everything a place may be called, what is printed first."""
    found = (other for part in JOINED.split(name)[::2] for other in every_name(_by_name().get(part, {})))
    return tuple(dict.fromkeys((name, *found)))
