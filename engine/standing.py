"""Standing orders: what a player has decided beforehand. An order is a function of a position, and nothing else.

Asked at a decision, an order answers with an action among the legal choices, with patience, or with the reason for
which it ends. What it must remember is written down when it is given, so it never depends on who asks, or when.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, ClassVar, Self

from engine.actions import Action, Bid, Buy, LayTile, Pass, PayDividend, PlaceToken, RunTrains
from engine.choices import Offer
from engine.finance import shares
from engine.game import Game
from engine.opponents.plain import net_of, price_of
from engine.position import Position
from engine.rounds.operating import OperatingRound
from engine.state import POOL


@dataclass(frozen=True, slots=True)
class Act:
    """The order does something now."""

    action: Action


@dataclass(frozen=True, slots=True)
class Wait:
    """The order has nothing to do at this decision, and stays."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The order ends: a key that says why, and values for its sentence."""

    why: str
    values: Mapping[str, Any] | None = None


Answer = Act | Wait | Stop

BID_STEP = 10
"""By how much a limit for bids goes up or down at a time, in the title's currency."""


@dataclass(frozen=True, slots=True)
class Order:
    """Something a player wants done whenever it can be done."""

    kind: ClassVar[str] = ""

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield the orders of this kind that make sense now, in a fixed order."""
        raise NotImplementedError

    def answer(self, game: Game, player: str) -> Answer:
        """Return what the order does at this decision of the player; asked only while the game is not over."""
        raise NotImplementedError

    def overtaken(self, game: Game, player: str) -> Stop | None:
        """Return why the order ends though the player has nothing to decide; None while it stays."""
        return None

    @property
    def name(self) -> str:
        """Return what tells this order from the others that are offered, whatever its numbers are."""
        return self.kind

    def varied(self, game: Game) -> Iterator[tuple[str, Order]]:
        """Yield the order with one of its numbers a step higher or lower, each with the name of that step."""
        return iter(())

    def with_numbers(self, until: int, price: int) -> Order:
        """Return the order with these numbers, where it has such."""
        return self

    def dump(self) -> dict[str, Any]:
        """Return the order as JSON values."""
        return {"kind": self.kind, **asdict(self)}


def _place(pos: Position) -> str:
    """Return which round this is, whatever decision is open in it."""
    base = pos.state.frames[0]
    return f"{base.kind} {' '.join(map(str, base.number))}"


def _operates(pos: Position) -> bool:
    return isinstance(pos.title.rounds[pos.state.frames[0].kind], OperatingRound)


def _sales(pos: Position) -> dict[str, list[str]]:
    """Return the companies that each player has sold in this round."""
    told: Mapping[str, tuple[str, ...]] = getattr(pos.notes_of(pos.state.frames[0]), "sold", {})
    return {player: list(units) for player, units in told.items()}


def _own(game: Game, player: str) -> list[Offer]:
    return [offer for offer in game.choices.offers if offer.action.actor == player]


def _passing(game: Game, player: str) -> Answer:
    """Return a pass, or that the player must do something else."""
    own = next((offer.action for offer in _own(game, player) if isinstance(offer.action, Pass)), None)
    return Act(own) if own is not None else Stop("duty")


@dataclass(frozen=True, slots=True)
class PassRound(Order):
    """Pass until this stock round is over."""

    kind: ClassVar[str] = "pass_round"
    round: str

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield it in rounds in which players have turns."""
        if not _operates(game.pos):
            yield cls(_place(game.pos))

    def overtaken(self, game: Game, player: str) -> Stop | None:
        """End with the round."""
        return None if _place(game.pos) == self.round else Stop("round")

    def answer(self, game: Game, player: str) -> Answer:
        """Pass."""
        return self.overtaken(game, player) or _passing(game, player)


@dataclass(frozen=True, slots=True)
class PassUntil(Order):
    """Pass until somebody sells what the player owns, or an operating round begins.

    When the order was given, ``pool`` was in the bank pool of each company, in percent, and ``sold`` had been sold in
    the round, by whom.
    """

    kind: ClassVar[str] = "pass_until"
    pool: Mapping[str, int]
    sold: Mapping[str, list[str]]

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield it in rounds in which players have turns."""
        if not _operates(game.pos):
            units = (unit.id for unit in game.title.data.units)
            pool = {unit: game.pos.percent(POOL, unit) for unit in units if game.pos.percent(POOL, unit)}
            yield cls(pool, _sales(game.pos))

    def overtaken(self, game: Game, player: str) -> Stop | None:
        """End with a sale of what the player holds, or with the round."""
        pos = game.pos
        if _operates(pos):
            return Stop("operating")
        for (holder, unit), held in pos.holdings.items():
            if holder == player and held and self._was_sold(pos, player, unit):
                return Stop("sold", {"unit": unit})
        return None

    def _was_sold(self, pos: Position, player: str, unit: str) -> bool:
        """Tell whether anybody else has sold shares of a company since the order was given."""
        new = [
            one
            for one, units in _sales(pos).items()
            if one != player and unit in units and unit not in self.sold.get(one, ())
        ]
        return bool(new) or pos.percent(POOL, unit) > self.pool.get(unit, 0)

    def answer(self, game: Game, player: str) -> Answer:
        """Pass."""
        return self.overtaken(game, player) or _passing(game, player)


@dataclass(frozen=True, slots=True)
class BuyShares(Order):
    """Buy shares of a company until the player holds so many percent, at most at a price a share.

    ``before`` is what the player held when the order was given, ``until`` what it shall come to.
    """

    kind: ClassVar[str] = "buy_shares"
    unit: str
    until: int
    price: int
    before: int

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield one share of every company that has a price, at that price; others fill the numbers in."""
        pos = game.pos
        if _operates(pos):
            return
        for unit in pos.title.data.units:
            if pos.price(unit.id) and unit.shares:
                held = pos.percent(player, unit.id)
                yield cls(unit.id, held + shares.size(pos, unit.id), pos.price(unit.id), held)

    @property
    def name(self) -> str:
        """Return the kind and the company."""
        return f"{self.kind}/{self.unit}"

    def varied(self, game: Game) -> Iterator[tuple[str, Order]]:
        """Yield one share more or less, and the next price of the market above or below."""
        share = shares.size(game.pos, self.unit)
        if self.until + share <= 100:
            yield "share_more", replace(self, until=self.until + share)
        if self.until - share > self.before:
            yield "share_less", replace(self, until=self.until - share)
        prices = sorted({price for price in game.title.prices.values() if price})
        yield from (("price_more", replace(self, price=price)) for price in prices if price > self.price)
        yield from (
            ("price_less", replace(self, price=price)) for price in prices[::-1] if price < self.price
        )

    def with_numbers(self, until: int, price: int) -> Order:
        """Return the order for this holding and price."""
        return replace(self, until=until, price=price)

    def overtaken(self, game: Game, player: str) -> Stop | None:
        """End when the wish is fulfilled, the price is too high, or companies operate."""
        pos = game.pos
        if pos.percent(player, self.unit) >= self.until:
            return Stop("done", {"unit": self.unit, "percent": pos.percent(player, self.unit)})
        if _operates(pos):
            return Stop("operating")
        if pos.price(self.unit) > self.price:
            return Stop("price", {"unit": self.unit, "price": pos.price(self.unit)})
        return None

    def answer(self, game: Game, player: str) -> Answer:
        """Buy one, or pass where one was bought in this turn."""
        if (ended := self.overtaken(game, player)) is not None:
            return ended
        if game.pos.turn.bought:
            return _passing(game, player)
        room = self.until - game.pos.percent(player, self.unit)
        found = [offer for offer in _own(game, player) if self._fits(offer, room)]
        if not found:
            return Stop("unavailable", {"unit": self.unit})
        return Act(min(found, key=price_of).action)

    def _fits(self, offer: Offer, room: int) -> bool:
        """Tell whether a purchase is of this company, not too dear a share, and not more than is wanted."""
        action = offer.action
        if not isinstance(action, Buy) or action.unit != self.unit or action.percent > room:
            return False
        return price_of(offer) * 10 <= self.price * action.percent


@dataclass(frozen=True, slots=True)
class BidUp(Order):
    """Bid for a private, each time the least there is, up to a price."""

    kind: ClassVar[str] = "bid_up"
    private: str
    price: int

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield the privates that may be bid for, up to the face value of each; others fill the price in."""
        faces = {one.id: one.price for one in game.title.data.privates}
        for offer in _own(game, player):
            if isinstance(offer.action, Bid):
                yield cls(offer.action.private, max(faces[offer.action.private], _least(offer)))

    @property
    def name(self) -> str:
        """Return the kind and the private."""
        return f"{self.kind}/{self.private}"

    def varied(self, game: Game) -> Iterator[tuple[str, Order]]:
        """Yield a higher and a lower limit."""
        yield "price_more", replace(self, price=self.price + BID_STEP)
        if self.price > BID_STEP:
            yield "price_less", replace(self, price=self.price - BID_STEP)

    def with_numbers(self, until: int, price: int) -> Order:
        """Return the order for this price."""
        return replace(self, price=price)

    def overtaken(self, game: Game, player: str) -> Stop | None:
        """End when the private has an owner."""
        owner = game.pos.owner(self.private)
        if owner == player:
            return Stop("won", {"private": self.private})
        return Stop("lost", {"private": self.private}) if owner else None

    def answer(self, game: Game, player: str) -> Answer:
        """Bid the least there is, if that is not too much."""
        if (ended := self.overtaken(game, player)) is not None:
            return ended
        for offer in _own(game, player):
            if isinstance(offer.action, Bid) and offer.action.private == self.private:
                least = _least(offer)
                if least > self.price:
                    return Stop("bid", {"private": self.private, "price": least})
                return Act(next(iter(offer)))
        return Wait()


def _least(offer: Offer) -> int:
    return int(getattr(next(iter(offer)), "price", 0))


@dataclass(frozen=True, slots=True)
class RunBest(Order):
    """Run the best routes of a company every round, and pay the dividend or keep it.

    With ``idle`` nothing is built or bought in these turns; without, the order waits until building is over.
    """

    kind: ClassVar[str] = "run_best"
    unit: str
    pays: bool
    idle: bool

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield, for every company of the player that has a train, each way to run it."""
        pos = game.pos
        for unit in pos.title.units:
            if pos.director(unit) == player and pos.state.trains.get(unit):
                for idle in (False, True):
                    yield cls(unit, pays=True, idle=idle)
                    yield cls(unit, pays=False, idle=idle)

    @property
    def name(self) -> str:
        """Return the kind, the company, and what is done with it."""
        return f"{self.kind}/{self.unit}/{'pay' if self.pays else 'keep'}{'/idle' if self.idle else ''}"

    def overtaken(self, game: Game, player: str) -> Stop | None:
        """End when the company has another director, or no train."""
        pos = game.pos
        if pos.director(self.unit) != player:
            return Stop("director", {"unit": self.unit})
        return None if pos.state.trains.get(self.unit) else Stop("trainless", {"unit": self.unit})

    def answer(self, game: Game, player: str) -> Answer:
        """Run, decide about the dividend, or end the turn."""
        if (ended := self.overtaken(game, player)) is not None:
            return ended
        if game.pos.unit != self.unit or len(game.state.frames) > 1:
            return Wait()
        own = _own(game, player)
        if not self.idle and any(isinstance(offer.action, LayTile | PlaceToken) for offer in own):
            return Wait()
        runs = [offer for offer in own if isinstance(offer.action, RunTrains)]
        if runs:
            return Act(max(runs, key=net_of).action)
        for offer in own:
            if isinstance(offer.action, PayDividend):
                return Act(list(offer)[-1 if self.pays else 0])
        return _passing(game, player) if self.idle else Wait()


@dataclass(frozen=True, slots=True)
class OneAnswer(Order):
    """Never ask what has one answer."""

    kind: ClassVar[str] = "one_answer"

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield it at any time."""
        yield cls()

    def answer(self, game: Game, player: str) -> Answer:
        """Do the only thing that can be done."""
        own = _own(game, player)
        return Act(next(iter(own[0]))) if len(own) == 1 and len(own[0]) == 1 else Wait()


KINDS: dict[str, type[Order]] = {
    kind.kind: kind for kind in (PassRound, PassUntil, BuyShares, BidUp, RunBest, OneAnswer)
}
"""The kinds of orders by name, in the order in which they are offered and asked."""


def load(stored: Mapping[str, Any]) -> Order:
    """Return the order that :meth:`Order.dump` wrote.

    :raises KeyError: when there is no such kind of order, or a part is missing
    """
    kind = KINDS[stored["kind"]]
    return kind(**{one.name: stored[one.name] for one in fields(kind)})


def offered(game: Game, player: str) -> list[Order]:
    """Return the orders that a player may give now."""
    if game.state.over:
        return []
    return [order for kind in KINDS.values() for order in kind.offered(game, player)]


def ask(order: Order, game: Game, player: str) -> Answer:
    """Return what an order does now; an action is always among the legal choices."""
    if game.state.over:
        return Stop("over")
    if player not in game.pos.awaited:
        return order.overtaken(game, player) or Wait()
    found = order.answer(game, player)
    if isinstance(found, Act) and found.action not in game.choices:
        return Stop("refused")
    return found
