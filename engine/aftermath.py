"""What an action that is on offer would bring about besides what it says: prices, offices, phases, debts, prizes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Action, Buy, BuyTrain, Discard, Sell, unit_of
from engine.choices import Choices
from engine.events import Closed, Counted, Event, Indebted, PhaseBegan, PriceMoved, TrainRusted
from engine.exhibits import Prospect
from engine.finance import debts
from engine.milestones import milestones
from engine.position import Position
from engine.refusals import Refused
from engine.scratch import Scratch
from engine.state import DEPOT
from engine.steps.deals import DealStep


def carried_out(pos: Position, action: Action) -> Scratch | None:
    """What a legal action itself does, a deal as if it were agreed; None where no open step does it."""
    step = Choices(pos).step(action)
    if step is None:
        return None
    scratch = Scratch.supposing(pos)
    if isinstance(step, DealStep):
        step.conclude(scratch, action)
    else:
        step.apply(scratch, action)
    return scratch


def aftermath(pos: Position, action: Action) -> tuple[Prospect, ...]:
    """What follows that a player weighs: of a share price and office, of a train the phase, of a power its end.

    Of what is built the money that comes in for it.
    """
    if isinstance(action, Discard):
        return tuple(_doom(pos, action.train))
    is_weighed = isinstance(action, (Sell, Buy, BuyTrain)) or action.matter in {"power", "acquisition"}
    if not (is_weighed or hasattr(action, "hex")):
        return ()
    try:
        scratch = carried_out(pos, action)
    except (Refused, KeyError):
        return ()
    return tuple(_followed(pos, action, scratch)) if scratch is not None else ()


def _followed(pos: Position, action: Action, scratch: Scratch) -> Iterator[Prospect]:
    events, unit = scratch.events, unit_of(action)
    if isinstance(action, (Sell, Buy)):
        yield from _price(pos, unit, events)
        director = scratch.now.director(unit)
        if director and director != pos.director(unit):
            yield Prospect("directs", {"player": director})
    if isinstance(action, BuyTrain):
        yield from _of_a_train(pos, action, scratch)
    price, paid = getattr(action, "price", 0), pos.cash(unit) - scratch.now.cash(unit)
    if action.matter == "acquisition" and price and paid > price:
        yield Prospect("pays", {"total": paid})
    if action.matter == "power":
        yield from (Prospect("closes", {"private": one.company}) for one in events if isinstance(one, Closed))
    yield from _prizes(events)


def _prizes(events: list[Event]) -> Iterator[Prospect]:
    """The units that reach their destinations, with what each gets for it."""
    for one in events:
        if isinstance(one, Counted) and one.what == "destination":
            yield Prospect("destination", {"unit": one.about, "amount": one.value})


def _doom(pos: Position, train: str) -> Iterator[Prospect]:
    """With the first sale of which card a train rusts, if that is known."""
    for card, sale in milestones(pos).items():
        for follow in sale.follows:
            if follow.key == "rusts" and train in follow.values.get("trains", ()):
                yield Prospect("doomed", {"card": card})
                return


def _price(pos: Position, unit: str, events: list[Event]) -> Iterator[Prospect]:
    """How the price of a unit moves."""
    moves = [event for event in events if isinstance(event, PriceMoved) and event.unit == unit]
    if moves:
        prices = pos.title.prices
        yield Prospect("price", {"old": prices[moves[0].before], "new": prices[moves[-1].after]})


def _of_a_train(pos: Position, deal: BuyTrain, scratch: Scratch) -> Iterator[Prospect]:
    """What its buyer then owes, the phase that a new train begins, and the trains that rust."""
    events = scratch.events
    owed = sum(one.amount for one in events if isinstance(one, Indebted) and one.player == deal.actor)
    if owed > 0:
        penalty = debts.penalty(scratch.now, deal.actor)
        more = {"penalty": penalty} if penalty else {}
        yield Prospect("owes", {"debt": debts.unpaid(pos, deal.actor) + owed, **more})
    phases = [event.phase for event in events if isinstance(event, PhaseBegan)]
    if deal.seller == DEPOT and phases:
        yield Prospect("phase", {"phase": phases[-1]})
    rusted = [event.train for event in events if isinstance(event, TrainRusted) and not event.into]
    if rusted:
        yield Prospect("rusts", {"trains": tuple(dict.fromkeys(rusted))})
