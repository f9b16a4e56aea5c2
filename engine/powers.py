"""What powers may still change, which are open at any moment of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from engine.position import Position
from engine.scratch import Scratch
from engine.steps import Step

DEPTH = 3
"""How many powers are tried one after the other."""


def could_open(pos: Position, step: Step[Any]) -> bool:
    """Tell whether an awaited player's power could make a blocked step playable."""
    if _powerless(pos):
        return False
    return any(is_choice(after, step) for after in _chains(pos, usable(pos), DEPTH))


def _powerless(pos: Position) -> bool:
    """Tell whether no power can be used at all, which stays so while the turn goes from step to step."""
    known: bool | None = pos.turn_memo.get(_powerless)
    if known is None:
        used = chain.from_iterable(uses(pos, step) for step in usable(pos))
        known = pos.turn_memo[_powerless] = next(used, None) is None
    return known


def is_choice(pos: Position, step: Step[Any]) -> bool:
    """Tell whether there is anything to decide in a step."""
    return not step.by_itself(pos) and step.open(pos)


def next_step(pos: Position) -> Step[Any] | None:
    """Return the step that the turn has come to, None at its end."""
    return next(iter(pos.ahead), None)


def held_up(pos: Position) -> str:
    """Return the next thing to happen by itself if nobody had a power: a step, by its verb, or the end of the turn.

    It is empty while there is something to decide.
    """
    if pos.state.over or not pos.frame.queue:
        return ""
    step = next_step(pos)
    if step is None:
        return "turn"
    return "" if is_choice(pos, step) else step.verb.verb


def operates(pos: Position) -> bool:
    """Tell whether a unit operates, so that a turn of a player waits for no power."""
    return bool(pos.unit)


def skipped(pos: Position) -> str:
    """Return the loss of a pass: the verb of the first open step where others follow, or the rest of the turn.

    Where nothing is open but powers it is the step that the turn has come to, if others follow. In a decision
    inside a turn it is the kind of the decision. It is empty where no unit operates.
    """
    if pos.state.over or not pos.unit or not pos.frame.queue:
        return ""
    now, rest = [*pos.turn_steps()], pos.ahead
    later = rest[len(now) :]
    first = next((step.verb.verb for step in now if step.open(pos)), "") if later else ""
    ahead = rest[0].verb.verb if len(later) > (0 if now else 1) else ""
    return first or ahead or ("turn" if pos.frame.number else pos.frame.kind)


def only_powers(pos: Position) -> bool:
    """Tell whether there is nothing to do but to use powers."""
    if pos.state.over or not pos.frame.queue:
        return False
    powers = pos.powers
    return bool(powers) and all(step in powers or not step.open(pos) for step in pos.open_steps)


def usable(pos: Position) -> list[Step[Any]]:
    """Return the powers that a turn waits for, and the steps of the turn that do not move it on."""
    ahead = pos.ahead
    powers = (step for step in pos.powers if step.holds(pos))
    return [*(step for step in ahead if step.aside), *powers]


def _chains(
    pos: Position, powers: Sequence[Step[Any]], depth: int, before: Position | None = None
) -> Iterator[Position]:
    """Yield what powers lead to; ``before`` is the position before the last use, which was one of the first power."""
    for index, step in enumerate(powers if depth else ()):
        for after in uses(pos, step, None if index else before):
            yield after
            yield from _chains(after, powers[index:], depth - 1, pos)


def uses(pos: Position, step: Step[Any], before: Position | None = None) -> Iterator[Position]:
    """Yield the position after each use of a power by those awaited, unless it interrupts the turn.

    Uses that one of the same power, ``before``, made no difference to are left out.
    """
    known: _Found | None = pos.turn_memo.get((step, uses))
    if known is None:
        known = pos.turn_memo[step, uses] = _Found(_uses(pos, step, before))
    return iter(known)


class _Found:
    """Positions that are found one by one, as far as anybody asks, and kept."""

    def __init__(self, others: Iterator[Position]) -> None:
        self._known: list[Position] = []
        self._others = others

    def __iter__(self) -> Iterator[Position]:
        at = 0
        while at < len(self._known) or self._find():
            yield self._known[at]
            at += 1

    def _find(self) -> bool:
        after = next(self._others, None)
        if after is not None:
            self._known.append(after)
        return after is not None


def _uses(pos: Position, step: Step[Any], before: Position | None) -> Iterator[Position]:
    for action in step.trials(pos, before):
        if action.actor in pos.awaited:
            scratch = Scratch.supposing(pos)
            step.apply(scratch, action)
            if len(scratch.state.frames) == len(pos.state.frames):
                yield scratch.now
