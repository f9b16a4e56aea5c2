"""Playing a record of 18xx.games entry by entry: its passes of operating steps are dropped, ours are added."""

from __future__ import annotations

from dataclasses import dataclass

from engine import flow
from engine.actions import Action, Discard, LayTile, Pass, PlaceToken, RunTrains
from engine.game import Game, Setup
from engine.overruling import as_recorded
from engine.peer18xx.dialect import Context, Dialect
from engine.peer18xx.entries import AMONG, LATER, SPARE, STEP, TURN, dropped, first_part, parts, turn_step
from engine.peer18xx.in_force import Entry, silent
from engine.peer18xx.recorded_turn import TurnInRecord, runs_by_itself
from engine.peer18xx.verbs import VERBS
from engine.powers import held_up
from engine.refusals import Malformed, Refusal
from engine.scratch import Scratch

BROKEN = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RuntimeError, StopIteration)
"""The errors that what stands in a record may lead to."""


MOST, WITHIN = 8, 16
"""So many entries against the rules within so many are no slips: the record is not of this game."""


@dataclass(frozen=True, slots=True)
class EndedTurn:
    """The game before the action that ended a unit's turn here, and how many events had happened by then."""

    unit: str
    before: Game
    events: int


@dataclass(frozen=True, slots=True)
class Taken:
    """An entry that was taken as recorded: its place in the file, the action, and the rule it breaks."""

    at: int
    action: Action
    why: Refusal


class Reader:
    """Plays a record entry by entry.

    ``taken`` are the actions that break a rule and are taken as recorded. ``held`` is the action that would end a
    turn in which the record uses a power before it goes on, ``at`` the place in the file of the entry that is read.
    """

    def __init__(self, setup: Setup, dialect: Dialect, context: Context) -> None:
        self.dialect = dialect
        self.game = Game.begin(setup)
        self.context = context
        self.at = 0
        self.played: list[Action] = []
        self.taken: list[Taken] = []
        self.events = list(self.game.events)
        self._passes: list[str] = []
        self._late: Entry = {}
        self._next_entry: Entry = {}
        self._dealt: tuple[tuple[int, ...], str] = ((), "")
        self._since_deal = 0
        self._ended: EndedTurn | None = None
        self._turn = TurnInRecord(dialect.writing.steps if dialect.writing else ())
        self.held: Action | None = None
        self._waiting: list[tuple[int, Entry]] = []

    def follow(self, at: int, entry: Entry, *, faulty: bool = False) -> None:
        """Play the entry at a place of the file.

        :raises Malformed: when it cannot be read.
        :raises Refused: when it stands for an action that is illegal.
        """
        self.at = at
        self._waiting = [(left - 1, one) for left, one in self._waiting]
        if entry.get(LATER, 0) > 0:
            self._waiting.insert(0, (entry[LATER], entry))
            self._waiting.sort(key=lambda one: (one[0], one[1].get(AMONG, 0)))
        else:
            self.take(entry, faulty=faulty)
        while self._waiting and self._waiting[0][0] <= 0:
            self.take(self._waiting.pop(0)[1])

    def catch_up(self) -> None:
        """Play the powers that the record puts before what they came after, where it ends between."""
        while self._waiting:
            self.take(self._waiting.pop(0)[1])

    def take(self, entry: Entry, *, faulty: bool = False) -> None:
        """Play an entry and what the peer did automatically as part of it.

        With ``faulty`` a run that the rules forbid earns what was recorded.
        """
        self.come_to(entry)
        for part in parts(entry):
            if part["type"] == "end_game":
                self._stop()
                return
            self._passes = [*self._passes, str(part["entity"])] if dropped(part) else []
            if not self._silent(part):
                between = not self._operates()
                self._take(part, faulty=faulty)
                if between or not self._operates():
                    self._turn.end()

    def come_to(self, following: Entry) -> None:
        """Add our passes until the following entry, or what the peer did automatically as part of it, is on offer."""
        first = None if following.get(LATER, 0) > 0 else first_part(following)
        if first is not None and self._next_entry is not following:
            self._prepare(first)
        self._next_entry = following

    def _prepare(self, entry: Entry) -> None:
        self._end_last_turn(entry)
        if not self._silent(entry) and not self._leads_nowhere(entry):
            self._go_on(entry)
            self._reopen(entry)
            self._reach(entry)
            action = self.read(entry, self.context.fork())
            if action is not None:
                self._pass_until(action)

    def _silent(self, entry: Entry) -> bool:
        return silent(entry) or entry["type"] in (*self.dialect.silent, "undo", "redo", "end_game")

    def _stop(self) -> None:
        """End the game where the record does; what was passed there is passed here."""
        passed = {self.context.unit(name) for name in self._passes}
        while not self.game.state.over and self.game.pos.unit in passed and self.pass_on():
            pass
        if not self.game.state.over:
            self._play(self.game.stopped())

    def finish(self) -> None:
        """Pass to the end of the game, where nothing but passes is left."""
        while self._operates() and self.pass_on():
            pass

    def read(self, entry: Entry, context: Context) -> Action | None:
        """Return our action for an entry, None if it stands for nothing of its own.

        :raises Malformed: when it names what this game does not have.
        """
        verb = self.dialect.verbs.get(entry["type"]) or VERBS.get(entry["type"])
        if verb is None:
            raise Malformed("unknown_verb", verb=entry["type"])
        try:
            return verb(context, self.game, entry)
        except BROKEN as error:
            raise Malformed("record_entry", entry=self.at, verb=entry["type"]) from error

    def _take(self, entry: Entry, *, faulty: bool) -> None:
        self._end_last_turn(entry)
        if dropped(entry) or entry["type"] == "run_routes":
            self._note(entry)
        if self._leads_nowhere(entry):
            return
        self._go_on(entry)
        self._reopen(entry)
        self._reach(entry)
        action = self.read(entry, self.context)
        if action is not None:
            self._pass_until(action)
            self._note(entry)
            if faulty and isinstance(action, RunTrains) and action not in self.game.choices:
                self._earn(sum(int(route.get("revenue", 0)) for route in entry["routes"]))
            else:
                self._play_or_take(action, entry)
        if self.held is not None:
            last, self.held = self.held, None
            self._play(last)

    def _play_or_take(self, action: Action, entry: Entry) -> None:
        """Play an action; one that breaks a rule is taken as recorded.

        :raises IllegalAction: when the record has parted with the rules for good.
        """
        refusal = None if isinstance(action, Pass) else self.game.choices.why_not(action)
        astray = len(self.taken) >= MOST and self.taken[-MOST].at > self.at - WITHIN
        if refusal is None or astray or action.actor not in self.game.state.players:
            self._play(action)
            return
        self.taken.append(Taken(self.at, action, refusal))
        revenue = sum(int(route.get("revenue", 0)) for route in entry.get("routes", ()))
        self._play(as_recorded(action, revenue))

    def _leads_nowhere(self, entry: Entry) -> bool:
        """Tell whether our turns skip an entry; what a player does is looked at once the operating round is over."""
        if self.stands_for_nothing(entry):
            return True
        while entry.get("entity_type") == "player" and self._operates() and not self._open_now(entry):
            if not self.pass_on():
                break
        return self.stands_for_nothing(entry)

    def _open_now(self, entry: Entry) -> bool:
        """Tell whether an entry stands for an action, other than a pass, that is legal now."""
        action = self.read(entry, self.context.fork())
        return action is not None and not isinstance(action, Pass) and action in self.game.choices

    def _reopen(self, power: Entry) -> None:
        """Hold the action back that ended a turn here in which the record still uses a power."""
        ended = self._ended
        if STEP in power or ended is None or ended.unit != self.context.unit(power.get(TURN, "")):
            return
        after, self.game = self.game, ended.before
        wanted = self.read(power, self.context.fork())
        if wanted is None or wanted not in self.game.choices:
            self.game = after
            return
        self.held, self._ended = self.played.pop(), None
        del self.events[ended.events :]

    def _unit_of(self, entry: Entry) -> str:
        """Return the unit that makes an entry, empty for anybody else."""
        return (
            self.context.unit(entry["entity"]) if entry.get("entity_type") in ("corporation", "minor") else ""
        )

    def _note(self, entry: Entry) -> None:
        if (unit := self._unit_of(entry)) and self._operates():
            self._since_deal += 1
            self._turn.note(self.game.pos, unit, entry)

    def _end_last_turn(self, entry: Entry) -> None:
        """Pass to the end of a round where the record has come to a unit's turn in the next."""
        unit = self._unit_of(entry)
        if self.game.state.over or not self._turn.over(self.game.pos, unit, entry):
            return
        number = self.game.state.frames[0].number
        self._turn.end()
        while self._operates() and self.game.state.frames[0].number == number and self.pass_on():
            pass

    def _reach(self, entry: Entry) -> None:
        """Pass for others until it is the turn of the entry's unit or player."""
        if STEP in entry:
            self._reach_step(self.context.unit(entry.get(TURN, "")), entry[STEP])
            return
        wanted = entry.get("entity_type")
        unit = self.context.unit(entry.get("entity"))
        if wanted in ("corporation", "minor"):
            self._end_turn("")
        while wanted in ("corporation", "minor") and self.game.pos.unit != unit:
            if self._too_late_for_home(entry) or not self.pass_on():
                break
        late = (wanted == "company" or entry["type"] == "buy_company") and self._leave_track(entry)
        while wanted == "company" and not self._usable(entry, late=late) and self.pass_on():
            pass
        if wanted == "player":
            self._end_turn(self.context.player(entry["entity"]))

    def _reach_step(self, unit: str, verb: str) -> None:
        """Pass until a unit's turn has come to a step."""
        number = self.game.state.frames[0].number
        while (now := turn_step(self.game.pos)) is not None and now != (unit, verb):
            gone = len(self.game.state.frames) == 1 and now[0] == unit and verb not in self._ahead()
            if self.game.state.frames[0].number != number or gone or not self.pass_on():
                return

    def _ahead(self) -> set[str]:
        """Return the steps that the turn still has before it, by their verbs; its end has none."""
        pos = self.game.pos
        return {"", *(step.verb.verb for step in pos.ahead)}

    def _leave_track(self, entry: Entry) -> bool:
        """Pass before a power is used if the record is past track and tokens in this turn; tell whether it was."""
        if self._late is entry:
            return True
        unit = self.game.pos.unit
        passed = len(self._passes) > 1 and {self.context.unit(name) for name in self._passes[-2:]} == {unit}
        while passed and self._before_run(unit) and Pass(self.game.pos.director(unit)) in self.game.choices:
            self._play(Pass(self.game.pos.director(unit)))
            self._late = entry
        return passed

    def _before_run(self, unit: str) -> bool:
        """Tell whether a unit builds, or could, with a power, before a run that otherwise happens by itself."""
        if self.game.pos.unit != unit:
            return False
        building = any(step.verb in (LayTile, PlaceToken) for step in self.game.pos.open_steps)
        return building or held_up(self.game.pos) == RunTrains.verb

    def _usable(self, entry: Entry, *, late: bool) -> bool:
        """Tell whether the power of a private company may be used now; one known to be late is used at once."""
        action = self.read(entry, self.context.fork())
        usable = action is None or action in self.game.choices
        late = late or self._is_over(self.context.unit(entry.get(TURN, "")))
        return usable and (late or self.dialect.timely(self.context, self.game, entry))

    def _is_over(self, unit: str) -> bool:
        """Tell whether the turn of a unit in this operating round is over here."""
        pos = self.game.pos
        if not unit or not self._operates() or not pos.state.frames[0].queue:
            return False
        frame = pos.state.frames[0]
        return unit in pos.title.rounds[frame.kind].line_up(pos, frame).done

    def stands_for_nothing(self, entry: Entry) -> bool:
        """Tell whether our turns skip an entry: a pass, an empty run where nothing can run, a home that lies."""
        if self._too_late_for_home(entry) or self._is_late_help(entry):
            return True
        if entry["type"] != "run_routes" or entry["routes"]:
            return self.spare(entry)
        unit = self.context.unit(entry["entity"])
        return self._has_run(unit) or self.read(entry, self.context.fork()) is None

    def _too_late_for_home(self, entry: Entry) -> bool:
        """Tell whether an entry places a home, as here happens by itself, in a turn that is over here."""
        over = entry["type"] == "place_token" and self._is_over(self.context.unit(entry["entity"]))
        return over and self.read(entry, self.context.fork()) is None

    def _is_late_help(self, entry: Entry) -> bool:
        """Tell whether somebody is called, to no effect, in the turn of a minor that the record is not past."""
        minor = self.context.unit(entry.get("minor_in_turn", ""))
        due = minor in (self._turn.unit, *self._turn.ahead)
        return entry["type"] == "choose_ability" and due and self._is_over(minor)

    def _has_run(self, unit: str) -> bool:
        """Tell whether the turn of a unit in this operating round is past its run here."""
        pos = self.game.pos
        if pos.state.over or pos.frame.kind != "operating":
            return False
        ahead = pos.ahead
        gone = unit == pos.unit and all(step.verb is not RunTrains for step in ahead)
        return gone or self._is_over(unit)

    def spare(self, entry: Entry) -> bool:
        """Tell whether an entry is a pass that our rounds skip.

        A player leaves an auction only once; a turn in a stock round, or the round, ends by itself when nothing more
        can be done.
        """
        if dropped(entry) or entry["type"] != "pass" or entry["entity_type"] != "player":
            return dropped(entry)
        if entry.get(SPARE):
            return True
        player, kind = self.context.player(entry["entity"]), self._kind()
        if kind == "operating" and self.played and self._since_deal == 0:
            return True
        if self.game.state.over or player in self.game.pos.awaited:
            return False
        return kind == "auction" or (kind == "stock" and player in self._left_out())

    def _left_out(self) -> tuple[str, ...]:
        """Return the players of a stock round whose turns have ended by themselves since the last action."""
        pos = self.game.pos
        number, last = self._dealt
        if number != pos.frame.number:
            last = pos.state.order[0]
        queue = pos.frame.queue
        return queue[queue.index(last) :]

    def _kind(self) -> str:
        return "" if self.game.state.over else self.game.pos.frame.kind

    def _end_turn(self, player: str) -> None:
        """Pass for others in a stock round, where the record goes on with a later player without their passes."""
        while self._kind() == "stock" and self.game.pos.acting != player:
            action = Pass(self.game.pos.acting)
            if action not in self.game.choices:
                return
            self._play(action)

    def _operates(self) -> bool:
        return not self.game.state.over and self.game.state.frames[0].kind == "operating"

    def _pass_until(self, action: Action) -> None:
        unit = getattr(action, "unit", None)
        while not isinstance(action, Pass) and not self._waits_for(action):
            if (
                self.game.state.over
                or (unit is not None and self.game.pos.unit != unit)
                or not self.pass_on()
            ):
                return

    def _waits_for(self, action: Action) -> bool:
        """Tell whether an action is on offer here; a train is discarded where somebody has too many."""
        due = not isinstance(action, Discard) or action in self.game.choices
        return due and self.game.choices.step(action) is not None

    def pass_on(self) -> bool:
        """Pass for the unit in turn, and tell whether it could."""
        if self.game.state.over or not self.game.pos.awaited:
            return False
        action = Pass(self.game.pos.awaited[0])
        if not self._operates() or action not in self.game.choices:
            return False
        self._play(action)
        return True

    def _play(self, action: Action) -> None:
        if isinstance(action, Pass):
            action = self.game.choices.noted(action)
        if self._kind() == "stock":
            self._dealt = (self.game.pos.frame.number, action.actor)
        self._since_deal = self._since_deal + 1 if self._operates() else 0
        before, self.game = self.game, self.game.play(action)
        self.played.append(action)
        turn = EndedTurn(before.pos.unit, before, len(self.events)) if self._operated(before) else None
        self._ended = turn if turn and not isinstance(action, Pass) and not self._in_turn(before) else None
        self.events += self.game.events

    def _go_on(self, following: Entry) -> None:
        """Pass where the record has gone on by itself: it waits for no power once the turn has had its tiles."""
        waits = STEP in following or self.game.state.over or not self._operated(self.game)
        if not waits and runs_by_itself(self.game.pos):
            self.pass_on()

    @staticmethod
    def _operated(before: Game) -> bool:
        return before.pos.frame.kind == "operating"

    def _in_turn(self, before: Game) -> bool:
        """Tell whether the turn of the unit that acted goes on."""
        if self.game.state.over:
            return False
        was, now = before.state.frames[0], self.game.state.frames[0]
        return (was.kind, was.number, was.queue) == (now.kind, now.number, now.queue)

    def _earn(self, revenue: int) -> None:
        """Go on as if the unit in turn had run for a revenue."""
        scratch = Scratch.upon(self.game.pos)
        steps = scratch.now.steps
        at = next(index for index, step in enumerate(steps) if step.verb is RunTrains)
        scratch.set_frame(stage=at + 1)
        scratch.note(revenue=revenue)
        scratch.state.ply += 1
        flow.settle(scratch)
        self.game = Game(self.game.setup, scratch.now, tuple(scratch.events))
        self.events += self.game.events
