"""Sales of a director's shares to pay for a train that his unit must own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.actions import Sell
from engine.finance import shares
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import KEPT, Rule, Rules, refuse, rule, unless
from engine.steps.shares import heir, resigns
from engine.steps.turn import players_turn


@dataclass(frozen=True, eq=False)
class Shortage:
    """When money is short: ``duty`` tells whether the unit in turn must buy a train, ``price`` what one may cost.

    ``taken`` is what a player loses of the next money that comes in, before it could pay for a train.
    """

    duty: Callable[[Position], bool]
    price: Callable[[Position], int]
    taken: Callable[[Position, str], int] = lambda _pos, _player: 0

    def lacking(self, pos: Position) -> int:
        """Return the sum that a director still has to raise for the train; 0 or less if his money suffices."""
        director = pos.director(pos.unit)
        lacks = self.price(pos) - pos.cash(pos.unit) - pos.cash(director)
        return lacks + self.taken(pos, director) if lacks > 0 else lacks


def only_when_short(shortage: Shortage) -> Rule[Sell]:
    """Return the rule that shares are sold in an operating round only for a train that must be bought."""

    @rule("emergency_needless", personal=True)
    def kept(pos: Position, sale: Sell) -> Refusal | None:
        """Shares are sold here only for a train that must be bought and cannot be paid."""
        return unless(shortage.duty(pos) and shortage.lacking(pos) > 0, unit=pos.unit)

    return kept


@rule("emergency_sale")
def directors_stay(pos: Position, sale: Sell) -> Refusal | None:
    """Such sales change the director of no corporation."""
    return unless(not resigns(pos, sale) and not heir(pos, sale), unit=sale.unit)


def no_more_than_needed(
    shortage: Shortage,
    per_share: Callable[[Position, str], int],
    sellable: Callable[[Position, Sell], bool],
) -> Rule[Sell]:
    """Return the rule that a block is no larger than needed; a smaller one counts only if it is ``sellable``."""

    @rule("emergency_more")
    def kept(pos: Position, sale: Sell) -> Refusal | None:
        """No more is sold than the train asks for."""
        share = shares.size(pos, sale.unit)
        for percent in range(share, sale.percent, share):
            enough = per_share(pos, sale.unit) * percent // share >= shortage.lacking(pos)
            if enough and sellable(pos, replace(sale, percent=percent)):
                return refuse(unit=sale.unit, percent=percent)
        return KEPT

    return kept


def emergency_rules(selling: Rules[Sell], shortage: Shortage) -> Rules[Sell]:
    """Return the rules about such a sale, apart from how much is needed; ``selling`` are those about any sale."""
    full = "sell_pool_full"
    usual = selling.before(full, directors_stay) if full in selling.names else selling.then(directors_stay)
    return Rules((players_turn, only_when_short(shortage), *usual))
