"""Open information that only some titles have: remarks about units, trains or the game, and cards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remark:
    """A fact of the title's own that everybody may see: a key and a value, about a unit, a train or the game."""

    about: str
    key: str
    value: int | str


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of a card: a key, a value, and whether it is done, the next one, or still to come."""

    key: str
    value: str = ""
    state: str = "open"


@dataclass(frozen=True, slots=True)
class Card:
    """A card that lies before a player for all to see; ``about`` is the unit it is for, if any."""

    owner: str
    name: str
    lines: tuple[CardLine, ...]
    about: str = ""
