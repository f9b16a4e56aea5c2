"""The apprentice, the plainest of the house's players: it builds sensibly, and ends its turns at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import ClassVar

from engine.actions import Acquire, Action, Bid, Par, Pass, Refuse, Repay, RunTrains, unit_of
from engine.choices import Offer
from engine.finance import shares
from engine.finance.floating import has_floated
from engine.game import Game
from engine.insight import Insight
from engine.opponents.building import RICH, BuilderPlayer
from engine.opponents.plain import by_verb, net_of, price_of
from engine.opponents.surveying import best_looking
from engine.position import Position
from engine.routes import Looks
from engine.state import DEPOT, POOL

LOOKS = 5
"""How many lays or tokens are tried with the exact router before one is chosen, by default."""
PATIENCE = Looks(100)
"""For how long the best routes after a move are sought."""
SOON = 6.0
"""In how many rounds at most a tile must earn what it costs."""
ENDING = 0.5
"""With fewer operating rounds to come, money in a treasury is of no use."""
TEMPER = 0.25
"""How far two apprentices differ in what they make of the same thing."""
FAIR = 1.1
"""How many times its face value a private may cost in an auction."""


ABOUT = ("unit", "certificate", "private")
"""The fields that say what an action is about."""


class HousePlayer(BuilderPlayer):
    """Plays any title by what all of them share: track and tokens that earn, trains that pay, shares that yield.

    It keeps back the money its units will ask for, so that it does not go bankrupt. It proposes no deals with
    others and agrees to none; what only one title has it leaves alone wherever it may pass.
    """

    patience = PATIENCE
    looks: ClassVar[int] = LOOKS
    temper: ClassVar[float] = TEMPER

    def recall(self, game: Game, actions: Sequence[Action]) -> None:
        """Learn what has been done of late, the last action last; this player goes by the position alone."""

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
        boons = dict.fromkeys(self._insight.boons, _first)
        return {
            **boons,
            Repay.verb: self._repaid,
            Acquire.verb: self._acquired,
            Par.verb: self._founded,
            **super()._plans(),
            RunTrains.verb: self._ran,
            Bid.verb: self._bid,
        }

    @property
    def _insight(self) -> Insight:
        found: Insight = self._game.title.insight
        return found

    def _taste(self, action: Action) -> float:
        """Return how much it likes an action, by its temper: the same all through a game, and of equal privates."""
        about = next((str(getattr(action, name)) for name in ABOUT if hasattr(action, name)), "")
        private = self._game.title.privates.get(about)
        about = f"{private.kind} {private.income}" if private else about
        liking = random.Random(f"{self.seed} {self.seat} {action.verb} {about}").random()
        return 1 + self.temper * (2 * liking - 1)

    def _is_ending(self) -> bool:
        """Tell whether no operating round is to come after this one."""
        return self._insight.rounds(self._pos) < ENDING

    def _repaid(self, offers: list[Offer]) -> Action | None:
        """Return the payment of all that can be paid of one's debt."""
        return list(offers[0])[-1] if len(offers[0]) else None

    # --- trains that a unit can run

    def _can_run(self, unit: str, train: str) -> bool:
        return self._pos.title.trains[train].kind in self._insight.kinds(self._pos, unit)

    def _earns(self, pos: Position, unit: str, more: tuple[str, ...] = ()) -> int:
        """Return the best revenue of a unit with its trains and some more, as far as it can run them."""
        trains = tuple(train for train in (*pos.trains(unit), *more) if self._can_run(unit, train))
        return pos.title.routes(pos, unit, (), trains, budget=self.patience).revenue if trains else 0

    def _next_train(self, unit: str) -> str:
        """Return the smallest train a unit does not own and could run."""
        owned = self._pos.trains(unit)
        return next((one for one in self._for_sale(unit) if one not in owned), "")

    def _for_sale(self, unit: str) -> list[str]:
        """Return the trains the bank has that a unit can run, the smallest first."""
        known = self._pos.title.data.trains
        return [one.name for one in known if self._pos.left(one.name) and self._can_run(unit, one.name)]

    def _is_bare(self, unit: str) -> bool:
        """Tell whether a unit has no train that it can run."""
        return not any(self._can_run(unit, train) for train in self._pos.trains(unit))

    def _cheapest(self, offers: list[Offer]) -> Action:
        """Return the first action of the offer that costs least: what is done only because it must be."""
        cheapest: Offer = min(offers, key=price_of)
        return next(iter(cheapest))

    def _ran(self, offers: list[Offer]) -> Action | None:
        return max(offers, key=net_of).action

    # --- track and tokens

    def _laid(self, offers: list[Offer]) -> Action | None:
        gain, best = max(self._lays(offers), key=lambda one: one[0], default=(0.0, None))
        return best.action if best is not None and gain > 0 else None

    def _lays(self, offers: list[Offer]) -> list[tuple[float, Offer]]:
        """Return some lays, and by how much the unit that lays them promises more after each, less its cost."""
        unit = unit_of(offers[0].action)
        here, turns = self._promise(self._pos, unit), self._soon()
        afters = (
            (self._after(offer.action), offer)
            for offer in self._best_looking(offers, self._for_track(unit), self.looks)
        )
        return [
            (self._promise(after, unit) - here - self._spent(unit, after) / turns, offer)
            for after, offer in afters
        ]

    def _spent(self, unit: str, after: Position) -> float:
        """Return what a unit's money counts that a lay costs it."""
        return self._pos.cash(unit) - after.cash(unit)

    def _soon(self) -> float:
        """Return in how many rounds money that is spent on track must come back."""
        return min(max(self._insight.rounds(self._pos), 1.0), SOON)

    def _best_looking(self, offers: list[Offer], spare: int, count: int) -> list[Offer]:
        """Return some lays that cost no more than there is to spare, those that look best without any search."""
        affordable = {one.action: one for one in offers if int(one.facts.get("cost", 0)) <= spare}
        return [affordable[action] for action in best_looking(self._pos, affordable, count)]

    def _for_track(self, unit: str) -> int:
        """The most a unit may spend on a tile: it keeps the money for a first train if that could run already."""
        cash, train = self._pos.cash(unit), self._next_train(unit)
        if not train or not self._is_bare(unit) or not self._earns(self._pos, unit, (train,)):
            return cash
        return max(cash - self._next_price(unit), 0)

    def _placed(self, offers: list[Offer]) -> Action | None:
        unit = unit_of(offers[0].action)
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
        """Return the price of the cheapest train that the bank has now and the unit may own."""
        known = self._pos.title.trains
        prices = [known[train].price for train in self._for_sale(unit) if known[train].price]
        return min(prices, default=0)

    def _kept(self, unit: str) -> int:
        """Return the money a unit must keep: for its first train."""
        return self._next_price(unit) if self._is_bare(unit) else 0

    def _train(self, offers: list[Offer]) -> Action | None:
        unit = unit_of(offers[0].action)
        fresh = [offer for offer in offers if getattr(offer.action, "seller", "") in (DEPOT, POOL)]
        fresh = self._enough(fresh) or fresh
        kinds = {getattr(offer.action, "train", ""): offer for offer in reversed(fresh)}
        here = self._earns(self._pos, unit)
        gains = [
            (self._earns(self._pos, unit, (name,)) - here, -price_of(offer), offer)
            for name, offer in kinds.items()
        ]
        gain, _, best = max(gains, key=lambda one: one[:2], default=(0, 0, None))
        if best is not None and gain > 0 and not self._is_ending():
            return next(iter(best))
        step = self._game.choices.step(offers[0].action)
        due = step is not None and step.must(self._pos)
        if fresh and (due or (self._is_bare(unit) and not self._is_ending())):
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
        unit = unit_of(offers[0].action)
        trains = len(self._pos.state.trains.get(unit, ()))
        short = self._pos.cash(unit) < self._next_price(unit) and self._insight.must_own(self._pos, unit)
        keeps = short and trains == 1 and self._pos.state.phase and not self._is_ending()
        return amounts[0] if keeps else amounts[-1]

    # --- money of one's own

    def _needed(self, player: str) -> int:
        """Return the sum that a player's units would need from him if they had to buy a train now."""
        return sum(
            max(self._next_price(unit) - self._pos.cash(unit), 0)
            for unit in self._pos.title.units
            if self._pos.director(unit) == player
            and self._insight.must_own(self._pos, unit)
            and self._is_bare(unit)
        )

    def _drafted(self, offers: list[Offer]) -> Action | None:
        """Return the purchase worth most for its price; a pass where that would leave nothing to begin with."""
        kept = self._insight.kept(self._pos, offers[0].action.actor)
        able = [one for one in offers if self._pos.cash(one.action.actor) - price_of(one) >= kept]
        if not able and Pass.verb in self._open:
            return None
        return max(able or offers, key=lambda one: self._taste(one.action) * self._worth_drafting(one)).action

    def _worth_drafting(self, offer: Offer) -> float:
        certificate = str(getattr(offer.action, "certificate", ""))
        if self._pos.kind(certificate) == "minor":
            return 100 + self._promise(self._after(offer.action), certificate)
        private = self._pos.title.privates.get(certificate)
        if private is None or private.price == 0:
            return float(price_of(offer))
        return 1000.0 * private.income / private.price

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
            unit, private = unit_of(offer.action), str(getattr(offer.action, "private", ""))
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
            return max(able, key=lambda one: price_of(one) * self._taste(one.action)).action
        idle = not any(self._pos.director(unit) == offers[0].action.actor for unit in self._pos.title.units)
        return self._cheapest(offers) if idle else None

    def _floats(self, offer: Offer) -> bool:
        """Tell whether one can bring a unit to life alone."""
        unit, actor, pos = unit_of(offer.action), offer.action.actor, self._pos
        rest = max(self._insight.unsold(pos, unit) - shares.director_share(pos, unit), 0)
        count = -(-rest // shares.size(pos, unit))
        price = price_of(offer) + count * int(getattr(offer.action, "price", 0))
        room = shares.limit(pos) - shares.counted(pos, actor)
        return count < room and pos.cash(actor) - self._needed(actor) >= price

    def _unfinished(self, player: str) -> list[str]:
        """Return the units one has started that do not float yet."""
        pos = self._pos
        return [one for one in pos.title.units if not has_floated(pos, one) and pos.director(one) == player]

    def _bought(self, offers: list[Offer]) -> Action | None:
        """Return the certificate that yields most, while there is money for what one's units will ask."""
        spare = {offer.action.actor: self._spare(offer.action.actor) for offer in offers}
        affordable = [
            offer
            for offer in offers
            if price_of(offer) <= spare[offer.action.actor] and not self._is_burden(offer)
        ]
        begun = self._unfinished(offers[0].action.actor)
        mine = [one for one in affordable if unit_of(one.action) in begun]
        best = max(mine or affordable, key=self._return, default=None)
        return None if best is None or self._return(best) <= 0 else best.action

    def _return(self, offer: Offer) -> float:
        """Return a certificate's yield a round, for its price, by its part of the unit."""
        unit, percent = unit_of(offer.action), int(getattr(offer.action, "percent", 10))
        run = self._pos.state.runs.get(unit)
        paid = (run.revenue if run else self._insight.hope(self._pos, unit) / 2) * percent / 100
        worth = (paid + self._pos.price(unit) / 50) * self._taste(offer.action)
        rich = self._pos.cash(offer.action.actor) > RICH * price_of(offer)
        return worth if rich else worth / max(price_of(offer), 1)

    def _is_burden(self, offer: Offer) -> bool:
        """Tell whether a share makes its buyer the director of a unit that cannot pay for a train."""
        unit, actor = unit_of(offer.action), offer.action.actor
        known = unit in self._pos.title.units and self._insight.must_own(self._pos, unit)
        if not known or self._pos.director(unit) == actor:
            return False
        poor = self._pos.cash(unit) < self._next_price(unit)
        return poor and self._after(next(iter(offer))).director(unit) == actor

    def _spare(self, player: str) -> int:
        return self._pos.cash(player) - self._needed(player)

    def _sold(self, offers: list[Offer]) -> Action | None:
        """Return a sale where one must sell: what loses least."""
        return None if Pass.verb in self._open else self._cheapest(offers)


def _first(offers: list[Offer]) -> Action:
    return offers[0].action


def _cost(offer: Offer) -> int:
    return int(offer.facts.get("cost", offer.facts.get("price", 0)))
