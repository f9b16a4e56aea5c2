"""Parts of a turn that happen without a choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.actions import Action
from engine.defaults import always
from engine.position import Position
from engine.rules import NO_RULES
from engine.scratch import Scratch
from engine.steps import UnplayedStep


@dataclass(frozen=True, eq=False)
class Automatic(UnplayedStep[Action]):
    """A part of a turn in which nobody is asked; ``effect`` takes the place of an action of that verb.

    ``due`` tells whether it happens in the turn that is on.
    """

    effect: Callable[[Scratch], None]
    verb: type[Action] = Action
    due: Callable[[Position], bool] = always

    rules = NO_RULES

    def by_itself(self, pos: Position) -> bool:
        """Tell whether it is due; nobody is asked then."""
        return self.due(pos)

    def happen(self, scratch: Scratch) -> None:
        """Let it happen."""
        self.effect(scratch)
