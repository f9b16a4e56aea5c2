"""What is noted of a turn and of a round while they last: one record for each, empty at their beginning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Notes:
    """A record whose defaults say that nothing has happened yet; titles and rounds add fields of their own."""

    others: Mapping[str, Any] = field(default_factory=dict)
    """Notes without a field, by name."""

    def __bool__(self) -> bool:
        """Tell whether anything is noted."""
        return bool(self.told())

    def told(self) -> dict[str, Any]:
        """Return what is noted, by name; what has not happened is left out."""
        blank = type(self)()
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value for name, value in values.items() if value != getattr(blank, name)}

    def having(self, **values: Any) -> Self:
        """Return the record with other values."""
        known = {one.name for one in fields(self)}
        others = {**self.others, **{name: value for name, value in values.items() if name not in known}}
        return replace(self, others=others, **{name: values[name] for name in values if name in known})

    def get(self, name: str, default: Any = None) -> Any:
        """Return a note by name, the default if nothing is noted under it."""
        return self.told().get(name, self.others.get(name, default))

    def __getitem__(self, name: str) -> Any:
        """Return a note by name."""
        return self.others[name] if name in self.others else getattr(self, name)


def in_record(kind: Callable[[], Any], noted: Any) -> Any:
    """Return what was noted in a record of its kind; a plain mapping where it has no other."""
    if isinstance(noted, Notes):
        return noted
    blank = kind()
    return blank.having(**noted) if isinstance(blank, Notes) else {**noted}


@dataclass(frozen=True, slots=True)
class TurnNotes(Notes):
    """What has happened in the turn that is being taken.

    ``lays`` are hex, colour and what was spent on it of every tile laid; ``token`` is the hex on which one was
    placed, ``trains`` were bought, ``revenue`` was earned, ``sold`` are corporations and ``bought`` what was bought.
    A director has ``helped`` to pay for a train.
    """

    lays: tuple[tuple[str, str, str], ...] = ()
    token: str = ""
    discarded: bool = False
    trains: tuple[str, ...] = ()
    helped: bool = False
    revenue: int | None = None
    sold: tuple[str, ...] = ()
    bought: str = ""


@dataclass(frozen=True, slots=True)
class OperatingNotes(Notes):
    """What has happened in an operating round: the ``part`` that is on, of ``rounds`` in this set."""

    part: int = -1
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class StockNotes(Notes):
    """What has happened in a stock round.

    ``sold`` are the corporations each player has sold, ``bought`` is who bought something in the turn that ended
    last, ``passes`` counts those in a row, ``last`` is who was the last to do anything.
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
