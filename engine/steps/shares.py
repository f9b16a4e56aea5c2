"""Selling and buying certificates in a stock round, and starting corporations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.actions import Buy, Sell
from engine.defaults import always, nothing
from engine.events import Bought, Directed, Sold
from engine.finance import shares
from engine.notes import StockNotes
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rule, Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, OFFER, POOL
from engine.steps import Step
from engine.steps.turn import players_turn


def corporations(pos: Position) -> list[str]:
    """Return the corporations with shares, in the title's order."""
    return list(pos.title.share_sizes)


def sold_before(pos: Position, player: str) -> list[str]:
    """Return the corporations that a player has sold in this round."""
    return list(pos.notes(StockNotes).sold.get(player, ()))


def has_bought(pos: Position, player: str) -> bool:
    """Tell whether a player has bought something in this turn, or in one that has just ended with it."""
    now = bool(pos.turn.bought) and player == pos.acting
    return now or pos.notes(StockNotes).bought == player


@rule("sell_after_buy", personal=True)
def not_after_buying(pos: Position, sale: Sell) -> Refusal | None:
    """Sales come before the purchase of a turn."""
    return unless(not has_bought(pos, sale.actor))


@rule("sell_private")
def is_share(pos: Position, sale: Sell) -> Refusal | None:
    """Only shares are sold, not privates."""
    return unless(sale.unit not in pos.title.privates, private=sale.unit)


@rule("sell_holding")
def seller_holds(pos: Position, sale: Sell) -> Refusal | None:
    """A block consists of whole shares that the seller has."""
    unit = pos.title.units.get(sale.unit)
    if unit is None or not unit.shares:
        return refuse(unit=sale.unit)
    held = pos.percent(sale.actor, sale.unit)
    step = shares.size(pos, sale.unit)
    told = {"percent": held} if held else {}
    return unless(0 < sale.percent <= held and sale.percent % step == 0, unit=sale.unit, **told)


@rule("sell_change")
def can_be_handed_over(pos: Position, sale: Sell) -> Refusal | None:
    """The block can be made of the seller's certificates, with change from the pool if need be."""
    return unless(shares.block(pos, sale.actor, sale.unit, sale.percent) is not None, unit=sale.unit)


def resigns(pos: Position, sale: Sell) -> bool:
    """Tell whether a director would keep less than the director certificate."""
    kept = pos.percent(sale.actor, sale.unit) - sale.percent
    return pos.director(sale.unit) == sale.actor and kept < shares.director_share(pos, sale.unit)


def heir(pos: Position, sale: Sell) -> str:
    """Return who directs the corporation after a sale by its director; empty where the director stays."""
    return shares.heir_of(pos, sale.actor, sale.unit, sale.percent)


@rule("sell_change")
def no_change(pos: Position, sale: Sell) -> Refusal | None:
    """A block is made of the seller's whole certificates, unless he gives the director's certificate up."""
    if shares.block(pos, sale.actor, sale.unit, sale.percent) is None:
        return refuse(unit=sale.unit)
    singles = shares.singles(pos, sale.actor, sale.unit)
    whole = shares.made_of(pos, singles, sale.percent)
    largest = max((pos.share(one)[1] for one in singles), default=0)
    return unless(resigns(pos, sale) or whole is not None, unit=sale.unit, percent=largest)


@rule("sell_again")
def one_block(pos: Position, sale: Sell) -> Refusal | None:
    """A corporation is sold in one block a turn."""
    return unless(sale.unit not in pos.turn.sold, unit=sale.unit)


@rule("sell_director")
def office_passes_on(pos: Position, sale: Sell) -> Refusal | None:
    """A director sells below his certificate only if another player can become director."""
    return unless(not resigns(pos, sale) or bool(heir(pos, sale)), unit=sale.unit)


SELLING: Rules[Sell] = Rules((players_turn, seller_holds, one_block, office_passes_on))


def as_first_sold(price: Callable[[Position, str], int]) -> Callable[[Position, str], int]:
    """Return a share's price where all sales of a corporation in a turn are one block: that of the first sale."""
    return lambda pos, unit: pos.turn.rates.get(unit) or price(pos, unit)


def once_a_turn(
    fall: Callable[[Scratch, str, int], None], price: Callable[[Position, str], int]
) -> Callable[[Scratch, str, int], None]:
    """Return the effect of a sale where all sales of a corporation in a turn are one block: its price falls once."""

    def after_sale(scratch: Scratch, unit: str, percent: int) -> None:
        pos = scratch.now
        if unit not in pos.turn.rates:
            scratch.note(rates={**pos.turn.rates, unit: price(pos, unit)})
            fall(scratch, unit, percent)

    return after_sale


@dataclass(frozen=True, eq=False)
class SellSharesStep(Step[Sell]):
    """Sell blocks of shares, one corporation a block.

    ``on_sale`` moves the price, ``per_share`` tells what the seller gets for one share of a block. ``needed`` tells
    whether anything can be sold now at all.
    """

    rules: Rules[Sell]
    on_sale: Callable[[Scratch, str, int], None]
    per_share: Callable[[Position, str], int] = Position.price
    needed: Callable[[Position], bool] = always

    verb = Sell
    repeats = True

    def candidates(self, pos: Position) -> Iterator[Sell]:
        """Yield every block of every corporation the player holds."""
        player = pos.awaited[0]
        for unit in corporations(pos) if self.needed(pos) else ():
            step = shares.size(pos, unit)
            for percent in range(step, pos.percent(player, unit) + 1, step):
                yield Sell(player, unit, percent)

    def facts(self, pos: Position, action: Sell) -> Mapping[str, Any]:
        """Return the proceeds of the block."""
        return {"price": self.proceeds(pos, action)}

    def proceeds(self, pos: Position, sale: Sell) -> int:
        """Return the proceeds of a block."""
        return self.per_share(pos, sale.unit) * sale.percent // shares.size(pos, sale.unit)

    def apply(self, scratch: Scratch, action: Sell) -> None:
        """Pay the seller, hand over the shares, move the price."""
        player, unit, percent = action.actor, action.unit, action.percent
        price = self.proceeds(scratch.now, action)
        scratch.emit(Sold(player, unit, percent, price))
        scratch.pay(BANK, player, price, "sale")
        shares.sell(scratch, player, unit, percent)
        self.on_sale(scratch, unit, percent)
        note_sale(scratch, player, unit)


def note_sale(scratch: Scratch, player: str, unit: str) -> None:
    """Remember a sale for the turn and for the round."""
    scratch.note(sold=(*scratch.now.turn.sold, unit))
    if isinstance(scratch.now.round_notes, StockNotes):
        sold = scratch.now.notes(StockNotes).sold
        scratch.remember(sold={**sold, player: tuple(sorted({*sold.get(player, ()), unit}))})


# --- buying


def on_offer(pos: Position, deal: Buy) -> str:
    """Return the certificate a purchase would take, empty if its seller has none of that size."""
    alike = (
        certificate
        for certificate in pos.certificates(deal.seller, deal.unit)
        if pos.share(certificate)[1] == deal.percent
    )
    return next(alike, "")


def cost(pos: Position, deal: Buy) -> int:
    """Return the price of a purchase: for each share in the certificate the share price, or par if it is on offer."""
    price = pos.state.pars.get(deal.unit, 0) if deal.seller == OFFER else pos.price(deal.unit)
    return price * deal.percent // shares.size(pos, deal.unit)


@rule("buy_one", personal=True)
def one_certificate(pos: Position, deal: Any) -> Refusal | None:
    """Only one certificate, or one private, is bought in a turn."""
    return unless(not has_bought(pos, deal.actor))


@rule("players_deal")
def not_from_players(pos: Position, deal: Buy) -> Refusal | None:
    """Players do not deal with each other."""
    return unless(deal.seller not in pos.state.players)


@rule("buy_none")
def seller_has_it(pos: Position, deal: Buy) -> Refusal | None:
    """The seller has a certificate of that size."""
    unit = pos.title.units.get(deal.unit)
    if unit is None or deal.seller not in (OFFER, POOL) or deal.percent not in unit.shares:
        return refuse(unit=deal.unit)
    return unless(bool(on_offer(pos, deal)), unit=deal.unit, percent=deal.percent, seller=deal.seller)


@rule("buy_director")
def no_director_certificate(pos: Position, deal: Buy) -> Refusal | None:
    """The director certificate is not for sale."""
    return unless(on_offer(pos, deal) != shares.director_certificate(deal.unit), unit=deal.unit)


@rule("buy_director_first")
def director_goes_first(pos: Position, deal: Buy) -> Refusal | None:
    """The director certificate is bought first, at a par price set by its buyer unless it lies in the pool."""
    certificate = shares.director_certificate(deal.unit)
    holder = pos.state.certificates.get(certificate)
    itself = holder == POOL and on_offer(pos, deal) == certificate
    return unless(holder not in (OFFER, POOL) or itself, unit=deal.unit)


@rule("over_limit", personal=True)
def within_limit(pos: Position, deal: Any) -> Refusal | None:
    """A player over the certificate limit sells before buying."""
    return unless(shares.counted(pos, deal.actor) <= shares.limit(pos), limit=shares.limit(pos))


@rule("buy_after_sale")
def not_sold_before(pos: Position, deal: Buy) -> Refusal | None:
    """A player who sold a corporation does not buy it back in the same round."""
    return unless(deal.unit not in sold_before(pos, deal.actor), unit=deal.unit)


@rule("buy_limit", personal=True)
def room_for_one_more(pos: Position, deal: Any) -> Refusal | None:
    """A purchase does not break the certificate limit."""
    return unless(shares.counted(pos, deal.actor) < shares.limit(pos), limit=shares.limit(pos))


def would_hold(pos: Position, deal: Buy) -> int:
    """Return how many certificates the buyer would have after a purchase and the exchange that may follow it."""
    scratch = Scratch.upon(pos)
    scratch.give(on_offer(pos, deal), deal.actor)
    shares.update_director(scratch, deal.unit, deal.actor)
    return shares.counted(scratch.now, deal.actor)


@rule("buy_limit")
def room_or_exchange(pos: Position, deal: Buy) -> Refusal | None:
    """A purchase does not break the certificate limit, counted after the exchange for the director certificate."""
    limit = shares.limit(pos)
    room = shares.counted(pos, deal.actor) < limit
    return unless(room or would_hold(pos, deal) <= limit, limit=limit)


def within_holding(limit: Callable[[Position, str], int]) -> Rule[Buy]:
    """Return the rule that nobody buys more of a corporation than a ``limit``, in percent."""

    @rule("buy_holding")
    def within_its_limit(pos: Position, deal: Buy) -> Refusal | None:
        """Nobody buys more of a corporation than one player may own."""
        most = limit(pos, deal.unit)
        held = pos.percent(deal.actor, deal.unit)
        return unless(held + deal.percent <= most, unit=deal.unit, percent=most)

    return within_its_limit


def _holding_limit(pos: Position, unit: str) -> int:
    return pos.title.data.holding_limit


kept_to_the_limit = within_holding(_holding_limit)
"""Nobody buys more of a corporation than ``holding_limit`` of ``title.toml``."""


def can_pay(price: Callable[[Position, Buy], int]) -> Rule[Buy]:
    """Return the rule that the buyer has the money, for what a purchase costs there."""

    @rule("buy_cash")
    def has_the_money(pos: Position, deal: Buy) -> Refusal | None:
        """The buyer has the money for it."""
        asked, cash = price(pos, deal), pos.cash(deal.actor)
        return unless(cash >= asked, unit=deal.unit, price=asked, cash=cash)

    return has_the_money


buyer_can_pay = can_pay(cost)


BUYING: Rules[Buy] = Rules(
    (
        players_turn,
        seller_has_it,
        no_director_certificate,
        within_limit,
        not_sold_before,
        room_for_one_more,
        kept_to_the_limit,
        buyer_can_pay,
    )
)

BUYING_FROM_PAR: Rules[Buy] = Rules(
    (
        one_certificate,
        players_turn,
        not_from_players,
        seller_has_it,
        director_goes_first,
        within_limit,
        not_sold_before,
        room_for_one_more,
        buyer_can_pay,
    )
)
"""The rules about a purchase where corporations are started with a par price; titles add to them."""


def _no_exchange(pos: Position, deal: Buy) -> str:
    return ""


@dataclass(frozen=True, eq=False)
class BuyShareStep(Step[Buy]):
    """Buy one certificate, from the pool or from the offer; ``on_purchase`` does what follows from it.

    ``price`` is what it costs. ``turned_in`` is the certificate that goes back to the pool for it, empty if there is
    none.
    """

    rules: Rules[Buy]
    on_purchase: Callable[[Scratch, str], None] = nothing
    price: Callable[[Position, Buy], int] = cost
    turned_in: Callable[[Position, Buy], str] = _no_exchange

    verb = Buy

    def candidates(self, pos: Position) -> Iterator[Buy]:
        """Yield a certificate of every size in the pool and on offer, for every corporation that is for sale."""
        for unit in corporations(pos):
            if self._unbegun(pos, unit) or not self.rules.allow(pos, Buy(pos.acting, unit, 0), "unit"):
                continue
            for seller in (POOL, OFFER):
                sizes = {pos.share(certificate)[1] for certificate in pos.certificates(seller, unit)}
                for percent in sorted(sizes):
                    yield Buy(pos.acting, unit, percent, seller)

    def _unbegun(self, pos: Position, unit: str) -> bool:
        """Tell whether nothing of a corporation is for sale yet, as its director certificate goes first."""
        first = pos.state.certificates.get(shares.director_certificate(unit))
        return first == OFFER and director_goes_first in self.rules

    def facts(self, pos: Position, action: Buy) -> Mapping[str, Any]:
        """Return the price."""
        return {"price": self.price(pos, action)}

    def apply(self, scratch: Scratch, action: Buy) -> None:
        """Pay, hand the certificate over, and settle who directs."""
        pos = scratch.now
        price, back, bought = self.price(pos, action), self.turned_in(pos, action), on_offer(pos, action)
        more = action.percent - (pos.share(back)[1] if back else 0)
        scratch.emit(Bought(action.actor, action.unit, more, price, action.seller))
        scratch.pay(action.actor, BANK, price, "share")
        if back:
            scratch.give(back, POOL)
        scratch.give(bought, action.actor)
        if bought == shares.director_certificate(action.unit):
            scratch.emit(Directed(action.unit, action.actor))
        else:
            shares.update_director(scratch, action.unit, action.actor)
        scratch.note(bought=action.unit)
        self.on_purchase(scratch, action.unit)
