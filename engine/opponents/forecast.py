"""What a seat should be worth in the end: money, what shares will pay, and what will be asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, inf, log

from engine.finance import shares
from engine.finance.floating import has_floated
from engine.insight import LAST_DEALS, Insight
from engine.opponents.course import SOON, Course
from engine.position import Position
from engine.routes import Looks
from engine.steps.trains import train_limit

STARTS = 0.12
"""How likely it is that a unit floats which nobody can float alone."""
WAITS = 0.4
"""How much of a unit is left that must wait for the next stock round to float."""
LATELY = 0.4
"""How much a major's last dividends count against what such a major usually pays."""
FAR = 14
"""Prices are not followed any further than so many dividends."""
TRACK, ASTRAY = 0.3, 0.3
"""How much of a train's price a unit without a route needs for track, and what its hopes count with less."""
MOST_FREE = 3
"""So many free certificates count."""
READY = 0.4
"""How much of the revenue that another train would bring counts while its price lies in the treasury."""
CLOSE, SURER = 0.01, 0.01
"""Rivals count alike who stand closer than a part of the best one's standing: at the end, and more for each round."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a unit will bring: dividends in all, the price of a share at the end, what a treasury counts.

    ``duty`` is the money that its director will have to add; ``revenue`` is that of the next run.
    """

    dividends: float
    price: float
    treasury: float
    duty: float
    revenue: float


class Forecast:
    """Reckons positions of one title; what it has found stays known while the board stays the same."""

    def __init__(self, insight: Insight, looks: Looks) -> None:
        self.insight = insight
        self._looks = looks
        self._earned: dict[tuple[object, ...], tuple[object, int]] = {}
        self._known: dict[tuple[object, ...], tuple[object, Expectation]] = {}

    # --- players

    def standing(self, pos: Position, player: str, left: float | None = None) -> float:
        """Return a player's expected worth at the end, in money of today; ``left`` rounds are to come."""
        total = float(pos.worth(player))
        if pos.state.over:
            return total
        left = self.insight.rounds(pos) if left is None else left
        total += self.insight.incomes(pos, player, left)
        duties = 0.0
        for unit, percent in self._concerns(pos, player):
            ahead = self.prospects(pos, unit, left)
            if pos.title.units[unit].shares:
                count = percent // shares.size(pos, unit)
                total += count * (ahead.price - pos.price(unit))
                total += percent / 100 * (ahead.dividends + ahead.treasury)
            else:
                total += ahead.dividends / 2 + ahead.treasury
            if ahead.duty and pos.director(unit) == player:
                duties += ahead.duty
        total += self._room(pos, player) * max(left - LAST_DEALS, 0.0)
        short = max(duties - max(pos.cash(player), 0), 0)
        return total - duties - short * (self.insight.arrears - 0.5)

    def _room(self, pos: Position, player: str) -> float:
        """Return what a player's free certificates are worth in a round; not counted where that is nothing."""
        if not self.insight.room:
            return 0.0
        free = shares.limit(pos) - shares.counted(pos, player)
        return self.insight.room * min(max(free, 0), MOST_FREE)

    def _concerns(self, pos: Position, player: str) -> Iterator[tuple[str, int]]:
        """Yield the units in play that a player owns or holds shares of, with the percentage."""
        known = pos.state.tokens_left
        for (holder, unit), percent in pos.holdings.items():
            if holder == player and unit in known:
                yield unit, percent
        for unit, owner in pos.state.owners.items():
            if owner == player and unit in known:
                yield unit, 0

    def lead(self, pos: Position, player: str, weight: float, left: float | None = None) -> float:
        """Return a player's standing, less some of that of the best of the others."""
        others = [other for other in pos.state.players if other != player]
        best = max((self.standing(pos, other, left) for other in others), default=0.0)
        return self.standing(pos, player, left) - weight * best

    def margin(self, pos: Position, player: str, part: float, left: float | None = None) -> float:
        """Return a player's standing, less a part of that of the others: of the best one's above all.

        Where they are close together what any of them gains counts, for each of them may win; the more so the more
        rounds are to come.
        """
        others = [self.standing(pos, other, left) for other in pos.state.players if other != player]
        if not others:
            return self.standing(pos, player, left)
        best = max(others)
        if left is None:
            left = 0.0 if pos.state.over else self.insight.rounds(pos)
        scale = max((CLOSE + SURER * left) * best, 1.0)
        near = sum(exp((one - best) / scale) for one in others) / len(others)
        return self.standing(pos, player, left) - part * (best + scale * log(near))

    # --- units

    def prospects(self, pos: Position, unit: str, left: float) -> Expectation:
        """Return a unit's expected income until the end."""
        return pos.once((self, unit, left), lambda: self._foreseen(pos, unit, left))

    def _foreseen(self, pos: Position, unit: str, left: float) -> Expectation:
        """Return it from what is known of the board, or reckon it."""
        runs = left + self._still_runs(pos, unit)
        state, floated = pos.state, self._floats(pos, unit)
        board, known = pos.once(self, lambda: self._surroundings(pos))
        key = (unit, pos.trains(unit), pos.cash(unit), pos.cell(unit), round(runs, 2), floated, *known)
        if key not in self._known:
            if len(self._known) > 4000:
                self._known.clear()
            self._known[key] = ((board, state.depot, state.runs), self._foresee(pos, unit, runs, floated))
        return self._known[key][1]

    def _surroundings(self, pos: Position) -> tuple[tuple[object, ...], tuple[object, ...]]:
        """Return what of the board must be kept while something is known of it, and what all units depend on."""
        state = pos.state
        board = (state.tiles, state.layers, state.tokens)
        return board, (
            state.phase,
            id(state.depot),
            id(state.runs),
            self.insight.hangs_on(pos),
            *map(id, board),
        )

    def _still_runs(self, pos: Position, unit: str) -> float:
        """Return 1 while a unit has a run to come in the operating round that is being played."""
        for frame in pos.state.frames:
            if pos.title.rounds[frame.kind] is pos.title.rounds.get("operating") and frame.queue:
                if unit == frame.queue[0]:
                    return 0.0 if getattr(frame.turn, "revenue", None) is not None else 1.0
                return 1.0 if unit in frame.queue else float(self._minor_first(pos, unit, frame.queue))
        return 0.0

    def _minor_first(self, pos: Position, unit: str, queue: tuple[str, ...]) -> bool:
        """Tell whether the part of the round in which a unit operates is still to come."""
        return pos.kind(unit) == "major" and pos.kind(queue[0]) == "minor"

    def _floats(self, pos: Position, unit: str) -> float:
        """Return how likely it is that a unit runs: 1 once it has floated or needs not."""
        if has_floated(pos, unit) or not pos.title.units[unit].shares:
            return 1.0
        director = pos.director(unit)
        if not pos.price(unit) or director not in pos.state.players:
            return 0.0
        count, price = self.insight.missing(pos, unit)
        room = shares.limit(pos) - shares.counted(pos, director)
        able = min(pos.cash(director) / price, room / count, 1.0) if count else 1.0
        waits = 1.0 if pos.state.frames[0].kind == "stock" else WAITS
        return waits * (STARTS + (0.95 - STARTS) * max(able, 0.0) ** 2)

    def _foresee(self, pos: Position, unit: str, runs: float, floats: float) -> Expectation:
        price = pos.price(unit)
        if not floats:
            return Expectation(0.0, price, 0.0, 0.0, 0.0)
        course, major = self._course(pos, unit, floats), pos.kind(unit) == "major"
        dividends, now, cell = 0.0, 1.0, pos.cell(unit)
        takes = self.insight.takes(pos, unit, runs) if major else ()
        for turn, paid in enumerate(takes or course.paid(min(runs, 2 * FAR))):
            part = min(runs - turn, 1.0)
            dividends += part * paid * now
            now /= 1 + (self.insight.interest if turn < runs - LAST_DEALS else 0.0)
            if cell and turn < FAR and part > 0.4:
                cell = self.insight.after(pos, unit, cell, int(paid))
        final = pos.title.prices.get(cell, price) * now if cell else 0.0
        final = 0.7 * price + (final - 0.7 * price) * floats
        idle = min(self.insight.idle * max(runs - 1, 0.0), 0.5)
        worth = 0.75 * course.treasury if major else idle * course.left(runs)
        return Expectation(dividends * floats, final, worth * floats, course.duty(runs), course.revenue)

    def _course(self, pos: Position, unit: str, floats: float) -> Course:
        """Return how a unit's trains and money stand; a major of 18Mag needs no trains."""
        revenue, treasury = self.revenue(pos, unit), float(self._treasury(pos, unit))
        if pos.kind(unit) == "major":
            return Course(revenue, revenue, inf, inf, treasury, 0.0, inf, must=False)
        trains = self.runnable(pos, unit)
        lives = {train: self.insight.lasts(pos, train) for train in trains}
        life, falls = max(lives.values(), default=0.0), min(lives.values(), default=inf)
        later = revenue
        if falls < life:
            kept = tuple(train for train in trains if lives[train] > falls)
            whole = self.earns(pos, unit, trains)
            later *= self.earns(pos, unit, kept) / whole if whole else 1.0
        following = self.next_trains(pos, unit)[:1]
        lasting = self.insight.lasts(pos, following[0]) if following else 0.0
        must = self.insight.must_own(pos, unit) and floats > 0.5 and has_floated(pos, unit)
        cost = float(self.next_price(pos, unit))
        life = life if cost or trains else inf
        renewed = float(self.earns(pos, unit, following)) if trains and life < SOON else 0.0
        return Course(
            revenue,
            later,
            falls,
            life,
            treasury,
            cost,
            lasting,
            must,
            growth=self.insight.growth,
            renewed=renewed,
            owed=self.insight.owed,
            far_off=self.insight.far_off,
        )

    def _treasury(self, pos: Position, unit: str) -> int:
        """Return a unit's money; what it will get where it has not floated."""
        par = pos.state.pars.get(unit, 0)
        terms = pos.title.foresight.start(pos, unit, par) if par and not has_floated(pos, unit) else None
        return terms.capital if terms is not None else pos.cash(unit)

    # --- revenue

    def runnable(self, pos: Position, unit: str) -> tuple[str, ...]:
        """Return the trains of a unit that it can run."""
        kinds = self.insight.kinds(pos, unit)
        return tuple(train for train in pos.trains(unit) if pos.title.trains[train].kind in kinds)

    def earns(self, pos: Position, unit: str, trains: tuple[str, ...]) -> int:
        """Return the best revenue of a unit with some trains."""
        if not trains:
            return 0
        state = pos.state
        board = (state.tiles, state.layers, state.tokens)
        key = (unit, tuple(sorted(trains)), state.phase, *map(id, board))
        if key not in self._earned:
            if len(self._earned) > 6000:
                self._earned.clear()
            best = pos.title.routes(pos, unit, (), tuple(sorted(trains)), budget=self._looks)
            self._earned[key] = (board, best.revenue + best.subsidy)
        return self._earned[key][1]

    def revenue(self, pos: Position, unit: str) -> float:
        """Return a unit's expected earnings when it runs next."""
        run = pos.state.runs.get(unit)
        if pos.kind(unit) == "major":
            last = sum(one.revenue for one in run.latest) / len(run.latest) if run else 0.0
            hope = self.insight.hope(pos, unit)
            return LATELY * last + (1 - LATELY) * hope if run else hope
        trains = self.runnable(pos, unit)
        now = float(self.earns(pos, unit, trains)) if unit in pos.state.tokens_left and trains else 0.0
        price, found, treasury = self.next_price(pos, unit), 0.0, self._treasury(pos, unit)
        room = len(pos.trains(unit)) < train_limit(pos, unit)
        able = bool(price) and price <= treasury
        if room and price and (able or not trains) and has_floated(pos, unit):
            known, cash = pos.title.trains, max(treasury, price)
            some = [train for train in self.next_trains(pos, unit) if known[train].price <= cash]
            found = max(self.earns(pos, unit, (*trains, train)) for train in some)
            now += (READY if trains else 1.0) * max(found - now, 0.0)
        young = run is None or len(run.latest) < 2
        if young:
            lost = not now and treasury < TRACK * price
            now = max(now, self.insight.hope(pos, unit) * (ASTRAY if lost else 1.0))
        return now

    def next_trains(self, pos: Position, unit: str) -> tuple[str, ...]:
        """Return the trains that the bank sells next and the unit can run."""
        kinds = self.insight.kinds(pos, unit)
        fit = [one for one in pos.title.data.trains if one.kind in kinds and pos.left(one.name) and one.price]
        endless = [one for one in fit if pos.state.depot.get(one.stack) is None]
        some = fit if len(endless) == len(fit) else fit[:1]
        return tuple(one.name for one in some)

    def next_price(self, pos: Position, unit: str) -> int:
        """Return the price of the cheapest of them; 0 where there is none."""
        prices = [pos.title.trains[train].price for train in self.next_trains(pos, unit)]
        return min(prices, default=0)
