"""A player who looks one move ahead: the virtual opponent, and the measure of the solo game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from engine.actions import (
    Action,
    Buy,
    BuyTrain,
    Discard,
    Draft,
    LayTile,
    PayDividend,
    PlaceToken,
    Sell,
    unit_of,
)
from engine.choices import Offer
from engine.finance import shares
from engine.opponents.plain import ThriftyPlayer, by_verb, price_of
from engine.opponents.surveying import prospect
from engine.position import Position
from engine.routes import Looks
from engine.scratch import Scratch
from engine.state import DEPOT, POOL
from engine.steps.trains import train_limit

LOOKS = 24
"""How many tiles are compared before one is laid."""
PATIENCE = Looks(200)
"""For how long the best routes after a move are sought, by no clock, so that a seed plays one game everywhere."""
HOPE = 0.25
"""How much the revenue that another train would bring counts against today's."""
RICH = 4
"""A player with this many times the price of a share is not short of money."""
WORTHWHILE = 1.3
"""How many times dearer a share must be before another is sold to make room for it."""


@dataclass
class BuilderPlayer(ThriftyPlayer):
    """Lays the track that earns most, buys the trains and shares that pay, and ends its turns at once.

    It looks one move ahead and no further; trades are neither proposed nor accepted.
    """

    patience: ClassVar[Looks] = PATIENCE

    def _among(self, offers: list[Offer]) -> Action:
        verbs = by_verb(offers)
        for verb, think in self._plans().items():
            if verb in verbs and (found := think(verbs[verb])) is not None:
                return found
        return super()._among([offer for offer in offers if offer.action.verb not in self._plans()] or offers)

    def _plans(self) -> dict[str, Callable[[list[Offer]], Action | None]]:
        return {
            Draft.verb: self._drafted,
            LayTile.verb: self._laid,
            PlaceToken.verb: self._placed,
            Discard.verb: self._discarded,
            BuyTrain.verb: self._train,
            PayDividend.verb: self._dividend,
            Sell.verb: self._sold,
            Buy.verb: self._bought,
        }

    # --- one move ahead

    def _after(self, action: Action) -> Position:
        """Return the position in which an action has been carried out, and nothing that follows it."""
        pos, step = self._pos, self._game.choices.step(action)
        scratch = Scratch.supposing(pos)
        assert step is not None
        step.apply(scratch, action)
        return scratch.now

    def _earns(self, pos: Position, unit: str, more: tuple[str, ...] = ()) -> int:
        """Return the best revenue of a unit with its trains and some more."""
        trains = (*pos.trains(unit), *more)
        return pos.title.routes(pos, unit, (), trains, budget=self.patience).revenue if trains else 0

    def _promise(self, pos: Position, unit: str) -> float:
        """Return a unit's earnings, and how far it comes."""
        train = self._next_train(unit)
        later = self._earns(pos, unit, (train,)) if train else 0
        return self._earns(pos, unit) + HOPE * later + prospect(pos, unit)

    def _next_train(self, unit: str) -> str:
        """Return the smallest train a unit does not own and could run."""
        pos, owned = self._pos, self._pos.state.trains.get(unit, ())
        kinds = [train for train in pos.title.data.trains if pos.left(train.name) and train.name not in owned]
        return kinds[0].name if kinds else ""

    # --- track and tokens

    def _laid(self, offers: list[Offer]) -> Action | None:
        return self._most_promising(
            offers if len(offers) <= LOOKS else self._random.sample(offers, LOOKS), unit_of(offers[0].action)
        )

    def _most_promising(self, lays: list[Offer], unit: str) -> Action | None:
        """Return the lay after which a unit promises most; None where none is an improvement."""
        if not lays:
            return None
        here = self._promise(self._pos, unit)
        worth = [(self._promise(self._after(offer.action), unit) - here, offer) for offer in lays]
        gain, best = max(worth, key=lambda one: one[0])
        return best.action if gain > 0 else None

    def _placed(self, offers: list[Offer]) -> Action | None:
        unit = unit_of(offers[0].action)
        if self._pos.kind(unit) == "major" or len(offers) > LOOKS:
            return None
        here = self._earns(self._pos, unit)
        gains = [(self._earns(self._after(offer.action), unit) - here, offer) for offer in offers]
        gain, best = max(gains, key=lambda one: one[0])
        return best.action if gain > 0 else None

    # --- trains

    def _train(self, offers: list[Offer]) -> Action | None:
        unit = unit_of(offers[0].action)
        here = self._earns(self._pos, unit)
        gains = [
            (self._earns(self._pos, unit, (offer.action.train,)) - here, -price_of(offer), offer.action)
            for offer in offers
            if isinstance(offer.action, BuyTrain) and offer.action.seller in (DEPOT, POOL)
        ]
        gain, _, best = max(gains, key=lambda one: one[:2], default=(0, 0, None))
        return best if gain > 0 else None

    def _discarded(self, offers: list[Offer]) -> Action | None:
        """Return the train that is worth least: at once where one must go, else where a better one can replace it."""
        unit = unit_of(offers[0].action)
        left = {offer.action: self._earns(self._after(offer.action), unit) for offer in offers}
        spare = max(left, key=lambda action: left[action])
        step = self._game.choices.step(spare)
        if step is not None and step.must(self._pos):
            return spare
        full = len(self._pos.state.trains.get(unit, ())) >= train_limit(self._pos, unit)
        return spare if full and self._bettered(spare, unit) > self._earns(self._pos, unit) else None

    def _bettered(self, spare: Action, unit: str) -> int:
        """Return the best revenue after a train has been replaced by one that the unit can pay for."""
        pos, after = self._pos, self._after(spare)
        trains = [
            train.name
            for train in pos.title.data.trains
            if pos.left(train.name) and train.price <= pos.cash(unit) and self._can_run(unit, train.name)
        ]
        return max((self._earns(after, unit, (train,)) for train in trains), default=0)

    def _can_run(self, unit: str, train: str) -> bool:
        """Tell whether a unit can run a train of this kind."""
        return self._pos.title.trains[train].kind in ("", self._pos.kind(unit))

    # --- shares

    def _drafted(self, offers: list[Offer]) -> Action | None:
        minors = [offer.action for offer in offers if self._pos.kind(_drafts(offer.action)) == "minor"]
        return max(minors, key=lambda action: self._start(action, _drafts(action)), default=None)

    def _start(self, action: Action, minor: str) -> float:
        return self._promise(self._after(action), minor)

    def _dividend(self, offers: list[Offer]) -> Action | None:
        return list(offers[0])[-1]

    def _bought(self, offers: list[Offer]) -> Action | None:
        return max(offers, key=self._return).action

    def _return(self, offer: Offer) -> float:
        """Return a certificate's yield a round, for its price while money is short."""
        unit, price = unit_of(offer.action), price_of(offer)
        rich = self._pos.cash(offer.action.actor) > RICH * price
        income = self._income(unit)
        return income if rich else income / max(price, 1)

    def _income(self, unit: str) -> float:
        run = self._pos.state.runs.get(unit)
        return (run.revenue if run else 0) / 10 + self._pos.price(unit) / 100

    def _sold(self, offers: list[Offer]) -> Action | None:
        """Return the sale of the cheapest share when there is no room for one that is much dearer."""
        pos, player = self._pos, offers[0].action.actor
        if shares.counted(pos, player) < shares.limit(pos):
            return None
        cheap = min(offers, key=self._price)
        bought = [
            offer
            for offer in self._game.play(next(iter(cheap))).choices.offers
            if isinstance(offer.action, Buy)
        ]
        dear = max(map(price_of, bought), default=0)
        return next(iter(cheap)) if dear > WORTHWHILE * self._price(cheap) else None

    def _price(self, offer: Offer) -> int:
        return self._pos.price(unit_of(offer.action))


def _drafts(action: Action) -> str:
    return str(getattr(action, "certificate", ""))
