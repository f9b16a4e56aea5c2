"""What is noted about turns and rounds of 1844 while they last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.notes import Notes, StockNotes, TurnNotes
from engine.position import Position


@dataclass(frozen=True, slots=True)
class SwissTurn(TurnNotes):
    """A turn: whether its player made a bid, and which private a run closed."""

    bid: bool = False
    closed: str = ""


@dataclass(frozen=True, slots=True)
class AuctionNotes(Notes):
    """The auction of a private: the highest ``bid`` in francs, its ``bidder``, and who has passed.

    ``first`` is the auctioneer, empty where he follows from the private.
    """

    bid: int = 0
    bidder: str = ""
    passed: tuple[str, ...] = ()
    first: str = ""


@dataclass(frozen=True, slots=True)
class FoundingNotes(Notes):
    """The company whose par price is to be set."""

    unit: str = ""


@dataclass(frozen=True, slots=True)
class SwissStockNotes(StockNotes):
    """A stock round; ``certificates`` lists the kinds, other than shares, that each player has bought."""

    certificates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExportNotes(Notes):
    """Whether a train has been exported."""

    done: bool = False


def turn(pos: Position) -> SwissTurn:
    """Return the notes of the current turn."""
    assert isinstance(pos.turn, SwissTurn)
    return pos.turn
