"""Scrapping and buying trains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine import notation
from engine.actions import Scrap, Train
from engine.events import Asked, Scrapped, TrainBought
from engine.position import Position
from engine.rules import KEPT, Fault, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import DEPOT, Frame
from engine.steps import Step
from engine.steps.turn import units_turn


@rule("scrap_none")
def owns_it(pos: Position, scrap: Scrap) -> Fault | None:
    """Only a train that is there can be scrapped."""
    return unless(scrap.train in pos.state.trains.get(scrap.unit, ()), train=scrap.train, unit=scrap.unit)


class ScrapTrains(Step[Scrap]):
    """Give trains away for nothing; they go back to their stack."""

    verb = Scrap
    repeats = True

    def candidates(self, pos: Position) -> Iterator[Scrap]:
        """Yield every type of train the unit owns."""
        for train in dict.fromkeys(pos.state.trains.get(pos.unit, ())):
            yield Scrap(pos.awaited[0], pos.unit, train)

    def closed(self, pos: Position, action: Scrap) -> tuple[str, Fault]:
        """Say when trains are scrapped."""
        return self.rules.broken(pos, action) or ("scrap_time", {})

    def apply(self, scratch: Scratch, action: Scrap) -> None:
        """Put the train back on its stack."""
        scratch.emit(Scrapped(action.unit, action.train))
        scratch.drop_train(action.unit, action.train)
        left = scratch.state.depot[action.train]
        if left is not None:
            scratch.put("depot", action.train, left + 1)
        scratch.note(scrapped=True)


SCRAPPING: Rules[Scrap] = Rules((units_turn, owns_it))


@rule("train_limit")
def room_for_a_train(pos: Position, deal: Train) -> Fault | None:
    """The unit owns fewer trains than its limit."""
    limit = pos.phase.train_limit[pos.title.units[deal.unit].kind]
    return unless(len(pos.state.trains.get(deal.unit, ())) < limit, unit=deal.unit, limit=limit)


@rule("train_none")
def seller_has_train(pos: Position, deal: Train) -> Fault | None:
    """The depot or another unit has such a train."""
    if deal.seller == DEPOT:
        return unless(deal.train in pos.title.trains and pos.left(deal.train), train=deal.train, seller=DEPOT)
    has = deal.seller != deal.unit and deal.train in pos.state.trains.get(deal.seller, ())
    return unless(has, train=deal.train, seller=deal.seller)


@rule("train_cost")
def depot_price(pos: Position, deal: Train) -> Fault | None:
    """The depot sells at the printed price, and the treasury pays it."""
    if deal.seller != DEPOT:
        return KEPT
    price, cash = pos.title.trains[deal.train].price, pos.cash(deal.unit)
    return unless(deal.price == price <= cash, train=deal.train, price=price, cash=cash)


@rule("train_trade_price")
def trade_price(pos: Position, deal: Train) -> Fault | None:
    """A train of another unit costs at least 1 and at most the treasury."""
    if deal.seller == DEPOT:
        return KEPT
    return unless(1 <= deal.price <= pos.cash(deal.unit), cash=pos.cash(deal.unit))


TRADING: Rules[Train] = Rules((units_turn, room_for_a_train, seller_has_train, depot_price, trade_price))


@dataclass(frozen=True, eq=False)
class Trading:
    """What titles settle about train sales: what a depot sale does, and whether a trade needs consent."""

    sold: Callable[[Scratch, Train], None]
    consent: Callable[[Position, Train], bool]


class BuyTrains(Step[Train]):
    """Buy trains from the depot and from other units."""

    verb = Train
    repeats = True

    def __init__(self, rules: Rules[Train], trading: Trading) -> None:
        super().__init__(rules)
        self.trading = trading

    def candidates(self, pos: Position) -> Iterator[Train]:
        """Yield every type of the depot, then the trains of others at their lowest price."""
        actor, unit = pos.awaited[0], pos.unit
        for kind in pos.title.data.trains:
            yield Train(actor, unit, kind.name, DEPOT, kind.price)
        for seller in pos.title.units:
            for train in dict.fromkeys(pos.state.trains.get(seller, ())):
                yield Train(actor, unit, train, seller, 1)

    def amounts(self, pos: Position, action: Train) -> range | None:
        """Return the prices that may be agreed on."""
        return None if action.seller == DEPOT else range(1, pos.cash(action.unit) + 1)

    def facts(self, pos: Position, action: Train) -> Mapping[str, Any]:
        """Return whether another player must agree."""
        return {"consent": pos.director(action.seller) if self._asks(pos, action) else ""}

    def _asks(self, pos: Position, action: Train) -> bool:
        return action.seller != DEPOT and self.trading.consent(pos, action)

    def apply(self, scratch: Scratch, action: Train) -> None:
        """Buy, or ask the owner of the seller."""
        pos = scratch.now
        if self._asks(pos, action):
            other = pos.director(action.seller)
            text = notation.write(action)
            scratch.emit(Asked(action.actor, other, text))
            scratch.push(Frame("consent", queue=(other,), memo={"proposer": action.actor, "action": text}))
            return
        self.conclude(scratch, action)

    def conclude(self, scratch: Scratch, action: Train) -> None:
        """Pay for the train and take it."""
        scratch.emit(TrainBought(action.unit, action.train, action.price, action.seller))
        scratch.note(trains=[*scratch.frame.turn.get("trains", ()), action.train])
        if action.seller == DEPOT:
            left = scratch.state.depot[action.train]
            if left is not None:
                scratch.put("depot", action.train, left - 1)
            self.trading.sold(scratch, action)
        else:
            scratch.pay(action.unit, action.seller, action.price, "train")
            scratch.drop_train(action.seller, action.train)
        scratch.add_train(action.unit, action.train)
