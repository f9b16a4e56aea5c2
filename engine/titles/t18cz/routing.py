"""What trains earn in 18CZ: normal, plus and express trains, Praha, and red tiles with a bonus for their company."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.board.hexes import Place
from engine.position import Position
from engine.routes import Bonuses, RouteBonus, RouteStop, TrainSpec
from engine.steps.unit_routes import UnitRoutes, judge_routes, search_routes
from engine.titles.t18cz.figures import figures


def runs(pos: Position, unit: str, train: str) -> bool:
    """Tell whether a company can run a train: one of its own size (CZ-IV.2.b.2, .c.2, .d.2)."""
    return pos.title.trains[train].kind == pos.kind(unit)


def runnable(pos: Position, unit: str) -> tuple[str, ...]:
    """Return the trains a company owns and can run."""
    return tuple(train for train in pos.trains(unit) if runs(pos, unit, train))


def possible(pos: Position, unit: str) -> bool:
    """Tell whether a company has a train that can run, and track that joins a token to another location."""
    stop, trains = pos.network.stop, runnable(pos, unit)
    ends = CompanyRoutes(pos, unit, trains).joined_stops() if trains else ()
    return any(stop(one).group != stop(other).group or not stop(one).group for one, other, _ in ends)


AT_HOME = 1
"""The mark of a company's own red tile, where the bonus is paid for the visit."""


def bonus_for_visits(pos: Position, unit: str) -> Bonuses:
    """Return a route's bonus for the company's own red tile (CZ-VIII.8.5)."""
    return pos.fact(f"red bonus {unit}", (), lambda: _bonus_for_visits(pos, unit))


def _bonus_for_visits(pos: Position, unit: str) -> Bonuses:
    stops = (stop for tile in pos.title.tiles.values() for stop in tile.stops)
    paid, none = (RouteBonus(max(stop.bonus.get(unit, 0) for stop in stops)),), (RouteBonus(),)

    def bonuses(_spec: TrainSpec, marks: int) -> tuple[RouteBonus, ...]:
        return paid if marks & AT_HOME else none

    return bonuses


@dataclass(frozen=True, eq=False)
class CompanyRoutes(UnitRoutes):
    """The question which routes of a company are best."""

    @property
    def terms(self) -> Mapping[str, Any]:
        """Return that red tiles may have a bonus for the company."""
        return {"bonuses": bonus_for_visits(self.pos, self.unit), "heeded": AT_HOME}

    def stop(self, place: Place) -> RouteStop:
        """Return the role of a stop for the company, which knows its own red tile."""
        stop = super().stop(place)
        return replace(stop, marks=AT_HOME) if self.unit in self.pos.network.stop(place).bonus else stop

    def spec(self, train: str) -> TrainSpec:
        """Return the abilities of a train (CZ-VIII.7.5-7): plus trains visit more towns, express trains none."""
        known = self.pos.title.trains[train]
        range_ = figures(self.pos).ranges[known.kind]
        towns = known.stops if range_ == "plus" else 0
        drops = frozenset(figures(self.pos).express_drops if range_ == "express" else ())
        paid = figures(self.pos).express_towns if drops else None
        return TrainSpec(
            train,
            known.stops,
            towns=towns,
            drops=drops,
            own_counts="city" not in drops,
            within=paid is not None,
            towns_paid=paid,
        )


best = search_routes(CompanyRoutes, runnable)
"""The search for the best routes of a company; nothing can be bought for them."""


judge = judge_routes(CompanyRoutes, runnable)
"""Tells what a set of routes earns, or the first thing wrong with it."""
