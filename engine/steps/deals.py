"""Deals: actions that another player may have to agree to before they are carried out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from engine import notation
from engine.actions import Action
from engine.events import Asked
from engine.notes import Proposal
from engine.position import Position
from engine.scratch import Scratch
from engine.state import Frame
from engine.steps import A, Step


def ask(scratch: Scratch, action: Action, other: str) -> None:
    """Ask another player to agree to a deal before it is carried out."""
    text = notation.write(action)
    scratch.emit(Asked(action.actor, other, text))
    scratch.push(Frame("consent", queue=(other,), notes=Proposal(proposer=action.actor, action=text)))


def nobody(pos: Position, deal: Action) -> str:
    """Return nobody: no consent is needed."""
    return ""


def asks_others(step: Step[Any]) -> bool:
    """Tell whether somebody else may have to agree to what is done in a step."""
    return isinstance(step, DealStep) and step.consent is not nobody


class DealStep(Step[A]):
    """A step whose actions may be deals.

    ``consent`` returns who decides for the other side, empty if nobody does. The steps before a deal's own are closed
    when it is agreed, or, if ``early``, as soon as it is offered.
    """

    consent: Callable[[Position, A], str]
    early: bool

    def asked(self, pos: Position, action: A) -> str:
        """Return who must agree to a deal, empty if nobody need; nobody asks himself."""
        other = self.consent(pos, action)
        return "" if other == action.actor else other

    def asks_first(self, pos: Position, action: A) -> bool:
        """Tell whether somebody else must agree before the turn moves on."""
        return not self.early and bool(self.asked(pos, action))

    def facts(self, pos: Position, action: A) -> Mapping[str, Any]:
        """Return who must agree."""
        return {"consent": self.asked(pos, action)}

    def apply(self, scratch: Scratch, action: A) -> None:
        """Carry the deal out, or ask whoever must agree."""
        if other := self.asked(scratch.now, action):
            ask(scratch, action, other)
        else:
            self.conclude(scratch, action)

    @abstractmethod
    def conclude(self, scratch: Scratch, action: A) -> None:
        """Carry out a deal to which the other side has agreed."""
