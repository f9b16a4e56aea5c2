"""Games of 1844 as tests need them: in a stock round, or at a company's turn.

Units, players and privates are written as keywords. ``E10="57 2"`` is tile 57 at rotation 2 on E10, ``D15="NOB.1
STB.0"`` a token of NOB on the second city of D15 and one of STB on the first.
"""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.notes import OperatingNotes
from engine.state import BANK, OFFER, POOL, Frame, Token
from engine.steps.home import homes_now
from engine.titles.t1844 import sbb
from engine.titles.t1844.companies import operating_order, tokens_for
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.notes import SwissStockNotes
from tests.tools.builder import BaseBuilder, paid
from tests.tools.questions import after, legal, refused, round_is, until

__all__ = ("PLAYERS", "Builder", "after", "legal", "opening", "paid", "refused", "round_is", "until")

PLAYERS = ("ann", "bob", "cy", "dan", "eve", "flo", "gil")

LOWEST = {"1": "2", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "8E"}
"""The stack on sale in a phase, where a test does not say."""


def opening(players: int = 3, *options: str, seed: int = 1) -> Game:
    """Return a game whose first private is to be auctioned."""
    return Game.start("1844", PLAYERS[:players], options, seed)


class Builder(BaseBuilder):
    """A position put together by hand: no private is left to be auctioned, nobody holds anything.

    The last call is :meth:`company` or :meth:`sr`, which returns the game.
    """

    def __init__(self, players: int = 3, *options: str, seed: int = 1) -> None:
        game = opening(players, *options, seed=seed)
        super().__init__(game)
        self._scratch.state.order = PLAYERS[:players]
        self._scratch.state.certificates = dict.fromkeys(game.state.certificates, OFFER)
        self._scratch.change(lots=())

    # --- companies

    def holds(self, player: str, director: bool = True, **percents: int) -> Builder:
        """Give shares to a player or to the pool; the director's certificate goes first while it is free."""
        for unit, percent in percents.items():
            start = POOL if unit == figures(self._scratch.now).sbb.id else OFFER
            self.give(player, unit, percent, start, director)
        return self

    def pars(self, **prices: int) -> Builder:
        """Say at which prices companies were started."""
        for unit, price in prices.items():
            self._scratch.put("pars", unit, price)
        return self

    def prices(self, **prices: int) -> Builder:
        """Put companies' markers on prices, on start cells if there are any; that is their par as well."""
        starts = self._scratch.now.title.starts
        cells = {price: cell for cell, price in self._scratch.title.prices.items()}
        self.cells(**{unit: starts.get(price) or cells[price] for unit, price in prices.items()})
        for unit, price in prices.items():
            if unit not in self._scratch.state.pars and unit != figures(self._scratch.now).sbb.id:
                self.pars(**{unit: price if price in starts else 100})
        return self

    def floated(self, *units: str) -> Builder:
        """Say which companies have floated, besides those that have operated."""
        own = swiss_state(self._scratch.now)
        return self.extra(floated=tuple(dict.fromkeys((*own.floated, *units))))

    def operated(self, *units: str) -> Builder:
        """Say which companies have operated, no others have; those with a price have floated."""
        return self.extra(operated=units)

    def formed(self) -> Builder:
        """Form the SBB from companies that nobody has started."""
        sbb.form(self._scratch)
        return self

    # --- privates and money

    def privates(self, **owners: str) -> Builder:
        """Say whom privates, mountain railways and tunnel certificates belong to."""
        return self.each("owners", owners)

    # --- the board and the bank's trains

    def phase(self, name: str) -> Builder:
        """Say which phase it is; the stack that started it is on sale."""
        return super().phase(name).depot(LOWEST[name])

    # --- the moment

    def company(self, unit: str, verb: str = "lay", number: tuple[int, int] = (3, 1), **notes: Any) -> Game:
        """Return the game at a company's turn, at the step of a verb; without a verb its turn begins.

        Companies before it in order have acted. With a verb, its first token stands on its home, as do those of
        companies that have operated.
        """
        self._float()
        order = operating_order(self._scratch.now)
        if verb:
            self._settle_homes(unit, *swiss_state(self._scratch.now).operated)
        queue = order[order.index(unit) :]
        noted = OperatingNotes(**{"part": 0, "rounds": 2, **notes})
        return self.at(Frame("operating", number, queue, notes=noted), {"train": "discard"}.get(verb, verb))

    def sr(self, player: str = "ann", number: int = 2, **notes: Any) -> Game:
        """Return the game in a stock round, at a player's turn."""
        self._float()
        after = self._scratch.now.after(player)
        return self.at(Frame("stock", (number,), (player, *after[:-1]), notes=SwissStockNotes(**notes)), "")

    def _float(self) -> None:
        pos = self._scratch.now
        self.floated(*(unit for unit in swiss_state(pos).operated if pos.cell(unit)))

    def _settle_homes(self, *units: str) -> None:
        for unit in units:
            at = homes_now(self._scratch.now).get(unit)
            here = self._scratch.state.tokens.get(at[0], ()) if at else ()
            if at and unit not in [one.unit for one in here]:
                self._scratch.put("tokens", at[0], (*here, Token(at[1], unit)))

    def tokens_of(self, unit: str) -> tuple[int, ...]:
        """Return the prices of all tokens of a company, of one that has been started as many as it got."""
        started = unit in self._scratch.state.pars
        return tokens_for(self._scratch.now, unit) if started else super().tokens_of(unit)

    def count(self) -> None:
        """Make tiles, tokens and money add up; the bank has never held less than now."""
        super().count()
        self._scratch.state.lowest = self._scratch.state.cash[BANK]
