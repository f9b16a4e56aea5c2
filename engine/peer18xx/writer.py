"""Writing a game as 18xx.games records it: its steps wait where ours are skipped, and its copies have names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from engine import flow
from engine.actions import Action, LayTile, Pass, PlaceToken, RunTrains, Sell, unit_of
from engine.events import Event
from engine.game import Game, Setup
from engine.overruling import meant
from engine.peer18xx.copies import ShareBook, TileBook, TrainBook, Untold
from engine.peer18xx.dialect import Dialect
from engine.peer18xx.entries import AMONG, LATER, ROUND, SPARE, STEP, TURN, turn_step
from engine.peer18xx.turn_plan import Planned, TurnPlan
from engine.peer18xx.writing import EndedEarly, NewEntry, PeerStep, RecordedTurn, WriteVerb, never
from engine.position import Position
from engine.powers import next_step
from engine.refusals import Refusal
from engine.scratch import Scratch
from engine.steps import Step


@dataclass(frozen=True)
class WriterState:
    """A writer as it stood when a turn began: what it goes back to where a power must be written earlier.

    Of the ``count`` entries only the ``last`` may still be added to.
    """

    game: Game
    count: int
    last: NewEntry
    turn: RecordedTurn
    round: tuple[int, ...]
    new_round: bool
    passed: bool
    closed: bool
    time: int
    trains: TrainBook
    tiles: TileBook
    shares: ShareBook


class Writer:
    """Plays a game again and writes it down.

    It ends before an action that cannot be told there, or whose step is over there, which ``stop`` then names.
    """

    def __init__(
        self,
        setup: Setup,
        dialect: Dialect,
        ids: Mapping[str, Any],
        verbs: Mapping[type[Action], WriteVerb],
        order: int = 0,
    ) -> None:
        assert dialect.writing is not None
        self.setup = setup
        self.game = Game.begin(setup)
        self.dialect = dialect
        self.writing = dialect.writing
        self._verbs = {**verbs, **dialect.writing.verbs}
        self.entries: list[NewEntry] = []
        self.stop: EndedEarly | None = None
        self.reached = self.game.pos
        """How far the action that is written has led when its events are told."""
        self.told = 0
        """The place of the last action that an entry tells."""
        self.turn = RecordedTurn()
        self._ids = ids
        self._units = {ours: theirs for theirs, ours in dialect.units.items()}
        self._told = 0
        self._round: tuple[int, ...] = ()
        self._passed = False
        self._closed = False
        self._new_round = False
        self._time = 0
        self._saved: WriterState | None = None
        self._later: list[Callable[[Position, Sequence[Event]], None]] = []
        writing = self.writing
        self.trains = TrainBook(self.pos, writing.given, writing.kept, writing.scrapped, order)
        for event in self.game.events:
            self.trains.follow(event)
        self.tiles = TileBook(self.pos, self.writing.printed(self.pos))
        self.shares = ShareBook(self.pos, self.writing.formed(self.pos), one_bank=dialect.one_bank)

    @property
    def pos(self) -> Position:
        """Return the position before the action that is written."""
        return self.game.pos

    @property
    def turn_is_over(self) -> bool:
        """Tell whether a turn that goes on here is over there after what is written: no step waits any more."""
        if not self._alone or not self._in_turn():
            return False
        left = self.writing.steps[self.turn.left :]
        return not any(self._waits(step, self.pos) for step in left if not step.quiet)

    # --- what verbs use

    def unit(self, unit: str) -> str:
        """Return the recorded name of a unit."""
        return self._units.get(unit, unit)

    def share(self, certificate: str) -> str:
        """Return the recorded name of a certificate."""
        unit, _, number = certificate.rpartition(".")
        return f"{self.unit(unit)}_{number}"

    def by_player(self, kind: str, player: str, /, **fields: Any) -> NewEntry:
        """Write what a player does."""
        return self._add(kind, self._ids[player], "player", fields)

    def by_unit(self, kind: str, unit: str, /, **fields: Any) -> NewEntry:
        """Write what a unit does."""
        minor = self.game.title.units[unit].kind == self.dialect.minors
        return self._add(kind, self.unit(unit), "minor" if minor else "corporation", fields)

    def by_private(self, kind: str, private: str, /, **fields: Any) -> NewEntry:
        """Write what a private does."""
        return self._add(kind, private, "company", fields)

    def _add(self, kind: str, entity: Any, entity_type: str, fields: Mapping[str, Any]) -> NewEntry:
        who = {"type": kind, "entity": entity, "entity_type": entity_type}
        entry = {**who, "id": len(self.entries) + 1, "created_at": self._time, **fields}
        if self._new_round:
            entry[ROUND], self._new_round = list(self.turn.number), False
        self.entries.append(entry)
        return entry

    def by_itself(self, kind: str, unit: str, /, **fields: Any) -> None:
        """Add what happens by itself to the entry written last."""
        parts = self.entries[-1].setdefault("auto_actions", [])
        last = parts[-1] if parts else {}
        if "corporations" in fields and last.get("type") == kind:
            last["corporations"] += fields["corporations"]
            return
        part = {"type": kind, "entity": self.unit(unit), "entity_type": "corporation", **fields}
        parts.append(part)

    def later(self, told: Callable[[Position, Sequence[Event]], None]) -> None:
        """Complete an entry once its action has been played."""
        self._later.append(told)

    # --- the game

    def write(self, actions: Iterable[Action], times: Sequence[int] = ()) -> None:
        """Write actions down in turn, and play them; ``times`` say when each was taken, in seconds since 1970."""
        plan = TurnPlan([*actions], times, self.writing.early, self.writing.opening)
        while plan.at < len(plan.order) and self.stop is None:
            self._take_next(plan)
        if self._operates(self.pos):
            self._come_to_stand()

    def _come_to_stand(self) -> None:
        """Leave a run that was over here by itself, and what comes before it: what follows from it follows there."""
        self._begin(self.pos)
        verbs = [step.verb for step in self.pos.round.steps(self.pos)]
        ran = RunTrains in verbs[: self.pos.frame.stage] if self._alone else False
        run = next(at for at, step in enumerate(self.writing.steps) if RunTrains in step.verbs)
        while ran and self.turn.left <= run:
            self._leave(self.pos)
        if self.stop is not None:
            self.stop = replace(self.stop, entry=len(self.entries))

    def _take_next(self, plan: TurnPlan) -> None:
        """Write the next action; if a power would be too late for 18xx.games, roll back to the start of the turn."""
        if self._alone and not self._in_turn():
            plan.start, self._saved = plan.at, self._state() if plan.has_powers else None
        planned, saved = plan.order[plan.at], self._saved
        if self._too_late(planned.action):
            if saved is not None and plan.put_forward(saved.game):
                self._restore(saved)
                return
            why = Refusal("untold_late", {})
            self.stop = EndedEarly(len(self.entries), planned.place, planned.action, why)
            return
        self._time, first = planned.time, len(self.entries)
        last, turn = deepcopy(self.entries[-1:]), replace(self.turn)
        try:
            self._write(planned.action, plan.coming)
        except Untold as error:
            self.entries[max(first - 1, 0) :], self.turn = last, turn
            self.stop = EndedEarly(first, planned.place, planned.action, error.refusal)
            return
        planned.entry = self.entries[first] if planned.early else None
        self.told = planned.place if len(self.entries) > first else self.told
        plan.at += 1
        due = plan.due()
        for among, one in enumerate(due):
            self._note_place(one, {AMONG: among} if len(due) > 1 else {})

    def _note_place(self, power: Planned, among: Mapping[str, int]) -> None:
        """Note with an entry that was written early where its place is."""
        assert power.entry is not None
        power.entry.update({LATER: len(self.entries) - 1 - self.entries.index(power.entry), **among})
        if power.turn_step is not None:
            power.entry.update({TURN: self.unit(power.turn_step[0]), STEP: power.turn_step[1]})
        power.entry = None

    @property
    def _alone(self) -> bool:
        return self._operates(self.pos) and len(self.pos.state.frames) == 1

    def _in_turn(self) -> bool:
        """Tell whether the turn that is written is the one that is on."""
        frame = self.pos.state.frames[0]
        return (self.turn.unit, self.turn.number) == (frame.queue[0], frame.number)

    def _too_late(self, action: Action) -> bool:
        """Tell whether the step that an action belongs to is over there; for a power, whether the turn is."""
        if not self._alone or not self._in_turn():
            return False
        if isinstance(action, self.writing.opening):
            return len(self.entries) > self.turn.begun_at
        steps = self.writing.steps
        verb, power = self.writing.needs(self.pos, action), isinstance(action, self.writing.early)
        wanted = [at for at, step in enumerate(steps) if verb in step.verbs]
        return max(wanted, default=len(steps) - power) < self.turn.left

    def _state(self) -> WriterState:
        """Return all that changes as a game is written; what is certain to be complete is not copied."""
        return WriterState(
            game=self.game,
            count=len(self.entries),
            last=deepcopy(self.entries[-1]) if self.entries else {},
            turn=replace(self.turn),
            round=self._round,
            new_round=self._new_round,
            passed=self._passed,
            closed=self._closed,
            time=self._time,
            trains=deepcopy(self.trains),
            tiles=deepcopy(self.tiles),
            shares=deepcopy(self.shares),
        )

    def _restore(self, state: WriterState) -> None:
        """Go back to a state."""
        self.game, self.turn = state.game, replace(state.turn)
        self._round, self._new_round = state.round, state.new_round
        self._passed, self._closed, self._time = state.passed, state.closed, state.time
        self.trains, self.tiles, self.shares = deepcopy((state.trains, state.tiles, state.shares))
        del self.entries[state.count :]
        if state.count:
            self.entries[-1] = deepcopy(state.last)

    def _write(self, action: Action, coming: Sequence[Action]) -> None:
        shown = meant(self.game.title, action)
        self._closed = False
        if self._alone:
            self._reach((type(shown),))
            self._put_off(type(shown), coming)
        describe = self._describe if shown is action else self._describe_recorded
        describe(shown)
        self._close(type(shown))
        scratch = Scratch.upon(self.pos)
        self._told, self._passed = 0, isinstance(action, Pass)
        scratch.turn_ends = self._turn_ends
        flow.act(scratch, action)
        self._tell(scratch)
        self.game = Game(self.game.setup, scratch.now, tuple(scratch.events))
        for told in self._later:
            told(self.pos, scratch.events)
        self._later.clear()
        self.trains.agree(self.pos)
        self.shares.agree(self.pos)
        self._skip(type(shown))

    def _describe_recorded(self, action: Action) -> None:
        """Write an action that a record had against the rules.

        :raises Untold: when it names what this game does not have.
        """
        try:
            self._describe(action)
        except (LookupError, ValueError, TypeError, StopIteration):
            raise Untold("record_entry", entry=len(self.entries), verb=action.verb) from None

    def _describe(self, action: Action) -> None:
        """Write an action: which of several players takes it, and when, where several moments of a turn allow it."""
        first = len(self.entries)
        self._verbs[type(action)](self, action)
        if self._operates(self.pos) and action.actor in self.pos.awaited[1:]:
            for entry in self.entries[first:]:
                entry["user"] = self._ids[action.actor]
        step, at = self.game.choices.step(action), turn_step(self.pos)
        anywhere = at is not None and step is not None and (step.aside or step in self.pos.powers)
        unit, verb = at or ("", "")
        for entry in self.entries[first:]:
            if anywhere or entry["entity_type"] == "company":
                entry.update({TURN: self.unit(unit), STEP: verb})

    def _close(self, verb: type[Action]) -> None:
        """Note that a step that is taken once is over."""
        if self.turn.left < len(self.writing.steps) and self._operates(self.pos):
            step = self.writing.steps[self.turn.left]
            if step.once and verb in step.verbs:
                self._closed = True
                self.turn.left += 1

    def _skip(self, verb: type[Action]) -> None:
        """Skip the step of an action that waits for no other, and the steps after it that wait for nothing.

        What is skipped there is over for this turn.
        """
        if not self._operates(self.pos) or len(self.pos.state.frames) > 1:
            self._hurry(verb)
            return
        frame, steps = self.pos.state.frames[0], self.writing.steps
        if not frame.queue or (self.turn.unit, self.turn.number) != (frame.queue[0], frame.number):
            return
        own = self.turn.left
        while self.turn.left < len(steps):
            step = steps[self.turn.left]
            done = self.turn.left > own or self._closed or verb in step.verbs or step.hasty
            follows = step.waits is never and self._applies(step, self.pos)
            if not done or follows or (not step.quiet and self._waits(step, self.pos)):
                return
            self._leave(self.pos)

    def _hurry(self, verb: type[Action]) -> None:
        """Leave a hasty step in which nothing more is possible, though something interrupts the turn."""
        step = next(iter(self.writing.steps[self.turn.left :]), None)
        if step is not None and step.hasty and verb in step.verbs and not self._waits(step, self.pos):
            self.turn.left += 1

    def _turn_ends(self, scratch: Scratch) -> None:
        """Write what leaves the remaining steps of a turn that ends, or the pass of a player who is awaited."""
        pos = scratch.now
        if pos.frame.kind in ("stock", "auction") and not self._passed and self.writing.awaited(pos):
            self.by_player("pass", pos.acting)[SPARE] = True
        self._passed = False
        if len(pos.state.frames) != 1 or not self._operates(pos):
            return
        self._tell(scratch)
        self._begin(pos)
        while self.turn.left < len(self.writing.steps):
            self._leave(pos)
        self._round, self._new_round = self.turn.number, False
        self.turn = RecordedTurn()

    def _tell(self, scratch: Scratch) -> None:
        self.reached = scratch.now
        for event in scratch.events[self._told :]:
            self.writing.told(self, event)
            self.trains.follow(event)
        self._told = len(scratch.events)

    def _begin(self, pos: Position) -> None:
        frame = pos.state.frames[0]
        if (self.turn.unit, self.turn.number) != (frame.queue[0], frame.number):
            self._new_round = frame.number != self._round
            self.turn = RecordedTurn(frame.queue[0], frame.number)
            self.writing.begin(self, pos)
            self.turn.begun_at = len(self.entries)

    def _reach(self, verbs: tuple[type[Action], ...]) -> None:
        """Leave the steps before the one that a verb belongs to."""
        self._begin(self.pos)
        steps = self.writing.steps
        wanted = [at for at, step in enumerate(steps) if set(verbs) & set(step.verbs)]
        ahead = next((at for at in wanted if at >= self.turn.left), None)
        if ahead is None and not wanted:
            return
        while ahead is not None and self.turn.left < ahead:
            self._leave(self.pos)

    def _put_off(self, verb: type[Action], coming: Sequence[Action]) -> None:
        """Leave the steps before the one that a verb is meant for, if building is over and none is still to come.

        A sale for a train tells nothing: it names the company that is sold, and the train follows.
        """
        if any(step.verb in (LayTile, PlaceToken) for step in self.pos.open_steps):
            return
        steps, unit = self.writing.steps, self.turn.unit
        meant = next((at for at, step in enumerate(steps) if verb in step.also), 0)
        verbs = {one for step in steps for one in step.verbs} - {Sell}
        following = next((action for action in coming if type(action) in verbs), None)
        while self.turn.left < meant and unit_of(following) != unit:
            self._leave(self.pos)

    def leave_open(self) -> None:
        """Leave the steps that a pass of ours closes, or the one that was held up."""
        ours: list[Step[Any] | None] = [*self.pos.turn_steps()] or [next_step(self.pos)]
        verbs = {step.verb for step in ours if step is not None}
        steps = self.writing.steps
        closed = [at for at, step in enumerate(steps) if verbs & {*step.verbs, *step.also}]
        while closed and self.turn.left <= closed[-1]:
            self._leave(self.pos)
            self._closed = True

    def _leave(self, pos: Position) -> None:
        step = self.writing.steps[self.turn.left]
        if self._waits(step, pos):
            step.leave(self)
        self.turn.left += 1

    def _waits(self, step: PeerStep, pos: Position) -> bool:
        return self._applies(step, pos) and step.waits(pos, self.turn)

    def _applies(self, step: PeerStep, pos: Position) -> bool:
        """Tell whether units of this kind have the step."""
        return not step.kinds or pos.kind(self.turn.unit) in step.kinds

    @staticmethod
    def _operates(pos: Position) -> bool:
        return not pos.state.over and pos.state.frames[0].kind == "operating"
