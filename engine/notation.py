"""Actions as one line of text: the verb and its fields, separated by spaces.

``lay 12 D9 8 2`` lays tile 8 at rotation 2. Lists are joined by commas, routes by semicolons; ``-`` is an empty
field, and empty fields at the end are left out.

>>> from engine.actions import LayTile
>>> read("lay 12 D9 8 2", "ann", (LayTile,))
LayTile(actor='ann', unit='12', hex='D9', tile='8', rotation=2, using='')
>>> write(LayTile("ann", "12", "D9", "8", 2))
'lay 12 D9 8 2'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, get_type_hints

from engine.actions import Action, Pass, Route
from engine.refusals import Malformed

EMPTY = "-"
END = "turn"
"""What a pass has let happen where it is no step: the end of the turn."""


def write(action: Action) -> str:
    """Return the line for an action; its actor is not part of it."""
    words = [_word(getattr(action, field.name)) for field in fields(action)[1:]]
    while words and words[-1] == EMPTY:
        words.pop()
    return " ".join([action.verb, *words])


def read(text: str, actor: str, verbs: Iterable[type[Action]]) -> Action:
    """Return the action a line stands for.

    :raises Malformed: when the verb is unknown, or a field is missing, superfluous or of the wrong kind.
    """
    verb, *words = text.split() or [""]
    kinds = tuple(verbs)
    kind = next((known for known in kinds if verb in (known.verb, *known.former)), None)
    if kind is None:
        raise Malformed("unknown_verb", verb=verb)
    if kind is Pass and words and words[0] not in (EMPTY, END, *(known.verb for known in kinds)):
        raise Malformed("spare_word", verb=verb, word=words[0])
    return kind(actor, **_fields(kind, words))


def names(kind: Any) -> tuple[str, ...]:
    """Return the fields of a verb that a player fills in, in order."""
    return tuple(field.name for field in fields(kind)[1:] if field.name not in kind.noted)


def hints(kind: Any) -> dict[str, Any]:
    """Return the type of every field of a verb."""
    return _hints(kind)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _fields(kind: type[Action], words: list[str]) -> dict[str, Any]:
    every = fields(kind)[1:]
    if len(words) > len(every):
        raise Malformed("spare_word", verb=kind.verb, word=words[len(every)])
    found = {field.name: value(kind, field.name, word) for field, word in zip(every, words, strict=False)}
    needed = [field.name for field in every if field.default is MISSING]
    missing = next((name for name in needed if name not in found), None)
    if missing:
        raise Malformed("missing_field", verb=kind.verb, field=missing, fields=needed)
    return found


def value(kind: type[Action], name: str, word: str) -> Any:
    """Return the value of one field as written.

    :raises Malformed: when the word is of the wrong kind for the field.
    """
    try:
        return _PARSERS[str(hints(kind)[name])](word)
    except ValueError:
        raise Malformed("bad_field", verb=kind.verb, field=name, word=word) from None


def _whole(word: str) -> int:
    if not word.isascii() or not word.isdecimal() or len(word) > 9:
        raise ValueError(word)
    return int(word)


def _whole_or_none(word: str) -> int | None:
    return None if word == EMPTY else _whole(word)


def _text_or_none(word: str) -> str | None:
    return None if word == EMPTY else word


def _text(word: str) -> str:
    return "" if word == EMPTY else word


def _list(word: str) -> tuple[str, ...]:
    found = () if word == EMPTY else tuple(word.split(","))
    if "" in found:
        raise ValueError(word)
    return found


def _routes(word: str) -> tuple[Route, ...]:
    return () if word == EMPTY else tuple(_route(part) for part in word.split(";"))


def _route(text: str) -> Route:
    train, colon, path = text.partition(":")
    if not colon or not train or not path:
        raise ValueError(text)
    return Route(train, tuple(path.split("-")))


_PARSERS = {
    str(str): _text,
    str(int): _whole,
    str(int | None): _whole_or_none,
    str(str | None): _text_or_none,
    str(tuple[str, ...]): _list,
    str(tuple[Route, ...]): _routes,
}


def _word(given: Any) -> str:
    if isinstance(given, tuple):
        joint = ";" if given and isinstance(given[0], Route) else ","
        return joint.join(map(str, given)) or EMPTY
    return EMPTY if given is None else str(given) or EMPTY
