"""Why a seat would do something: keys and values, told from the position before it and the one after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import Accept, Action, BuyTrain, Pass, PayDividend, Refuse, Repay, RunTrains, unit_of
from engine.finance.debts import unpaid
from engine.game import Game
from engine.notes import Proposal
from engine.opponents.engineer import LEAST, RIVAL
from engine.opponents.forecast import Forecast
from engine.opponents.journeyman import Journeyman
from engine.outlook import done, foretold
from engine.position import Position
from engine.state import DEPOT

DEAREST = 4
"""Up to so many times the price offered is looked for what would be accepted."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason: its key, and the values it speaks of; money in the title's currency."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Advice:
    """What a player would do, and why."""

    action: Action
    reasons: tuple[Reason, ...]


def advice(game: Game, seat: str, seed: int = 0) -> Advice:
    """Return a journeyman's choice at a seat that is awaited, and why."""
    action = Journeyman(seed, seat).choose(game)
    return Advice(action, reasons(game, action))


def reasons(game: Game, action: Action) -> tuple[Reason, ...]:
    """Return why somebody does a legal action, the weightiest reason first; at least one."""
    told = _Telling(game.apart(), action, Forecast(game.title.insight, Journeyman.patience))
    return tuple(filter(_weighs, told.each())) or (Reason("sound"),)


def _weighs(reason: Reason) -> bool:
    """Tell whether a reason is one: a sum of nothing, or of less, speaks for nothing."""
    return all(value > 0 for value in reason.values.values() if isinstance(value, int))


@dataclass(frozen=True, eq=False)
class _Telling:
    game: Game
    action: Action
    forecast: Forecast

    def each(self) -> Iterator[Reason]:
        """Yield every reason."""
        action = self.action
        if isinstance(action, Repay):
            yield Reason("debt", {"debt": unpaid(self.game.pos, action.actor)})
        elif isinstance(action, Refuse):
            yield from self._refused()
        elif isinstance(action, Pass):
            yield Reason("nothing")
        elif isinstance(action, RunTrains):
            yield Reason("best_run")
        else:
            yield from self._done(done(self.game.pos, action))

    def _done(self, after: Position) -> Iterator[Reason]:
        """Yield what an action changes: trains of others, what a unit earns, what is paid, what one will have."""
        action, before = self.action, self.game.pos
        unit = unit_of(action)
        if isinstance(action, PayDividend):
            yield from self._dividend(action, after)
            return
        if isinstance(action, BuyTrain) and action.seller == DEPOT:
            yield from _rusted(before, after, action)
        if unit == before.unit and unit in after.state.tokens_left and _may_own_trains(before, unit):
            yield from self._earned(before, after, unit)
        yield from self._gained(after)

    def _earned(self, before: Position, after: Position, unit: str) -> Iterator[Reason]:
        """Yield by how much a unit earns more, now or with its next train."""
        forecast = self.forecast
        more = forecast.earns(after, unit, forecast.runnable(after, unit)) - forecast.earns(
            before, unit, forecast.runnable(before, unit)
        )
        if more > 0:
            yield Reason("revenue", {"unit": unit, "revenue": more})
            return
        for train in forecast.next_trains(before, unit)[:1]:
            now = forecast.earns(before, unit, (*forecast.runnable(before, unit), train))
            then = forecast.earns(after, unit, (*forecast.runnable(after, unit), train))
            if then > now:
                yield Reason("later", {"unit": unit, "train": train, "revenue": then - now})

    def _dividend(self, action: PayDividend, after: Position) -> Iterator[Reason]:
        """Yield what comes of it for the director, or what a unit that owns trains keeps its money for."""
        if action.total:
            mine = foretold(self.game.pos, action).get("yours", 0)
            yield Reason("pays", {"unit": action.unit, "yours": mine})
        elif _may_own_trains(after, action.unit):
            price = self.forecast.next_price(after, action.unit)
            yield Reason("keeps", {"unit": action.unit, "price": price})

    def _gained(self, after: Position) -> Iterator[Reason]:
        action, before = self.action, self.game.pos
        gain = self._lead(after) - self._lead(before)
        if isinstance(action, Accept) or gain > LEAST:
            yield Reason("gain", {"worth": round(gain)})

    def _lead(self, pos: Position) -> float:
        left = self.forecast.insight.rounds(self.game.pos)
        return self.forecast.lead(pos, self.action.actor, RIVAL, left)

    # --- deals

    def _refused(self) -> Iterator[Reason]:
        """Yield what a deal would cost, and from which price on it would be accepted."""
        no, yes = done(self.game.pos, self.action), self._accepted(self.game)
        cost = self._lead(no) - self._lead(yes)
        yield Reason("refuses", {"worth": max(round(cost), 0)})
        proposal = self.game.pos.notes(Proposal)
        if (price := self._would_take(proposal)) is not None:
            yield Reason("would_take", {"price": price})

    def _accepted(self, game: Game) -> Position:
        return done(game.pos, Accept(self.action.actor))

    def _would_take(self, proposal: Proposal) -> int | None:
        """Return the least price at which the seller of something would agree; None where there is none."""
        head, _, price = proposal.action.rpartition(" ")
        if not price.isdigit() or not int(price):
            return None
        low, high = int(price), DEAREST * int(price)
        refused = self._lead(done(self.game.pos, self.action))
        if self._worth_at(proposal, f"{head} {high}") <= refused:
            return None
        while high - low > 1:
            middle = (low + high) // 2
            taken = self._worth_at(proposal, f"{head} {middle}") > refused + LEAST
            low, high = (low, middle) if taken else (middle, high)
        return high if self._is_legal(f"{head} {high}") else None

    def _is_legal(self, text: str) -> bool:
        """Tell whether the proposal could have been made at that price."""
        pos = self.game.pos
        state = pos.state.copy()
        state.frames = state.frames[:-1]
        before = Game(self.game.setup, Position(pos.title, state), ())
        proposer = pos.notes(Proposal).proposer
        return before.read(text, proposer) in before.choices

    def _worth_at(self, proposal: Proposal, text: str) -> float:
        """Return how one would stand had the deal been proposed at another price, and was agreed."""
        pos = self.game.pos
        state = pos.state.copy()
        *outer, frame = state.frames
        state.frames = (*outer, replace(frame, notes=replace(proposal, action=text)))
        try:
            return self._lead(self._accepted(Game(self.game.setup, Position(pos.title, state), ())))
        except ValueError:  # the proposer cannot pay that much
            return float("-inf")


def _may_own_trains(pos: Position, unit: str) -> bool:
    """Tell whether a unit is of a kind that owns trains in this phase."""
    return bool(unit) and bool(pos.phase.train_limit.get(pos.kind(unit)))


def _rusted(before: Position, after: Position, action: BuyTrain) -> Iterator[Reason]:
    """Yield whose trains leave the game with a purchase."""
    lost: dict[str, int] = {}
    for unit, trains in before.state.trains.items():
        gone = len(trains) - len(after.state.trains.get(unit, ())) + (unit == action.unit)
        director = before.director(unit)
        if gone > 0 and director:
            lost[director] = lost.get(director, 0) + gone
    for player, count in sorted(lost.items(), key=lambda one: -one[1]):
        if player != action.actor:
            yield Reason("rusts", {"train": action.train, "player": player, "n": count})
