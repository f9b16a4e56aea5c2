"""The state of a game: ids and numbers only.

Every column is replaced as a whole when it changes and never altered in place, so a copy is cheap, and a fact
computed from a column stays true as long as that very column is in use.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from operator import attrgetter
from typing import Any, Protocol, cast

from pydantic import TypeAdapter

from engine.notes import NOTHING, Notes

BANK = "bank"
"""Counterparty of payments; its cash may fall below zero where the title's bank never breaks."""
POOL = "pool"
"""Holder of the certificates that anyone may buy."""
OFFER = "offer"
"""Holder of the certificates that nobody has bought yet; they cost the par price."""
DEPOT = "depot"
"""Seller of the trains that lie in the stacks."""
RESERVED = (BANK, POOL, OFFER, DEPOT)


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a unit on one stop of a hex."""

    stop: int
    unit: str


@dataclass(frozen=True, slots=True)
class PastRun:
    """What a unit earned in an earlier turn, in the title's currency, and whether it kept it all."""

    revenue: int
    kept: bool = False


EARLIER = 2
"""How many runs before the last one are remembered."""


@dataclass(frozen=True, slots=True)
class LastRun:
    """What a unit earned when it last operated, in the title's currency, and whether it ``kept`` it all.

    ``earlier`` are the runs before, the latest first.
    """

    revenue: int
    routes: tuple[str, ...] = ()
    label: str = ""
    kept: bool = False
    earlier: tuple[PastRun, ...] = ()

    def then(self, revenue: int, routes: tuple[str, ...] = (), *, kept: bool = False) -> LastRun:
        """Return the run that follows this one."""
        earlier = (PastRun(self.revenue, self.kept), *self.earlier)[:EARLIER]
        return LastRun(revenue, routes, kept=kept, earlier=earlier)

    @property
    def latest(self) -> tuple[PastRun, ...]:
        """Return the last runs, the latest first."""
        return (PastRun(self.revenue, self.kept), *self.earlier)


@dataclass(frozen=True, slots=True)
class Frame:
    """A round, or a decision that interrupts one.

    ``queue`` lists who is still to act, the first is acting now. ``stage`` is the step of the turn; ``turn`` holds
    the notes of this turn and ``notes`` those of this round, empty while nothing is noted.
    """

    kind: str
    number: tuple[int, ...] = ()
    queue: tuple[str, ...] = ()
    stage: int = 0
    turn: Any = NOTHING
    notes: Any = NOTHING


class Noticing:
    """``written`` is the column of an :class:`OpenState` written last since somebody looked; empty if none was."""

    __slots__ = ("written",)
    written: str


@dataclass
class State(Noticing):
    """All that a position consists of.

    Money is in the title's currency. ``order`` lists the players in turn order, that of the seats unless the title
    has another; ``lowest`` is the bank's minimum after an action so far (finite banks only). ``phase`` is an index
    into the title's phases. ``market`` maps a cell (``"row,column"``) to the units on it, the top of the stack
    first; ``pars`` holds the prices at which the certificates on offer are sold. ``owners`` tells whom minors and
    privates belong to. ``tokens_left`` holds the prices of the tokens left on a unit's charter. ``layers``
    are tiles that add to what a hex shows and do not replace it. ``depot`` counts the train cards left of a type,
    ``None`` where they never run out. ``automata`` lists the seats that no person plays.
    """

    players: tuple[str, ...]
    options: tuple[str, ...]
    rng: int
    ply: int = 0
    phase: int = 0
    priority: str = ""
    over: bool = False
    order: tuple[str, ...] = ()
    lowest: int = 0
    cash: Mapping[str, int] = field(default_factory=dict)
    debts: Mapping[str, int] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)
    certificates: Mapping[str, str] = field(default_factory=dict)
    trains: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tokens: Mapping[str, tuple[Token, ...]] = field(default_factory=dict)
    tokens_left: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    tiles: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    layers: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    supply: Mapping[str, int | None] = field(default_factory=dict)
    market: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pars: Mapping[str, int] = field(default_factory=dict)
    depot: Mapping[str, int | None] = field(default_factory=dict)
    runs: Mapping[str, LastRun] = field(default_factory=dict)
    frames: tuple[Frame, ...] = ()
    automata: tuple[str, ...] = ()
    extra: object = None

    def copy(self) -> State:
        """Return a state whose columns may be replaced without touching this one."""
        copied = State.__new__(State)
        copied.__dict__ = dict(self.__dict__)
        return copied

    def opened(self) -> OpenState:
        """Return a copy to write on, on which nothing is written yet."""
        copied: Any = self.copy()
        copied.__class__ = OpenState
        copied.looked_at()
        return cast("OpenState", copied)

    @property
    def columns(self) -> tuple[Any, ...]:
        """Return every column, in the order of the fields."""
        columns: tuple[Any, ...] = _COLUMNS(self)
        return columns

    def dump(self) -> dict[str, Any]:
        """Return the state as plain JSON values."""
        frames = tuple(
            replace(frame, turn=frame.turn.told(), notes=frame.notes.told()) for frame in self.frames
        )
        data: dict[str, Any] = _ADAPTER.dump_python(replace(self, frames=frames), mode="json")
        return data

    @classmethod
    def load(cls, data: Mapping[str, Any], kinds: Kinds) -> State:
        """Rebuild a state from :meth:`dump`; ``kinds`` names the record types of its title."""
        state = _ADAPTER.validate_python(data)
        state.extra = _adapter(kinds.extra).validate_python(data["extra"])
        state.frames = tuple(
            replace(
                frame,
                turn=_noted(kinds.turn_notes, frame.turn),
                notes=_noted(kinds.rounds[frame.kind].notes, frame.notes),
            )
            for frame in state.frames
        )
        return state

    def fingerprint(self) -> str:
        """Return a short digest that is equal exactly for equal states, in every process."""
        return digest(self.dump())


class OpenState(State):
    """A state that notes when something is written on it, so that nobody need compare its columns."""

    __slots__ = ()

    def __setattr__(self, column: str, value: Any) -> None:
        _WRITE(self, column, value)
        _WRITE(self, "written", column)

    def looked_at(self) -> None:
        """Take it that what is written is known."""
        _WRITE(self, "written", "")


class Kinds(Protocol):
    """The record types in a title's state: its own part, and the notes of turns and of rounds."""

    @property
    def extra(self) -> type:
        """Return the type of the title's own part."""
        ...

    @property
    def turn_notes(self) -> type[Notes]:
        """Return the type of the notes of a turn."""
        ...

    @property
    def rounds(self) -> Mapping[str, Any]:
        """Return the rounds by kind of frame, each of which names the type of its notes."""
        ...


def _noted(kind: Any, told: Mapping[str, Any]) -> Any:
    return _adapter(kind).validate_python(told) if told else NOTHING


def digest(dumped: Mapping[str, Any]) -> str:
    """Return the fingerprint of a state from what :meth:`State.dump` returned."""
    text = json.dumps(dumped, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


_WRITE = object.__setattr__
_COLUMNS = attrgetter(*(column.name for column in fields(State)))
_ADAPTER = TypeAdapter(State)


@cache
def _adapter(extra: Any) -> TypeAdapter[Any]:
    return TypeAdapter(extra)
