"""The house's player: what a seat does when nobody sits there. It builds sensibly, and ends its turns at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from engine.actions import (
    Acquire,
    Action,
    Bid,
    Par,
    Pass,
    Refuse,
    RunTrains,
)
from engine.board.tiles import exits
from engine.choices import Offer
from engine.opponents.building import BuilderPlayer
from engine.opponents.plain import by_verb, price_of
from engine.routes import Looks
from engine.state import DEPOT, POOL

LOOKS = 5
"""How many lays or tokens are tried with the exact router before one is chosen, by default."""
PATIENCE = Looks(100)
"""For how long the best routes after a move are sought."""
FAIR = 1.1
"""How many times its face value a private may cost in an auction."""


class HousePlayer(BuilderPlayer):
    """Plays any title by what all of them share: track and tokens that earn, trains that pay, shares that yield.

    It keeps back the money its units will ask for, so that it does not go bankrupt. It proposes no deals with
    others and agrees to none; what only one title has it leaves alone wherever it may pass.
    """

    patience = PATIENCE
    looks: ClassVar[int] = LOOKS

    def _among(self, offers: list[Offer]) -> Action:
        self._open = verbs = by_verb(offers)
        plans = self._plans()
        for verb, think in plans.items():
            if verb in verbs and (found := think(verbs[verb])) is not None:
                return found
        if Pass.verb in verbs:
            return verbs[Pass.verb][0].action
        if Refuse.verb in verbs:
            return verbs[Refuse.verb][0].action
        unplanned = [offer for offer in offers if offer.action.verb not in plans]
        return self._cheapest(unplanned or offers)

    def _plans(self) -> dict[str, Callable[[list[Offer]], Action | None]]:
        return {
            Acquire.verb: self._acquired,
            Par.verb: self._founded,
            **super()._plans(),
            RunTrains.verb: self._ran,
            Bid.verb: self._bid,
        }

    def _cheapest(self, offers: list[Offer]) -> Action:
        """Return the first action of the offer that costs least: what is done only because it must be."""
        cheapest: Offer = min(offers, key=price_of)
        return next(iter(cheapest))

    def _ran(self, offers: list[Offer]) -> Action | None:
        return max(offers, key=_net).action

    # --- track and tokens

    def _laid(self, offers: list[Offer]) -> Action | None:
        affordable = [offer for offer in offers if self._is_cheap(offer)]
        some = sorted(affordable, key=self._reaches, reverse=True)[: self.looks]
        if not some:
            return None
        unit = str(getattr(some[0].action, "unit", ""))
        here = self._promise(self._pos, unit)
        worth = [(self._promise(self._after(offer.action), unit) - here, offer) for offer in some]
        gain, best = max(worth, key=lambda one: one[0])
        return best.action if gain > 0 else None

    def _is_cheap(self, offer: Offer) -> bool:
        """Tell whether a lay leaves the unit the money for a train it still has to buy."""
        unit, cost = str(getattr(offer.action, "unit", "")), int(offer.facts.get("cost", 0))
        bare = not self._pos.state.trains.get(unit)
        return not cost or self._pos.cash(unit) - cost >= (self._next_price(unit) if bare else 0)

    def _reaches(self, offer: Offer) -> tuple[float, ...]:
        """Return how promising a lay looks without any search: stops on it, new colours, ends that lead on."""
        action = offer.action
        face = self._pos.title.tiles.get(str(getattr(action, "tile", "")))
        if face is None:
            return (0.0, 0.0, 0.0)
        stops = sum(stop.revenue if isinstance(stop.revenue, int) else 0 for stop in face.stops)
        sides = exits(face.track, int(getattr(action, "rotation", 0)))
        return (float(bool(self._pos.state.tiles.get(_hex(action)))), float(stops), float(len(sides)))

    def _placed(self, offers: list[Offer]) -> Action | None:
        unit = str(getattr(offers[0].action, "unit", ""))
        if self._kept(unit) > self._pos.cash(unit) - min(map(_cost, offers)):
            return None
        here = self._earns(self._pos, unit)
        some = self._spread(offers)
        gains = [
            (self._earns(self._after(offer.action), unit) - here, -_cost(offer), offer) for offer in some
        ]
        gain, _, best = max(gains, key=lambda one: one[:2])
        return best.action if gain > 0 else None

    def _spread(self, offers: list[Offer]) -> list[Offer]:
        return offers if len(offers) <= self.looks else self._random.sample(offers, self.looks)

    # --- trains

    def _next_price(self, unit: str) -> int:
        """Return what the cheapest train costs that the bank has now and the unit may own."""
        kind = self._pos.kind(unit)
        prices = [
            train.price
            for train in self._pos.title.data.trains
            if self._pos.left(train.name) and train.kind in ("", kind) and train.price
        ]
        return min(prices, default=0)

    def _kept(self, unit: str) -> int:
        """Return the money a unit must keep: for its first train."""
        return 0 if self._pos.state.trains.get(unit) else self._next_price(unit)

    def _train(self, offers: list[Offer]) -> Action | None:
        unit = str(getattr(offers[0].action, "unit", ""))
        fresh = [offer for offer in offers if getattr(offer.action, "seller", "") in (DEPOT, POOL)]
        fresh = self._enough(fresh) or fresh
        kinds = {getattr(offer.action, "train", ""): offer for offer in reversed(fresh)}
        here = self._earns(self._pos, unit)
        gains = [
            (self._earns(self._pos, unit, (name,)) - here, -price_of(offer), offer)
            for name, offer in kinds.items()
        ]
        gain, _, best = max(gains, key=lambda one: one[:2], default=(0, 0, None))
        if best is not None and gain > 0:
            return next(iter(best))
        step = self._game.choices.step(offers[0].action)
        bare = not self._pos.state.trains.get(unit)
        if fresh and (bare or (step is not None and step.must(self._pos))):
            return self._cheapest(fresh)
        return None

    def _enough(self, offers: list[Offer]) -> list[Offer]:
        """Return, where the unit must buy, the trains after which it need not buy another."""
        step = self._game.choices.step(offers[0].action) if offers else None
        if step is None or not step.must(self._pos):
            return []
        return [offer for offer in offers if not step.must(self._after(next(iter(offer))))]

    def _dividend(self, offers: list[Offer]) -> Action | None:
        """Return the whole dividend, or none where the money would soon be asked of the director."""
        amounts = list(offers[0])
        unit = str(getattr(offers[0].action, "unit", ""))
        trains = len(self._pos.state.trains.get(unit, ()))
        short = self._pos.cash(unit) < self._next_price(unit)
        return amounts[0] if short and trains == 1 and self._pos.state.phase else amounts[-1]

    # --- money of one's own

    def _needed(self, player: str) -> int:
        """Return what a player's units would ask of him if they had to buy a train now."""
        return sum(
            max(self._next_price(unit) - self._pos.cash(unit), 0)
            for unit in self._pos.title.units
            if self._pos.director(unit) == player and not self._pos.state.trains.get(unit)
        )

    def _drafted(self, offers: list[Offer]) -> Action | None:
        return max(offers, key=self._worth_drafting).action

    def _worth_drafting(self, offer: Offer) -> float:
        certificate = str(getattr(offer.action, "certificate", ""))
        if self._pos.kind(certificate) == "minor":
            return 100 + self._promise(self._after(offer.action), certificate)
        private = self._pos.title.privates.get(certificate)
        return float(private.income + private.price / 10) if private else float(price_of(offer))

    def _bid(self, offers: list[Offer]) -> Action | None:
        """Return the lowest bid for a private while it is no dearer than fair, and leaves half of one's money."""
        offer = offers[0]
        least = next(iter(offer))
        private = self._pos.title.privates.get(str(getattr(least, "private", "")))
        face = private.price if private else 0
        price, cash = int(getattr(least, "price", 0)), self._pos.cash(least.actor)
        return least if price <= FAIR * face and price <= cash / 2 else None

    def _acquired(self, offers: list[Offer]) -> Action | None:
        """Return a purchase of one's own private for the most that leaves the unit the price of a train."""
        for offer in offers:
            unit, private = str(getattr(offer.action, "unit", "")), str(getattr(offer.action, "private", ""))
            if self._pos.owner(private) != offer.action.actor:
                continue
            spare = self._pos.cash(unit) - self._next_price(unit)
            prices = [one for one in offer if int(getattr(one, "price", 0)) <= spare]
            if prices:
                return prices[-1]
        return None

    def _founded(self, offers: list[Offer]) -> Action | None:
        """Return the dearest unit one can bring to life alone; the cheapest where nobody runs any."""
        able = [offer for offer in offers if self._floats(offer)]
        if able:
            return max(able, key=lambda offer: int(getattr(offer.action, "price", 0))).action
        idle = not any(self._pos.director(unit) == offers[0].action.actor for unit in self._pos.title.units)
        return self._cheapest(offers) if idle else None

    def _floats(self, offer: Offer) -> bool:
        unit, price = str(getattr(offer.action, "unit", "")), int(getattr(offer.action, "price", 0))
        first = self._pos.title.units[unit].shares[:1]
        rest = max(50 - sum(first), 0) // 10
        actor = offer.action.actor
        return self._pos.cash(actor) - self._needed(actor) >= price_of(offer) + price * rest

    def _bought(self, offers: list[Offer]) -> Action | None:
        """Return the certificate that yields most, while there is money for what one's units will ask."""
        spare = {offer.action.actor: self._spare(offer.action.actor) for offer in offers}
        affordable = [
            offer
            for offer in offers
            if price_of(offer) <= spare[offer.action.actor] and not self._is_burden(offer)
        ]
        best = max(affordable, key=self._return, default=None)
        return None if best is None or self._return(best) <= 0 else best.action

    def _is_burden(self, offer: Offer) -> bool:
        """Tell whether a share makes its buyer the director of a unit that cannot pay for a train."""
        unit, actor = str(getattr(offer.action, "unit", "")), offer.action.actor
        if unit not in self._pos.title.units or self._pos.director(unit) == actor:
            return False
        poor = self._pos.cash(unit) < self._next_price(unit)
        return poor and self._after(next(iter(offer))).director(unit) == actor

    def _spare(self, player: str) -> int:
        return self._pos.cash(player) - self._needed(player)

    def _sold(self, offers: list[Offer]) -> Action | None:
        """Return a sale that makes room for a dearer share; where one must sell, what loses least."""
        found = super()._sold([offer for offer in offers if offer.amounts is None] or offers)
        if found is not None:
            return found
        return None if Pass.verb in self._open else self._cheapest(offers)


def _net(offer: Offer) -> int:
    facts = offer.facts
    return int(facts["revenue"]) + 2 * int(facts.get("subsidy", 0)) - 2 * int(facts.get("cost", 0))


def _cost(offer: Offer) -> int:
    return int(offer.facts.get("cost", offer.facts.get("price", 0)))


def _hex(action: Action) -> str:
    return str(getattr(action, "hex", ""))
