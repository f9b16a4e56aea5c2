"""Playing a record of 18xx.games entry by entry: its passes of operating steps are dropped, ours are added."""

from __future__ import annotations

from engine.actions import RunTrains
from engine.game import Game, Setup
from engine.peer18xx.approach import Approach
from engine.peer18xx.dialect import Context, Dialect
from engine.peer18xx.entries import AMONG, LATER, dropped, first_part, parts
from engine.peer18xx.entry_reader import EntryReader
from engine.peer18xx.in_force import Entry
from engine.peer18xx.recorded_turn import TurnInRecord
from engine.peer18xx.replayed_game import ReplayedGame
from engine.peer18xx.running import pass_as_recorded
from engine.peer18xx.spare_entries import SpareEntries


class Reader:
    """Plays a record entry by entry; ``ours`` is our game, ``context`` what must be remembered of the record."""

    def __init__(self, setup: Setup, dialect: Dialect, context: Context) -> None:
        self.ours = ReplayedGame(setup)
        self.context = context
        self._entries = EntryReader(dialect, context)
        self._turn = TurnInRecord(dialect.writing.steps)
        self.spare = SpareEntries(self.ours, self._entries, self._turn)
        self._approach = Approach(self.ours, self._entries, self.spare, self._turn)
        self._prepared: Entry = {}
        self._waiting: list[tuple[int, Entry]] = []
        self._taken: list[Entry] = []

    @property
    def game(self) -> Game:
        """Return our game as far as it has been played."""
        return self.ours.game

    def follow(self, at: int, entry: Entry, *, faulty: bool = False) -> None:
        """Play the entry at a place of the file, and what it was noted to come before.

        :raises Malformed: when it cannot be read.
        :raises Refused: when it stands for an action that is illegal.
        """
        self._entries.at = at
        self._waiting = [(left - 1, one) for left, one in self._waiting]
        if entry.get(LATER, 0) > 0:
            self._waiting.insert(0, (entry[LATER], entry))
            self._waiting.sort(key=lambda one: (one[0], one[1].get(AMONG, 0)))
        else:
            self._take_whole(entry, faulty=faulty)
        while self._waiting and self._waiting[0][0] <= 0:
            self._take_whole(self._waiting.pop(0)[1])

    def catch_up(self) -> None:
        """Play the powers that the record puts before what they came after, where it ends between.

        Their turns have not come to their steps by then: each is used where its own turn stands.
        """
        while self._waiting:
            self._take_whole(self._approach.as_it_stands(self._waiting.pop(0)[1]))

    def come_to(self, at: int, entry: Entry) -> None:
        """Add our passes until the entry at a place of the file, which is not played yet, is on offer.

        :raises Malformed: when it cannot be read.
        """
        self._entries.at = at
        self._prepare(entry)

    def finish(self) -> None:
        """Pass to the end of the game, where nothing but passes is left."""
        self._approach.to_end()

    def _take_whole(self, entry: Entry, *, faulty: bool = False) -> None:
        """Play an entry and what the peer did automatically as part of it.

        With ``faulty`` a run that the rules forbid earns what was recorded.
        """
        self._prepare(entry)
        for part in parts(entry):
            if part["type"] == "end_game":
                self._stop()
                return
            if not self._entries.is_silent(part):
                self._approach.hear(part)
                between = not self.ours.operates
                self._take_part(part, faulty=faulty)
                if between or not self.ours.operates:
                    self._turn.end()
        self._taken.append(entry)

    def _prepare(self, entry: Entry) -> None:
        """Add our passes until an entry, or what the peer did automatically as part of it, is on offer."""
        first = None if entry.get(LATER, 0) > 0 else first_part(entry)
        if first is not None and self._prepared is not entry:
            self._approach.end_last_turn(first)
            if not self._entries.is_silent(first) and not self._approach.leads_nowhere(first):
                self._approach.to_turn(first)
                action = self._entries.peek(first, self.game)
                if action is not None:
                    self._approach.to_action(action)
        self._prepared = entry

    def _take_part(self, entry: Entry, *, faulty: bool) -> None:
        self._approach.end_last_turn(entry)
        if dropped(entry) or entry["type"] == "run_routes":
            self._note(entry)
        if self._approach.leads_nowhere(entry):
            return
        self._approach.to_turn(entry)
        action = self._entries.read(entry, self.game)
        if action is not None:
            self._approach.to_action(action)
            self._note(entry)
            if faulty and isinstance(action, RunTrains) and action not in self.game.choices:
                self.ours.earn(action, entry)
            else:
                self.ours.play_or_take(action, self._entries.at, entry)
        self.ours.let_go()

    def _note(self, entry: Entry) -> None:
        """Note how far the record has come in the turn of a unit."""
        if (unit := self._entries.unit(entry)) and self.ours.operates:
            self.ours.unit_acted = True
            self._turn.note(self.game.pos, unit, entry)

    def _stop(self) -> None:
        """End the game where the record does; what was passed there is passed here."""
        pass_as_recorded(self.ours, self._taken)
        if not self.game.state.over:
            self.ours.play(self.game.stopped())
