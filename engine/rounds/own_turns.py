"""Rounds whose turns consist of named steps, and turns that are not like the others of their round."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.actions import Action
from engine.position import Position
from engine.rounds import Round, StepNames
from engine.steps import Step


@dataclass(frozen=True, eq=False)
class OwnTurns:
    """Turns that go otherwise than the others of a round, as those of a dummy or an automaton do.

    ``whose`` tells whether the turn that is on is one of them. ``steps`` are theirs and ``powers`` may be taken at
    any moment of them; with None those are the round's. ``deciders`` returns who decides in them, by default who does
    for the head of the queue.
    """

    whose: Callable[[Position], bool]
    steps: StepNames | None = None
    powers: StepNames | None = None
    deciders: Callable[[Position], tuple[str, ...]] | None = None


class RoundOfTurns(Round):
    """A round of turns with named steps; ``powers`` are steps that may be taken at any moment of it."""

    def __init__(self, powers: StepNames, own_turns: tuple[OwnTurns, ...]) -> None:
        self._powers = powers
        self._own_turns = own_turns

    @abstractmethod
    def usual_steps(self, pos: Position) -> StepNames:
        """Return the names of the steps of a turn that is like the others."""

    @property
    @abstractmethod
    def names(self) -> StepNames:
        """Return the steps of a turn that is like the others, whatever part of the round is on."""

    @property
    def every_name(self) -> StepNames:
        """Return the names of all steps of its turns."""
        others = (name for own in self._own_turns for name in (*(own.steps or ()), *(own.powers or ())))
        return (*self.names, *self._powers, *others)

    def has(self, pos: Position, verb: type[Action]) -> bool:
        """Tell whether a verb belongs to rounds of this kind, in whoever's turn."""
        every = pos.title.named((*self.names, *self._powers))
        return any(step.verb is verb for step in every)

    def awaited(self, pos: Position) -> tuple[str, ...]:
        """Return who decides in the turn that is on."""
        own = pos.own_turn
        return super().awaited(pos) if own is None or own.deciders is None else own.deciders(pos)

    def steady(self, pos: Position) -> bool:
        """Tell whether the same players decide in every step of the turn that is on."""
        own = pos.own_turn
        return own is None or own.deciders is None

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps of the turn that is on."""
        own = pos.own_turn
        return pos.title.named(self.usual_steps(pos) if own is None or own.steps is None else own.steps)

    def powers(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps that may be taken at any moment."""
        own = pos.own_turn
        return pos.title.named(self._powers if own is None or own.powers is None else own.powers)

    def own_turn(self, pos: Position) -> OwnTurns | None:
        """Return how the turn that is on goes otherwise than the others; None if it does not."""
        if not self._own_turns or not pos.frame.queue:
            return None
        return next((own for own in self._own_turns if own.whose(pos)), None)
