"""Bankruptcy in 1844, which only 18xx.games knows: the director gives up, and the game ends."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Sell
from engine.finance import shares
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds import end_game
from engine.rules import Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps import Step
from engine.steps.shares import corporations
from engine.steps.trains import from_bank, printed
from engine.steps.turn import units_turn
from engine.titles.t1844.emergency import Bankrupt, dearest_of_all, on_sale, sale_for
from engine.titles.t1844.stock import sold_apart
from engine.titles.t1844.trains import AVAILABLE, must_own

SALE = sold_apart(sale_for(dearest_of_all))
RAISING = SALE.rules.without("emergency_more")


def largest_block(pos: Position, player: str, unit: str) -> Sell | None:
    """Return the largest block of a company that a player could sell to pay for a train, None if there is none."""
    share = shares.size(pos, unit)
    sales = (Sell(player, unit, part) for part in range(share, pos.percent(player, unit) + 1, share))
    able = [sale for sale in sales if RAISING.broken(pos, sale) is None]
    return able[-1] if able else None


def means(pos: Position) -> int:
    """Return all that treasury and director can raise for a train, shares included, in francs."""
    player = pos.director(pos.unit)
    blocks = filter(None, (largest_block(pos, player, unit) for unit in corporations(pos)))
    return pos.cash(pos.unit) + pos.cash(player) + sum(SALE.proceeds(pos, sale) for sale in blocks)


@rule("no_bankruptcy")
def ruined(pos: Position, end: Bankrupt) -> Refusal | None:
    """A director is ruined if a company must own a train and the cheapest one of the bank cannot be paid."""
    if not must_own(pos):
        return refuse(unit=end.unit)
    bank = [printed(pos, deal.train) for deal in on_sale(pos, AVAILABLE) if from_bank(deal)]
    return unless(bool(bank) and means(pos) < min(bank), unit=end.unit)


class GiveUp(Step[Bankrupt]):
    """Go bankrupt, which ends the game."""

    verb = Bankrupt

    def candidates(self, pos: Position) -> Iterator[Bankrupt]:
        """Yield the only way to do it."""
        yield Bankrupt(pos.awaited[0], pos.unit)

    def obvious(self, pos: Position, action: Bankrupt) -> bool:
        """Tell that nobody goes bankrupt without saying so."""
        return False

    def apply(self, scratch: Scratch, action: Bankrupt) -> None:
        """Sell what can be sold, give all cash to the bank, and score the game."""
        for unit in corporations(scratch.now):
            if sale := largest_block(scratch.now, action.actor, unit):
                SALE.apply(scratch, sale)
        scratch.pay(action.actor, BANK, scratch.now.cash(action.actor), "bankruptcy")
        end_game(scratch, "bankruptcy")


GIVE_UP = GiveUp(Rules((units_turn, ruined)))
