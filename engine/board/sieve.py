"""The best set where routes are too many to list: only those that prices leave are looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.board.buyers import SCALE, Buyer, Reader, Sweeper, tolls
from engine.board.listing import REVENUE, Listed, Lister, Menu, in_order
from engine.board.packing import NOTHING, Packer, Tolls
from engine.board.pricing import Market
from engine.board.trains import TrainSpec

STEP = 20
"""How far the aim falls at first, in the title's currency."""

Kind = tuple[TrainSpec, ...]
"""The ways in which one kind of train may run."""


class Sieve:
    """The search for the best set; ``cut`` tells that it ended early.

    ``menus`` are the lists of those kinds of trains whose routes are few.
    """

    def __init__(self, lister: Lister, trains: Sequence[Kind], menus: Mapping[Kind, Menu]) -> None:
        self._lister = lister
        self._trains = trains
        self._kinds = {kind: self._buyers(kind, menus.get(kind)) for kind in dict.fromkeys(trains)}
        counts = [(buyers, trains.count(kind)) for kind, buyers in self._kinds.items()]
        self._market = Market(counts, lister.enough)
        self.cut = False

    def _buyers(self, kind: Kind, menu: Menu | None) -> list[Buyer]:
        if menu is None:
            return [Sweeper(self._lister, spec) for spec in kind]
        return [Reader(self._lister.chart, [listed for routes in menu.values() for listed in routes])]

    def best(self, least: int = 0) -> tuple[Listed, ...] | None:
        """Return the best routes in the order of the trains; None if no set uses all benefits and earns ``least``.

        The aim falls until a set reaches it: then all sets as good are made of the routes that were listed. Who asks
        for so much at least knows what there is, so that is aimed at from the start.
        """
        self._market.settle()
        found = self._one_by_one()
        if found is not None and _revenue(found) < least:
            found = None
        step, aim = STEP, least or self._market.bound // SCALE - STEP
        while True:
            aim = max(aim, least)
            found = self._packed(aim, found)
            revenue = 0 if found is None else _revenue(found)
            if self.cut or max(revenue, least) >= aim:
                return found
            step *= 2
            aim = aim - step if aim - step > revenue + STEP else revenue

    def _one_by_one(self) -> tuple[Listed, ...] | None:
        """Return a good set, each train taking the best that those before it leave; none if benefits are required."""
        if self._lister.required:
            return None
        taken, chosen = 0, dict[int, Listed]()
        for number in sorted(range(len(self._trains)), key=lambda one: -self._promise(self._trains[one])):
            self._market.ask(taken)
            buyer = max(self._kinds[self._trains[number]], key=lambda one: one.best)
            listed = next(buyer.routes(max(buyer.best, 0)), None)
            if listed is not None and not listed.track & taken:
                chosen[number] = listed
                taken |= listed.track
        self._market.ask()
        return tuple(chosen[number] for number in sorted(chosen))

    def _promise(self, kind: Kind) -> int:
        return max(buyer.best for buyer in self._kinds[kind])

    def _packed(self, aim: int, found: tuple[Listed, ...] | None) -> tuple[Listed, ...] | None:
        """Return the best set of the routes that a set of so much revenue can be made of, or the one known."""
        menus = {kind: self._menu(kind, aim) for kind in self._kinds}
        unit = REVENUE // SCALE
        prices = self._market.tolls()
        paid = Tolls([cost * unit for cost in self._costs()], sum(prices.values()) * unit)
        worst = NOTHING if found is None else sum(listed.rank for listed in found) + 1
        packer = Packer(
            [menus[kind] for kind in self._trains], self._lister.required, self._lister.enough, paid, worst
        )
        chosen = packer.best()
        self.cut = packer.cut or self._lister.cut or self._lister.enough()
        return found if chosen is None else chosen

    def _costs(self) -> list[int]:
        """Return what every chain costs at the settled prices."""
        return tolls(self._lister.chart, self._market.tolls())

    def _menu(self, kind: Kind, aim: int) -> Menu:
        least = self._promise(kind) - (self._market.bound - aim * SCALE)
        costs = Tolls(self._costs())
        found: dict[int, list[Listed]] = {}
        for buyer in self._kinds[kind]:
            for listed in buyer.routes(least):
                if SCALE * listed.revenue - costs.of(listed.chains) >= least:
                    found.setdefault(listed.uses & self._lister.required, []).append(listed)
        return {uses: sorted(found[uses], key=in_order) for uses in sorted(found)}


def _revenue(routes: Sequence[Listed]) -> int:
    return sum(listed.revenue for listed in routes)
