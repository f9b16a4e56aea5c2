"""What is said of one version of a table in one language: made once for the version, and handed along."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from bot.menu.folding import Menu
from bot.speech.teller import Teller
from bot.tables.table import StartedTable
from engine.game import Game

T = TypeVar("T")


@dataclass(frozen=True)
class TableView:
    """One version of a table in one language: the game, who speaks about it, and what may be done."""

    table: StartedTable
    lang: str
    _made: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def game(self) -> Game:
        """Return the game as it stands."""
        return self.table.game

    @cached_property
    def teller(self) -> Teller:
        """Return who speaks about the table, with markup."""
        return Teller(self.game.title, self.table.names, self.lang)

    @property
    def bare(self) -> Teller:
        """Return who writes labels, in which markup is not interpreted."""
        return self.teller.bare

    def menu(self, actor: str = "") -> Menu:
        """Return the menu of one player, or of everybody."""
        menu = self.table.once(_menu)
        return menu.of(actor) if actor else menu

    def once(self, make: Callable[[TableView], T]) -> T:
        """What ``make`` makes of this view; it is made once and kept with it."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made


def view_of(table: StartedTable, lang: str = "") -> TableView:
    """Return a table as it is told in a language, by default its own; asked again, the very same view."""
    return table.once(TableView, lang or table.language)


def _menu(table: StartedTable) -> Menu:
    return Menu(table.game.choices)
