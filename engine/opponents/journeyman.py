"""The journeyman: builds like the apprentice, and settles matters of money by what he should have in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from engine.actions import (
    Accept,
    Action,
    Bid,
    Buy,
    BuyTrain,
    Discard,
    Draft,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    Refuse,
    Repay,
    RunTrains,
    Sell,
    Withdraw,
    unit_of,
)
from engine.choices import Offer
from engine.events import Answered
from engine.game import Game
from engine.opponents.engineer import LEAST, RIVAL, Engineer
from engine.opponents.plain import by_verb, price_of
from engine.outlook import done
from engine.position import Position
from engine.scratch import Scratch
from engine.state import DEPOT, POOL
from engine.steps.deals import DealStep

WORTHWHILE = 15.0
"""What each side must gain by a deal that is proposed, in the title's currency."""
DEALS = 6
"""How many deals are thought about in a decision."""
MARGIN = 10.0
"""What a sale and the purchase that follows must bring more than anything else, in the title's currency."""
SALES = 2
"""How many sales are thought through to the purchase that may follow."""
CLEARLY = 1.5
"""How many times better than the share that is sold for it a purchase must be."""
RICH = 3.0
"""With so many times the price of a purchase in hand its gain counts, with less what it gains for its price."""
PARS = 2
"""How many par prices of a unit are compared."""
AMOUNTS = 6
"""How many amounts of an offer are compared."""
TEMPER = 0.12
"""How far two journeymen differ in what they make of the same gain."""
PLACES = 8
"""For how many hexes at most a purchase is thought about that is made for one."""


@dataclass(frozen=True)
class Thought:
    """An action that was considered: what one's standing gains by it, and what it costs at once."""

    action: Action
    gain: float
    cost: float = 0.0


@dataclass
class Journeyman(Engineer):
    """Values shares by what they will pay and be worth at the end, and keeps money for real duties only.

    Whatever is a matter of money is tried one action ahead: he takes what leaves him, less a part of the best
    rival, with most at the end. Track and tokens are chosen by what they earn. His temper comes from the seed.
    ``weighed`` is how many positions he has weighed for a decision.
    """

    temper: ClassVar[float] = TEMPER
    pars: ClassVar[int] = PARS
    deals: ClassVar[int] = DEALS
    places: ClassVar[int] = PLACES
    thoughts: list[Thought] = field(default_factory=list)
    weighed: int = 0
    _board: Game | None = None
    _latest: set[str] = field(default_factory=set)
    _round: tuple[object, ...] = ()

    def recall(self, game: Game, actions: Sequence[Action]) -> None:
        """Remember what he has bought since companies last operated."""
        self._begin_round(game)
        for action in reversed(actions):
            if isinstance(action, LayTile | RunTrains | PayDividend):
                return
            if isinstance(action, Buy | Par) and action.actor == self.seat:
                self._latest.add(action.unit)

    def _begin_round(self, game: Game) -> None:
        base = game.state.frames[0]
        if (base.kind, base.number) != self._round:
            self._round, self._latest = (base.kind, base.number), set()

    def choose(self, game: Game) -> Action:
        """Return the action that promises most."""
        self._begin_round(game)
        self._board = None
        self._asked = any(
            isinstance(event, Answered) and event.answer == Refuse.verb for event in game.events
        )
        self.thoughts, self.weighed = [], 0
        action = super().choose(game)
        if isinstance(action, Buy | Par):
            self._latest.add(action.unit)
        return action

    def _among(self, offers: list[Offer]) -> Action:
        self._open = verbs = by_verb(offers)
        me = offers[0].action.actor
        if Accept.verb in verbs:
            return self._answered(verbs)
        for verb, think in self._building(verbs).items():
            if verb in verbs and (found := think(verbs[verb])) is not None:
                return found
        if RunTrains.verb in verbs:
            return max(verbs[RunTrains.verb], key=self._net).action
        return self._settled(me, offers)

    def _building(self, verbs: dict[str, list[Offer]]) -> dict[str, Callable[[list[Offer]], Action | None]]:
        usual = super()._plans()
        plans: dict[str, Callable[[list[Offer]], Action | None]] = {Repay.verb: self._repaid}
        plans |= {verb: usual[verb] for verb in self._insight.boons}
        plans |= {verb: self._laid for verb in verbs if hasattr(verbs[verb][0].action, "tile")}
        plans |= {LayTile.verb: self._laid, PlaceToken.verb: self._placed}
        if Draft.verb in verbs and self._pos.kind(
            str(getattr(verbs[Draft.verb][0].action, "certificate", ""))
        ):
            plans[Draft.verb] = self._drafted
        if Discard.verb in verbs:
            plans[Discard.verb] = self._discarded
        return plans

    # --- debts and deals

    def _answered(self, verbs: dict[str, list[Offer]]) -> Action:
        """Return an agreement where it brings more than a refusal."""
        yes, no = verbs[Accept.verb][0].action, verbs[Refuse.verb][0].action
        gain = self._gain(yes) - self._gain(no)
        self.thoughts = [Thought(yes, gain)]
        return yes if gain > LEAST else no

    # --- money

    def _settled(self, me: str, offers: list[Offer]) -> Action:
        """Return the choice that leaves one with most: a purchase, a sale, a dividend, a deal, or nothing."""
        passes, left = self._open.get(Pass.verb, []), self._insight.rounds(self._pos)
        now = self._lead(self._pos, me, left)
        thoughts = list(self._considered(me, offers, now, left))
        if not thoughts:
            return passes[0].action if passes else self._cheapest(offers)
        thoughts.sort(key=self._rank, reverse=True)
        self.thoughts = thoughts
        best = thoughts[0]
        swap = self._swap(me, thoughts, now, left)
        if swap is not None and swap.gain > max(self._most(thoughts), 0.0) + MARGIN:
            self.thoughts = [swap, *thoughts]
            return swap.action
        needed = LEAST if passes else float("-inf")
        return best.action if best.gain > needed else passes[0].action

    def _most(self, thoughts: list[Thought]) -> float:
        """Return the largest gain of a thought, as one's temper sees it."""
        return max(one.gain * self._taste(one.action) for one in thoughts)

    def _swap(self, me: str, thoughts: list[Thought], now: float, left: float) -> Thought | None:
        """Return a sale that makes room, or brings money, for a purchase that is worth much more."""
        sales = [one for one in thoughts if isinstance(one.action, Sell)]
        sales = sorted(sales, key=lambda one: one.gain, reverse=True)[:SALES]
        found = [Thought(sale.action, self._after_sale(me, sale, now, left)) for sale in sales]
        return max(found, key=lambda one: one.gain, default=None)

    def _after_sale(self, me: str, sale: Thought, now: float, left: float) -> float:
        """Return the worth of a sale together with the purchase that follows.

        A share is sold only for one that is clearly better for its price: so nobody sells what he has just bought.
        """
        game, sold = self._table.play(sale.action), unit_of(sale.action)
        if me not in game.pos.awaited:
            return sale.gain
        cash, found = game.pos.cash(me), list[Thought]()
        for offer in game.choices.of(Buy):
            if unit_of(offer.action) != sold:
                gain = self._lead(done(game.pos, offer.action), me, left) - now - sale.gain
                found.append(Thought(offer.action, gain, price_of(offer)))
        best = max(found, key=lambda one: self._rank(one, cash), default=None)
        back = Thought(Buy(me, sold, 0), -sale.gain, cash - self._pos.cash(me))
        if best is None or self._rank(back, cash) * CLEARLY >= self._rank(best, cash):
            return sale.gain
        return sale.gain + best.gain * self._taste(best.action)

    def _rank(self, thought: Thought, cash: int | None = None) -> float:
        """Return the gain, and while money is short the gain for it: what one's temper makes of them."""
        gain = thought.gain * self._taste(thought.action)
        if thought.cost <= 0 or gain <= 0:
            return gain
        cash = self._pos.cash(thought.action.actor) if cash is None else cash
        return gain * min(cash / thought.cost, RICH)

    def _considered(self, me: str, offers: list[Offer], now: float, left: float) -> Iterator[Thought]:
        cash = self._pos.cash(me)
        for action in self._candidates(me, offers):
            after = self._after(action)
            gain = self._lead(after, me, left) - now
            cost = self._costs.get(action, max(cash - after.cash(me), 0))
            if isinstance(action, Buy | Par | Draft | Bid) and self._is_short(after, me, cost):
                continue
            if isinstance(action, Bid):
                gain = self._bid_gain(action)
            yield Thought(action, gain, cost)
        yield from self._proposals(me, offers, now, left)

    # --- deals that are proposed

    def _proposals(self, me: str, offers: list[Offer], now: float, left: float) -> Iterator[Thought]:
        """Yield the deal from which both sides should gain most, at the price that is best for the one with less.

        Nothing is proposed while the last proposal has just been refused.
        """
        found = list[tuple[float, Thought]]()
        asked = [offer for offer in offers if offer.facts.get("consent") and len(offer)]
        for offer in asked[: self.deals] if not self._asked else ():
            other = str(offer.facts["consent"])
            theirs = self._lead(self._pos, other, left)
            for action in self._priced(offer, theirs, left):
                after = self._agreed(action)
                if after is None:
                    continue
                mine = self._lead(after, me, left) - now
                yours = self._lead(after, other, left) - theirs
                found.append((self._bargain(mine, yours), Thought(action, mine)))
        best = max(found, key=lambda one: one[0], default=None)
        if best is not None and best[0] > WORTHWHILE:
            yield best[1]

    def _priced(self, offer: Offer, theirs: float, left: float) -> Iterator[Action]:
        """Yield a deal at the prices that are thought about; the other side's standing is that without it."""
        yield from self._filled(offer)

    def _bargain(self, mine: float, yours: float) -> float:
        """Return how good a deal is to propose, by what both sides gain: he shares evenly."""
        return min(mine, yours)

    def _agreed(self, deal: Action) -> Position | None:
        """Return the position after a deal, as if the other side had agreed; None where the unit cannot pay."""
        step, pos = self._game.choices.step(deal), self._pos
        scratch = Scratch.supposing(pos)
        assert isinstance(step, DealStep)
        try:
            step.conclude(scratch, deal)
        except ValueError:
            return None
        return scratch.now

    def _is_short(self, after: Position, me: str, cost: float) -> bool:
        return bool(cost) and after.cash(me) < self._forecast.insight.kept(self._pos, me)

    def _bid_gain(self, bid: Bid) -> float:
        found = self._bid(self._open[Bid.verb])
        return 10.0 if found == bid else -10.0

    @property
    def _table(self) -> Game:
        """The game on a board of its own, on which thoughts are played on."""
        if self._board is None:
            self._board = self._game.apart()
        return self._board

    def _gain(self, action: Action) -> float:
        left = self._insight.rounds(self._pos)
        return self._lead(self._after(action), action.actor, left)

    def _lead(self, pos: Position, player: str, left: float | None = None) -> float:
        """Return what a position is worth to a player, by what this one takes him for."""
        self.weighed += 1
        return self._reckoned(pos, player, left)

    def _reckoned(self, pos: Position, player: str, left: float | None) -> float:
        return self._forecast.lead(pos, player, RIVAL, left)

    def _candidates(self, me: str, offers: list[Offer]) -> Iterator[Action]:
        """Yield the actions that are worth a try."""
        pars: dict[str, int] = {}
        self._costs: dict[Action, int] = {}
        offers = _some_places(self._dutiful(offers), self.places)
        forced = Pass.verb not in self._open
        for offer in sorted(offers, key=lambda one: -int(getattr(one.action, "price", 0))):
            action = offer.action
            if isinstance(action, Pass | Withdraw | LayTile | PlaceToken | Repay | RunTrains):
                continue
            if offer.facts.get("consent"):
                continue
            if isinstance(action, Par | Buy):
                self._costs[action] = price_of(offer)
            if isinstance(action, Par):
                if not self._floats(offer) or pars.get(action.unit, 0) >= self.pars:
                    continue
                pars[action.unit] = pars.get(action.unit, 0) + 1
            if isinstance(action, Sell) and not (forced or self._may_sell(action)):
                continue
            if action.verb in ("dispose", "bankrupt"):
                continue
            if isinstance(action, BuyTrain) and not forced and self._strips(action):
                continue
            yield from self._filled(offer)

    def _strips(self, deal: BuyTrain) -> bool:
        """Tell whether a purchase takes the last train that runs from another unit of one's own."""
        pos, seller = self._pos, deal.seller
        if pos.director(seller) != deal.actor:
            return False
        return sum(self._can_run(seller, train) for train in pos.trains(seller)) == 1 and self._can_run(
            seller, deal.train
        )

    def _dutiful(self, offers: list[Offer]) -> list[Offer]:
        """Return, where a unit must buy a train, only the purchases after which it need not buy another."""
        trains = [offer for offer in offers if isinstance(offer.action, BuyTrain)]
        if Pass.verb in self._open or not trains:
            return offers
        return self._enough(self._offered(trains)) or self._enough(trains) or offers

    def _offered(self, trains: list[Offer]) -> list[Offer]:
        """Return the trains that a unit is offered which must buy one: those of the bank."""
        return [offer for offer in trains if getattr(offer.action, "seller", "") in (DEPOT, POOL)]

    def _filled(self, offer: Offer) -> Iterator[Action]:
        amounts = offer.amounts
        if amounts is None:
            yield offer.action
            return
        if isinstance(offer.action, Bid):
            yield offer.filled(amounts[0])
            return
        step = max(len(amounts) // AMOUNTS, 1)
        some = [*amounts[::step], amounts[-1]]
        for amount in dict.fromkeys(some):
            yield offer.filled(amount)

    def _may_sell(self, sale: Sell) -> bool:
        """Tell whether a sale is worth a thought: of what one does not direct, nor has bought in this round."""
        return self._pos.director(sale.unit) != sale.actor and sale.unit not in self._latest


def _some_places(offers: list[Offer], count: int) -> list[Offer]:
    """Return offers with one of each verb and hex, of so many hexes: what is bought for one differs little."""
    seen, places = dict[object, Offer](), Counter[str]()
    for offer in offers:
        verb, place = offer.action.verb, getattr(offer.action, "hex", None)
        name = (verb, place) if place else offer.action
        if name not in seen and (not place or places[verb] < count):
            places[verb] += 1
            seen[name] = offer
    return list(seen.values())
