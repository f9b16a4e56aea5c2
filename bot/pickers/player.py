"""A person at a running table: the seat, and what may be done from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bot.errors.tables import NotRunning, NotSeated
from bot.menu.folding import Menu
from bot.pickers.picker import Picker
from bot.pickers.typed import TypedInput
from bot.speech.table_view import TableView
from bot.speech.teller import Teller
from bot.tables.table import Seat, StartedTable
from engine.game import Game


@dataclass(frozen=True)
class PlayerContext:
    """A person at a running table: the seat, and the table in the language of the person."""

    view: TableView
    seat: Seat

    @property
    def table(self) -> StartedTable:
        """Return the version of the table that the person looks at."""
        return self.view.table

    @property
    def game(self) -> Game:
        """Return the game as it stands."""
        return self.view.game

    @property
    def teller(self) -> Teller:
        """Return who speaks to the person."""
        return self.view.teller

    @property
    def menu(self) -> Menu:
        """Return the menu of this seat."""
        return self.view.menu(self.seat.id)

    @cached_property
    def typed(self) -> TypedInput:
        """Return how what this person types is read."""
        return TypedInput(self.menu, self.view.bare)

    def picker(self, verb: str) -> Picker:
        """Return the picker of a verb."""
        return Picker(self.view, self.menu, verb)


def player_context(view: TableView, user_id: int) -> PlayerContext:
    """Return a person at a running table.

    :raises NotRunning: when the game is over or was abandoned
    :raises NotSeated: when the person has no seat
    """
    if view.table.state != "running":
        raise NotRunning(state=view.table.state)
    seat = view.table.acting_seat(user_id)
    if seat is None:
        raise NotSeated
    return PlayerContext(view, seat)
