"""What a button or a select carries in its custom_id: game, version, verb and what was picked, in 100 characters.

``g:<game>:<rev>:<verb>[:<purpose>[:<picked>]]``. The purpose is a letter, with a page number where it needs one.
Words that are long or contain a separator are carried as a digest, which is compared with what is legal at that
version.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.menu.folding import Menu
from engine import notation
from engine.actions import SHARED
from engine.title import Title

LIMIT = 100
ASK, CHOOSE, OTHER, FORM, PLAY, CANCEL = "p", "s", "o", "m", "y", "x"
"""To ask on, a list, a form to open, the form itself, to play whatever it is, and to go back to the turn."""
DO, TAKE, AMOUNT, FILL = "d", "c", "a", "f"
"""A button, a list, a form to open and the form itself that play at once what needs no confirmation."""

FURTHER = "v"
"""A list of buttons for which a card has no room: what is chosen is the id of one."""

PLAYING = (PLAY, DO, TAKE, FORM, FILL)
"""The purposes of presses that play a move once nothing is left to choose."""

BUTTON = r"g:\d{1,18}:\d{1,9}:[\w-]{1,32}(?::(?![csv]\d)[a-z]\d{0,3}(?::.*)?)?"
SELECT = r"g:\d{1,18}:\d{1,9}:[\w-]{1,32}:[csv]\d{1,3}(?::.*)?"
"""Which custom_ids belong to buttons and to selects; a form has that of a button."""

_PLAIN = re.compile(r"[\w.&+,-]+")
_MARK, _JOINT = "#", "~"
_DIGITS = (10, 6, 4)


@dataclass(frozen=True, slots=True)
class Press:
    """A press as it was written down. ``words`` are the picked fields in order, empty where nothing is picked."""

    game: int
    rev: int
    verb: str
    purpose: str = ""
    page: int = 0
    words: tuple[str, ...] = field(default=())


def write(press: Press) -> str:
    """Return the custom_id of a press, its words shortened as far as it must be."""
    head = f"g:{press.game}:{press.rev}:{press.verb}"
    if not press.purpose:
        return head
    page = str(press.page) if press.purpose in (ASK, CHOOSE, TAKE, FURTHER) else ""
    head += f":{press.purpose}{page}"
    for digits in _DIGITS:
        tail = _JOINT.join(shortened(word, digits) for word in press.words).rstrip(_JOINT)
        text = f"{head}:{tail}" if tail else head
        if len(text) <= LIMIT:
            break
    return text


def cancelling(game: int, rev: int) -> Press:
    """Return the press that leads back to what may be done now, whatever was asked."""
    return Press(game, rev, "cancel", CANCEL)


def read(custom_id: str) -> Press | None:
    """Return the press a custom_id stands for, None if it is none of ours."""
    if not re.fullmatch(f"{BUTTON}|{SELECT}", custom_id):
        return None
    _, game, rev, verb, *rest = custom_id.split(":", 5)
    purpose = rest[0] if rest else ""
    words = tuple(rest[1].split(_JOINT)) if len(rest) > 1 else ()
    return Press(int(game), int(rev), verb, purpose[:1], int(purpose[1:] or 0), words)


def with_todays_verb(press: Press, title: Title) -> Press:
    """Return a press with the word its verb has today, for messages of earlier versions hang in channels."""
    kinds = (*SHARED, *title.verbs)
    return replace(press, verb=next((kind.verb for kind in kinds if press.verb in kind.former), press.verb))


def shortened(word: str, digits: int = _DIGITS[0]) -> str:
    """Return a word as it is if it is short and plain, else a digest of it."""
    if not word or (len(word) <= digits + 1 and _PLAIN.fullmatch(word)):
        return word
    return _MARK + hashlib.blake2s(word.encode()).hexdigest()[:digits]


def means(carried: str, word: str) -> bool:
    """Tell whether what an id carries stands for a word; a digest is never shorter than those of ids.

    What people type may begin like one: ``#3`` is a number that they have read on a label.
    """
    digits = len(carried) - 1
    if carried.startswith(_MARK) and digits in _DIGITS:
        return shortened(word, digits) == carried
    return carried == word


def find(carried: str, words: Iterable[str]) -> str | None:
    """Return the word that an id carries."""
    return next((word for word in words if means(carried, word)), None)


def ordered(menu: Menu, verb: str, picked: Mapping[str, str]) -> tuple[str, ...]:
    """Return the choices in the order of the verb's fields."""
    return tuple(picked.get(name, "") for name in _names(menu, verb))


def picked(menu: Menu, press: Press) -> dict[str, str] | None:
    """Return the choices that a press carries, None if one is no longer legal."""
    found: dict[str, str] = {}
    for name, carried in zip(_names(menu, press.verb), press.words, strict=False):
        if not carried:
            continue
        word = carried
        if carried.startswith(_MARK):
            known = find(carried, (option.word for option in menu.values(press.verb, name, found)))
            if known is None:
                return None
            word = known
        found[name] = word
    return found


def _names(menu: Menu, verb: str) -> Sequence[str]:
    offers = menu.offers(verb)
    return notation.names(type(offers[0].action)) if offers else ()
