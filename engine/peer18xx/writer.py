"""Writing a game as 18xx.games records it: its steps wait where ours are skipped, and its copies have names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from engine import flow
from engine.actions import Action, Pass, RunTrains
from engine.events import Event
from engine.game import Game, Setup
from engine.overruling import meant
from engine.peer18xx.dialect import Dialect
from engine.peer18xx.entries import AMONG, LATER, ROUND, SPARE, STEP, TURN, turn_step
from engine.peer18xx.our_turn import operates, unit_alone
from engine.peer18xx.share_book import ShareBook
from engine.peer18xx.tile_book import TileBook
from engine.peer18xx.train_book import TrainBook
from engine.peer18xx.turn_plan import Planned, TurnPlan
from engine.peer18xx.turn_walk import TurnWalk
from engine.peer18xx.writing import EndedEarly, NewEntry, RecordedTurn, Untold
from engine.position import Position
from engine.refusals import Refusal
from engine.scratch import Scratch


@dataclass(frozen=True)
class WriterState:
    """A writer as it stood when a turn began: what it goes back to where a power must be written earlier.

    Of the ``count`` entries only the ``last`` may still be added to.
    """

    game: Game
    count: int
    last: NewEntry
    walk: TurnWalk
    trains: TrainBook
    tiles: TileBook
    shares: ShareBook


class Writer:
    """Plays a game again and writes it down.

    It ends before an action that cannot be told there, or whose step is over there, which ``stop`` then names.
    """

    def __init__(self, setup: Setup, dialect: Dialect, order: int = 0) -> None:
        self.setup = setup
        self.game = Game.begin(setup)
        self.dialect = dialect
        self.writing = dialect.writing
        self.ids = {player: seat for seat, player in enumerate(setup.players, 1)}
        """The recorded ids of players."""
        self.entries: list[NewEntry] = []
        self.stop: EndedEarly | None = None
        self.reached = self.game.pos
        """How far the action that is written has led when its events are told."""
        self.last_told = 0
        """The place of the last action that an entry tells."""
        self.walk = TurnWalk(self.writing.steps, lambda step: step.leave(self))
        """How far the turn that is written has come."""
        self._units = {ours: theirs for theirs, ours in dialect.units.items()}
        self._events_told = 0
        self._passed = False
        self._time = 0
        self._saved: WriterState | None = None
        self._later: list[Callable[[Position, Sequence[Event]], None]] = []
        writing = dialect.writing
        self.trains = TrainBook(self.pos, writing.given, writing.kept, writing.scrapped, order)
        self.tiles = TileBook(self.pos, writing.printed(self.pos))
        self.shares = ShareBook(self.pos, writing.formed(self.pos), one_bank=dialect.one_bank)

    @property
    def pos(self) -> Position:
        """Return the position before the action that is written."""
        return self.game.pos

    @property
    def turn_is_over(self) -> bool:
        """Tell whether a turn that goes on here is over there after what is written: no step waits any more."""
        return unit_alone(self.pos) and self.walk.is_on(self.pos) and self.walk.waits_no_more(self.pos)

    @property
    def turn(self) -> RecordedTurn:
        """Return the turn that is written."""
        return self.walk.turn

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
        return self._add(kind, self.ids[player], "player", fields)

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
        if self.walk.new_round:
            entry[ROUND], self.walk.new_round = list(self.turn.number), False
        self.entries.append(entry)
        return entry

    def by_itself(self, kind: str, unit: str, /, **fields: Any) -> None:
        """Add what happens by itself to the entry written last."""
        parts = self.entries[-1].setdefault("auto_actions", [])
        last = parts[-1] if parts else {}
        if "corporations" in fields and last.get("type") == kind:
            last["corporations"] += fields["corporations"]
            return
        parts.append({"type": kind, "entity": self.unit(unit), "entity_type": "corporation", **fields})

    def later(self, told: Callable[[Position, Sequence[Event]], None]) -> None:
        """Complete an entry once its action has been played."""
        self._later.append(told)

    # --- the game

    def write(self, actions: Iterable[Action], times: Sequence[int] = ()) -> None:
        """Write actions down in turn, and play them; ``times`` say when each was taken, in seconds since 1970."""
        plan = TurnPlan([*actions], times, self.writing.early, self.writing.opening)
        while plan.at < len(plan.order) and self.stop is None:
            self._take_next(plan)
        if operates(self.pos):
            self._come_to_stand()

    def _come_to_stand(self) -> None:
        """Leave the steps up to a run that has happened by itself here, so that 18xx.games comes as far."""
        self._begin(self.pos)
        verbs = [step.verb for step in self.pos.round.steps(self.pos)]
        if unit_alone(self.pos) and RunTrains in verbs[: self.pos.frame.stage]:
            self.walk.leave_run(self.pos)
        if self.stop is not None:
            self.stop = replace(self.stop, entry=len(self.entries))

    def _take_next(self, plan: TurnPlan) -> None:
        """Write the next action; if a power would be too late for 18xx.games, roll back to the start of the turn."""
        if unit_alone(self.pos) and not self.walk.is_on(self.pos):
            plan.start, self._saved = plan.at, self._state() if plan.has_powers else None
        planned, saved = plan.order[plan.at], self._saved
        if self._too_early(planned.action, plan.coming):
            self._stop_before(planned, Refusal("untold_home", {"unit": self.pos.unit}))
            return
        if self._too_late(planned.action):
            if saved is not None and plan.put_forward(saved.game):
                self._restore(saved)
                return
            self._stop_before(planned, Refusal("untold_late"))
            return
        self._time, first = planned.time, len(self.entries)
        last, walk = deepcopy(self.entries[-1:]), self.walk.copy()
        try:
            self._write(planned.action, plan.coming)
        except Untold as error:
            self.entries[max(first - 1, 0) :], self.walk = last, walk
            self._stop_before(planned, error.refusal)
            return
        planned.entry = self.entries[first] if planned.early else None
        self.last_told = planned.place if len(self.entries) > first else self.last_told
        plan.at += 1
        due = plan.due()
        for among, one in enumerate(due):
            self._note_place(one, {AMONG: among} if len(due) > 1 else {})

    def _stop_before(self, planned: Planned, why: Refusal) -> None:
        self.stop = EndedEarly(len(self.entries), planned.place, planned.action, why)

    def _note_place(self, power: Planned, among: Mapping[str, int]) -> None:
        """Note with an entry that was written early where its place is."""
        assert power.entry is not None
        power.entry.update({LATER: len(self.entries) - 1 - self.entries.index(power.entry), **among})
        if power.turn_step is not None:
            power.entry.update({TURN: self.unit(power.turn_step[0]), STEP: power.turn_step[1]})
        power.entry = None

    def _too_early(self, action: Action, coming: Sequence[Action]) -> bool:
        """Tell whether what comes before all else of a turn there has not been done, in a game that goes on."""
        opening = self.writing.opening
        if (
            not opening
            or not unit_alone(self.pos)
            or any(isinstance(one, opening) for one in (action, *coming))
        ):
            return False
        return any(issubclass(step.verb, opening) for step in self.pos.open_steps)

    def _too_late(self, action: Action) -> bool:
        """Tell whether the step that an action belongs to is over there; for a power, whether the turn is."""
        if not unit_alone(self.pos) or not self.walk.is_on(self.pos):
            return False
        if isinstance(action, self.writing.opening):
            return len(self.entries) > self.turn.begun_at
        power = isinstance(action, self.writing.early)
        return self.walk.is_past(self.writing.needs(self.pos, action), power=power)

    def _state(self) -> WriterState:
        """Return what one action leaves to the next; what is certain to be complete is not copied."""
        return WriterState(
            game=self.game,
            count=len(self.entries),
            last=deepcopy(self.entries[-1]) if self.entries else {},
            walk=self.walk.copy(),
            trains=deepcopy(self.trains),
            tiles=deepcopy(self.tiles),
            shares=deepcopy(self.shares),
        )

    def _restore(self, state: WriterState) -> None:
        """Go back to a state."""
        self.game, self.walk = state.game, state.walk.copy()
        self.trains, self.tiles, self.shares = deepcopy((state.trains, state.tiles, state.shares))
        del self.entries[state.count :]
        if state.count:
            self.entries[-1] = deepcopy(state.last)

    def _write(self, action: Action, coming: Sequence[Action]) -> None:
        shown = meant(self.game.title, action)
        if unit_alone(self.pos):
            self._begin(self.pos)
            self.walk.reach(type(shown), self.pos)
            self.walk.put_off(type(shown), coming, self.pos)
        describe = self._describe if shown is action else self._describe_recorded
        describe(shown)
        if operates(self.pos):
            self.walk.close(type(shown))
        scratch = Scratch.upon(self.pos)
        self._events_told, self._passed = 0, isinstance(action, Pass)
        self.turn.granted = 0
        scratch.turn_ends = self._turn_ends
        flow.act(scratch, action)
        self._tell(scratch)
        self.game = Game(self.game.setup, scratch.now, tuple(scratch.events))
        for told in self._later:
            told(self.pos, scratch.events)
        self._later.clear()
        self.trains.agree(self.pos)
        self.shares.agree(self.pos)
        self.walk.skip(type(shown), self.pos)

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
        self.writing.verbs[type(action)](self, action)
        if operates(self.pos) and action.actor in self.pos.awaited[1:]:
            for entry in self.entries[first:]:
                entry["user"] = self.ids[action.actor]
        step, at = self.game.choices.step(action), turn_step(self.pos)
        anywhere = at is not None and step is not None and (step.aside or step in self.pos.powers)
        unit, verb = at or ("", "")
        for entry in self.entries[first:]:
            if anywhere or entry["entity_type"] == "company":
                entry.update({TURN: self.unit(unit), STEP: verb})

    def _turn_ends(self, scratch: Scratch) -> None:
        """Write what leaves the remaining steps of a turn that ends, or the pass of a player who is awaited."""
        pos = scratch.now
        if pos.frame.kind in ("stock", "auction") and not self._passed and self.writing.awaited(pos):
            self.by_player("pass", pos.acting)[SPARE] = True
        self._passed = False
        if not unit_alone(pos):
            return
        self._tell(scratch)
        self._begin(pos)
        self.walk.end(pos)

    def _tell(self, scratch: Scratch) -> None:
        self.reached = scratch.now
        for event in scratch.events[self._events_told :]:
            self.writing.told(self, event)
            self.trains.follow(event)
        self._events_told = len(scratch.events)

    def _begin(self, pos: Position) -> None:
        """Begin to write the turn that is on, if it is another one."""
        if not self.walk.is_on(pos):
            self.walk.begin(pos)
            self.writing.begin(self, pos)
            self.turn.begun_at = len(self.entries)

    def leave_open(self) -> None:
        """Leave the steps that a pass of ours closes, or the one that was held up."""
        self.walk.leave_open(self.pos)
