"""Sale of privates by players to units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.actions import Acquire
from engine.events import Acquired
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rule, Rules, rule, unless
from engine.scratch import Scratch
from engine.steps.deals import DealStep, nobody

Prices = Callable[[Position, str], range]
"""The prices at which a private may be sold, whatever the treasury holds."""


def sales_open(phase: Callable[[Position], str]) -> Rule[Acquire]:
    """Return the rule that units buy privates from a phase on, which is given by name."""

    @rule("private_phase")
    def kept(pos: Position, deal: Acquire) -> Refusal | None:
        """Companies buy privates from a phase on."""
        return unless(pos.since(phase(pos)), phase=phase(pos))

    return kept


def price_within(prices: Prices) -> Rule[Acquire]:
    """Return the rule that the price lies in the range of the private, and the treasury pays it."""

    @rule("private_price")
    def kept(pos: Position, deal: Acquire) -> Refusal | None:
        """The price lies within the bounds of the private, and the treasury pays it."""
        allowed, cash = prices(pos, deal.private), pos.cash(deal.unit)
        low, high = allowed[0], allowed[-1]
        fits = low <= deal.price <= min(high, cash)
        return unless(fits, private=deal.private, low=low, high=high, cash=cash)

    return kept


def its_owner(pos: Position, deal: Acquire) -> str:
    """Return the owner of the private, who must agree unless he is the buying director himself."""
    return pos.owner(deal.private)


@dataclass(frozen=True, eq=False)
class AcquireStep(DealStep[Acquire]):
    """Buy privates of players for the unit in turn.

    ``for_sale`` lists the privates that a player who decides for the unit may buy for it; ``consent`` returns who
    must agree, empty if nobody is asked.
    """

    rules: Rules[Acquire]
    for_sale: Callable[[Position, str], Iterable[str]]
    prices: Prices
    consent: Callable[[Position, Acquire], str] = nobody
    early: bool = False

    verb = Acquire

    def candidates(self, pos: Position) -> Iterator[Acquire]:
        """Yield the lowest price of every private for sale."""
        for player in pos.awaited if pos.unit else ():
            for private in self.for_sale(pos, player):
                yield Acquire(player, pos.unit, private, self.prices(pos, private)[0])

    def amounts(self, pos: Position, action: Acquire) -> range | None:
        """Return every price the treasury can pay."""
        allowed = self.prices(pos, action.private)
        return range(allowed[0], min(allowed[-1], pos.cash(action.unit)) + 1)

    def conclude(self, scratch: Scratch, action: Acquire) -> None:
        """Pay the owner and take the private."""
        owner = scratch.now.owner(action.private)
        scratch.pay(action.unit, owner, action.price, "private")
        scratch.put("owners", action.private, action.unit)
        scratch.emit(Acquired(action.unit, action.private, action.price, owner))
