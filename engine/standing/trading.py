"""Orders that spend a player's money: shares up to a price, pars, and lots of a draft or an auction in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from engine.actions import Bid, Buy, Draft, Par
from engine.choices import Offer
from engine.finance import shares
from engine.game import Game
from engine.opponents.plain import price_of
from engine.position import Position
from engine.standing.orders import (
    Act,
    Finish,
    Order,
    Response,
    Wait,
    is_later,
    last_set,
    operates,
    own_offers,
    passing,
)
from engine.state import OFFER
from engine.steps.par import ParStep

BID_STEP = 10
"""By how much a limit for bids goes up or down at a time, in the title's currency."""


@dataclass(frozen=True, slots=True)
class BuyShares(Order):
    """Buy shares of a corporation until the player holds so many percent, at most at a price a share.

    ``before`` is what the player held when the order was given, ``until`` what it shall come to. An operating round
    of a set after ``last`` ends the order.
    """

    kind: ClassVar[str] = "buy_shares"
    unit: str
    until: int
    price: int
    before: int
    last: int = 0

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield one share of every corporation that has a price, at that price; others fill the numbers in."""
        pos = game.pos
        for unit in pos.title.data.units:
            if pos.price(unit.id) and unit.shares:
                held = pos.percent(player, unit.id)
                yield cls(unit.id, held + shares.size(pos, unit.id), pos.price(unit.id), held, last_set(pos))

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
        yield from _other_prices(self, filter(None, game.title.prices.values()))

    def with_numbers(self, until: int, price: int) -> Order:
        """Return the order for this holding and price."""
        return replace(self, until=until, price=price)

    def overtaken(self, game: Game, player: str) -> Finish | None:
        """End when the wish is fulfilled, or the stock round is over; a price may still change."""
        pos = game.pos
        if pos.percent(player, self.unit) >= self.until:
            return Finish("done", {"unit": self.unit, "percent": pos.percent(player, self.unit)})
        return Finish("operating") if is_later(pos, self.last) else None

    def answer(self, game: Game, player: str) -> Response:
        """Buy one, or pass where one was bought in this turn."""
        if (ended := self.overtaken(game, player)) is not None:
            return ended
        if operates(game.pos):
            return Wait()
        if game.pos.turn.bought:
            return passing(game, player)
        found = list(self._for_sale(game, player))
        if not found:
            return Finish("unavailable", {"unit": self.unit})
        price, offer = min(found, key=lambda one: (one[0], price_of(one[1])))
        return (
            Act(offer.action) if price <= self.price else Finish("price", {"unit": self.unit, "price": price})
        )

    def _for_sale(self, game: Game, player: str) -> Iterator[tuple[int, Offer]]:
        """Yield what the player may buy of this corporation and wants, each with what a share costs, rounded up."""
        size, room = shares.size(game.pos, self.unit), self.until - game.pos.percent(player, self.unit)
        for offer in own_offers(game, player):
            action = offer.action
            if isinstance(action, Buy) and action.unit == self.unit and action.percent <= room:
                yield -(-price_of(offer) * size // action.percent), offer


@dataclass(frozen=True, slots=True)
class StartAt(Order):
    """Start a corporation at a par price as soon as the player can.

    An operating round of a set after ``last`` ends the order.
    """

    kind: ClassVar[str] = "start_at"
    unit: str
    price: int
    last: int

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield every corporation that can be started, at the lowest par price; others fill the price in."""
        pos = game.pos
        for unit in pos.title.share_sizes:
            if _is_unstarted(pos, unit) and (prices := _par_prices(pos, unit)):
                yield cls(unit, min(prices), last_set(pos))

    @property
    def name(self) -> str:
        """Return the kind and the corporation."""
        return f"{self.kind}/{self.unit}"

    def varied(self, game: Game) -> Iterator[tuple[str, Order]]:
        """Yield the next par price above and below."""
        return _other_prices(self, _par_prices(game.pos, self.unit))

    def with_numbers(self, until: int, price: int) -> Order:
        """Return the order for this price."""
        return replace(self, price=price)

    def overtaken(self, game: Game, player: str) -> Finish | None:
        """End when the corporation is started, by whomever, or the stock round is over."""
        if not _is_unstarted(game.pos, self.unit):
            own = game.pos.director(self.unit) == player
            return Finish("own" if own else "started", {"unit": self.unit})
        return Finish("operating") if is_later(game.pos, self.last) else None

    def answer(self, game: Game, player: str) -> Response:
        """Start it if that is legal; a price at which it never can start is nothing to wait for."""
        if (ended := self.overtaken(game, player)) is not None:
            return ended
        if self.price not in _par_prices(game.pos, self.unit):
            return Finish("refused")
        wanted = Par(player, self.unit, self.price)
        return Act(wanted) if wanted in game.choices else Wait()


def _par_prices(pos: Position, unit: str) -> set[int]:
    """Return the prices at which somebody could start a corporation, whoever can pay them."""
    steps = (step for step in pos.title.steps.values() if isinstance(step, ParStep))
    return {price for step in steps for price in step.prices(pos, unit)}


def _is_unstarted(pos: Position, unit: str) -> bool:
    return pos.state.certificates.get(shares.director_certificate(unit)) == OFFER


def _other_prices(order: StartAt | BuyShares, prices: Iterable[int]) -> Iterator[tuple[str, Order]]:
    """Yield an order at the prices above its own and below, the nearest first."""
    rising = sorted(set(prices))
    yield from (("price_more", replace(order, price=price)) for price in rising if price > order.price)
    yield from (("price_less", replace(order, price=price)) for price in rising[::-1] if price < order.price)


@dataclass(frozen=True, slots=True)
class TakeFirst(Order):
    """Draft or bid for the first of several lots that is still to be had; each bid is the least there is.

    A bid is at most ``price``, in the title's currency; in a draft, where nobody bids, it is 0. When the order was
    given, the player ``held`` so much of each lot: percent, or 1.
    """

    kind: ClassVar[str] = "take_first"
    lots: tuple[str, ...]
    price: int
    held: Mapping[str, int]

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield every lot of the round, now or later, for a bid up to its face value; others fill the price in."""
        pos, lots = game.pos, open_lots(game.pos)
        held = {lot: amount for lot in lots if (amount := _held(pos, player, lot))}
        bids = {lot: _least(offer) for offer in game.choices.offers if (lot := _bid_for(offer))}
        auction = pos.title.rounds[pos.state.frames[0].kind].has(pos, Bid)
        for lot in lots:
            yield cls((lot,), max(pos.title.privates[lot].price, bids.get(lot, 0)) if auction else 0, held)

    @property
    def name(self) -> str:
        """Return the kind, the lots, and how they are had."""
        return f"{self.kind}/{'.'.join(self.lots)}/{'bid' if self.price else 'draft'}"

    def named(self, name: str) -> Order | None:
        """Return the order of that name, if its first lot is the first of this one."""
        lots = tuple(name.partition("/")[2].partition("/")[0].split("."))
        found = replace(self, lots=lots)
        return found if lots[0] == self.lots[0] and found.name == name else None

    def others(self, game: Game) -> Iterator[tuple[str, Order]]:
        """Yield every further lot with the order that takes it where the lots before cannot be had."""
        for lot in open_lots(game.pos):
            if lot not in self.lots:
                yield lot, replace(self, lots=(*self.lots, lot))

    def varied(self, game: Game) -> Iterator[tuple[str, Order]]:
        """Yield a higher and a lower limit for bids."""
        if self.price:
            yield "price_more", replace(self, price=self.price + BID_STEP)
        if self.price > BID_STEP:
            yield "price_less", replace(self, price=self.price - BID_STEP)

    def with_numbers(self, until: int, price: int) -> Order:
        """Return the order for this price."""
        return replace(self, price=price)

    def overtaken(self, game: Game, player: str) -> Finish | None:
        """End when one of the lots is the player's, or when all are somebody's."""
        for lot in self.lots:
            if _held(game.pos, player, lot) > self.held.get(lot, 0):
                return Finish("won", {"lot": lot})
        left = open_lots(game.pos)
        return None if any(lot in left for lot in self.lots) else self._without("lost")

    def answer(self, game: Game, player: str) -> Response:
        """Take the first lot that can be had; wait for the auction of one that is not up yet."""
        if (ended := self.overtaken(game, player)) is not None:
            return ended
        offers, left = {_lot(offer): offer for offer in own_offers(game, player)}, open_lots(game.pos)
        why = Finish("refused")
        for lot in self.lots:
            if lot in offers and _least(offers[lot]) <= self.price:
                return Act(next(iter(offers[lot])))
            if lot in offers:
                why = Finish("bid", {"lot": lot, "price": _least(offers[lot])})
            elif self.price and lot in left:
                return Wait()
        return self._without(why.why, why.values)

    def _without(self, why: str, values: Mapping[str, Any] | None = None) -> Finish:
        """Return why the order ends with nothing: a bid too high, or the lots that nobody can have any more."""
        alone = len(self.lots) == 1 or why == "bid"
        return Finish(why, {"lot": self.lots[0], **(values or {})}) if alone else Finish("none")


def open_lots(pos: Position) -> list[str]:
    """What may be drafted or auctioned in this round, now or later, each lot once."""
    if operates(pos):
        return []
    steps = pos.title.rounds[pos.state.frames[0].kind].steps(pos)
    return list(dict.fromkeys(lot for step in steps for lot in step.lots(pos)))


def _held(pos: Position, player: str, lot: str) -> int:
    """Return how much a player has of a lot: percent of a corporation, 1 for what has one owner."""
    return pos.percent(player, lot) if lot in pos.title.share_sizes else int(pos.owner(lot) == player)


def _lot(offer: Offer) -> str:
    """Return the lot that an offer is for, empty where it is for none."""
    return offer.action.certificate if isinstance(offer.action, Draft) else _bid_for(offer)


def _bid_for(offer: Offer) -> str:
    return offer.action.private if isinstance(offer.action, Bid) else ""


def _least(offer: Offer) -> int:
    """Return the least bid of an offer, 0 where nobody bids."""
    return int(getattr(next(iter(offer)), "price", 0))
