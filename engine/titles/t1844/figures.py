"""What only 1844 has: its numbers, read from the ``extra`` part of its data, and its own part of the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.board.tiles import Data
from engine.finance.floating import OperatedUnits
from engine.finance.privates import UsedPrivates
from engine.position import Position
from engine.state import BANK


class Auction(Data):
    """The least raise of a bid, and the reduction of an unwanted first private, in francs."""

    step: int
    drop: int


class Capital(Data):
    """A treasury in multiples of par: on floating, at the destination, and on floating late."""

    at_float: int
    destination: int
    full: int


class RedLine(Data):
    """Kinds of units, and of trains, that may not visit red areas."""

    units: tuple[str, ...]
    trains: tuple[str, ...]


class Area(Data):
    """A red area: the side of the map it lies on, and its transit bonus in francs."""

    name: str
    side: str
    bonus: int


class Gift(Data):
    """What the first buyer of a private gets with it."""

    private: str = ""
    unit: str = ""
    percent: int = 0
    train: str = ""


class National(Data):
    """The company that the pre-SBB companies become; ``formed_by`` is the card whose first sale brings it."""

    id: str
    price: int
    cell: str
    grant: int
    train: str
    formed_by: str


class SwissFigures(Data):
    """The numbers of 1844 that no other title has. Money in francs; phases by name, cards by their front.

    The bank breaks once its cash has fallen to ``bank_breaks_at`` or less. Trains run to stops worth at least
    ``least_stop``; with ``side_once`` to one red area of each side of the map at most. A stop of one of the kinds
    in ``no_duty_stops`` is no reason to own a train. ``interest`` is a percentage of a debt, ``formation_interest``
    of one that the formation of the SBB has left.
    """

    auction: Auction
    pool_limit: int
    pool_only_from: Mapping[str, int]
    floated_at: Mapping[str, int]
    full_capital_from: str
    tokens_by_par: Mapping[int, int]
    interest: int
    formation_interest: int
    bank_breaks_at: int
    pool_at_start: Mapping[str, int]
    trains_only: Mapping[str, str]
    no_red_stops: RedLine
    must_own_train: tuple[str, ...]
    no_duty_stops: tuple[str, ...]
    least_stop: int
    may_own_privates: tuple[str, ...]
    starts: Mapping[str, str]
    turned: Mapping[str, str]
    rusted: Mapping[str, str]
    export_from: str
    trade_from: str
    powers_from: str
    private_sales_from: str
    privates_close: str
    private_sales: Mapping[str, tuple[int, int]]
    powers: Mapping[str, str]
    closed_by_first_run: Mapping[str, str]
    furka_payment: int
    furka: Mapping[str, str]
    green_labels: Mapping[str, str]
    joined_from_green: tuple[str, ...]
    mountains: tuple[str, ...]
    panels: tuple[str, ...]
    tunnel_tiles: tuple[str, ...]
    tunnel_cost: int
    tunnel_bonus: int
    transit: tuple[tuple[str, str], ...]
    areas: tuple[Area, ...]
    side_once: bool = False
    gotthard: str
    gotthard_for: str
    sbb: National
    sbb_parts: tuple[str, ...]
    capital: Mapping[str, Capital]
    comes_with: Mapping[str, Gift]
    destinations: Mapping[str, str]
    tunnels: Mapping[str, tuple[tuple[int, int], ...]]


@dataclass(frozen=True, slots=True)
class SwissState(OperatedUnits, UsedPrivates):
    """State that only 1844 has.

    ``lots`` are the privates still to be auctioned, ``minimum`` the reduced price of the first of them (-1: face
    value). Units are ``operated`` from the revenue step of their first turn on.
    ``reached`` gives the destinations that were reached or are void. ``mountains`` and ``tunnels`` map hexes to the
    certificates used there, ``active`` are those hexes that a train has run to. ``used`` are privates and tunnel
    certificates without further power. ``eva`` is the player who may still give that train away. ``sbb`` is
    ``"due"`` after the sale that forms the SBB, then ``"formed"``. ``owed`` are debts without interest from its
    formation, ``pursued`` the debtors whose every income pays them off.
    """

    lots: tuple[str, ...] = ()
    minimum: int = -1
    reached: Mapping[str, str] = field(default_factory=dict)
    mountains: Mapping[str, str] = field(default_factory=dict)
    tunnels: Mapping[str, str] = field(default_factory=dict)
    active: tuple[str, ...] = ()
    eva: str = ""
    sbb: str = ""
    owed: Mapping[str, int] = field(default_factory=dict)
    pursued: tuple[str, ...] = ()


def figures(pos: Position) -> SwissFigures:
    """Return the numbers that only 1844 has."""
    return pos.title.figures(SwissFigures)


def swiss_state(pos: Position) -> SwissState:
    """Return the part of the state that only 1844 has."""
    return pos.own(SwissState)


def broken(pos: Position) -> bool:
    """Tell whether the bank has run out of money, now or ever."""
    return min(pos.state.lowest, pos.cash(BANK)) <= figures(pos).bank_breaks_at
