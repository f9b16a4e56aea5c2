"""Selling and buying certificates in a stock round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.actions import Buy, Sell
from engine.events import Bought, Directed, Sold
from engine.finance import shares
from engine.position import Position
from engine.rules import KEPT, Fault, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, POOL
from engine.steps import Step
from engine.steps.turn import players_turn


def corporations(pos: Position) -> list[str]:
    """Return the corporations with shares, in the order of the title."""
    return [unit.id for unit in pos.title.data.units if unit.shares]


def sold_before(pos: Position, player: str) -> list[str]:
    """Return what a player has sold in this round."""
    return list(pos.frame.memo.get("sold", {}).get(player, ()))


@rule("sell_after_buy")
def not_after_buying(pos: Position, sale: Sell) -> Fault | None:
    """A turn is over when something was bought; sales come first."""
    return unless(pos.frame.memo.get("bought") != sale.actor)


@rule("sell_holding")
def seller_holds(pos: Position, sale: Sell) -> Fault | None:
    """A block consists of whole shares that the seller has."""
    unit = pos.title.units.get(sale.unit)
    if unit is None or not unit.shares:
        return {"unit": sale.unit, "percent": 0}
    held = pos.percent(sale.actor, sale.unit)
    step = min(unit.shares)
    return unless(0 < sale.percent <= held and sale.percent % step == 0, unit=sale.unit, percent=held)


@rule("sell_again")
def one_block(pos: Position, sale: Sell) -> Fault | None:
    """A corporation is sold in one block a turn."""
    return unless(sale.unit not in pos.frame.turn.get("sold", ()), unit=sale.unit)


@rule("sell_director")
def office_passes_on(pos: Position, sale: Sell) -> Fault | None:
    """A director sells below his certificate only if somebody else can take it over."""
    if pos.director(sale.unit) != sale.actor:
        return KEPT
    kept = pos.percent(sale.actor, sale.unit) - sale.percent
    heir = shares.rival(pos, sale.unit, sale.actor, kept)
    return unless(kept >= shares.director_share(pos, sale.unit) or bool(heir), unit=sale.unit)


SELLING: Rules[Sell] = Rules((players_turn, seller_holds, one_block, office_passes_on))


class SellShares(Step[Sell]):
    """Sell blocks of shares, one corporation a block."""

    verb = Sell
    repeats = True

    def __init__(self, rules: Rules[Sell], on_sale: Callable[[Scratch, str, int], None]) -> None:
        super().__init__(rules)
        self.on_sale = on_sale

    def candidates(self, pos: Position) -> Iterator[Sell]:
        """Yield every block of every corporation the player holds."""
        for unit in corporations(pos):
            step = min(pos.title.units[unit].shares)
            for percent in range(step, pos.percent(pos.acting, unit) + 1, step):
                yield Sell(pos.acting, unit, percent)

    def facts(self, pos: Position, action: Sell) -> Mapping[str, Any]:
        """Return what the block brings."""
        return {"price": proceeds(pos, action)}

    def apply(self, scratch: Scratch, action: Sell) -> None:
        """Pay the seller, hand over the shares, move the price."""
        player, unit, percent = action.actor, action.unit, action.percent
        price = proceeds(scratch.now, action)
        scratch.emit(Sold(player, unit, percent, price))
        scratch.pay(BANK, player, price, "sale")
        shares.sell(scratch, player, unit, percent)
        self.on_sale(scratch, unit, percent)
        note_sale(scratch, player, unit)


def proceeds(pos: Position, sale: Sell) -> int:
    """Return what a block brings: the price before the sale for every share."""
    return pos.price(sale.unit) * sale.percent // min(pos.title.units[sale.unit].shares)


def note_sale(scratch: Scratch, player: str, unit: str) -> None:
    """Remember a sale for the turn and for the round."""
    scratch.note(sold=[*scratch.frame.turn.get("sold", ()), unit])
    sold = scratch.frame.memo.get("sold", {})
    scratch.remember(sold={**sold, player: sorted({*sold.get(player, ()), unit})})


# --- buying


def on_offer(pos: Position, deal: Buy) -> str:
    """Return the certificate a purchase is about, empty if its seller has none of that size."""
    for paper in sorted(pos.certificates(deal.seller, deal.unit), key=_index, reverse=True):
        if pos.share(paper)[1] == deal.percent:
            return paper
    return ""


def _index(certificate: str) -> int:
    return int(certificate.rpartition(".")[2])


def cost(pos: Position, deal: Buy) -> int:
    """Return the price of a purchase: the share price for every share in the certificate."""
    return pos.price(deal.unit) * deal.percent // min(pos.title.units[deal.unit].shares)


@rule("buy_one")
def one_certificate(pos: Position, deal: Buy) -> Fault | None:
    """A turn is over when one certificate was bought."""
    return unless(pos.frame.memo.get("bought") != deal.actor)


@rule("players_deal")
def not_from_players(pos: Position, deal: Buy) -> Fault | None:
    """Players do not deal with each other."""
    return unless(deal.seller not in pos.state.players)


@rule("buy_none")
def seller_has_it(pos: Position, deal: Buy) -> Fault | None:
    """The seller has a certificate of that size."""
    known = deal.unit in pos.title.units and deal.seller == POOL
    return unless(known and bool(on_offer(pos, deal)), unit=deal.unit, percent=deal.percent)


@rule("buy_director")
def no_director_certificate(pos: Position, deal: Buy) -> Fault | None:
    """The director certificate is not for sale."""
    return unless(on_offer(pos, deal) != shares.director_certificate(deal.unit), unit=deal.unit)


@rule("over_limit")
def within_limit(pos: Position, deal: Buy) -> Fault | None:
    """Who is over the certificate limit sells first."""
    return unless(shares.counted(pos, deal.actor) <= shares.limit(pos), limit=shares.limit(pos))


@rule("buy_after_sale")
def not_sold_before(pos: Position, deal: Buy) -> Fault | None:
    """Who sold a corporation does not buy it back in the same round."""
    return unless(deal.unit not in sold_before(pos, deal.actor), unit=deal.unit)


@rule("buy_limit")
def room_for_one_more(pos: Position, deal: Buy) -> Fault | None:
    """A purchase does not break the certificate limit."""
    return unless(shares.counted(pos, deal.actor) < shares.limit(pos), limit=shares.limit(pos))


@rule("buy_60")
def holding_limit(pos: Position, deal: Buy) -> Fault | None:
    """Nobody buys more of one corporation than the holding limit."""
    most = pos.title.data.holding_limit
    held = pos.percent(deal.actor, deal.unit)
    return unless(held + deal.percent <= most, unit=deal.unit, percent=most)


@rule("buy_cash")
def buyer_can_pay(pos: Position, deal: Buy) -> Fault | None:
    """The buyer has the money."""
    price = cost(pos, deal)
    return unless(pos.cash(deal.actor) >= price, unit=deal.unit, price=price, cash=pos.cash(deal.actor))


BUYING: Rules[Buy] = Rules(
    (
        players_turn,
        seller_has_it,
        no_director_certificate,
        within_limit,
        not_sold_before,
        room_for_one_more,
        holding_limit,
        buyer_can_pay,
    )
)


class BuyShare(Step[Buy]):
    """Buy one certificate."""

    verb = Buy

    def candidates(self, pos: Position) -> Iterator[Buy]:
        """Yield a certificate of every size of every corporation."""
        for unit in corporations(pos):
            for percent in sorted(set(pos.title.units[unit].shares)):
                yield Buy(pos.acting, unit, percent)

    def facts(self, pos: Position, action: Buy) -> Mapping[str, Any]:
        """Return the price."""
        return {"price": cost(pos, action)}

    def apply(self, scratch: Scratch, action: Buy) -> None:
        """Pay, hand the certificate over, and settle who directs."""
        pos = scratch.now
        price = cost(pos, action)
        paper = on_offer(pos, action)
        scratch.emit(Bought(action.actor, action.unit, action.percent, price, action.seller))
        scratch.pay(action.actor, BANK, price, "share")
        scratch.give(paper, action.actor)
        if paper == shares.director_certificate(action.unit):
            scratch.emit(Directed(action.unit, action.actor))
        else:
            shares.settle_director(scratch, action.unit, action.actor)
        scratch.note(bought=action.unit)
