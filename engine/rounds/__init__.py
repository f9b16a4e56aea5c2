"""Rounds: who acts, with which steps, and what happens when a turn or the round ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from engine.actions import Action
from engine.events import GameOver, RoundBegan
from engine.notes import Notes
from engine.position import Position
from engine.refusals import Refusal
from engine.scratch import Scratch
from engine.state import Frame
from engine.steps import Step
from engine.turn_order import LineUp

StepNames = tuple[str, ...]
"""Steps of a round, by the names the title gives them."""


class Round(ABC):
    """The rules of one kind of frame. It holds no state; ``notes`` is the type of the round's notes.

    One that ``interrupts`` is a question in the middle of another.
    """

    notes: type[Notes] = Notes
    interrupts: bool = False

    def awaited(self, pos: Position) -> tuple[str, ...]:
        """Return the players whose decision is awaited: the head of the queue, or who decides for that unit."""
        return pos.deciders(pos.acting)

    def own_turn(self, pos: Position) -> Any:
        """Return how the turn that is on goes otherwise than the others of the round; None if it does not."""
        return None

    def steady(self, pos: Position) -> bool:
        """Tell whether the same players decide in every step of the turn that is on."""
        return True

    @abstractmethod
    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps of the current turn."""

    def powers(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps that may be taken at any moment by whom their rules allow; a turn may wait for them."""
        return ()

    @property
    def every_name(self) -> StepNames:
        """Return the names of all steps that may be taken in it, where they are known beforehand."""
        return ()

    def has(self, pos: Position, verb: type[Action]) -> bool:
        """Tell whether a verb belongs to rounds of this kind, in whoever's turn."""
        return any(step.verb is verb for step in (*self.steps(pos), *self.powers(pos)))

    def passing(self, scratch: Scratch, player: str) -> None:  # noqa: B027 - a pass means nothing else in most rounds
        """Carry out what a pass means here, apart from closing the open steps."""

    def end_turn(self, scratch: Scratch) -> None:
        """Go on after the last step of a turn; the queue must become shorter or change."""
        scratch.next_turn()

    def line_up(self, pos: Position, frame: Frame) -> LineUp:
        """Return whose turn of this round is on, and whose follow."""
        return LineUp(frame.kind, (), frame.queue[0], frame.queue[1:])

    def order(self, pos: Position) -> tuple[str, ...]:
        """Return the units in the order in which they would operate; none where no units do."""
        return ()

    def no_pass(self, pos: Position) -> Refusal | None:
        """Return why the player may not pass now, as the key and values of a refusal."""
        return None

    def demands(self, steps: Mapping[str, Step[Any]]) -> tuple[str, ...]:
        """Return the keys of refusals with which the round itself may refuse a pass, given the title's steps."""
        return ()

    def close(self, scratch: Scratch) -> bool:
        """Handle an empty queue: fill it again and return False, or finish the round and return True."""
        return True


def end_game(scratch: Scratch, why: str) -> None:
    """End the game and score it."""
    scratch.state.over = True
    pos = scratch.now
    best_first = sorted(pos.state.players, key=pos.worth, reverse=True)
    scratch.emit(GameOver({player: pos.worth(player) for player in best_first}, why))


def begin(scratch: Scratch, frame: Frame) -> None:
    """Start a round beneath the decisions that are still open."""
    scratch.push_below(frame)
    scratch.emit(RoundBegan(frame.kind, frame.number))


def come_to(scratch: Scratch, step: Step[Any]) -> None:
    """Move the turn on to a step that is taken, or past it if it is taken only once; powers leave it where it is."""
    pos = scratch.now
    if not step.aside and step not in pos.powers:
        stage = pos.steps.index(step) + (0 if step.repeats else 1)
        if stage != scratch.frame.stage:
            scratch.set_frame(stage=stage)
