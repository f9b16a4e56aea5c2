"""Bankruptcy in 1844, which only 18xx.games knows: the director gives up, and the game ends."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Sell
from engine.events import GameOver
from engine.finance import shares
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, DEPOT, POOL
from engine.steps import Step
from engine.steps.shares import corporations
from engine.steps.turn import units_turn
from engine.titles.t1844 import stock
from engine.titles.t1844.emergency import DUMPING, Bankrupt, on_sale
from engine.titles.t1844.trains import AVAILABLE, must_own, printed


def means(pos: Position) -> int:
    """Return all that treasury and director can raise for a train, shares included, in francs."""
    player = pos.director(pos.unit)
    blocks: dict[str, int] = {}
    for unit in corporations(pos):
        share = shares.size(pos, unit)
        for percent in range(share, pos.percent(player, unit) + 1, share):
            if DUMPING.broken(pos, Sell(player, unit, percent)) is None:
                blocks[unit] = stock.sale_price(pos, unit) * percent // share
    return pos.cash(pos.unit) + pos.cash(player) + sum(blocks.values())


@rule("no_bankruptcy")
def ruined(pos: Position, end: Bankrupt) -> Refusal | None:
    """A director is ruined if a company must own a train and the cheapest one of the bank cannot be paid."""
    if not must_own(pos):
        return refuse(unit=end.unit)
    bank = [printed(pos, deal.train) for deal in on_sale(pos, AVAILABLE) if deal.seller in (DEPOT, POOL)]
    return unless(bool(bank) and means(pos) < min(bank), unit=end.unit)


class GiveUp(Step[Bankrupt]):
    """Go bankrupt, which ends the game."""

    verb = Bankrupt

    def candidates(self, pos: Position) -> Iterator[Bankrupt]:
        """Yield the only way to do it."""
        yield Bankrupt(pos.awaited[0], pos.unit)

    def apply(self, scratch: Scratch, action: Bankrupt) -> None:
        """Sell what can be sold, give all cash to the bank, and score the game."""
        player, selling = action.actor, scratch.title.steps["emergency_sale"]
        for unit in corporations(scratch.now):
            blocks = (sale for sale in selling.candidates(scratch.now) if sale.unit == unit)
            able = [sale for sale in blocks if DUMPING.broken(scratch.now, sale) is None]
            if able:
                selling.apply(scratch, able[-1])
        scratch.pay(player, BANK, scratch.now.cash(player), "bankruptcy")
        scratch.state.over = True
        pos = scratch.now
        scratch.emit(GameOver({player: pos.worth(player) for player in pos.state.players}, "bankruptcy"))


GIVE_UP = GiveUp(Rules((units_turn, ruined)))
