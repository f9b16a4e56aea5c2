"""A decision that interrupts a turn: another player agrees to a proposed deal or declines it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine import notation
from engine.actions import Accept, Action, Refuse, Withdraw
from engine.events import Answered
from engine.notes import Proposal
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds import Round, come_to
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.steps import Step
from engine.steps.deals import DealStep, asks_others
from engine.steps.turn import players_turn

Conclude = Callable[[Scratch, Any], None]


class _Answer(Step[Any]):
    """End the decision one way or the other."""

    def __init__(self, verb: type[Action], rules: Rules[Any], conclude: Conclude | None = None) -> None:
        super().__init__(rules)
        self.verb = verb
        self._conclude = conclude

    def candidates(self, pos: Position) -> Iterator[Any]:
        """Yield this answer for the player who may give it."""
        proposer = pos.notes(Proposal).proposer
        yield self.verb(proposer if self.verb is Withdraw else pos.acting)

    def obvious(self, pos: Position, action: Action) -> bool:
        """Tell that nobody agrees, or declines, without saying so."""
        return False

    def facts(self, pos: Position, action: Action) -> Mapping[str, Any]:
        """Return the deal in question."""
        return {"deal": pos.notes(Proposal).action}

    def apply(self, scratch: Scratch, action: Action) -> None:
        """Close the decision, and carry the deal out if it was agreed."""
        deal = scratch.now.notes(Proposal)
        scratch.pop()
        scratch.emit(Answered(action.actor, self.verb.verb, deal.action))
        if self._conclude is not None:
            verbs = [step.verb for step in _steps(scratch.now)]
            self._conclude(scratch, notation.read(deal.action, deal.proposer, verbs))


def _steps(pos: Position) -> tuple[Step[Any], ...]:
    return (*pos.steps, *pos.powers)


def conclude_deal(scratch: Scratch, deal: Action) -> None:
    """Let the turn come to the step that a deal belongs to, and the step carry it out."""
    step = next(step for step in _steps(scratch.now) if step.verb is type(deal))
    assert isinstance(step, DealStep)
    come_to(scratch, step)
    step.conclude(scratch, deal)


@rule("not_your_turn")
def proposers_own(pos: Position, action: Withdraw) -> Refusal | None:
    """Only the player who made a proposal takes it back."""
    proposer = pos.notes(Proposal).proposer
    return unless(action.actor == proposer, who=[proposer])


class Consent(Round):
    """The frame of such a decision; ``demands`` names the rule about consent by the verb of the deal."""

    notes: type = Proposal

    def __init__(self, conclude: Conclude | None = None, demands: Mapping[str, str] | None = None) -> None:
        self._demands = demands or {}
        asked: Rules[Any] = Rules((players_turn,))
        self._steps: tuple[Step[Any], ...] = (
            _Answer(Withdraw, Rules((proposers_own,))),
            _Answer(Refuse, asked),
            _Answer(Accept, asked, conclude or conclude_deal),
        )

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the answers, all of them open at once."""
        return self._steps

    def demands(self, steps: Mapping[str, Step[Any]]) -> tuple[str, ...]:
        """Return the rules about consent, for the deals in which somebody else may have a say."""
        deals = (step.verb.verb for step in steps.values() if asks_others(step))
        return tuple(map(self._demanded, dict.fromkeys(deals)))

    def _demanded(self, verb: str) -> str:
        return self._demands.get(verb, "train_trade_consent")

    def no_pass(self, pos: Position) -> Refusal | None:
        """Refuse to pass: an answer is due."""
        verb = pos.notes(Proposal).action.partition(" ")[0]
        return Refusal(self._demanded(verb), {"owner": pos.acting})
