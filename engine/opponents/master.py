"""The master: a journeyman who plays his best thoughts on to the next stock round before he chooses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from engine import notation
from engine.actions import (
    Accept,
    Acquire,
    Action,
    Buy,
    BuyTrain,
    Par,
    Pass,
    PayDividend,
    Refuse,
    Repay,
    RunTrains,
    Sell,
)
from engine.choices import Choices, Offer
from engine.finance import shares
from engine.opponents.forecast import Forecast
from engine.opponents.journeyman import LEAST, RIVAL, Journeyman, Thought
from engine.opponents.plain import price_of
from engine.position import Position
from engine.routes import Looks
from engine.state import DEPOT, POOL

FEW = 5
"""How many thoughts are played on, doing nothing among them."""
WORK = 1500
"""How many actions are played on in a decision, all thoughts together: a measure that is the same everywhere."""
NEAR = 0.3
"""A thought that promises less than this part of the best one is not played on."""
TRUST = 0.65
"""How much what was played on counts against the forecast alone."""
AHEAD = (Par, Buy, BuyTrain, PayDividend, Accept, Acquire, Sell)
"""What is worth looking ahead."""


class Playout:
    """Plays on quickly for every seat: runs, dividends, trains that are needed, shares that yield; no track."""

    def __init__(self, forecast: Forecast) -> None:
        self._forecast = forecast
        self._thoughts: dict[type[Action], Callable[[Position, Any], Action | None]] = {
            Repay: self._in_full,
            Refuse: self._any,
            RunTrains: self._run,
            PayDividend: self._in_full,
            BuyTrain: self._train,
            Buy: self._share,
        }

    def choose(self, pos: Position) -> Action:
        """Return a sound action, found without a list of all that are legal."""
        for step in pos.each_open_step():
            think = self._thoughts.get(step.verb)
            if think is not None and (found := think(pos, step)) is not None:
                return found
        choices = Choices(pos)
        passes = (Pass(player) for player in pos.awaited)
        found = next((one for one in passes if choices.why_not(one) is None), None)
        if found is not None:
            return found
        least: Offer = min(choices.offers, key=price_of)
        return next(iter(least))

    def _any(self, pos: Position, step: Any) -> Action | None:
        return next(iter(step.legal(pos)), None)

    def _in_full(self, pos: Position, step: Any) -> Action | None:
        """Return the largest payment: of a debt, or of a dividend."""
        action = self._any(pos, step)
        amounts = step.amounts(pos, action) if action else None
        return Offer(action, amounts).filled(amounts[-1]) if action and amounts else action

    def _run(self, pos: Position, step: Any) -> Action | None:
        return max(step.legal(pos), key=lambda run: int(step.facts(pos, run)["revenue"]), default=None)

    def _train(self, pos: Position, step: Any) -> Action | None:
        """Return the cheapest train of the bank that a unit without any can run."""
        unit, must = pos.unit, step.must(pos)
        if self._forecast.runnable(pos, unit) and not must:
            return None
        kinds, known = self._forecast.insight.kinds(pos, unit), pos.title.trains
        deals = [
            deal
            for deal in step.legal(pos)
            if deal.seller in (DEPOT, POOL) and known[deal.train].kind in kinds
        ]
        if not must and self._forecast.insight.rounds(pos) < 1:
            return None
        return min(deals, key=lambda deal: known[deal.train].price, default=None)

    def _share(self, pos: Position, step: Any) -> Action | None:
        """Return the share that yields most of those one can pay for without touching what one will need."""
        best, yields = None, 0.0
        for deal in step.legal(pos):
            price = max(pos.price(deal.unit), 1) * deal.percent // shares.size(pos, deal.unit)
            run = pos.state.runs.get(deal.unit)
            paid = run.revenue if run else self._forecast.insight.hope(pos, deal.unit) / 2
            found = paid * deal.percent / 100 / max(price, 1)
            if found > yields and pos.cash(deal.actor) >= price:
                best, yields = deal, found
        return best


@dataclass
class Master(Journeyman):
    """Where much depends on a choice he plays his best thoughts on, for all seats, and takes what stands best then.

    He looks no further than the next stock round, and no longer than a measure of work allows. Of track he tries
    more than a journeyman.
    """

    looks: ClassVar[int] = 40
    patience: ClassVar[Looks] = Looks(120)

    def _settled(self, me: str, offers: list[Offer]) -> Action:
        first = super()._settled(me, offers)
        some = self._promising()
        passes = self._open.get(Pass.verb, [])
        if passes and some:
            some = [*some, Thought(passes[0].action, 0.0)]
        if len(some) < 2 or not any(isinstance(one.action, AHEAD) for one in some):
            return first
        seen = [(self._seen(one, me, WORK // len(some)), one) for one in some]
        floor = min(stands for stands, _ in seen)
        ranked = [
            Thought(one.action, TRUST * (stands - floor) + (1 - TRUST) * one.gain, one.cost)
            for stands, one in seen
        ]
        self.thoughts = sorted(ranked, key=lambda one: one.gain, reverse=True)
        best = self.thoughts[0]
        nothing = next((one for one in ranked if isinstance(one.action, Pass)), None)
        return best.action if nothing is None or best.gain > nothing.gain + LEAST else nothing.action

    def _promising(self) -> list[Thought]:
        """Return the best thoughts, at most one for each unit, train and the like."""
        if not self.thoughts:
            return []
        best, kept = self._rank(self.thoughts[0]), dict[str, Thought]()
        for thought in self.thoughts:
            what = notation.write(thought.action).rpartition(" ")[0] or thought.action.verb
            if self._rank(thought) >= NEAR * best or thought is self.thoughts[0]:
                kept.setdefault(what if thought.action.amount != "total" else str(thought.action), thought)
        return list(kept.values())[: FEW - 1]

    def _seen(self, thought: Thought, me: str, work: int) -> float:
        """Return how one stands when the next stock round begins after an action, or where the work ends."""
        game, quick = self._table.play(thought.action), Playout(self._forecast)
        began = game.pos.state.frames[:1]
        moved = False
        for _ in range(work):
            frames = game.pos.state.frames
            if game.state.over:
                break
            moved = moved or frames[0].kind != "stock"
            if moved and frames[0].kind == "stock" and frames[0].number != began[0].number:
                break
            game = game.play(quick.choose(game.pos))
        return self._forecast.lead(game.pos, me, RIVAL)
