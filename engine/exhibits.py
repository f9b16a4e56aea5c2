"""Open information that only some titles have: remarks on units, trains or the game, flags on the map, and cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Remark:
    """A fact of the title's own that everybody may see: a key and a value, about a unit, a train or the game."""

    about: str
    key: str
    value: int | str


@dataclass(frozen=True, slots=True)
class Flag:
    """A unit's flag on a hex: its home until its first token stands there, or its destination.

    ``stop`` is the city of a home as it is now; a home without one is a hex kept for a tile of its own. A flag is
    ``done`` when the destination has been reached or counts no longer.
    """

    unit: str
    hex: str
    kind: Literal["home", "destination"] = "home"
    stop: int | None = None
    done: bool = False


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
