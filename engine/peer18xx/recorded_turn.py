"""How far a unit's turn has come in a record, by the steps that 18xx.games takes one after the other.

Our turns wait for what the record does next. Where a unit did nothing in one round and acts in the next, only the
order of those steps, and that of the units, tells the two turns apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.actions import Action, BuyTrain, LayTile, PayDividend, PlaceToken, RunTrains
from engine.peer18xx.entries import ROUND, STEP, dropped
from engine.peer18xx.in_force import Entry
from engine.peer18xx.our_turn import operates, unit_alone
from engine.peer18xx.writing import PeerStep
from engine.position import Position
from engine.powers import held_up, next_step
from engine.steps.track import track_step

ORDERED: Mapping[str, type[Action]] = {
    "lay_tile": LayTile,
    "place_token": PlaceToken,
    "run_routes": RunTrains,
    "dividend": PayDividend,
    "buy_train": BuyTrain,
}
"""The entries whose places in a turn are certain."""


@dataclass
class TurnInRecord:
    """The turn that a record is in: at least ``left`` of its steps are over, the first of them after any pass.

    ``number`` is our round's; the record has left the turns of those that are ``done`` in it, and ``ahead`` are the
    others that had to operate here when the turn began.
    """

    steps: Sequence[PeerStep]
    unit: str = ""
    number: tuple[int, ...] = ()
    left: int = 0
    ahead: tuple[str, ...] = ()
    done: tuple[str, ...] = ()

    def over(self, pos: Position, unit: str, entry: Entry) -> bool:
        """Tell whether an entry belongs to a later turn of a unit than the one that it is in here."""
        if not operates(pos):
            return False
        frame, place = pos.state.frames[0], self._place(entry)
        if noted := entry.get(ROUND):
            return frame.number < tuple(noted)
        if frame.number != self.number or STEP in entry or not unit_alone(pos):
            return False
        if self.unit == unit:
            return place is not None and place < self.left and unit in frame.queue
        return unit in self.done

    def note(self, pos: Position, unit: str, entry: Entry) -> None:
        """Note an entry that a unit makes."""
        if not unit_alone(pos):
            return
        if self.unit != unit:
            self._begin(pos, unit)
        place = self._place(entry)
        if dropped(entry):
            self.left = max(self.left, 1)
        elif place is not None:
            self.left = max(self.left, place + self.steps[place].once)

    def _begin(self, pos: Position, unit: str) -> None:
        frame = pos.state.frames[0]
        later = frame.number != self.number and unit not in self.ahead
        anew = later or unit in self.done
        self.done = () if anew else (*self.done, self.unit)
        self.number = frame.number if anew else self.number
        self.unit, self.left = unit, 0
        self.ahead = tuple(other for other in frame.queue if other not in (unit, *self.done))

    def end(self) -> None:
        """Note that the turn is over."""
        self.unit, self.number, self.ahead, self.done = "", (), (), ()

    def _place(self, entry: Entry) -> int | None:
        verb = ORDERED.get(entry["type"])
        return next((at for at, step in enumerate(self.steps) if verb in step.verbs), None)


def runs_by_itself(pos: Position) -> bool:
    """Tell whether a turn with all its tiles is held up where there is nothing to run."""
    step = next_step(pos)
    held = bool(held_up(pos)) and step is not None and step.verb is RunTrains
    return held and track_step(pos).building.spent(pos)
