"""Open information that only some titles have: remarks, flags on the map, what is to come, cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.position import Position


@dataclass(frozen=True, slots=True)
class Remark:
    """A fact of the title's own that everybody may see: a key and a value, about a unit, a train or the game.

    A value that is ``money`` is an amount in the title's currency.
    """

    about: str
    key: str
    value: int | str
    money: bool = False


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
class Prospect:
    """Something that will happen by itself: a key, and what it concerns, such as trains, units, a phase."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FirstSale:
    """What the first sale of a card brings: the ``phase`` that begins, if any, and what follows besides.

    ``rusts`` are the trains that go, by name.
    """

    card: str
    phase: str
    follows: tuple[Prospect, ...] = ()
    rusts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LaysLeft:
    """How many tiles may still be laid in the turn that is on, and what the next one costs beside terrain."""

    count: int
    price: int = 0


@dataclass(frozen=True, slots=True)
class StartTerms:
    """What becomes of a company that is started at a par price.

    It floats once ``floats_at`` percent are sold; its treasury is ``capital`` then, and ``later`` comes in once its
    destination is reached. ``tokens`` are the prices of those it gets.
    """

    floats_at: int
    capital: int
    later: int = 0
    tokens: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Foresight:
    """What a title knows of the future: what the first sale of each card brings, and what else is to come.

    How the game ends is among the prospects. ``powers`` say what a private can do, by its id. ``lays`` tells what is
    left of a turn's track, ``start`` what a unit would be worth at a par price, ``turns`` to which
    sides of its card the unit in turn could turn a train that it takes over, and for how much each. ``rounds`` counts
    the operating rounds that follow the stock round. ``broken`` tells whether a bank that may break has broken.
    ``benefits`` are what a unit must use for its run where nobody chooses.
    """

    first_sales: Callable[[Position], tuple[FirstSale, ...]] = lambda _: ()
    prospects: Callable[[Position], tuple[Prospect, ...]] = lambda _: ()
    powers: Callable[[Position], Mapping[str, tuple[Prospect, ...]]] = lambda _: {}
    lays: Callable[[Position], LaysLeft | None] = lambda _: None
    start: Callable[[Position, str, int], StartTerms | None] = lambda _pos, _unit, _price: None
    turns: Callable[[Position, str], Mapping[str, int]] = lambda _pos, _train: {}
    rounds: Callable[[Position], int] = lambda pos: pos.phase.operating_rounds
    broken: Callable[[Position], bool] = lambda pos: pos.state.lowest <= 0
    benefits: Callable[[Position, str], tuple[str, ...]] = lambda _pos, _unit: ()


NOTHING_FORESEEN = Foresight()


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of a card: a key, a value, and whether it is done, the next one, or still to come."""

    key: str
    value: str = ""
    state: str = "open"


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card that lies before a player for all to see; ``about`` is the unit it is for, if any."""

    owner: str
    name: str
    lines: tuple[CardLine, ...]
    about: str = ""
