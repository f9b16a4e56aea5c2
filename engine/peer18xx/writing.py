"""What a title adds to the writing of its games in the form of 18xx.games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.actions import Action
from engine.events import Event
from engine.position import Position
from engine.refusals import Refusal, Refused

if TYPE_CHECKING:
    from engine.peer18xx.writer import Writer


@dataclass(frozen=True)
class EndedEarly:
    """Where a written game ends before its end: the entry that is missing, the action it would tell, and why not."""

    entry: int
    ply: int
    action: Action
    why: Refusal


class Untold(Refused):
    """The form of 18xx.games cannot say this."""


NewEntry = dict[str, Any]
"""An entry that is being written."""
WriteVerb = Callable[["Writer", Any], object]
"""Writes an action of its own kind with a writer."""
Reworded = Callable[[Position, Action], Sequence[Action]]
"""Says an action of printed play as the readings of 18xx.games have it at a position."""


def as_it_is(_pos: Position, action: Action) -> Sequence[Action]:
    """Return an action as it is: the readings there have no other words for it."""
    return (action,)


@dataclass
class RecordedTurn:
    """A unit's turn as 18xx.games plays it: how many of its steps are over, which entry began it.

    ``raised`` is the price of the share sold last for a train. ``granted`` is what the action that is written has
    brought the unit for its destination: there it comes once it is settled whether the step waits for more. One
    that has left its run is ``idle``: no dividend follows.
    """

    unit: str = ""
    number: tuple[int, ...] = ()
    left: int = 0
    begun_at: int = 0
    raised: int = 0
    granted: int = 0
    idle: bool = False


@dataclass(frozen=True)
class PeerStep:
    """A step of an operating turn there: the verbs that belong to it, and whether it waits for an action now.

    ``leave`` writes what leaves a waiting step without one of them; a step that nobody decides about has no verbs.
    ``also`` are verbs that the step is meant for, though they may be used in every step. ``kinds`` of units have it;
    one that is over with its first action is taken ``once``. A ``quiet`` one is left by itself as soon as it is
    reached; a ``hasty`` one is over if nothing more is possible right after an action of any kind, whatever
    interrupts the turn then.
    """

    verbs: tuple[type[Action], ...]
    waits: Callable[[Position, RecordedTurn], bool]
    leave: Callable[[Writer], None]
    kinds: tuple[str, ...] = ()
    also: tuple[type[Action], ...] = ()
    once: bool = False
    quiet: bool = False
    hasty: bool = False


@dataclass(frozen=True)
class Writing:
    """What a title adds to the writing of its games.

    ``verbs`` write actions; ``steps`` are those of an operating turn in their order. ``given`` are copies of trains
    that units get without a purchase, ``kept`` others that are not on the stacks, ``scrapped`` where trains go that
    are discarded for nobody, ``printed`` the numbers of cities on bare hexes that are not 0. ``early`` are powers
    that may be written before what came first in the same turn, for there no step waits for them, ``opening`` what
    comes before all else of a turn there; ``needs`` is the verb of the step that an action belongs to. ``begin``
    writes what is decided before the first step of a turn, ``told`` what an event needs besides. ``awaited`` tells
    whether the player in turn is waited for in an auction or a stock round whose turn ends by itself here. ``formed``
    are units whose certificates are exchanged for those of others, in the order in which these are exchanged.
    ``reworded`` says an action of printed play that those readings refuse as what they have for it; ``counters`` are
    parts of the title's own state that may differ from printed play until something comes of them.
    """

    verbs: Mapping[type[Action], WriteVerb]
    steps: Sequence[PeerStep]
    given: Mapping[str, str] = field(default_factory=dict)
    kept: Sequence[str] = ()
    scrapped: str = ""
    printed: Callable[[Position], Mapping[str, int]] = lambda _pos: {}
    opening: tuple[type[Action], ...] = ()
    early: tuple[type[Action], ...] = ()
    needs: Callable[[Position, Action], type[Action]] = lambda _pos, action: type(action)
    begin: Callable[[Writer, Position], None] = lambda _writer, _pos: None
    told: Callable[[Writer, Event], None] = lambda _writer, _event: None
    awaited: Callable[[Position], bool] = lambda _pos: False
    formed: Callable[[Position], Mapping[str, Sequence[str]]] = lambda _pos: {}
    reworded: Reworded = as_it_is
    counters: Sequence[str] = ()


def never(_pos: Position, _turn: RecordedTurn) -> bool:
    """Return False: a step waits only where its action follows."""
    return False
