"""Starting corporations: somebody sets a par price and buys the director certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.actions import Par
from engine.defaults import nothing
from engine.events import Bought, Directed, Priced
from engine.finance import market, shares
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import KEPT, Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, OFFER
from engine.steps import Step
from engine.steps.shares import corporations, one_certificate, room_for_one_more, within_limit
from engine.steps.turn import players_turn


def director_price(pos: Position, start: Par) -> int:
    """Return the price of a director certificate at a par price."""
    return start.price * shares.director_share(pos, start.unit) // shares.size(pos, start.unit)


@rule("par_unit")
def can_be_started(pos: Position, start: Par) -> Refusal | None:
    """The corporation is in play and its director certificate still lies on offer."""
    certificate = shares.director_certificate(start.unit)
    return unless(pos.state.certificates.get(certificate) == OFFER, unit=start.unit)


@rule("par_price")
def price_is_marked(pos: Position, start: Par) -> Refusal | None:
    """The par price is that of a start cell."""
    marked = pos.title.starts
    return KEPT if start.price in marked else refuse(prices=sorted(marked))


@rule("par_cash")
def starter_can_pay(pos: Position, start: Par) -> Refusal | None:
    """The buyer pays for the director certificate at once."""
    price = director_price(pos, start)
    return unless(pos.cash(start.actor) >= price, unit=start.unit, price=price, cash=pos.cash(start.actor))


STARTING: Rules[Par] = Rules(
    (
        one_certificate,
        players_turn,
        can_be_started,
        within_limit,
        room_for_one_more,
        price_is_marked,
        starter_can_pay,
    )
)


@dataclass(frozen=True, eq=False)
class ParStep(Step[Par]):
    """Buy a director certificate and set the par price; ``on_purchase`` does what follows from it."""

    rules: Rules[Par]
    on_purchase: Callable[[Scratch, str], None] = nothing

    verb = Par

    def candidates(self, pos: Position) -> Iterator[Par]:
        """Yield every corporation not yet started at every start price, the highest first."""
        prices = sorted(pos.title.starts, reverse=True)
        for unit in corporations(pos):
            on_offer = pos.state.certificates.get(shares.director_certificate(unit)) == OFFER
            if on_offer and self._within_reach(pos, Par(pos.acting, unit, prices[-1])):
                for price in prices:
                    yield Par(pos.acting, unit, price)

    def _within_reach(self, pos: Position, cheapest: Par) -> bool:
        """Tell whether a corporation could be started at any price at all, judged by the lowest."""
        paid = starter_can_pay not in self.rules or starter_can_pay.test(pos, cheapest) is None
        return paid and self.rules.allow(pos, cheapest, "unit")

    def prices(self, pos: Position, unit: str) -> list[int]:
        """Return the prices at which a corporation may be started, in the title's currency, whoever pays them."""
        priced = [one for one in self.rules if one.name == price_is_marked.name]
        starts = (Par("", unit, price) for price in sorted(pos.title.starts))
        return [start.price for start in starts if all(one.test(pos, start) is None for one in priced)]

    def facts(self, pos: Position, action: Par) -> Mapping[str, Any]:
        """Return the price of the certificate."""
        return {"price": director_price(pos, action)}

    def apply(self, scratch: Scratch, action: Par) -> None:
        """Pay, set the price, take the certificate."""
        price = director_price(scratch.now, action)
        scratch.pay(action.actor, BANK, price, "share")
        take_office(scratch, action, price)
        scratch.note(bought=action.unit)
        self.on_purchase(scratch, action.unit)


def take_office(scratch: Scratch, start: Par, paid: int) -> None:
    """Set the par price and take the director certificate, which has been paid for."""
    set_par(scratch, start.unit, start.price)
    percent = shares.director_share(scratch.now, start.unit)
    scratch.emit(Bought(start.actor, start.unit, percent, paid, OFFER))
    scratch.give(shares.director_certificate(start.unit), start.actor)
    scratch.emit(Directed(start.unit, start.actor))


def set_par(scratch: Scratch, unit: str, price: int) -> None:
    """Set a par price and put the marker on its start cell."""
    scratch.put("pars", unit, price)
    market.enter(scratch, unit, scratch.now.title.starts[price])
    scratch.emit(Priced(unit, price))
