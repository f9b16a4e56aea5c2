"""What a journeyman builds: track, tokens, runs and trains, by what they earn a unit and a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine.actions import Action, unit_of
from engine.choices import Offer
from engine.opponents.forecast import Forecast
from engine.opponents.heading import distances, prospect
from engine.opponents.house import ENDING, HousePlayer
from engine.opponents.plain import price_of
from engine.position import Position
from engine.routes import Looks

RIVAL = 0.25
"""How much the best rival's gain counts against one's own."""
HOPE, DREAM = 0.3, 0.2
"""How much the revenue of the next train and of a later one count against today's."""
TREASURY = 0.7
"""What money counts in a treasury, while there are rounds to come."""
IDLE = 0.5
"""What money counts that is spent on track and that the next train does not need."""
PRIZE, NEARER = 1.0, 0.75
"""What money counts that a unit gets for coming somewhere, and what is left of it for each lay it is away."""
SPOTS = 3
"""How many places for a token are thought about that serves the runs of others."""
LEAST = 2.0
"""The gain below which nothing is done, in the title's currency."""


@dataclass
class Engineer(HousePlayer):
    """Lays track towards what later trains can reach, and towards the money that waits where a unit should come to.

    What a token or a run brings is judged by the parts that its seat has in all units that it serves.
    """

    looks: ClassVar[int] = 24
    patience: ClassVar[Looks] = Looks(60)
    _forecasts: dict[Any, Forecast] = field(default_factory=dict)

    @property
    def _forecast(self) -> Forecast:
        """What is reckoned of the game's title."""
        title = self._game.title
        if title not in self._forecasts:
            self._forecasts = {title: Forecast(self._insight, self.patience)}
        return self._forecasts[title]

    # --- track

    def _promise(self, pos: Position, unit: str) -> float:
        """Return a unit's earnings now, with the next train and with a later one, and how far it comes."""
        owned = self._forecast.runnable(pos, unit)
        some = self._forecast.next_trains(self._pos, unit)
        later = self._forecast.earns(pos, unit, (*owned, some[0])) if some else 0
        far = self._far_train(unit)
        most = self._forecast.earns(pos, unit, (far,)) if far else 0
        now = self._forecast.earns(pos, unit, owned)
        lays = distances(pos, unit, self._insight.passes(pos, unit))
        return now + HOPE * later + DREAM * most + prospect(pos, lays) + self._prizes(pos, unit, lays)

    def _prizes(self, pos: Position, unit: str, lays: Mapping[str, int]) -> float:
        """Return what the money is worth in a round that a unit gets once it has come somewhere."""
        prizes = self._insight.prizes(pos, unit)
        near = sum(money * NEARER ** lays[hex_] for hex_, money in prizes.items() if hex_ in lays)
        return PRIZE * near / self._soon()

    def _spent(self, unit: str, after: Position) -> float:
        """Return what a unit's money counts that a lay costs it: less where its next train leaves some of it."""
        before, left = self._pos.cash(unit), after.cash(unit)
        idle = max(before - max(left, self._next_price(unit)), 0)
        return before - left - (1 - IDLE) * idle

    def _far_train(self, unit: str) -> str:
        """Return a train that the unit could run two kinds from now."""
        kinds, pos = self._forecast.insight.kinds(self._pos, unit), self._pos
        fit = [one for one in pos.title.data.trains if one.kind in kinds and pos.left(one.name) and one.price]
        first = fit[0].price if fit else 0
        return next((one.name for one in fit if one.price > first * 1.6), fit[-1].name if fit else "")

    # --- what trains earn

    def _earns(self, pos: Position, unit: str, more: tuple[str, ...] = ()) -> int:
        trains = (*self._forecast.runnable(pos, unit), *more)
        return self._forecast.earns(pos, unit, trains)

    def _next_train(self, unit: str) -> str:
        owned = self._pos.trains(unit)
        some = self._forecast.next_trains(self._pos, unit)
        return next((train for train in some if train not in owned), next(iter(some), ""))

    def _next_price(self, unit: str) -> int:
        return self._forecast.next_price(self._pos, unit)

    # --- runs and trains that make room

    def _net(self, offer: Offer) -> float:
        """Return how good a run is: its revenue, what it does to the treasury, and what of its cost comes back."""
        facts = offer.facts
        kept = 0.0 if self._insight.rounds(self._pos) < ENDING else TREASURY
        cost = int(facts.get("cost", 0))
        own = int(facts["revenue"]) / 2 * (1 + kept) + kept * (int(facts.get("subsidy", 0)) - cost)
        return own + (self._comes_back(offer.action) if cost else 0.0)

    def _comes_back(self, run: Action) -> float:
        """Return what one's shares in other units take of what a run pays to them."""
        after, unit = self._after(run), str(getattr(run, "unit", ""))
        paid = (
            (after.cash(other) - self._pos.cash(other)) * self._pos.percent(run.actor, other)
            for other in self._pos.title.units
            if other != unit
        )
        return sum(paid) / 100

    def _discarded(self, offers: list[Offer]) -> Action | None:
        """Return a train to be replaced where that brings back, in the rounds to come, what the run loses by it."""
        spare = super()._discarded(offers)
        step = None if spare is None else self._game.choices.step(spare)
        if spare is None or step is None or step.must(self._pos):
            return spare
        unit = unit_of(spare)
        here = self._earns(self._pos, unit)
        later = (self._bettered(spare, unit) - here) * self._insight.rounds(self._pos)
        return spare if later > here - self._earns(self._after(spare), unit) else None

    # --- tokens of units that run nothing themselves

    def _placed(self, offers: list[Offer]) -> Action | None:
        return self._served(offers) if self._is_major(offers) else super()._placed(offers)

    def _is_major(self, offers: list[Offer]) -> bool:
        """Tell whether a token is placed by a unit that has no trains, for what it changes for others."""
        return self._pos.kind(unit_of(offers[0].action)) == "major"

    def _served(self, offers: list[Offer]) -> Action | None:
        """Return the token by which the units that he has a part in gain most, and those of others least."""
        me, unit, pos = offers[0].action.actor, unit_of(offers[0].action), self._pos
        stakes = {other: self._stake(me, other) for other in pos.state.trains if pos.trains(other)}
        liked = Counter[str]()
        for other, stake in stakes.items():
            run = pos.state.runs.get(other)
            liked.update({stop: stake for route in run.routes for stop in _stops(route)} if run else {})
        some = sorted(offers, key=lambda one: liked[_stop(one.action)], reverse=True)[:SPOTS]
        own = pos.percent(me, unit) / 100
        gains = [(self._brings(offer.action, stakes) - own * price_of(offer), offer.action) for offer in some]
        gain, best = max(gains, key=lambda one: one[0])
        return best if gain > LEAST else None

    def _brings(self, token: Action, stakes: Mapping[str, float]) -> float:
        """Return what a token brings him until the end, by the runs of all units that have a train."""
        after = self._after(token)
        gain = sum(
            stake * (self._earns(after, other) - self._earns(self._pos, other))
            for other, stake in stakes.items()
        )
        return gain * self._insight.rounds(self._pos)

    def _stake(self, me: str, unit: str) -> float:
        """Return what part of a unit's earnings is his, less some of what the rival with the largest part takes."""
        pos = self._pos
        parts = {name: pos.percent(name, unit) / 100 for name in pos.state.players}
        if (owner := pos.owner(unit)) in parts:
            parts[owner] = 0.5
        return parts.pop(me) - RIVAL * max(parts.values(), default=0.0)


def _stop(token: Action) -> str:
    """Return the stop of a token as routes write it."""
    return f"{getattr(token, 'hex', '')}.{getattr(token, 'stop', 0)}"


def _stops(route: str) -> Iterable[str]:
    """Return the stops of a route as it is written."""
    return route.partition(":")[2].split("-")
