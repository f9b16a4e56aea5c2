"""Actions that a title knows but a turn never allows; the step exists only to say why."""

from __future__ import annotations

from engine.rules import Rules
from engine.steps import A, UnplayedStep


class Forbidden(UnplayedStep[A]):
    """Refuse every action of a verb with a rule that no action keeps."""

    def __init__(self, verb: type[A], rules: Rules[A]) -> None:
        super().__init__(rules)
        self.verb = verb
