"""What is special about 18CZ, read from the ``extra`` part of its data, and its own part of the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.board.tiles import Data
from engine.finance.floating import OperatedUnits
from engine.finance.privates import UsedPrivates
from engine.position import Position


class PercentRange(Data):
    """The least and the most of something, in percent."""

    least: int
    most: int


class RoundSet(Data):
    """A set of operating rounds: the value of locals in each of them, and whether a train is exported after it."""

    values: tuple[int, ...]
    export: bool


class RedHome(Data):
    """The home of a large company: its tile, and the two hexes reserved for it."""

    tile: str
    hexes: tuple[str, str]


class Dummy(Data):
    """What Václav gets of each size: initial prices, certificates by number, the price of tokens.

    ``track_by`` and ``tokens_by`` tell which player in turn order lays track and places tokens for it.
    """

    prices: Mapping[str, int]
    certificates: Mapping[str, tuple[int, ...]]
    token_price: int
    track_by: Mapping[str, int]
    tokens_by: Mapping[str, int]


class CzechFigures(Data):
    """The numbers of 18CZ that no other title has. Money in crowns; phases by name, cards by their small side."""

    opened_in: Mapping[str, str]
    start_prices: Mapping[str, tuple[int, ...]]
    capital: Mapping[str, int]
    floated_at: Mapping[str, int]
    holding_limits: Mapping[str, int]
    dividend_steps: Mapping[str, int]
    may_own: Mapping[str, tuple[str, ...]]
    ranges: Mapping[str, str]
    acquired_token: int
    acquisition: PercentRange
    penalty: int
    starts: Mapping[str, str]
    rusts: Mapping[str, tuple[str, ...]]
    trade_from: str
    private_sales_from: str
    sets: tuple[RoundSet, ...]
    first_turn_tiles: int
    improved_labels: tuple[str, ...]
    required_exits: Mapping[str, tuple[int, ...]]
    express_drops: tuple[str, ...]
    express_towns: int | None = None
    home_choice: tuple[str, ...]
    other_homes: Mapping[str, str]
    red_homes: Mapping[str, RedHome]
    locals: Mapping[str, tuple[str, ...]]
    purple_colours: Mapping[str, tuple[str, ...]]
    free_terrain: Mapping[str, tuple[str, ...]]
    dummy: Dummy | None = None

    @cached_property
    def local_sizes(self) -> dict[str, str]:
        """Return the size of every local railway."""
        return {local: kind for kind, known in self.locals.items() for local in known}

    @cached_property
    def local_values(self) -> tuple[int, ...]:
        """Return the value of locals in each operating round, in crowns."""
        return tuple(value for one in self.sets for value in one.values)


@dataclass(frozen=True, slots=True)
class CzechState(OperatedUnits, UsedPrivates):
    """State that only 18CZ has.

    ``rounds`` counts the operating rounds that have begun. ``floated`` are active companies, ``operated`` those
    whose first turn has begun. ``used`` are locals without further power. ``loans`` is all that a player has ever
    borrowed, for the penalty; what is unpaid is in ``debts``. ``gone`` are train types that have rusted.
    """

    rounds: int = 0
    loans: Mapping[str, int] = field(default_factory=dict)
    gone: tuple[str, ...] = ()


def figures(pos: Position) -> CzechFigures:
    """Return the numbers that only 18CZ has."""
    return pos.title.figures(CzechFigures)


def czech_state(pos: Position) -> CzechState:
    """Return the part of the state that only 18CZ has."""
    return pos.own(CzechState)


def penalty(pos: Position, player: str) -> int:
    """Return a player's penalty for all that he has ever borrowed, in crowns."""
    return czech_state(pos).loans.get(player, 0) * figures(pos).penalty // 100


def local_size(pos: Position, local: str) -> str:
    """Return the size of a local railway, empty if there is no such local."""
    return figures(pos).local_sizes.get(local, "")


def local_value(pos: Position, local: str = "") -> int:
    """Return the value of a local in crowns, which depends on the last operating round that has begun.

    Before the first one it is its price on the board of the draft, if a local is named.
    """
    if local and not czech_state(pos).rounds:
        return pos.title.privates[local].price
    return figures(pos).local_values[max(czech_state(pos).rounds - 1, 0)]
