"""The passes that we add: up to the turn, and the step, in which a record of 18xx.games has its next entry."""

from __future__ import annotations

from engine.actions import Action, Discard, Pass
from engine.peer18xx.entries import STEP, dropped, turn_step
from engine.peer18xx.entry_reader import EntryReader
from engine.peer18xx.in_force import Entry
from engine.peer18xx.our_turn import before_run, innermost, turn_is_over, verbs_ahead
from engine.peer18xx.recorded_turn import TurnInRecord, runs_by_itself
from engine.peer18xx.replayed_game import ReplayedGame
from engine.peer18xx.spare_entries import SpareEntries


class Approach:
    """Brings our game to where an entry of a record was made."""

    def __init__(
        self, ours: ReplayedGame, entries: EntryReader, spare: SpareEntries, turn: TurnInRecord
    ) -> None:
        self._ours = ours
        self._entries = entries
        self._spare = spare
        self._turn = turn
        self._passed: list[str] = []
        self._late: Entry = {}

    def hear(self, entry: Entry) -> None:
        """Remember the units for which the record has passed since it last did anything else."""
        self._passed = [*self._passed, self._entries.context.unit(entry["entity"])] if dropped(entry) else []

    def leads_nowhere(self, entry: Entry) -> bool:
        """Tell whether our turns skip an entry; that of a player is judged once the operating round is over here."""
        if self._spare.stand_for_nothing(entry):
            return True
        if entry.get("entity_type") == "player":
            while self._ours.operates and not self._is_open(entry) and self._ours.pass_on():
                pass
        return self._spare.stand_for_nothing(entry)

    def _is_open(self, entry: Entry) -> bool:
        """Tell whether an entry stands for an action, other than a pass, that is legal now."""
        action = self._entries.peek(entry, self._ours.game)
        return action is not None and not isinstance(action, Pass) and action in self._ours.game.choices

    # --- to a turn

    def end_last_turn(self, entry: Entry) -> None:
        """Pass to the end of a round where the record has come to a unit's turn in the next."""
        ours = self._ours
        if not self._turn.over(ours.game.pos, self._entries.unit(entry), entry):
            return
        number = ours.game.state.frames[0].number
        self._turn.end()
        while ours.operates and ours.game.state.frames[0].number == number and ours.pass_on():
            pass

    def to_turn(self, entry: Entry) -> None:
        """Go to the turn, or back to the turn, in which an entry was made."""
        self._go_on(entry)
        self._reopen(entry)
        if STEP in entry:
            self._to_step(self._entries.turn(entry), entry[STEP])
        else:
            self._pass_for_others(entry)

    def as_it_stands(self, power: Entry) -> Entry:
        """Go to the turn of a power whose step the record does not reach, and return it as used where that stands."""
        self.end_last_turn(power)
        self._deal_until("")
        unit, number = self._entries.turn(power), self._ours.game.state.frames[0].number
        while (now := turn_step(self._ours.game.pos)) is not None and now[0] != unit:
            if self._ours.game.state.frames[0].number != number or not self._ours.pass_on():
                break
        return {**power, STEP: now[1]} if now is not None else power

    def _go_on(self, entry: Entry) -> None:
        """Pass where the record has gone on by itself: it waits for no power once the turn has had its tiles."""
        game = self._ours.game
        if STEP not in entry and innermost(game) == "operating" and runs_by_itself(game.pos):
            self._ours.pass_on()

    def _reopen(self, power: Entry) -> None:
        """Hold the action back that ended a turn here in which the record still uses a power."""
        ended = self._ours.ended
        if STEP in power or ended is None or ended.unit != self._entries.turn(power):
            return
        wanted = self._entries.peek(power, ended.before)
        if wanted is not None and wanted in ended.before.choices:
            self._ours.hold_back()

    def _to_step(self, unit: str, verb: str) -> None:
        """Pass until a unit's turn has come to a step."""
        number = self._ours.game.state.frames[0].number
        while (now := turn_step(self._ours.game.pos)) is not None and now != (unit, verb):
            pos = self._ours.game.pos
            gone = len(pos.state.frames) == 1 and now[0] == unit and verb not in verbs_ahead(pos)
            if pos.state.frames[0].number != number or gone or not self._ours.pass_on():
                return

    def _pass_for_others(self, entry: Entry) -> None:
        """Pass for others until it is the turn of the entry's unit or player."""
        kind, ours = entry.get("entity_type"), self._ours
        if unit := self._entries.unit(entry):
            self._deal_until("")
            while ours.game.pos.unit != unit and not self._spare.is_late_home(entry) and ours.pass_on():
                pass
        late = (kind == "company" or entry["type"] == "buy_company") and self._leave_track(entry)
        while kind == "company" and not self._is_usable(entry, late=late) and ours.pass_on():
            pass
        if kind == "player":
            self._deal_until(self._entries.context.player(entry["entity"]))

    def _deal_until(self, player: str) -> None:
        """Pass in a stock round up to the turn of a player, or to its end: the record has gone on without passes."""
        ours = self._ours
        while innermost(ours.game) == "stock" and ours.game.pos.acting != player:
            if not ours.pass_for(ours.game.pos.acting):
                return

    def _leave_track(self, entry: Entry) -> bool:
        """Pass before a power is used if the record is past track and tokens in this turn; tell whether it was."""
        if self._late is entry:
            return True
        unit = self._ours.game.pos.unit
        passed = len(self._passed) > 1 and set(self._passed[-2:]) == {unit}
        while passed and before_run(self._ours.game.pos, unit):
            if not self._ours.pass_for(self._ours.game.pos.director(unit)):
                break
            self._late = entry
        return passed

    def _is_usable(self, entry: Entry, *, late: bool) -> bool:
        """Tell whether the power of a private company may be used now; one known to be late is used at once."""
        game, entries = self._ours.game, self._entries
        action = entries.peek(entry, game)
        usable = action is None or action in game.choices
        late = late or turn_is_over(game, entries.turn(entry))
        return usable and (late or entries.dialect.timely(entries.context, game, entry))

    # --- to an action

    def to_action(self, action: Action) -> None:
        """Pass until an action is on offer, or the turn of its unit is over."""
        unit = getattr(action, "unit", None)
        while not isinstance(action, Pass) and not self._waits_for(action):
            left = unit is not None and self._ours.game.pos.unit != unit
            if left or not self._ours.pass_on():
                return

    def _waits_for(self, action: Action) -> bool:
        """Tell whether an action is on offer here; a train is discarded where somebody has too many."""
        choices = self._ours.game.choices
        due = not isinstance(action, Discard) or action in choices
        return due and choices.step(action) is not None

    # --- to an end

    def to_end(self) -> None:
        """Pass to the end of the game, where nothing but passes is left."""
        while self._ours.operates and self._ours.pass_on():
            pass
