"""Steps: the parts of a turn. A step lists its candidates, judges any action, and carries it out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Generic, TypeVar

from engine.actions import Accept, Action, Refuse, Withdraw
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules
from engine.scratch import Scratch

A = TypeVar("A", bound=Action)


UNDECIDED = "must_act"
"""Why nobody may pass where there is only something to decide, and no rule of its own that demands it."""
ANSWERS = (Accept, Refuse, Withdraw)
"""What is said to a proposal, and only while there is one."""


def out_of_step(pos: Position, verb: type[Action]) -> Refusal:
    """Return why a verb has no place now: the title has no such move, another round is on, or another step."""
    if verb in ANSWERS:
        return Refusal("nothing_proposed")
    if verb not in pos.title.moves:
        return Refusal("unknown_verb", {"verb": verb.verb})
    if pos.frame.number and not pos.round.has(pos, verb):
        kind = "asked" if _only_asked(pos, verb) else pos.frame.kind
        return Refusal("wrong_step", {"verb": verb.verb, "round": kind})
    waits = (step for step in pos.each_open_step() if step not in pos.powers)
    now = next((step.verb.verb for step in waits if pos.round.interrupts or not step.aside), "")
    return Refusal("wrong_step", {"verb": verb.verb, "now": now})


def _only_asked(pos: Position, verb: type[Action]) -> bool:
    """Tell whether a verb only answers a question that interrupts a round."""
    rounds = [one for one in pos.title.rounds.values() if one.has(pos, verb)]
    return bool(rounds) and all(one.interrupts for one in rounds)


class Step(ABC, Generic[A]):
    """One part of a turn and its verb. It holds no state; titles name steps and list them as values.

    A step that titles vary is a frozen dataclass of its rules and of functions, with defaults. Steps that
    :meth:`must` be taken cannot be passed while they have a legal action. ``repeats`` tells that the step stays open
    after an action, until nothing is left to do in it. ``aside`` steps do not move the turn on. While an ``apart``
    step is open those after it are not: somebody else may decide in them. Listing what is legal in ``slow`` steps
    takes long.
    """

    verb: type[A]
    rules: Rules[A]
    required: bool = False
    repeats: bool = False
    aside: bool = False
    apart: bool = False
    slow: bool = False

    def __init__(self, rules: Rules[A]) -> None:
        self.rules = rules

    def judged_by(self, rules: Rules[A]) -> Step[A]:
        """Return the same step with these rules."""
        twin = copy(self)
        object.__setattr__(twin, "rules", rules)
        return twin

    def candidates(self, pos: Position) -> Iterator[A]:
        """Yield every action that might be legal, in a fixed order; the rules decide."""
        return iter(())

    @abstractmethod
    def apply(self, scratch: Scratch, action: A) -> None:
        """Carry a legal action out."""

    def by_itself(self, pos: Position) -> bool:
        """Tell whether the step happens without anybody's choice."""
        return False

    def happen(self, scratch: Scratch) -> None:
        """Do what happens without a choice."""

    def asks_first(self, pos: Position, action: A) -> bool:
        """Tell whether somebody else must agree before an action is carried out and moves the turn on."""
        return False

    def amounts(self, pos: Position, action: A) -> range | None:
        """Return the amounts an offer leaves open, if its verb has such a field."""
        return None

    def lots(self, pos: Position) -> Sequence[str]:
        """What this step sells while the round lasts, now or later; empty where that is not laid out."""
        return ()

    def facts(self, pos: Position, action: A) -> Mapping[str, Any]:
        """Return the facts of an offer for players: costs, prices, revenues."""
        return {}

    def idle(self, pos: Position, action: A) -> bool:
        """Tell whether a legal action is of no use as things stand."""
        return False

    def obvious(self, pos: Position, action: A) -> bool:
        """Tell whether a legal action that is offered alone may be taken without asking whoever would take it."""
        return True

    def foresee(self, pos: Position) -> None:
        """Compute in advance what takes long and will be asked of this step."""

    def noted(self, pos: Position, action: A) -> A:
        """Return a legal action with its ``noted`` fields set to what could not be found out again later."""
        return action

    def better(self, pos: Position, action: A) -> Refusal | None:
        """Return a clearly better choice than a legal action, as a key and values; None if there is none."""
        return None

    def closed(self, pos: Position, action: A) -> Refusal:
        """Return which rule forbids an action while the step is not open, and the values for its sentence.

        A step in which nothing is legal is skipped; the rule that forbids the action there is then the better answer.
        """
        return self.rules.broken(pos, action) or out_of_step(pos, type(action))

    def must(self, pos: Position) -> bool:
        """Tell whether the step must be taken now; ``required`` ones always."""
        return self.required

    @property
    def demands(self) -> tuple[str, ...]:
        """Return the keys of refusals with which it may refuse a pass, besides those that the engine itself makes."""
        return ()

    def holds(self, pos: Position) -> bool:
        """Tell whether a turn waits for this power where it makes a difference."""
        return True

    def demand(self, pos: Position) -> Refusal:
        """Return why a pass is refused while the step must be taken."""
        return Refusal(UNDECIDED, {"duty": self.verb.verb})

    def judge(self, pos: Position, action: A) -> Refusal | None:
        """Return the refusal of the first rule that an action breaks, None if it keeps all of them."""
        return pos.judged(self, action, self.rules.broken)

    def legal(self, pos: Position) -> Iterator[A]:
        """Yield the candidates that break no rule."""
        if not self.rules.personal:
            return self.rules.sifted(pos, self.candidates(pos))
        able = self.rules.able(pos)
        return self.rules.sifted(pos, self.candidates(pos), able) if able else iter(())

    def trials(self, pos: Position, before: Position | None) -> Iterator[A]:
        """Yield the legal actions that are tried where somebody asks what a power could open.

        ``before`` is the position before another action of this step, if one was tried already; actions unaffected by
        the earlier one need not be tried again.
        """
        return self.legal(pos)

    def open(self, pos: Position) -> bool:
        """Tell whether there is anything to do in this step."""
        found: bool | None = pos.turn_memo.get(self)
        if found is None:
            found = pos.turn_memo[self] = next(self.legal(pos), None) is not None
        return found


class UnplayedStep(Step[A]):
    """A step without legal actions: it explains why, or happens automatically."""

    def apply(self, scratch: Scratch, action: A) -> None:
        """Raise, for no action of this step is ever legal.

        :raises AssertionError: always
        """
        raise AssertionError(action)
