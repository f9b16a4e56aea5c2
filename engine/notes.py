"""What is noted about a turn or a round while it lasts: one record for each, empty at the beginning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self, TypeVar

N = TypeVar("N")


@dataclass(frozen=True, slots=True)
class Notes:
    """A record whose defaults say that nothing has happened yet; titles and rounds add fields of their own."""

    def __bool__(self) -> bool:
        """Tell whether anything is noted."""
        empty = blank(type(self))
        return self is not empty and self != empty

    def told(self) -> dict[str, Any]:
        """Return the notes by name; fields that still have their default are left out."""
        empty = blank(type(self))
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value for name, value in values.items() if value != getattr(empty, name)}

    def having(self, **values: Any) -> Self:
        """Return the record with these values changed."""
        known = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return type(self)(**{**known, **values})


_BLANKS: dict[Any, Any] = {}


def blank(kind: Callable[[], N]) -> N:
    """Return the record of a kind in which nothing is noted; there is one of each."""
    if kind not in _BLANKS:
        _BLANKS[kind] = kind()
    return _BLANKS[kind]  # type: ignore[no-any-return]


NOTHING = Notes()
"""What is noted of a turn or round in which nothing has happened."""


def in_record(kind: Callable[[], N], noted: Notes) -> N:
    """Return the notes, or an empty record of this kind if there are none."""
    return blank(kind) if type(noted) is Notes else noted  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class TurnNotes(Notes):
    """What has happened in the current turn.

    ``lays`` lists hex, colour and what was spent for every tile laid. ``token`` is the hex on which one was placed;
    ``trains`` were bought and ``revenue`` earned; ``sold`` lists corporations, ``bought`` what was bought.
    ``rates`` are the prices of the first sale of each corporation, per share. ``helped`` tells that a director has
    added money for a train.
    """

    lays: tuple[tuple[str, str, str], ...] = ()
    token: str = ""
    discarded: bool = False
    trains: tuple[str, ...] = ()
    helped: bool = False
    revenue: int | None = None
    sold: tuple[str, ...] = ()
    rates: Mapping[str, int] = field(default_factory=dict)
    bought: str = ""


@dataclass(frozen=True, slots=True)
class OperatingNotes(Notes):
    """What has happened in an operating round: the ``part`` in progress, and the number of ``rounds`` in this set."""

    part: int = -1
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class StockNotes(Notes):
    """What has happened in a stock round.

    ``sold`` lists the corporations each player has sold; ``bought`` is who bought something in the turn that ended
    last; ``passes`` counts consecutive passes; ``last`` is the last player to do anything.
    """

    sold: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bought: str = ""
    passes: int = 0
    last: str = ""


@dataclass(frozen=True, slots=True)
class Proposal(Notes):
    """A deal that another player must agree to: who proposed it, and the ``action`` in notation."""

    proposer: str = ""
    action: str = ""
