"""Parts of a turn that happen without a choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.actions import Action
from engine.position import Position
from engine.rules import NO_RULES
from engine.scratch import Scratch
from engine.steps import Step


@dataclass(frozen=True, eq=False)
class Automatic(Step[Action]):
    """A part of a turn in which nobody is asked; ``effect`` takes the place of an action of that verb."""

    effect: Callable[[Scratch], None]
    verb: type[Action] = Action

    rules = NO_RULES

    def by_itself(self, pos: Position) -> bool:
        """Tell that nobody is asked."""
        return True

    def happen(self, scratch: Scratch) -> None:
        """Let it happen."""
        self.effect(scratch)
