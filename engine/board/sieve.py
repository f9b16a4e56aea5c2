"""The best set where routes are too many to list: only those that prices leave are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.board.chains import Chart
from engine.board.listing import REVENUE, Listed, Lister, Menu, in_order
from engine.board.packing import NOTHING, Packer, toll
from engine.board.pricing import SCALE, Market, Runner
from engine.board.trains import Node, TrainSpec

STEP = 20
"""How far the aim falls at first, in the title's currency."""

Kind = tuple[TrainSpec, ...]
"""The ways in which one kind of train may run."""


class Sieve:
    """The search for the best set; ``cut`` tells that it ended early."""

    def __init__(self, chart: Chart, nodes: Sequence[Node], lister: Lister, trains: Sequence[Kind]) -> None:
        self._lister = lister
        self._trains = trains
        self._kinds = {
            kind: [Runner(chart, nodes, spec, lister.extras, lister.heeded) for spec in kind]
            for kind in dict.fromkeys(trains)
        }
        self._market = Market(
            [(self._kinds[kind], trains.count(kind)) for kind in self._kinds], lister.enough
        )
        self._known: dict[tuple[TrainSpec, tuple[int, ...]], tuple[Listed, ...]] = {}
        self.cut = False

    def best(self, least: int = 0) -> tuple[Listed, ...] | None:
        """Return the best routes in the order of the trains; None if no set uses all benefits and earns ``least``.

        The aim falls until a set reaches it: then all sets as good are made of the routes that were listed.
        """
        self._market.settle()
        found: tuple[Listed, ...] | None = None
        step, aim = STEP, self._market.bound // SCALE - STEP
        while True:
            aim = max(aim, least)
            found = self._packed(aim, found)
            revenue = 0 if found is None else sum(listed.revenue for listed in found)
            if self.cut or max(revenue, least) >= aim:
                return found
            step *= 2
            aim = aim - step if aim - step > revenue + STEP else revenue

    def _packed(self, aim: int, found: tuple[Listed, ...] | None) -> tuple[Listed, ...] | None:
        """Return the best set of the routes that a set of so much revenue can be made of, or the one known."""
        menus = {kind: self._menu(kind, aim) for kind in self._kinds}
        tolls = {bit: price * (REVENUE // SCALE) for bit, price in self._market.tolls().items()}
        worst = NOTHING if found is None else sum(listed.rank for listed in found) + 1
        packer = Packer(
            [menus[kind] for kind in self._trains], self._lister.required, self._lister.enough, tolls, worst
        )
        chosen = packer.best()
        self.cut = packer.cut or self._lister.cut or self._lister.enough()
        return found if chosen is None else chosen

    def _menu(self, kind: Kind, aim: int) -> Menu:
        runners = self._kinds[kind]
        least = max(runner.best for runner in runners) - (self._market.bound - aim * SCALE)
        tolls = self._market.tolls()
        found: dict[int, list[Listed]] = {}
        for runner in runners:
            for listed in self._written(runner, least):
                if SCALE * listed.revenue - toll(listed.track, tolls) >= least:
                    found.setdefault(listed.uses & self._lister.required, []).append(listed)
        return {uses: sorted(found[uses], key=in_order) for uses in sorted(found)}

    def _written(self, runner: Runner, least: int) -> Iterator[Listed]:
        for way in runner.above(least):
            if self._lister.tired():
                return
            if (runner.spec, way) not in self._known:
                self._known[runner.spec, way] = tuple(self._lister.written(runner.spec, way))
            yield from self._known[runner.spec, way]
