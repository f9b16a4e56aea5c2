"""Decisions that interrupt a round: somebody takes named steps before it goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.defaults import nothing
from engine.events import Passed
from engine.notes import Notes
from engine.position import Position
from engine.powers import skipped
from engine.refusals import Refusal
from engine.rounds import Round, StepNames
from engine.scratch import Scratch
from engine.steps import Step


def may_pass(pos: Position) -> Refusal | None:
    """Return None: nothing forbids a pass but a step that must be taken."""
    return None


class DecisionRound(Round):
    """The frame of a decision that is made in ``steps``; its queue holds those who decide.

    ``powers`` are open at any moment of it. ``no_pass`` returns why a pass is refused, None if it is not; ``demands``
    are the keys it may return. ``after`` follows the decision. ``notes`` is the type of what is noted about it.
    """

    interrupts = True

    def __init__(
        self,
        *steps: str,
        powers: StepNames = (),
        no_pass: Callable[[Position], Refusal | None] = may_pass,
        demands: tuple[str, ...] = (),
        after: Callable[[Scratch], None] = nothing,
        notes: type = Notes,
    ) -> None:
        self.notes = notes
        self._steps: StepNames = steps
        self._powers = powers
        self._no_pass = no_pass
        self._demands = demands
        self._after = after

    @property
    def every_name(self) -> StepNames:
        """Return the names of the steps of the decision, and of those that may be taken besides."""
        return (*self._steps, *self._powers)

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps of the decision."""
        return pos.title.named(self._steps)

    def powers(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps that may be taken at any moment of it."""
        return pos.title.named(self._powers)

    def no_pass(self, pos: Position) -> Refusal | None:
        """Return why a pass is refused, None if it is not."""
        return self._no_pass(pos)

    def demands(self, steps: Mapping[str, Step[Any]]) -> tuple[str, ...]:
        """Return the keys of refusals with which a pass may be refused."""
        return self._demands

    def passing(self, scratch: Scratch, player: str) -> None:
        """Say that somebody has decided to leave it at that."""
        unit, acted = scratch.now.unit, bool(scratch.frame.turn)
        scratch.emit(Passed(player, unit, acted, skipped(scratch.now)))

    def close(self, scratch: Scratch) -> bool:
        """Do what follows the decision."""
        self._after(scratch)
        return True
