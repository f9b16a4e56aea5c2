"""Which turns of a round are over, which one is on, and which are to come."""

from __future__ import annotations

from dataclasses import dataclass

from engine.position import Position
from engine.state import Frame


@dataclass(frozen=True, slots=True)
class LineUp:
    """The turns of a round, of units or of players: those ``done``, the one that is on, those ``ahead``.

    In a stock round those are done who have passed since somebody last bought or sold.
    """

    kind: str
    done: tuple[str, ...] = ()
    now: str = ""
    ahead: tuple[str, ...] = ()


def open_round(pos: Position) -> Frame | None:
    """Return the frame of the round that is on, beneath any decision that interrupts it; None between rounds."""
    rounds = [frame for frame in pos.state.frames if frame.number and frame.queue]
    return rounds[-1] if rounds and not pos.state.over else None


def line_up(pos: Position) -> LineUp | None:
    """Return the turns of the round that is on; None between rounds and once the game is over."""
    frame = open_round(pos)
    return pos.title.rounds[frame.kind].line_up(pos, frame) if frame else None


def operated(pos: Position) -> frozenset[str]:
    """Return the units that have had their turn in this operating round."""
    found = line_up(pos)
    return frozenset(found.done if found else ()) & frozenset(pos.title.units)


def operating_order(pos: Position) -> tuple[str, ...]:
    """Return the units in the order in which they operate, or would if an operating round began now."""
    orders = (round_.order(pos) for round_ in pos.title.rounds.values())
    return next((order for order in orders if order), ())
