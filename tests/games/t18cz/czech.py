"""Games of 18CZ as tests need them: in the draft, in a stock round, or at a company's turn.

Units, players and locals are written as keywords; see ``builder`` for tiles and tokens.
"""

from __future__ import annotations

from typing import Any

from engine.finance.floating import operating_order
from engine.game import Game
from engine.state import BANK, OFFER, POOL, Frame
from engine.titles.t18cz import dummy
from engine.titles.t18cz.figures import czech_state, figures
from engine.titles.t18cz.homes import home
from engine.titles.t18cz.notes import CzechOperating, CzechStock
from tests.tools.builder import BaseBuilder, paid
from tests.tools.questions import after, legal, refused, round_is, until

__all__ = (
    "CARDS",
    "PLAYERS",
    "VACLAV",
    "Builder",
    "after",
    "legal",
    "opening",
    "paid",
    "refused",
    "round_is",
    "sizes",
    "until",
)

PLAYERS = ("ann", "bob", "cy", "dan", "eve", "flo")
VACLAV = "Václav"

LOWEST = {
    "a": "2a",
    "b": "2b",
    "c": "3c",
    "d": "3d",
    "e": "4e",
    "f": "4f",
    "g": "5g",
    "h": "5h",
    "i": "5i",
    "j": "5j",
}
"""The card on sale in a phase, where a test does not say."""

CARDS = {
    "b": ("2b", "2+2b"),
    "c": ("3c", "2+2c"),
    "d": ("3d", "3+3d", "3Ed"),
    "e": ("4e", "3+3e", "3Ee"),
    "f": ("4f", "4+4f", "4Ef"),
    "g": ("5g", "4+4g", "4Eg"),
    "h": ("5h", "5+5h", "5Eh"),
    "i": ("5i", "5+5i", "6Ei"),
    "j": ("5j", "5+5j", "8Ej"),
}
"""The sides of the cards after the first one: for small, medium and large companies."""


def opening(players: int = 3, *options: str, seed: int = 1) -> Game:
    """Return a game whose first player is to choose a local."""
    return Game.start("18CZ", PLAYERS[:players], options, seed)


def sizes(*options: str, phase: str = "d", other: str = "bob", **trains: str) -> Builder:
    """Ann directs BCB (small), ATE (medium) and SX (large), another player BN (medium).

    Each has 1000, has operated before and owns trains as a test says, as does the pool.
    """
    built = Builder(3, *options).holds("ann", BCB=50, ATE=60, SX=50).holds(other, BN=60)
    built = built.prices(SX=110, ATE=100, BN=70, BCB=65).operated("BCB", "ATE", "BN", "SX")
    built = built.tiles(A8="8896 4").tokens(A8="SX.0").trains(**trains)
    return built.cash(BCB=1000, ATE=1000, BN=1000, SX=1000).phase(phase)


class Builder(BaseBuilder):
    """A position put together by hand: unsold locals are out of the game, nobody holds anything.

    The last call is :meth:`company`, :meth:`sr` or :meth:`draft`, which returns the game.
    """

    def __init__(self, players: int = 3, *options: str, seed: int = 1) -> None:
        super().__init__(opening(players, *options, seed=seed))
        self.change(owners={}, order=PLAYERS[:players])

    # --- companies

    def holds(self, player: str, director: bool = True, **percents: int) -> Builder:
        """Give shares to a player; the director's certificate goes first while it is free.

        Shares of a company of which somebody holds any lie in the pool. It is founded, at its lowest price if a test
        has not said another, and floated once the players hold enough.
        """
        for unit, percent in percents.items():
            for certificate in self._scratch.now.certificates(OFFER, unit):
                self._scratch.give(certificate, POOL)
            if unit not in self._scratch.state.pars:
                self.founded(
                    **{unit: figures(self._scratch.now).start_prices[self._scratch.now.kind(unit)][0]}
                )
            self.give(player, unit, percent, POOL, director)
        return self

    def vaclavs(self, *units: str) -> Builder:
        """Give companies to Václav, with his shares of them; their tokens are free."""
        for unit in units:
            gift = figures(self._scratch.now).dummy
            assert gift is not None
            numbers = gift.certificates[self._scratch.now.kind(unit)]
            percent = sum(self._scratch.title.units[unit].shares[number] for number in numbers)
            self.holds(VACLAV, **{unit: percent}).floated(unit)
        return self

    def founded(self, **pars: int) -> Builder:
        """Found companies at initial prices."""
        self.each("pars", pars)
        return self.prices(**pars)

    def prices(self, **prices: int) -> Builder:
        """Put companies' markers on prices, beneath those already there."""
        cells = {price: cell for cell, price in self._scratch.title.prices.items()}
        return self.cells(**{unit: cells[price] for unit, price in prices.items()})

    def floated(self, *units: str) -> Builder:
        """Say which companies have floated besides those of which the players hold enough."""
        return self.extra(floated=tuple(dict.fromkeys((*czech_state(self._scratch.now).floated, *units))))

    def operated(self, *units: str) -> Builder:
        """Say which companies have operated, no others have; their first tokens stand on their homes."""
        return self.extra(operated=units)

    # --- money

    def loans(self, **lent: int) -> Builder:
        """Say who owes a loan of which nothing is repaid."""
        return self.debts(**lent).extra(loans=lent)

    # --- the moment

    def phase(self, name: str) -> Builder:
        """Say which phase it is; the card that started it is on sale."""
        return super().phase(name).depot(LOWEST[name])

    def company(self, unit: str, verb: str = "lay", number: tuple[int, int] = (3, 1), **notes: Any) -> Game:
        """Return the game at a company's turn, at the step of a verb; without a verb its turn begins.

        Companies before it in order have acted. With a verb, the company has operated before unless ``first`` says
        that this is its first turn.
        """
        self._float()
        operated = czech_state(self._scratch.now).operated
        if verb and unit not in operated:
            self.operated(*operated, unit)
        self._settle_homes()
        self._count_rounds(*number)
        order = operating_order(self._scratch.now)
        queue = order[order.index(unit) :]
        return self.at(Frame("operating", number, queue, notes=CzechOperating(part=0, **notes)), verb)

    def draft(self, *certificates: str) -> Game:
        """Return the game in the draft, the first player to choose; these locals are for sale."""
        return self.owns(BANK, *certificates).at(Frame("draft", (1,), self._scratch.state.order), "")

    def sr(self, player: str = "ann", number: int = 2, **notes: Any) -> Game:
        """Return the game in a stock round, at a player's turn."""
        self._float()
        self._settle_homes()
        self._count_rounds(number, 0)
        after = self._scratch.now.after(player)
        return self.at(Frame("stock", (number,), (player, *after[:-1]), notes=CzechStock(**notes)), "")

    def _float(self) -> None:
        pos = self._scratch.now
        for unit in pos.state.pars:
            held = sum(pos.percent(player, unit) for player in pos.state.players)
            if held >= figures(pos).floated_at[pos.kind(unit)]:
                self.floated(unit)

    def _settle_homes(self) -> None:
        for unit in czech_state(self._scratch.now).operated:
            at = home(self._scratch.now, unit)
            if at and not self.placed(unit):
                here = self._scratch.state.tokens.get(at[0], ())
                text = " ".join(f"{one.unit}.{one.stop}" for one in here)
                self.tokens(**{at[0]: f"{text} {unit}.{at[1]}"})

    def _count_rounds(self, number: int, turn: int) -> None:
        if not czech_state(self._scratch.now).rounds:
            sets = figures(self._scratch.now).sets[: number - 1]
            self.extra(rounds=sum(len(one.values) for one in sets) + turn)

    def tokens_of(self, unit: str) -> tuple[int, ...]:
        """Return the prices of all tokens of a company; those of Václav's are free."""
        printed = super().tokens_of(unit)
        return (0,) * len(printed) if dummy.owns(self._scratch.now, unit) else printed
