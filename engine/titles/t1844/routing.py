"""What trains earn in 1844: red areas and transit, tunnels, mountain railways, H-trains and express trains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Any

from engine.actions import Route
from engine.board.hexes import Place, stop_name
from engine.board.tiles import Stop, exits
from engine.lazily import lazily
from engine.position import Position
from engine.refusals import RouteFault
from engine.routes import (
    BestRoutes,
    RouteBonus,
    RouteClaim,
    RouteGraph,
    RouteStop,
    TrackMarks,
    TrainSpec,
    solve,
)
from engine.steps.unit_routes import JudgedRun, UnitRoutes, search_routes
from engine.titles.t1844.figures import Area, figures, swiss_state

STOPS = frozenset({"city", "town", "offboard", "red", "mountain"})
"""Kinds of stops where trains may run; red areas are a kind of their own."""

CLOSED = frozenset({"empty", "worthless"})
"""Mountains without a railway, and stops worth less than a train may run to."""


@dataclass(frozen=True, slots=True)
class SwissRun(JudgedRun):
    """What a claimed run was found to be; ``visited`` are its mountain railways and tunnels by route, as hexes."""

    visited: tuple[tuple[str, ...], ...] = ()

    @property
    def activated(self) -> tuple[str, ...]:
        """Return every mountain railway that counts and every tunnel used, as hexes in order."""
        return tuple(sorted({hex_ for hexes in self.visited for hex_ in hexes}))


def proposals(pos: Position, unit: str) -> Iterator[BestRoutes]:
    """Yield the best routes, then equally good sets for all else that the best may activate (A-37)."""
    first = best(pos, unit)
    yield first
    if first.runs:
        yield from _Equals(pos, unit, first).others()


Conditions = tuple[tuple[str, ...], tuple[str, ...]]
"""Hexes that a set of routes activates, and hexes that it does not."""


@dataclass(frozen=True, slots=True)
class _Equals:
    """The sets of routes equal to the best one found first, by what they activate."""

    pos: Position
    unit: str
    first: BestRoutes

    def others(self) -> Iterator[BestRoutes]:
        """Yield a set for everything else that may be activated."""
        reach, active = self.pos.reach(self.unit).hexes, swiss_state(self.pos).active
        hexes = [hex_ for hex_ in landmarks(self.pos) if hex_ in reach and hex_ not in active]
        reached = self._activated(self.first)
        conditions = {hex_: ((), (hex_,)) if hex_ in reached else ((hex_,), ()) for hex_ in hexes}
        yield from self._from(
            self.first, tuple(hex_ for hex_ in hexes if self._asked(conditions[hex_])), ((), ())
        )

    def _from(
        self, found: BestRoutes, hexes: tuple[str, ...], conditions: Conditions
    ) -> Iterator[BestRoutes]:
        """Yield the sets that also keep some conditions, by the first of these hexes where they differ from one."""
        reached = self._activated(found)
        for at, hex_ in enumerate(hexes, 1):
            with_it, without_it = (
                ((*conditions[0], hex_), conditions[1]),
                (conditions[0], (*conditions[1], hex_)),
            )
            conditions, turned = (with_it, without_it) if hex_ in reached else (without_it, with_it)
            other = self._asked(turned)
            if other is not None:
                yield other
                yield from self._from(other, hexes[at:], turned)

    def _activated(self, found: BestRoutes) -> tuple[str, ...]:
        return judge(self.pos, self.unit, (), found.routes).activated

    def _asked(self, conditions: Conditions) -> BestRoutes | None:
        """Return a set that keeps these conditions and is as good as the first."""
        through, without = conditions
        trains, least = tuple(sorted(self.pos.trains(self.unit))), self.first.revenue
        asked = SwissRoutes(self.pos, self.unit, trains, through=through, without=without, least=least)
        name = f"best {self.unit} through {through} without {without}"
        found = self.pos.answer(name, asked.inputs, lambda: solve(asked.problem))
        return found if found and found.proved and found.revenue == least else None


def landmarks(pos: Position) -> tuple[str, ...]:
    """Return the hexes of mountain railways and tunnels on the board, in order."""
    tiles = (*figures(pos).tunnel_tiles, *figures(pos).panels)
    layers = pos.state.layers.items()
    return tuple(sorted(hex_ for hex_, laid in layers if any(tile in tiles for tile, _ in laid)))


def route_graph(pos: Position) -> RouteGraph:
    """Return the stops of the board and the chains of track between them, tunnels marked."""
    inputs = (pos.state.tiles, pos.state.layers)
    return pos.fact("route_graph", inputs, lambda: RouteGraph(pos.network, _tunnels(pos)))


def possible(pos: Position, unit: str) -> bool:
    """Tell whether any train of a unit has a route (CH-OR.RUN.2, .3)."""
    asked = SwissRoutes(pos, unit, tuple(sorted(set(pos.trains(unit)))))
    specs = map(asked.spec, asked.trains)
    return pos.fact(f"possible {unit}", asked.inputs, lambda: any(_joins(asked, spec) for spec in specs))


def has_route(pos: Position, unit: str) -> bool:
    """Tell whether a unit has a route for any train, and so must own one (CH-OR.TRAIN.2-4).

    Red areas count except for regional companies; a mountain without a railway does not.
    """
    asked = SwissRoutes(pos, unit, ())
    closed = {"red"} if _kept_out(pos, unit, "") else set()
    spec = TrainSpec("", bars=frozenset(closed.union(figures(pos).no_duty_stops)))
    return pos.fact(f"has route {unit}", asked.inputs, lambda: _joins(asked, spec))


def _joins(asked: SwissRoutes, spec: TrainSpec) -> bool:
    """Tell whether track joins one of the unit's tokens to a stop next to it, within the range of a train."""
    for place, other, length in asked.joined_stops():
        one, two = asked.stop(place), asked.stop(other)
        near = spec.hexes is None or length < spec.hexes
        if near and one.own and not {one.kind, two.kind} & spec.bars:
            return True
    return False


def _kept_out(pos: Position, unit: str, train: str) -> bool:
    """Tell whether red areas are closed to a unit, or to one of its trains (CH-CO.R.6, CH-OR.RUN.10)."""
    closed = figures(pos).no_red_stops
    return pos.kind(unit) in closed.units or bool(train and pos.title.trains[train].kind in closed.trains)


# --- marks


@dataclass(frozen=True, slots=True)
class _Marks:
    """The bits that routes collect: red areas, any tunnel, then each mountain railway and tunnel on the board."""

    pos: Position
    areas: tuple[Area, ...]
    hexes: tuple[str, ...]

    def area(self, name: str) -> int:
        """Return the mark of a red area."""
        return next(1 << at for at, area in enumerate(self.areas) if area.name == name)

    def side(self, name: str) -> int:
        """Return the marks of all red areas on the side of one."""
        side = next(area.side for area in self.areas if area.name == name)
        return sum(1 << at for at, area in enumerate(self.areas) if area.side == side)

    def hex(self, name: str) -> int:
        """Return the mark of a mountain railway or a tunnel; none if there is neither."""
        return self.tunnel << (1 + self.hexes.index(name)) if name in self.hexes else 0

    @property
    def tunnel(self) -> int:
        """Return the mark of all tunnels alike."""
        return 1 << len(self.areas)

    def tunnels(self) -> TrackMarks:
        """Return the marks of tunnels by hex and mouths."""
        found = {}
        for hex_ in self.hexes:
            for tile, rotation in self.pos.state.layers[hex_]:
                if tile in figures(self.pos).tunnel_tiles:
                    one, two = sorted(exits(self.pos.title.tiles[tile].track, rotation))
                    found[hex_, one, two] = self.tunnel | self.hex(hex_)
        return found

    def transit(self, marks: int) -> tuple[int, int]:
        """Return the bonus for running between two opposite sides, and the marks of the two areas; 0 if none."""
        met = [area for at, area in enumerate(self.areas) if marks >> at & 1]
        opposite = {frozenset(sides) for sides in figures(self.pos).transit}
        if len(met) != 2 or frozenset(area.side for area in met) not in opposite:
            return 0, 0
        return sum(area.bonus for area in met), marks & (self.tunnel - 1)


def _tunnels(pos: Position) -> TrackMarks:
    return pos.fact("tunnels", (pos.state.layers,), lambda: _marks(pos).tunnels())


def _marks(pos: Position) -> _Marks:
    return pos.fact("marks", (pos.state.layers,), lambda: _Marks(pos, figures(pos).areas, landmarks(pos)))


# --- the best set


@dataclass(frozen=True, eq=False)
class SwissRoutes(UnitRoutes):
    """Which routes of a unit are best, or best if they run to or through some hexes and not others."""

    through: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    least: int = 0

    @lazily
    def graph(self) -> RouteGraph:
        """Return the stops of the board and the chains of track between them, tunnels marked."""
        return route_graph(self.pos)

    @lazily
    def marks(self) -> _Marks:
        """Return the bits that routes collect."""
        return _marks(self.pos)

    @property
    def terms(self) -> Mapping[str, Any]:
        """Return the bonuses, the hexes asked for, and the least that matters."""
        marks = self.marks
        return {
            "bonuses": self.extras(),
            "required": (1 << len(self.through)) - 1,
            "heeded": reduce(or_, map(marks.hex, (*self.through, *self.without)), 2 * marks.tunnel - 1),
            "least": self.least,
        }

    def stop(self, place: Place) -> RouteStop:
        """Return the role of a stop for the unit: red areas and mountains end a route."""
        stop, marks = self.pos.network.stop(place), self.marks
        worth = stop.value(self.pos.phase.colours)
        kind_ = self._kind(place, stop, worth)
        if stop.group:
            mark = marks.area(stop.group)
            group = marks.side(stop.group) if figures(self.pos).side_once else mark
            return RouteStop(kind_, worth, passable=False, group=group, marks=mark)
        if stop.kind not in ("city", "town"):
            return RouteStop(kind_, worth, passable=False, marks=marks.hex(place[0]))
        if self.everywhere:
            return RouteStop(kind_, worth, own=stop.kind == "city")
        open_ = not self.pos.network.blocked(self.unit, *place)
        return RouteStop(kind_, worth, passable=open_, own=place in self.own)

    def _kind(self, place: Place, stop: Stop, worth: int) -> str:
        if stop.kind == "mountain" and not self.marks.hex(place[0]):
            return "empty"
        if stop.group and _kept_out(self.pos, self.unit, ""):
            return "red"
        if worth < figures(self.pos).least_stop:
            return "worthless"
        return "red" if stop.group else stop.kind

    def spec(self, train: str) -> TrainSpec:
        """Return the abilities of a train: H-trains count hexes, express trains the best stops they pass."""
        known = self.pos.title.trains[train]
        drops = STOPS if known.kind == "E" else frozenset[str]()
        bars = CLOSED | {"red"} if _kept_out(self.pos, self.unit, train) else CLOSED
        return TrainSpec(train, known.stops or None, hexes=known.hexes, drops=drops, bars=bars)

    def check_open(self, claim: RouteClaim) -> None:
        """Check that the train may enter every stop (CH-MR.8, CH-OR.RUN.10, .20, CH-CO.R.6, A-32)."""
        for place, stop in zip(claim.traced.stops, claim.stops, strict=True):
            found = stop.kind
            if found == "empty":
                raise RouteFault("route_mountain", hex=place[0])
            if found == "worthless":
                raise RouteFault("route_zero", hex=stop_name(*place))
            if found in claim.spec.bars:
                raise RouteFault("route_closed_to_h", red=stop_name(*place), train=claim.spec.name)

    def extras(self) -> Callable[[TrainSpec, int], tuple[RouteBonus, ...]]:
        """Return the bonus of tunnels and transit, without and with each use of the hexes asked for."""
        marks = self.marks
        bonus = figures(self.pos).tunnel_bonus
        wanted = [(1 << at, marks.hex(hex_)) for at, hex_ in enumerate(self.through)]
        barred = reduce(or_, map(marks.hex, self.without), 0)

        def extras(spec: TrainSpec, met: int) -> tuple[RouteBonus, ...]:
            if met & barred:
                return ()
            each = bonus if met & marks.tunnel else 0
            transit, areas = marks.transit(met)
            plain = [RouteBonus(each=each)] if spec.drops or not transit else []
            earned = [*plain, RouteBonus(transit, each=each, counts=areas)] if transit else plain
            if not wanted:
                return tuple(earned)
            uses = _each_use([one for one in wanted if one[1] & met])
            return tuple(
                replace(one, uses=bits, counts=one.counts | hexes) for bits, hexes in uses for one in earned
            )

        return extras


best = search_routes(SwissRoutes)
"""The search for the best routes of a company."""


def _each_use(wanted: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield every selection of benefits that a route could use, with the marks of what must count for it."""
    for count in range(len(wanted) + 1):
        for chosen in combinations(wanted, count):
            yield sum(bit for bit, _ in chosen), sum(mark for _, mark in chosen)


# --- any other set


def judge(pos: Position, unit: str, using: tuple[str, ...], routes: tuple[Route, ...]) -> SwissRun:
    """Return the revenue of a set of routes, or its first fault."""
    try:
        claims = SwissRoutes(pos, unit, pos.trains(unit)).claims(routes)
    except RouteFault as fault:
        return SwissRun(fault)
    return SwissRun(None, tuple(claim.run for claim in claims), tuple(map(_visited, claims)))


def _visited(claim: RouteClaim) -> tuple[str, ...]:
    """Return the mountain railways that count and the tunnels used, as hexes in order."""
    mountains = {place[0] for place in claim.counted if claim.stop(place).kind == "mountain"}
    return tuple(sorted(mountains | {hex_ for hex_, _, _ in claim.passed}))
