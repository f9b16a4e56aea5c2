"""Operating rounds: units act one after another, in one part or in several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.defaults import nothing
from engine.events import Passed
from engine.notes import NOTHING, OperatingNotes, blank, in_record
from engine.position import Position
from engine.powers import skipped
from engine.rounds import StepNames, begin
from engine.rounds.own_turns import OwnTurns, RoundOfTurns
from engine.scratch import Scratch
from engine.state import Frame
from engine.turn_order import LineUp


@dataclass(frozen=True, eq=False)
class Part:
    """Units that act with the same named steps; their order is fixed when the part begins, unless it is ``live``.

    ``before`` is done before the order is fixed, ``opened`` after it and may ask somebody something.
    """

    order: Callable[[Position], tuple[str, ...]]
    steps: StepNames
    before: Callable[[Scratch], None] = nothing
    live: bool = False
    opened: Callable[[Scratch], None] = nothing


class OperatingRound(RoundOfTurns):
    """A round of unit turns in one part or several; ``after`` follows the last."""

    def __init__(
        self,
        parts: tuple[Part, ...],
        *,
        after: Callable[[Scratch], None] = nothing,
        powers: StepNames = (),
        own_turns: tuple[OwnTurns, ...] = (),
        notes: type = OperatingNotes,
    ) -> None:
        super().__init__(powers, own_turns)
        self.notes = notes
        self._parts = parts
        self._after = after

    def usual_steps(self, pos: Position) -> StepNames:
        """Return the steps of the part in progress."""
        return self._part(pos).steps

    def _part(self, pos: Position) -> Part:
        return self._parts[max(pos.notes(OperatingNotes).part, 0)]

    @property
    def names(self) -> StepNames:
        """Return the steps of all parts."""
        return tuple(step for part in self._parts for step in part.steps)

    def passing(self, scratch: Scratch, player: str) -> None:
        """Say that a unit is done with the open steps."""
        unit, acted = scratch.frame.queue[0], bool(scratch.frame.turn)
        scratch.emit(Passed(player, unit, acted, skipped(scratch.now)))

    def end_turn(self, scratch: Scratch) -> None:
        """Let the next unit act; those to come are put in order again where prices may have changed."""
        scratch.next_turn()
        part = self._part(scratch.now)
        if part.live:
            waiting = scratch.frame.queue
            scratch.set_frame(queue=tuple(unit for unit in part.order(scratch.now) if unit in waiting))

    def order(self, pos: Position) -> tuple[str, ...]:
        """Return the units of all parts in order, as it would be if it were fixed now."""
        return tuple(unit for part in self._parts for unit in part.order(pos))

    def turn_of(self, pos: Position, unit: str) -> StepNames:
        """Return the steps that a unit acts with, none where it has no turn."""
        return next((part.steps for part in self._parts if unit in part.order(pos)), ())

    def line_up(self, pos: Position, frame: Frame) -> LineUp:
        """Return the units that have operated, the one that does, and those that will, in all parts."""
        part = max(pos.notes(OperatingNotes, frame).part, 0)
        orders = [one.order(pos) for one in self._parts]
        done = [unit for order in orders[: part + 1] for unit in order if unit not in frame.queue]
        later = [unit for order in orders[part + 1 :] for unit in order]
        return LineUp(frame.kind, tuple(done), frame.queue[0], (*frame.queue[1:], *later))

    def begin(self, scratch: Scratch, part: int) -> None:
        """Fix the order of a part and start it."""
        begun = self._parts[part]
        begun.before(scratch)
        scratch.remember(part=part)
        scratch.set_frame(queue=begun.order(scratch.now), stage=0, turn=NOTHING)
        begun.opened(scratch)

    def close(self, scratch: Scratch) -> bool:
        """Start the next part, or end the round."""
        part = scratch.now.notes(OperatingNotes).part + 1
        if part < len(self._parts):
            self.begin(scratch, part)
            return False
        self._after(scratch)
        return True


# --- sets of rounds whose number the phase decides


def begin_set(scratch: Scratch, number: int) -> None:
    """Begin a set of operating rounds; the current phase decides how many it has."""
    _begin(scratch, (number, 1), scratch.now.phase.operating_rounds)


def begin_next(scratch: Scratch, last: Frame) -> None:
    """Begin the operating round that follows another one of its set."""
    number, turn = last.number
    _begin(scratch, (number, turn + 1), in_record(OperatingNotes, last.notes).rounds)


def ends_set(last: Frame) -> bool:
    """Tell whether an operating round was the last of its set."""
    return last.number[1] == in_record(OperatingNotes, last.notes).rounds


def _begin(scratch: Scratch, number: tuple[int, int], rounds: int) -> None:
    kind = scratch.title.rounds["operating"].notes
    begin(scratch, Frame("operating", number, notes=blank(kind).having(rounds=rounds)))
