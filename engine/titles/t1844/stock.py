"""Stock rounds of 1844: sales before one purchase, debts, and how prices and the turn order change at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.actions import Buy, Par, Repay, Sell
from engine.events import Indebted
from engine.finance import debts, market, shares
from engine.finance.floating import operating_order
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds.stock import able_to_sell, over_limit, richest_first
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import OFFER, POOL
from engine.steps.debts import Repaying, debts_paid, repays
from engine.steps.par import STARTING
from engine.steps.shares import (
    BUYING_FROM_PAR,
    SellSharesStep,
    as_first_sold,
    can_be_handed_over,
    is_share,
    not_after_buying,
    office_passes_on,
    once_a_turn,
    one_block,
    seller_holds,
)
from engine.steps.turn import players_turn
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.privates import in_debt
from engine.titles.t1844.procedures import procedures
from engine.titles.t1844.sbb import pursue, reduce_debt

# --- selling


def one_share(pos: Position, unit: str) -> int:
    """Return the seller's proceeds for a share, in francs; the price of a company that never operated falls first."""
    cell = pos.cell(unit)
    if not cell or unit in swiss_state(pos).operated:
        return pos.price(unit)
    return pos.title.prices[market.down(pos, cell)]


def fall(scratch: Scratch, unit: str, percent: int) -> None:
    """Move the price one field down, however many shares were sold."""
    pos = scratch.now
    market.move_to(scratch, unit, market.down(pos, pos.cell(unit)), "sale")


sale_price = as_first_sold(one_share)
after_sale = once_a_turn(fall, one_share)


@rule("sell_first_round", personal=True)
def not_the_first_round(pos: Position, sale: Sell) -> Refusal | None:
    """Nothing is sold in the first stock round, before which no company has operated."""
    return unless(bool(swiss_state(pos).operated))


@rule("sell_no_director")
def has_been_started(pos: Position, sale: Sell) -> Refusal | None:
    """Shares of a company are sold once its director's certificate has been bought."""
    holder = pos.state.certificates.get(shares.director_certificate(sale.unit))
    return unless(holder != OFFER, unit=sale.unit)


@rule("sell_pool_full")
def pool_takes_it(pos: Position, sale: Sell) -> Refusal | None:
    """The pool holds at most half of a company after a sale."""
    most, held = figures(pos).pool_limit, pos.percent(POOL, sale.unit)
    return unless(held + sale.percent <= most, unit=sale.unit, percent=held, limit=most)


SELLING: Rules[Sell] = Rules(
    (
        not_after_buying,
        players_turn,
        is_share,
        not_the_first_round,
        seller_holds,
        has_been_started,
        office_passes_on,
        pool_takes_it,
        can_be_handed_over,
    )
)


def sold_apart(step: SellSharesStep) -> SellSharesStep:
    """Return a step in which a company is sold once a turn."""
    return replace(step, rules=step.rules.before("sell_no_director", one_block), on_sale=fall)


# --- buying


@rule("buy_not_formed")
def is_in_play(pos: Position, deal: Any) -> Refusal | None:
    """The SBB has no shares before its formation."""
    known = deal.unit != figures(pos).sbb.id or swiss_state(pos).sbb == "formed"
    return unless(known, unit=deal.unit)


@rule("buy_majority")
def majority_from_pool(pos: Position, deal: Buy) -> Refusal | None:
    """From a set percentage on, a player adds to his shares of a company only from the pool."""
    held = pos.percent(deal.actor, deal.unit)
    free = deal.seller == POOL or held < figures(pos).pool_only_from[pos.kind(deal.unit)]
    return unless(free, unit=deal.unit, percent=held)


BUYING: Rules[Buy] = (
    BUYING_FROM_PAR.before("buy_none", is_in_play)
    .before("over_limit", debts_paid(in_debt))
    .before("buy_cash", majority_from_pool)
)

STARTS: Rules[Par] = STARTING.before("par_unit", is_in_play).before("over_limit", debts_paid(in_debt))

# --- debts


def lend(scratch: Scratch, player: str, amount: int) -> None:
    """Let a player owe an amount in francs, with the interest that is due at once."""
    debts.owe(scratch, player, amount, _share(amount, figures(scratch.now).interest), "debt")


def _share(amount: int, percent: int) -> int:
    """Return a percentage of an amount, rounded up."""
    return -(-amount * percent // 100)


def charge_interest(scratch: Scratch) -> None:
    """Charge interest on open debts; where that from the formation bears any, the sum is rounded up once."""
    pos = scratch.now
    for player in pos.state.order:
        debt, owed = debts.unpaid(pos, player), swiss_state(pos).owed.get(player, 0)
        interest = _share(debt, figures(pos).interest)
        if debt:
            debts.owe(scratch, player, 0, interest, "interest")
        both = debt * figures(pos).interest + owed * figures(pos).formation_interest
        if more := _share(both, 1) - interest:
            scratch.change(owed={**swiss_state(scratch.now).owed, player: owed + more})
            scratch.emit(Indebted(player, more, more, "interest"))


REPAYING: Rules[Repay] = Rules((players_turn, repays(in_debt)))


def pay_off(scratch: Scratch, player: str, total: int) -> None:
    """Take a payment off a player's debts, first off the one that bears interest."""
    first = min(scratch.state.debts.get(player, 0), total)
    debts.reduce(scratch, player, first)
    reduce_debt(scratch, player, total - first)


REPAY = Repaying(REPAYING, in_debt, pay_off)

# --- the round and its end


def pursue_debt(scratch: Scratch) -> None:
    """Pursue the player's debt from now on; his turn counts even where he can do nothing in it (CH-SBB.16)."""
    pursue(scratch, scratch.now.acting)


def must_sell(pos: Position) -> Refusal | None:
    """Return the refusal of a pass to a player over the limit, or in debt from the formation, who can still sell."""
    owed = procedures(pos).pursued_debts(pos).get(pos.acting, 0)
    return able_to_sell(
        over_limit(pos) or (Refusal("debt_sell_first", {"debt": owed}) if owed else None), pos
    )


def end(scratch: Scratch) -> None:
    """Move prices, charge interest, and put the players in order of their cash, the richest first."""
    move_prices(scratch)
    charge_interest(scratch)
    richest_first(scratch)


def move_prices(scratch: Scratch) -> None:
    """Move prices of companies with shares in the pool left, and of those wholly in players' hands up."""
    pos = scratch.now
    active = operating_order(pos)
    left = [unit for unit in active if pos.percent(POOL, unit)]
    up = [unit for unit in active if unit not in left and not pos.percent(OFFER, unit)]
    for unit in procedures(pos).price_order(active, left, up):
        if unit in left:
            market.move_to(scratch, unit, market.left(pos, pos.cell(unit)), "pool")
        elif unit in up:
            market.move_to(scratch, unit, market.up(pos, pos.cell(unit)), "sold_out")


def left_before_up(active: Sequence[str], left: Sequence[str], up: Sequence[str]) -> Sequence[str]:
    """Return the companies whose prices move, those that move left first."""
    return (*left, *up)
