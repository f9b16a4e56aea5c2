"""The master: a journeyman who plays his best thoughts on to the end of the round or the turn before he chooses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, ClassVar

from engine import notation
from engine.actions import Action, Bid, Buy, Draft, LayTile, Par, Pass, RunTrains, Sell, unit_of
from engine.choices import Offer
from engine.finance import shares
from engine.game import Game
from engine.insight import LAST_DEALS, Insight
from engine.opponents.engineer import LEAST, RIVAL
from engine.opponents.forecast import Forecast
from engine.opponents.journeyman import SALES, Journeyman, Thought
from engine.position import Position
from engine.routes import Looks
from engine.state import OFFER, POOL

FEW = 8
"""How many thoughts are played on, doing nothing among them."""
WORK, ACTION = 3000, 2
"""How many positions are weighed while all thoughts are played on, and for how many of them an action counts itself.

A measure that is the same everywhere; how long a decision takes is in proportion to it.
"""
NEAR = 0.3
"""A thought that promises less than this part of the best one is not played on."""
PROMPT = 0.25
"""How much the forecast right after an action counts beside the one at the end."""
CLOSER, OWN = 8, 0.2
"""How many lays are looked at for what they bring other units, and what the unit's own gain counts at least."""
USE, NEXT = 0.5, 2
"""What part of the gain counts that money in hand brings in the next stock round, and for how many certificates."""
RIVALS = 0.9
"""How much what the others gain counts against one's own."""
HARD = 8.0
"""What is left to the other side of a deal that is proposed, in the title's currency."""


class Partner(Journeyman):
    """What a master takes everybody for while he thinks: a journeyman without a temper, who proposes nothing."""

    looks = 4
    places = 1
    temper = 0.0

    def _proposals(self, me: str, offers: list[Offer], now: float, left: float) -> Iterator[Thought]:
        return iter(())


@dataclass
class Farsighted(Journeyman):
    """Goes by what the title teaches those who think longer, and plays to stand before the others at the end.

    What others think of their own positions he takes from what it teaches everybody. Where it teaches him no more
    than them, he trusts what he foresees of others as little as they do.
    """

    _theirs: dict[Any, Forecast] = field(default_factory=dict)

    @property
    def _insight(self) -> Insight:
        usual = super()._insight
        return usual.deeper or usual

    def _offered(self, trains: list[Offer]) -> list[Offer]:
        """Return the trains that a unit is offered which must buy one: also those that his other units can spare."""
        return super()._offered(trains) + [offer for offer in trains if self._is_spare(offer)]

    def _is_spare(self, offer: Offer) -> bool:
        """Tell whether another unit of his sells a train that lasts to the end, and keeps one that does."""
        pos, deal = self._pos, offer.action
        seller = str(getattr(deal, "seller", ""))
        if seller not in pos.title.units or pos.director(seller) != deal.actor:
            return False
        owned = self._forecast.runnable(pos, seller)
        lasting = [train for train in owned if self._insight.lasts(pos, train) == inf]
        return len(lasting) > 1 and getattr(deal, "train", "") in lasting

    def _reckoned(self, pos: Position, player: str, left: float | None) -> float:
        if player == self.seat and self._is_taught:
            return self._forecast.margin(pos, player, RIVALS, left)
        return self._usual.lead(pos, player, RIVAL, left)

    @property
    def _is_taught(self) -> bool:
        """Tell whether the title teaches those who think longer more than others."""
        return self._game.title.insight.deeper is not None

    @property
    def _usual(self) -> Forecast:
        """What everybody reckons of the game's title."""
        title = self._game.title
        if not self._is_taught:
            return self._forecast
        if title not in self._theirs:
            self._theirs.clear()
            self._theirs[title] = Forecast(title.insight, self.patience)
        return self._theirs[title]


@dataclass
class Double(Farsighted, Partner):
    """What a master takes himself for while he thinks."""


@dataclass
class Master(Farsighted):
    """Where much depends on a choice he plays his best thoughts on, for all seats, and takes what stands best then.

    He looks no further than the end of the stock round or of the unit's turn, and no longer than a measure of work
    allows. Of track he tries more than a journeyman, and of a deal he leaves the other side little.
    """

    looks: ClassVar[int] = 40
    temper: ClassVar[float] = 0.04
    patience: ClassVar[Looks] = Looks(120)
    pars: ClassVar[int] = 3
    deals: ClassVar[int] = 12

    # --- track

    def _laid(self, offers: list[Offer]) -> Action | None:
        """Return the lay by which the units that he has a part in gain most, and those of others least."""
        good = sorted((one for one in self._lays(offers) if one[0] > 0), key=lambda one: one[0], reverse=True)
        me, own = offers[0].action.actor, unit_of(offers[0].action)
        stakes = {unit: self._stake(me, unit) for unit in self._pos.state.tokens_left}
        weight = max(stakes.pop(own, 0.0), OWN)
        worth = [
            (weight * gain + self._others(self._after(offer.action), offer, stakes), offer.action)
            for gain, offer in good[:CLOSER]
        ]
        return max(worth, key=lambda one: one[0], default=(0.0, None))[1]

    def _others(self, after: Position, offer: Offer, stakes: Mapping[str, float]) -> float:
        """Return what a lay brings him by other units that reach its hex and have a train."""
        hex_ = str(getattr(offer.action, "hex", ""))
        return sum(
            stake * (self._promise(after, unit) - self._promise(self._pos, unit))
            for unit, stake in stakes.items()
            if self._pos.trains(unit) and hex_ in after.reach(unit).hexes
        )

    # --- money

    def _priced(self, offer: Offer, theirs: float, left: float) -> Iterator[Action]:
        """Yield a deal at the least price at which the other side gains enough to agree, or at the highest."""
        amounts, other = offer.amounts, str(offer.facts["consent"])
        if amounts is None:
            yield offer.action
            return
        low, high = 0, len(amounts) - 1
        while low < high:
            middle = (low + high) // 2
            after = self._agreed(offer.filled(amounts[middle]))
            agrees = after is not None and self._lead(after, other, left) > theirs + HARD
            low, high = (low, middle) if agrees else (middle + 1, high)
        yield offer.filled(amounts[low])

    def _bargain(self, mine: float, yours: float) -> float:
        """Return how good a deal is to propose: what he gains, where the other side gains enough to agree."""
        return mine if yours > HARD else min(mine, yours)

    def _settled(self, me: str, offers: list[Offer]) -> Action:
        first = super()._settled(me, offers)
        some = self._promising()
        if len(some) < 2 or any(isinstance(one.action, Draft | Bid) for one in some):
            return first
        ends = [self._played_on(one, me, WORK // len(some)) for one in some]
        seen = [
            Thought(one.action, self._worth(end, me) + PROMPT * one.gain, one.cost)
            for one, end in zip(some, ends, strict=True)
        ]
        self.thoughts = sorted(seen, key=lambda one: one.gain, reverse=True)
        best = self.thoughts[0]
        nothing = next((one for one in seen if isinstance(one.action, Pass)), None)
        return best.action if nothing is None or best.gain > nothing.gain + LEAST else nothing.action

    def _may_sell(self, sale: Sell) -> bool:
        """Tell whether a sale is worth a thought: also of what he directs, where that is a burden or stays his."""
        pos, unit = self._pos, sale.unit
        if super()._may_sell(sale) or unit in self._latest:
            return unit not in self._latest
        burden = self._forecast.prospects(pos, unit, self._insight.rounds(pos)).duty > 0
        return burden or self._after(sale).director(unit) == sale.actor

    def _promising(self) -> list[Thought]:
        """Return the best thoughts, at most one for each unit, train and the like, the best sales, and a pass."""
        if not self.thoughts:
            return []
        best, kept = self._rank(self.thoughts[0]), dict[str, Thought]()
        for thought in self.thoughts:
            if self._rank(thought) >= NEAR * best or thought is self.thoughts[0]:
                kept.setdefault(self._about(thought.action), thought)
        some = list(kept.values())[: FEW - 1]
        sales = [one for one in self.thoughts if isinstance(one.action, Sell) and one not in some]
        some += sorted(sales, key=lambda one: one.gain, reverse=True)[:SALES]
        return some + [Thought(one.action, 0.0) for one in self._open.get(Pass.verb, [])[:1]]

    def _about(self, action: Action) -> str:
        """Return what an action is about: equal companies at one price, a dividend, a unit or train at any price."""
        if isinstance(action, Par):
            return f"{action.verb} {self._pos.kind(action.unit)} {action.price}"
        text = notation.write(action)
        return text if action.amount == "total" else text.rpartition(" ")[0] or text

    def _played_on(self, thought: Thought, me: str, work: int) -> Game:
        """Return the game at the end of the round or turn after an action, or where the work ends."""
        game, began = self._table.play(thought.action), _chapter(self._game)
        minds = {name: self._mind(name, me) for name in game.state.players}
        bought = [Buy(me, unit, 0) for unit in sorted(self._latest)]
        minds[me].recall(self._game, [*bought, thought.action])
        while work > 0 and not (game.state.over or _chapter(game) != began or _builds(game.pos)):
            mind = minds[game.pos.awaited[0]]
            game = game.play(mind.choose(game))
            work -= ACTION + mind.weighed
        return game

    def _worth(self, end: Game, me: str) -> float:
        """Return how good an end is that thoughts were played on to."""
        usable = self._game.state.frames[0].kind == "stock" and self._is_taught and not end.state.over
        return self._lead(end.pos, me) + (self._purse(end.pos, me) if usable else 0.0)

    def _purse(self, pos: Position, me: str) -> float:
        """Return what money in hand should gain by the certificates that it buys in the next stock round.

        Without this a higher par price, say, costs nothing: it counts for one's own shares at once.
        """
        left = self._insight.rounds(pos)
        if left < LAST_DEALS:
            return 0.0
        yields = [
            (self._return_of(pos, unit, left), pos.price(unit))
            for unit in pos.state.tokens_left
            if pos.price(unit) and (pos.percent(OFFER, unit) or pos.percent(POOL, unit))
        ]
        best, price = max(yields, default=(0.0, 0))
        free = max(shares.limit(pos) - shares.counted(pos, me), 0)
        gain = max(best / (1 + self._insight.interest) - 1, 0.0)
        return USE * gain * max(min(pos.cash(me), price * min(free, NEXT)), 0)

    def _return_of(self, pos: Position, unit: str, left: float) -> float:
        """Return what a share brings until the end, for each unit of its price."""
        ahead, size = self._forecast.prospects(pos, unit, left), shares.size(pos, unit)
        return (size / 100 * (ahead.dividends + ahead.treasury) + ahead.price) / pos.price(unit)

    def _mind(self, name: str, me: str) -> Partner:
        """Return what he takes somebody for, himself among them."""
        theirs = {self._game.title: self._usual}
        if name != me:
            return Partner(0, name, _forecasts=theirs)
        return Double(0, name, _forecasts=self._forecasts, _theirs=theirs)


def _builds(pos: Position) -> bool:
    """Tell whether track or a run comes next, which is not played on: it takes long, and is much the same for all."""
    return any(step.verb in (LayTile, RunTrains) for step in pos.each_open_step())


def _chapter(game: Game) -> tuple[object, ...]:
    """Return which round is played, and whose turn it is where units operate."""
    base = game.state.frames[0]
    return (base.kind, base.number, *base.queue[: base.kind != "stock"])
