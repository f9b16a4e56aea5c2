"""Entries of an 18xx.games record that stand for nothing here: what our turns skip, or do by themselves."""

from __future__ import annotations

from engine.peer18xx.entries import SPARE, dropped
from engine.peer18xx.entry_reader import EntryReader
from engine.peer18xx.in_force import Entry
from engine.peer18xx.our_turn import has_run, innermost, turn_is_over
from engine.peer18xx.recorded_turn import TurnInRecord
from engine.peer18xx.replayed_game import ReplayedGame


class SpareEntries:
    """Judges the entries of a record by how far our game has come, and by the turn that the record is in."""

    def __init__(self, ours: ReplayedGame, entries: EntryReader, turn: TurnInRecord) -> None:
        self._ours = ours
        self._entries = entries
        self._turn = turn

    def stand_for_nothing(self, entry: Entry) -> bool:
        """Tell whether our turns skip an entry: a pass, an empty run where nothing can run, a home that lies."""
        if entry["type"] == "run_routes" and not entry["routes"]:
            return self._is_needless_run(entry)
        return self.is_late_home(entry) or self._is_late_help(entry) or self._is_skipped_pass(entry)

    def is_late_home(self, entry: Entry) -> bool:
        """Tell whether an entry places a home, as here happens by itself, in a turn that is over here."""
        if entry["type"] != "place_token":
            return False
        over = turn_is_over(self._ours.game, self._entries.context.unit(entry["entity"]))
        return over and self._entries.peek(entry, self._ours.game) is None

    def _is_late_help(self, entry: Entry) -> bool:
        """Tell whether somebody is called, to no effect, in the turn of a minor that the record is not past."""
        minor = self._entries.context.unit(entry.get("minor_in_turn", ""))
        due = minor in (self._turn.unit, *self._turn.ahead)
        return entry["type"] == "choose_ability" and due and turn_is_over(self._ours.game, minor)

    def _is_needless_run(self, entry: Entry) -> bool:
        """Tell whether an empty run is of a unit that has run here, or has nothing to run."""
        unit = self._entries.context.unit(entry["entity"])
        return has_run(self._ours.game, unit) or self._entries.peek(entry, self._ours.game) is None

    def _is_skipped_pass(self, entry: Entry) -> bool:
        """Tell whether an entry is a pass that our rounds skip."""
        if entry["type"] != "pass":
            return False
        return dropped(entry) or bool(entry.get(SPARE)) or self._is_skipped(entry["entity"])

    def _is_skipped(self, name: str | int) -> bool:
        """Tell whether our rounds ask a player nothing where the record has a pass.

        A player leaves an auction only once; a turn in a stock round, or the round, ends by itself when nothing more
        can be done.
        """
        player, kind = self._entries.context.player(name), innermost(self._ours.game)
        if kind == "operating" and self._ours.played and not self._ours.unit_acted:
            return True
        if player in self._ours.game.pos.awaited:
            return False
        return kind == "auction" or (kind == "stock" and player in self._ours.skipped_players)
