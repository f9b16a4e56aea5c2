"""A private copy of a state to write on. It becomes the game's state only if everything succeeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.defaults import nothing
from engine.events import Event, Paid
from engine.notes import NOTHING, Notes, in_record
from engine.position import Memo, Position
from engine.state import BANK, Frame, LastRun, State

if TYPE_CHECKING:
    from engine.title import Title


class Scratch:
    """Where an action does its work; ``turn_ends`` is called before every end of a turn."""

    def __init__(self, title: Title, state: State, memo: Memo) -> None:
        self.title = title
        self.state = state.opened()
        self.events: list[Event] = []
        self.turn_ends: Callable[[Scratch], None] = nothing
        self._memo = memo
        self._now: Position | None = None

    @classmethod
    def upon(cls, pos: Position) -> Scratch:
        """Begin to write on a copy of a position; its facts are kept until something is written."""
        scratch = cls(pos.title, pos.state, pos.memo)
        scratch._now = pos
        return scratch

    @classmethod
    def supposing(cls, pos: Position) -> Scratch:
        """Begin to write on a copy of a position, to see what would be; its facts are cached apart."""
        return cls(pos.title, pos.state, dict(pos.memo))

    @property
    def now(self) -> Position:
        """Return the position as written so far, the same object until the next write."""
        if self._now is None or self.state.written:
            self._now = Position(self.title, self.state.copy(), self._memo)
            self.state.looked_at()
        return self._now

    def emit(self, event: Event) -> None:
        """Record what happened."""
        self.events.append(event)

    def put(self, column: str, key: str, value: Any) -> None:
        """Set one entry of a column."""
        setattr(self.state, column, {**getattr(self.state, column), key: value})

    def drop(self, column: str, key: str) -> None:
        """Remove one entry of a column."""
        kept: Mapping[str, Any] = getattr(self.state, column)
        setattr(self.state, column, {name: value for name, value in kept.items() if name != key})

    def pay(self, payer: str, payee: str, amount: int, why: str) -> None:
        """Move money. All payers but the bank and the title's dummy must have it.

        :raises ValueError: when the amount is negative or the payer cannot pay it.
        """
        cash = dict(self.state.cash)
        cash[payer] = cash.get(payer, 0) - amount
        cash[payee] = cash.get(payee, 0) + amount
        endless = payer in (BANK, self.title.data.dummy)
        if amount < 0 or (cash[payer] < 0 and not endless):
            raise ValueError(f"{payer} cannot pay {amount} to {payee} for {why}")
        self.state.cash = cash
        if payer == BANK and self.title.data.each_payment:
            self.note_bank()
        if amount:
            self.emit(Paid(payer, payee, amount, why))

    def change(self, **values: Any) -> None:
        """Change some fields of the title's own part of the state."""
        own: Any = self.state.extra
        self.state.extra = replace(own, **values)

    def note_bank(self) -> None:
        """Remember what the bank holds, if that is the least so far and its money is limited."""
        if self.title.data.bank is not None and self.state.cash.get(BANK, 0) < self.state.lowest:
            self.state.lowest = self.state.cash.get(BANK, 0)

    def ran(self, unit: str, revenue: int, routes: tuple[str, ...] = (), *, kept: bool = False) -> None:
        """Remember what a unit has earned, and whether it kept all of it."""
        before = self.state.runs.get(unit)
        last = before.then(revenue, routes, kept=kept) if before else LastRun(revenue, routes, kept=kept)
        self.put("runs", unit, last)

    def withheld(self, unit: str) -> None:
        """Remember that a unit kept all that it has earned in this turn."""
        if last := self.state.runs.get(unit):
            self.put("runs", unit, replace(last, kept=True))

    def give(self, certificate: str, holder: str) -> None:
        """Hand a certificate to somebody."""
        self.put("certificates", certificate, holder)

    def add_train(self, unit: str, train: str) -> None:
        """Give a train to a unit."""
        self.put("trains", unit, (*self.state.trains.get(unit, ()), train))

    def drop_train(self, unit: str, train: str) -> None:
        """Take one train of that type from a unit."""
        trains = list(self.state.trains[unit])
        trains.remove(train)
        self.put("trains", unit, tuple(trains))

    # --- frames

    @property
    def frame(self) -> Frame:
        """Return the innermost frame."""
        return self.state.frames[-1]

    def push(self, frame: Frame) -> None:
        """Open a round or a decision inside the current one."""
        self.state.frames = (*self.state.frames, frame)

    def pop(self) -> Frame:
        """Close the innermost frame and return it."""
        *rest, frame = self.state.frames
        self.state.frames = tuple(rest)
        return frame

    def push_below(self, frame: Frame) -> None:
        """Open a round beneath the decisions that come before it."""
        self.state.frames = (frame, *self.state.frames)

    def set_frame(
        self,
        *,
        queue: tuple[str, ...] | None = None,
        stage: int | None = None,
        turn: Notes | None = None,
        notes: Notes | None = None,
    ) -> None:
        """Change parts of the innermost frame; what is None stays as it is."""
        *outer, old = self.state.frames
        frame = Frame(
            old.kind,
            old.number,
            old.queue if queue is None else queue,
            old.stage if stage is None else stage,
            old.turn if turn is None else turn,
            old.notes if notes is None else notes,
        )
        self.state.frames = (*outer, frame)

    def close_step(self, kind: str) -> None:
        """Go past the step of the innermost round of a kind, whatever interrupts it.

        :raises ValueError: when no such round is on.
        """
        frames = [*self.state.frames]
        at = max((place for place, frame in enumerate(frames) if frame.kind == kind), default=-1)
        if at < 0:
            raise ValueError(f"no round of kind {kind} is on")
        frames[at] = replace(frames[at], stage=frames[at].stage + 1)
        self.state.frames = tuple(frames)

    def skip_steps(self, count: int) -> None:
        """Go past some steps of the turn; what is known of the turn stays true unless somebody else decides now."""
        if not count:
            return
        before = self.now
        self.set_frame(stage=self.frame.stage + count)
        after = self._now = before.further(self.state.copy())
        self.state.looked_at()
        if after.awaited == before.awaited:
            after.turn_memo = before.turn_memo

    def note(self, **values: Any) -> None:
        """Write into the notes of this turn."""
        notes = in_record(self.title.turn_notes, self.frame.turn)
        self.set_frame(turn=notes.having(**values))

    def remember(self, **values: Any) -> None:
        """Write into the notes of this round."""
        notes = in_record(self.title.rounds[self.frame.kind].notes, self.frame.notes)
        self.set_frame(notes=notes.having(**values))

    def next_turn(self) -> None:
        """End the turn of the player or unit at the head of the queue."""
        self.set_frame(queue=self.frame.queue[1:], stage=0, turn=NOTHING)
