"""What an entry of an 18xx.games record means in our game: the action, and the unit that it was made for."""

from __future__ import annotations

from engine.actions import Action
from engine.game import Game
from engine.peer18xx.dialect import Context, Dialect
from engine.peer18xx.entries import TURN
from engine.peer18xx.in_force import Entry, silent
from engine.peer18xx.verbs import VERBS
from engine.refusals import Malformed

BROKEN = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RuntimeError, StopIteration)
"""The errors that what stands in a record may lead to."""


class EntryReader:
    """Reads entries as actions; ``at`` is the place in the file of the one that is read, and is set before that."""

    at: int

    def __init__(self, dialect: Dialect, context: Context) -> None:
        self.dialect = dialect
        self.context = context

    def read(self, entry: Entry, game: Game) -> Action | None:
        """Return our action for an entry, None if it stands for nothing of its own; what it says is remembered.

        :raises Malformed: when it names what this game does not have.
        """
        return self._read(entry, game, self.context)

    def peek(self, entry: Entry, game: Game) -> Action | None:
        """Return our action for an entry that is still to be played; nothing of it is remembered.

        :raises Malformed: when it names what this game does not have.
        """
        return self._read(entry, game, self.context.fork())

    def _read(self, entry: Entry, game: Game, context: Context) -> Action | None:
        verb = self.dialect.verbs.get(entry["type"]) or VERBS.get(entry["type"])
        if verb is None:
            raise Malformed("unknown_verb", verb=entry["type"])
        try:
            return verb(context, game, entry)
        except BROKEN as error:
            raise Malformed("record_entry", entry=self.at, verb=entry["type"]) from error

    def is_silent(self, entry: Entry) -> bool:
        """Tell whether an entry changes nothing in any game."""
        return silent(entry) or entry["type"] in (*self.dialect.silent, "undo", "redo", "end_game")

    def unit(self, entry: Entry) -> str:
        """Return the unit that makes an entry, empty for anybody else."""
        by_unit = entry.get("entity_type") in ("corporation", "minor")
        return self.context.unit(entry["entity"]) if by_unit else ""

    def turn(self, entry: Entry) -> str:
        """Return the unit in whose turn an entry says that it was made, empty where it does not say."""
        return self.context.unit(entry.get(TURN, ""))
