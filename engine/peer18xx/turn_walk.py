"""A unit's turn as 18xx.games walks it: step after step, each of which waits for an action or is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from engine.actions import Action, LayTile, PlaceToken, RunTrains, Sell, unit_of
from engine.peer18xx.our_turn import unit_alone
from engine.peer18xx.writing import PeerStep, RecordedTurn, never
from engine.position import Position
from engine.powers import next_step
from engine.steps import Step


class TurnWalk:
    """How far the turn that is written has come, by its ``steps`` there; ``leave`` writes what leaves one that waits.

    What is left is over for this turn. ``round`` is the number of the last turn's round, ``new_round`` tells whether
    that of this turn is another, which is still to be noted.
    """

    def __init__(self, steps: Sequence[PeerStep], leave: Callable[[PeerStep], None]) -> None:
        self.turn = RecordedTurn()
        self.round: tuple[int, ...] = ()
        self.new_round = False
        self._steps = steps
        self._leave_waiting = leave
        self._closed = False

    def copy(self) -> TurnWalk:
        """Return a walk that has come as far and goes its own way."""
        other = copy(self)
        other.turn = replace(self.turn)
        return other

    # --- which turn

    def is_on(self, pos: Position) -> bool:
        """Tell whether the turn that is written is the one that is on."""
        frame = pos.state.frames[0]
        return bool(frame.queue) and (self.turn.unit, self.turn.number) == (frame.queue[0], frame.number)

    def begin(self, pos: Position) -> None:
        """Begin the turn that is on."""
        frame = pos.state.frames[0]
        self.new_round = frame.number != self.round
        self.turn = RecordedTurn(frame.queue[0], frame.number)

    def end(self, pos: Position) -> None:
        """Leave the remaining steps of the turn, which ends."""
        self._leave_before(len(self._steps), pos)
        self.round, self.new_round = self.turn.number, False
        self.turn = RecordedTurn()

    # --- what is over

    def waits_no_more(self, pos: Position) -> bool:
        """Tell whether no step waits any more: the turn is over there, though it may go on here."""
        left = self._steps[self.turn.left :]
        return not any(self._waits(step, pos) for step in left if not step.quiet)

    def is_past(self, verb: type[Action], *, power: bool) -> bool:
        """Tell whether the last step that a verb belongs to is over; for a power of no step, whether the turn is."""
        return max(self._with(verb), default=len(self._steps) - power) < self.turn.left

    def _with(self, verb: type[Action]) -> list[int]:
        """Return the places of the steps that a verb belongs to."""
        return [at for at, step in enumerate(self._steps) if verb in step.verbs]

    def _waits(self, step: PeerStep, pos: Position) -> bool:
        return self._applies(step, pos) and step.waits(pos, self.turn)

    def _applies(self, step: PeerStep, pos: Position) -> bool:
        """Tell whether units of this kind have the step."""
        return not step.kinds or pos.kind(self.turn.unit) in step.kinds

    # --- before an action

    def reach(self, verb: type[Action], pos: Position) -> None:
        """Leave the steps before the next one that a verb belongs to, if there is one."""
        self._leave_before(next((at for at in self._with(verb) if at >= self.turn.left), 0), pos)

    def put_off(self, verb: type[Action], coming: Sequence[Action], pos: Position) -> None:
        """Leave the steps before the one that a verb is meant for, if building is over and the unit takes no more.

        A sale for a train says nothing of that: it names the company that is sold, not the one in turn. Where a game
        is written that goes on, nobody knows yet what the unit takes.
        """
        if any(step.verb in (LayTile, PlaceToken) for step in pos.open_steps):
            return
        verbs = {one for step in self._steps for one in step.verbs} - {Sell}
        following = next((action for action in coming if type(action) in verbs), None)
        if following is not None and unit_of(following) != self.turn.unit:
            place = next((at for at, step in enumerate(self._steps) if verb in step.also), 0)
            self._leave_before(place, pos)

    def leave_open(self, pos: Position) -> None:
        """Leave the steps that a pass of ours closes, or the one that was held up."""
        ours: list[Step[Any] | None] = [*pos.turn_steps()] or [next_step(pos)]
        verbs = {step.verb for step in ours if step is not None}
        closed = [at for at, step in enumerate(self._steps) if verbs & {*step.verbs, *step.also}]
        if closed and self.turn.left <= closed[-1]:
            self._leave_before(closed[-1] + 1, pos)
            self._closed = True

    def leave_run(self, pos: Position) -> None:
        """Leave the steps up to the run, which has happened by itself here."""
        self._leave_before(self._with(RunTrains)[0] + 1, pos)

    def _leave_before(self, place: int, pos: Position) -> None:
        """Leave the steps before a place in the turn that are not over yet."""
        while self.turn.left < place:
            self._leave(pos)

    def _leave(self, pos: Position) -> None:
        step = self._steps[self.turn.left]
        if self._waits(step, pos):
            self._leave_waiting(step)
        self.turn.idle = self.turn.idle or (RunTrains in step.verbs and self._applies(step, pos))
        self.turn.left += 1

    # --- after it

    def close(self, verb: type[Action]) -> None:
        """Note that a step that is taken once is over with an action."""
        step = next(iter(self._steps[self.turn.left :]), None)
        if step is not None and step.once and verb in step.verbs:
            self._closed = True
            self.turn.left += 1

    def skip(self, verb: type[Action], pos: Position) -> None:
        """Leave the step of an action that waits for no other, and the steps after it that wait for nothing."""
        if not unit_alone(pos):
            self._hurry(verb, pos)
        elif self.is_on(pos):
            own = self.turn.left
            while self.turn.left < len(self._steps) and self._is_done(verb, pos, own):
                self._leave(pos)
        self._closed = False

    def _is_done(self, verb: type[Action], pos: Position, own: int) -> bool:
        """Tell whether the next step is over after an action in the turn's ``own`` step, or another one."""
        step = self._steps[self.turn.left]
        done = self.turn.left > own or self._closed or verb in step.verbs or step.hasty
        follows = step.waits is never and self._applies(step, pos) and not self.turn.idle
        return done and not follows and (step.quiet or not self._waits(step, pos))

    def _hurry(self, verb: type[Action], pos: Position) -> None:
        """Leave a hasty step in which nothing more is possible, though something interrupts the turn."""
        step = next(iter(self._steps[self.turn.left :]), None)
        if step is not None and step.hasty and verb in step.verbs and not self._waits(step, pos):
            self.turn.left += 1
