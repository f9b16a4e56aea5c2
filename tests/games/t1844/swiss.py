"""Games of 1844 as tests need them: in a stock round, or at a company's turn.

Units, players and papers are written as keywords. ``E10="57 2"`` is tile 57 at rotation 2 on E10, ``D15="NOB.1
STB.0"`` a station of NOB on the second city of D15 and one of STB on the first.
"""

from __future__ import annotations

from typing import Any

from questions import after, legal, refused, round_is, until

from engine import flow
from engine.finance import market, shares
from engine.game import Game, Setup
from engine.invariants import violations
from engine.scratch import Scratch
from engine.state import BANK, OFFER, POOL, Frame, Station
from engine.titles.t1844 import national
from engine.titles.t1844.companies import home, markers, operating_order
from engine.titles.t1844.facts import change, extra, facts

__all__ = ("PLAYERS", "Builder", "after", "legal", "opening", "paid", "refused", "round_is", "until")

PLAYERS = ("ann", "bob", "cy", "dan", "eve", "flo", "gil")

LOWEST = {"1": "2", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "8E"}
"""The stack on sale in a phase, where a test does not say."""


def opening(players: int = 3, *options: str, seed: int = 1) -> Game:
    """Return a game whose first private is to be auctioned."""
    return Game.start("1844", PLAYERS[:players], options, seed)


class Builder:
    """A position put together by hand: no private is left to be auctioned, nobody holds anything.

    The last call is :meth:`company` or :meth:`sr`, which returns the game.
    """

    def __init__(self, players: int = 3, *options: str, seed: int = 1) -> None:
        game = opening(players, *options, seed=seed)
        self.setup: Setup = game.setup
        self._scratch = Scratch(game.title, game.state, {})
        self._scratch.state.order = PLAYERS[:players]
        self._scratch.state.certificates = dict.fromkeys(game.state.certificates, OFFER)
        change(self._scratch, lots=())

    # --- companies

    def holds(self, player: str, director: bool = True, **percents: int) -> Builder:
        """Give shares to a player or to the pool; the director's certificate goes first while it is free."""
        for unit, percent in percents.items():
            start = POOL if unit == facts(self._scratch.now).sbb.id else OFFER
            for paper in self._scratch.now.certificates(player, unit):
                self._scratch.give(paper, start)
            pos = self._scratch.now
            most = shares.director_share(pos, unit)
            first = director and player != POOL and not pos.director(unit) and percent >= most
            papers = shares.made_of(pos, shares.singles(pos, start, unit), percent - most * first)
            assert papers is not None, f"there is no {percent}% of {unit} left for {player}"
            for paper in [*([f"{unit}.0"] if first else []), *papers]:
                self._scratch.give(paper, player)
        return self

    def pars(self, **prices: int) -> Builder:
        """Say at which prices companies were started."""
        for unit, price in prices.items():
            self._scratch.put("pars", unit, price)
        return self

    def prices(self, **prices: int) -> Builder:
        """Put companies' markers on prices, on start cells if there are any; that is their par as well."""
        starts = market.starts(self._scratch.now)
        cells = {price: cell for cell, price in self._scratch.title.prices.items()}
        self.cells(**{unit: starts.get(price) or cells[price] for unit, price in prices.items()})
        for unit, price in prices.items():
            if unit not in self._scratch.state.pars and unit != facts(self._scratch.now).sbb.id:
                self.pars(**{unit: price if price in starts else 100})
        return self

    def cells(self, **cells: str) -> Builder:
        """Put companies' markers on cells, beneath those already there."""
        for unit, cell in cells.items():
            stacks = self._scratch.state.market.items()
            left = {place: tuple(one for one in stack if one != unit) for place, stack in stacks}
            self._scratch.state.market = {place: stack for place, stack in left.items() if stack}
            market.enter(self._scratch, unit, cell)
        return self

    def launched(self, *units: str) -> Builder:
        """Say which companies are launched, besides those that have operated."""
        own = extra(self._scratch.now)
        return self.extra(launched=tuple(dict.fromkeys((*own.launched, *units))))

    def operated(self, *units: str) -> Builder:
        """Say which companies have operated, no others have; those with a price are launched."""
        return self.extra(operated=units)

    def formed(self) -> Builder:
        """Form the SBB from companies that nobody has started."""
        national.form(self._scratch)
        return self

    def trains(self, **owned: str) -> Builder:
        """Say which trains companies own, and which lie in the pool."""
        for holder, text in owned.items():
            self._scratch.put("trains", holder, tuple(text.split()))
        return self

    # --- papers and money

    def cash(self, **holders: int) -> Builder:
        """Say who has how much; the bank has the rest."""
        for holder, amount in holders.items():
            self._scratch.put("cash", holder, amount)
        return self

    def debts(self, **owed: int) -> Builder:
        """Say who owes how much."""
        return self.change(debts=owed)

    def privates(self, **owners: str) -> Builder:
        """Say whom privates, mountain railways and tunnel certificates belong to."""
        for paper, owner in owners.items():
            self._scratch.put("owners", paper, owner)
        return self

    def owns(self, owner: str, *papers: str) -> Builder:
        """Give such papers to somebody."""
        return self.privates(**dict.fromkeys(papers, owner))

    # --- the board and the bank's trains

    def tiles(self, **laid: str) -> Builder:
        """Put tiles on the map."""
        for hex_, text in laid.items():
            tile, rotation = text.split()
            self._scratch.put("tiles", hex_, (tile, int(rotation)))
        return self

    def stations(self, **placed: str) -> Builder:
        """Say which stations are on a hex."""
        for hex_, text in placed.items():
            parts = [part.rpartition(".") for part in text.split()]
            self._scratch.put("stations", hex_, tuple(Station(int(stop), unit) for unit, _, stop in parts))
        return self

    def phase(self, name: str) -> Builder:
        """Say which phase it is; the stack that started it is on sale."""
        self._scratch.state.phase = [one.name for one in self._scratch.title.data.phases].index(name)
        return self.depot(LOWEST[name])

    def depot(self, lowest: str) -> Builder:
        """Say which stack is on sale; those below are empty, that one and those above are full."""
        gone = True
        for train in self._scratch.title.data.trains:
            gone = gone and train.name != lowest
            if not train.card:
                self._scratch.put("depot", train.name, 0 if gone else train.count)
        return self

    # --- anything else

    def extra(self, **own: Any) -> Builder:
        """Write the title's own part of the state."""
        change(self._scratch, **own)
        return self

    def change(self, **columns: Any) -> Builder:
        """Write columns of the state as they are."""
        for column, value in columns.items():
            setattr(self._scratch.state, column, value)
        return self

    # --- the moment

    def company(self, unit: str, verb: str = "lay", number: tuple[int, int] = (3, 1), **memo: Any) -> Game:
        """Return the game at a company's turn, at the step of a verb; without a verb its turn begins.

        Companies before it in order have acted. With a verb, its first station stands on its home, as do those of
        companies that have operated.
        """
        self._launch()
        order = operating_order(self._scratch.now)
        if verb:
            self._settle_homes(unit, *extra(self._scratch.now).operated)
        queue = order[order.index(unit) :]
        return self._at(Frame("operating", number, queue, memo={"part": 0, "rounds": 2, **memo}), verb)

    def sr(self, player: str = "ann", number: int = 2, **memo: Any) -> Game:
        """Return the game in a stock round, at a player's turn."""
        self._launch()
        after = self._scratch.now.after(player)
        return self._at(Frame("stock", (number,), (player, *after[:-1]), memo=memo), "")

    def _launch(self) -> None:
        pos = self._scratch.now
        self.launched(*(unit for unit in extra(pos).operated if pos.cell(unit)))

    def _settle_homes(self, *units: str) -> None:
        for unit in units:
            at = home(self._scratch.now, unit)
            here = self._scratch.state.stations.get(at[0], ()) if at else ()
            if at and unit not in [one.unit for one in here]:
                self._scratch.put("stations", at[0], (*here, Station(at[1], unit)))

    def _at(self, frame: Frame, verb: str) -> Game:
        scratch = Scratch(self._scratch.title, self._scratch.state, {})
        scratch.state.frames = (frame,)
        _count(scratch)
        verbs = [step.verb.verb for step in scratch.now.round.steps(scratch.now)]
        first = {"train": "scrap"}.get(verb, verb)
        scratch.set_frame(stage=verbs.index(first) if verb else 0)
        flow.settle(scratch)
        assert list(violations(scratch.now)) == []
        return Game(self.setup, scratch.now, tuple(scratch.events))


def _count(scratch: Scratch) -> None:
    """Make tiles, markers and money add up."""
    title, state = scratch.title, scratch.state
    left = dict(title.board.supply)
    layers = [layer for here in state.layers.values() for layer in here]
    for tile, _ in (*state.tiles.values(), *layers):
        pool = title.tiles[tile].pool
        left[pool] = (left[pool] or 0) - 1
    state.supply = left
    placed = [one.unit for here in state.stations.values() for one in here]
    for unit in state.markers:
        own = markers(scratch.now, unit) if unit in state.pars else title.units[unit].markers
        scratch.put("markers", unit, own[placed.count(unit) :])
    scratch.put("cash", BANK, 0)
    scratch.put("cash", BANK, (title.data.bank or 0) - sum(state.cash.values()))
    state.lowest = state.cash[BANK]


# --- questions


def paid(before: Game, now: Game, *holders: str) -> tuple[int, ...]:
    """Return what the money of these companies and players changed by."""
    return tuple(now.pos.cash(holder) - before.pos.cash(holder) for holder in holders)
