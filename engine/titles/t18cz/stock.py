"""Stock rounds of 18CZ: sales before one purchase, founding, loans, and what happens to prices at the end."""

from __future__ import annotations

from typing import Any

from engine.actions import Buy, Par, Repay, Sell
from engine.finance import market, shares
from engine.finance.debts import unpaid
from engine.finance.floating import floated
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds.stock import able_to_sell, over_limit, raise_sold_out, richest_first
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import Frame
from engine.steps.debts import debts_paid, repays
from engine.steps.par import STARTING
from engine.steps.shares import (
    BUYING_FROM_PAR,
    as_first_sold,
    director_goes_first,
    heir,
    is_share,
    not_after_buying,
    once_a_turn,
    resigns,
    room_or_exchange,
    seller_holds,
    within_holding,
)
from engine.steps.turn import players_turn
from engine.titles.t18cz.figures import czech_state, figures
from engine.titles.t18cz.notes import CzechStock
from engine.titles.t18cz.procedures import procedures

# --- share prices


def diagonal(pos: Position, cell: str, steps: int) -> str:
    """Return the cell this many values up the list of all prices, down if negative, stopping at its end (CZ-IX.3)."""
    cells = sorted(pos.title.prices, key=pos.title.prices.__getitem__)
    return cells[min(max(cells.index(cell) + steps, 0), len(cells) - 1)]


def fall(scratch: Scratch, unit: str, percent: int) -> None:
    """Let a company's price fall by one value after a sale."""
    pos = scratch.now
    market.move_to(scratch, unit, diagonal(pos, pos.cell(unit), -1), "sale")


sale_price = as_first_sold(Position.price)
after_sale = once_a_turn(fall, Position.price)


# --- companies that have been acquired


@rule("shares_gone", by=("unit",))
def not_acquired(pos: Position, deal: Any) -> Refusal | None:
    """The shares of an acquired company are no longer in the game."""
    known = deal.unit in pos.title.units
    in_play = shares.director_certificate(deal.unit) in pos.state.certificates
    return unless(in_play or not known, unit=deal.unit)


# --- selling


@rule("sell_first_round", personal=True)
def not_the_first_round(pos: Position, sale: Sell) -> Refusal | None:
    """Nothing is sold in the first stock round."""
    return unless(pos.frame.number[0] > 1)


@rule("sell_director")
def office_passes_on(pos: Position, sale: Sell) -> Refusal | None:
    """The director's certificate goes only to a player who holds as much, and is never sold in halves.

    It is no longer the seller's once his ordinary shares are sold and another player is ahead: then what he got
    in exchange is sold share by share (D-27).
    """
    whole = sale.percent >= shares.director_share(pos, sale.unit)
    kept = not resigns(pos, sale) or (whole and bool(heir(pos, sale)))
    return unless(kept, unit=sale.unit, wants="whole")


SELLING: Rules[Sell] = Rules(
    (
        not_after_buying,
        players_turn,
        is_share,
        not_the_first_round,
        not_acquired,
        seller_holds,
        office_passes_on,
    )
)

# --- buying


@rule("buy_size", by=("unit",))
def size_is_open(pos: Position, deal: Any) -> Refusal | None:
    """Companies of a size are for sale from a certain phase on."""
    kind = pos.kind(deal.unit)
    phase = figures(pos).opened_in.get(kind, "")
    return unless(not phase or pos.since(phase), unit=deal.unit, size=kind, phase=phase)


def holding_limit(pos: Position, unit: str) -> int:
    """Return how much of a company one player may own, in percent; with two players it is higher for some."""
    return figures(pos).holding_limits[pos.kind(unit)]


BUYING: Rules[Buy] = (
    BUYING_FROM_PAR.without("buy_director_first")
    .before("buy_none", not_acquired, size_is_open, director_goes_first)
    .before("over_limit", debts_paid(unpaid))
    .replacing(room_or_exchange)
    .before("buy_cash", within_holding(holding_limit))
)

# --- founding


@rule("par_price")
def price_fits_size(pos: Position, start: Par) -> Refusal | None:
    """The initial price is one of those marked for companies of the size."""
    known = figures(pos).start_prices[pos.kind(start.unit)]
    return unless(start.price in known, prices=list(known))


STARTS: Rules[Par] = (
    STARTING.without("par_price")
    .before("par_unit", not_acquired)
    .before("over_limit", size_is_open, price_fits_size, debts_paid(unpaid))
)

# --- loans


@rule("not_your_turn")
def at_any_time(pos: Position, repayment: Repay) -> Refusal | None:
    """A loan is paid off at any time of a stock round."""
    return unless(repayment.actor in pos.state.players, who=list(pos.awaited))


@rule("repay_penalty")
def only_the_loan(pos: Position, repayment: Repay) -> Refusal | None:
    """Only what was borrowed is paid off, not the penalty."""
    debt, player = unpaid(pos, repayment.actor), repayment.actor
    penalty = czech_state(pos).loans.get(player, 0)
    told = {"debt": debt} if debt else {}
    return unless(repayment.total <= debt or not (debt or penalty), penalty=penalty, **told)


REPAYING: Rules[Repay] = Rules((at_any_time, only_the_loan, repays(unpaid)))

# --- the round and its end


def everybody_above(pos: Position) -> list[str]:
    """Return the players above their certificate limit, who must sell in the next stock round (D-29)."""
    return [player for player in pos.state.order if shares.counted(pos, player) > shares.limit(pos)]


def stock_frame(pos: Position, number: int) -> Frame:
    """Return the frame of a stock round; it remembers who must first sell because he holds too much (D-29)."""
    forced = tuple(procedures(pos).must_sell(pos))
    return Frame("stock", (number,), pos.state.order, notes=CzechStock(forced=forced))


def forced_sale(pos: Position) -> Refusal | None:
    """Return the refusal of a pass to a player above the limit in his first turn, while he can sell anything."""
    forced = pos.acting in pos.notes(CzechStock).forced
    return able_to_sell(over_limit(pos), pos) if forced else None


def force_no_more(scratch: Scratch) -> None:
    """Force nobody to sell after his first turn."""
    player = scratch.frame.queue[0]
    forced = scratch.now.notes(CzechStock).forced
    scratch.remember(forced=tuple(other for other in forced if other != player))


def end(scratch: Scratch) -> None:
    """Raise the prices of companies that are sold out, then put the players in order: the most cash first."""
    raise_sold_out(scratch, floated(scratch.now), lambda pos, cell: diagonal(pos, cell, 1))
    richest_first(scratch)
