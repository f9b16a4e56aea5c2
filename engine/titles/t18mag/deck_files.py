"""Where the decks of the solo game come from.

A deck is a file, so that owners of the printed cards can write theirs down: one that comes with the program, or that
is handed in. A game keeps the name of its deck and a digest of it; replaying the game takes a deck with that digest.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

from pydantic import ValidationError

from engine import handed_in
from engine.position import Position
from engine.refusals import BadSetup, Malformed
from engine.title import find
from engine.titles.t18mag.deck import Deck
from engine.titles.t18mag.deck_faults import problems

_KNOWN: dict[str, Deck] = {}


@lru_cache(maxsize=32)
def _deck(text: str, file: str) -> Deck:
    """Return the deck in the text of a file.

    :raises Malformed: when it is not a valid deck; the error says where.
    """
    try:
        deck = Deck.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "file"
        raise Malformed("deck_field", file=file, where=where, why=first["msg"]) from None
    for where, key, values in problems(deck, find("18Mag").of(1)):
        raise Malformed(key, file=file, where=where, **values)
    return deck


def by_name(value: str) -> str:
    """Return the digest of a deck, given its name or an earlier digest.

    :raises Refused: when there is no such deck, or its file is no good.
    """
    if _is_known(value):
        return value
    deck = _named(value)
    if deck is None:
        raise BadSetup("deck_unknown", deck=value)
    return _remembered(deck)


def read(text: str, file: str) -> str:
    """Return the digest of the deck in the text of a file.

    :raises Malformed: when it is not a valid deck.
    """
    return _remembered(_deck(text, file))


def _remembered(deck: Deck) -> str:
    _KNOWN[deck.known_as] = deck
    return deck.known_as


def deck_of(pos: Position) -> Deck:
    """Return the deck a game is played with.

    :raises BadSetup: when the deck is not available.
    """
    known = pos.option("deck")
    if not _is_known(known):
        raise BadSetup("deck_unknown", deck=known)
    return _KNOWN[known]


def _is_known(known_as: str) -> bool:
    """Tell whether a deck of that name and digest is at hand; if so, remember it."""
    if known_as in _KNOWN:
        return True
    for deck in (_named(known_as.partition(":")[0]), _former(known_as)):
        if deck is not None and deck.known_as == known_as:
            _KNOWN[known_as] = deck
            return True
    return False


def _former(known_as: str) -> Deck | None:
    """Return a deck that came with an earlier version of this program, for the games begun with it."""
    file = resources.files(__package__).joinpath("decks", "former", f"{known_as.replace(':', '-')}.json")
    known = re.fullmatch(r"[\w-]+:[0-9a-f]{12}", known_as)
    return _deck(file.read_text("utf-8"), known_as) if known and file.is_file() else None


def _named(name: str) -> Deck | None:
    """Return a deck by name, from this program or one that is handed in."""
    if not re.fullmatch(r"[\w-]+", name):
        return None
    own = resources.files(__package__).joinpath("decks", f"{name}.json")
    if own.is_file():
        return _deck(own.read_text("utf-8"), name)
    text = handed_in.text_of(name)
    return _deck(text, f"{name}.json") if text is not None else None
