"""Orders that spend a player's money: shares up to a price, bids up to a price."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from engine.actions import Bid, Buy
from engine.choices import Offer
from engine.finance import shares
from engine.game import Game
from engine.opponents.plain import price_of
from engine.standing.orders import Act, Finish, Order, Response, Wait, operates, own_offers, passing

BID_STEP = 10
"""By how much a limit for bids goes up or down at a time, in the title's currency."""


@dataclass(frozen=True, slots=True)
class BuyShares(Order):
    """Buy shares of a corporation until the player holds so many percent, at most at a price a share.

    ``before`` is what the player held when the order was given, ``until`` what it shall come to.
    """

    kind: ClassVar[str] = "buy_shares"
    unit: str
    until: int
    price: int
    before: int

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield one share of every corporation that has a price, at that price; others fill the numbers in."""
        pos = game.pos
        if operates(pos):
            return
        for unit in pos.title.data.units:
            if pos.price(unit.id) and unit.shares:
                held = pos.percent(player, unit.id)
                yield cls(unit.id, held + shares.size(pos, unit.id), pos.price(unit.id), held)

    @property
    def name(self) -> str:
        """Return the kind and the corporation."""
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

    def overtaken(self, game: Game, player: str) -> Finish | None:
        """End when the wish is fulfilled, the price is too high, or corporations operate."""
        pos = game.pos
        if pos.percent(player, self.unit) >= self.until:
            return Finish("done", {"unit": self.unit, "percent": pos.percent(player, self.unit)})
        if operates(pos):
            return Finish("operating")
        if pos.price(self.unit) > self.price:
            return Finish("price", {"unit": self.unit, "price": pos.price(self.unit)})
        return None

    def answer(self, game: Game, player: str) -> Response:
        """Buy one, or pass where one was bought in this turn."""
        if (ended := self.overtaken(game, player)) is not None:
            return ended
        if game.pos.turn.bought:
            return passing(game, player)
        room = self.until - game.pos.percent(player, self.unit)
        found = [offer for offer in own_offers(game, player) if self._fits(game, offer, room)]
        if not found:
            return Finish("unavailable", {"unit": self.unit})
        return Act(min(found, key=price_of).action)

    def _fits(self, game: Game, offer: Offer, room: int) -> bool:
        """Tell whether a purchase is of this corporation, not too dear a share, and not more than is wanted."""
        action = offer.action
        if not isinstance(action, Buy) or action.unit != self.unit or action.percent > room:
            return False
        return price_of(offer) * shares.size(game.pos, self.unit) <= self.price * action.percent


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
        for offer in own_offers(game, player):
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

    def overtaken(self, game: Game, player: str) -> Finish | None:
        """End when the private has an owner."""
        owner = game.pos.owner(self.private)
        if owner == player:
            return Finish("won", {"private": self.private})
        return Finish("lost", {"private": self.private}) if owner else None

    def answer(self, game: Game, player: str) -> Response:
        """Bid the least there is, if that is not too much."""
        if (ended := self.overtaken(game, player)) is not None:
            return ended
        for offer in own_offers(game, player):
            if isinstance(offer.action, Bid) and offer.action.private == self.private:
                least = _least(offer)
                if least > self.price:
                    return Finish("bid", {"private": self.private, "price": least})
                return Act(next(iter(offer)))
        return Wait()


def _least(offer: Offer) -> int:
    return int(getattr(next(iter(offer)), "price", 0))
