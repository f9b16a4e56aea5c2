"""What powers may still change: the positions to which those lead that are open at any moment of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.position import Position
from engine.scratch import Scratch
from engine.steps import Step

DEPTH = 3
"""So many powers are tried one after the other."""


def could_open(pos: Position, step: Step[Any]) -> bool:
    """Tell whether a power open now could let a step be taken in which nothing is possible without it."""
    return any(step.open(after) and not step.by_itself(after) for after in pos.title.powers_used(pos))


def used_in_order(pos: Position) -> Iterator[Position]:
    """Yield the positions to which the powers of those awaited lead, one by one and one after the other."""
    yield from _chains(pos, usable(pos), DEPTH)


def usable(pos: Position) -> list[Step[Any]]:
    """Return the powers of the open round, and the steps of the turn that do not move it on."""
    ahead = pos.round.steps(pos)[pos.frame.stage :]
    return [*(step for step in ahead if step.aside), *pos.round.powers(pos)]


def _chains(pos: Position, powers: Sequence[Step[Any]], depth: int) -> Iterator[Position]:
    for index, step in enumerate(powers if depth else ()):
        for after in uses(pos, step):
            yield after
            yield from _chains(after, powers[index:], depth - 1)


def uses(pos: Position, step: Step[Any]) -> Iterator[Position]:
    """Yield the position after each use of a power by those awaited, unless it interrupts the turn."""
    for action in step.legal(pos):
        if action.actor in pos.awaited:
            scratch = supposed(pos)
            step.apply(scratch, action)
            if len(scratch.state.frames) == len(pos.state.frames):
                yield scratch.now


def supposed(pos: Position) -> Scratch:
    """Begin to write on a copy of a position whose facts are kept apart from those of the game."""
    return Scratch(pos.title, pos.state, dict(pos.memo))
