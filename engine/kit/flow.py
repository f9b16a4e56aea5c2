"""How a game starts, goes on and ends, and what a sale of trains sets going."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import BuyTrain
from engine.finance.bank import is_broken
from engine.finance.floating import operating_order
from engine.kit.figures import KitState, figures
from engine.position import Position
from engine.rounds import begin, end_game
from engine.rounds.operating import begin_next, begin_set, ends_set
from engine.rounds.train_limit import check_limits, over_limit
from engine.scratch import Scratch
from engine.start import lay_out, lay_out_unit
from engine.state import BANK, Frame
from engine.steps.phases import begin_phase_with, rust


def start(scratch: Scratch) -> None:
    """Give everybody their cash, put the privates up for sale and the shares on offer; the first player begins."""
    state = scratch.state
    state.priority, state.extra = state.players[0], KitState()
    lay_out(scratch)
    for private in scratch.title.privates:
        scratch.put("owners", private, BANK)
    for unit in scratch.title.units:
        lay_out_unit(scratch, unit)
    begin(scratch, Frame("draft", (1,), state.players))


def next_round(scratch: Scratch, last: Frame) -> None:
    """Begin stock and operating rounds in turn, until a set ends in which the bank broke, or the last of all sets.

    The bank has broken once it was empty, even if money has come back to it since.
    """
    number = last.number[0]
    if last.kind == "draft":
        _begin_stock(scratch, 1)
    elif last.kind == "stock":
        begin_set(scratch, number)
    elif not ends_set(last):
        begin_next(scratch, last)
    elif is_broken(scratch.now):
        end_game(scratch, "bank")
    elif number == figures(scratch.now).sets:
        end_game(scratch, "last_round")
    else:
        _begin_stock(scratch, number + 1)


def _begin_stock(scratch: Scratch, number: int) -> None:
    """Begin a stock round with the player who has the priority deal."""
    holder = scratch.state.priority
    begin(scratch, Frame("stock", (number,), (holder, *scratch.now.after(holder)[:-1])))


def train_sold(scratch: Scratch, deal: BuyTrain) -> None:
    """Begin the phase that starts with this train, let older trains rust, have those above the limit returned."""
    own = figures(scratch.now)
    begin_phase_with(scratch, own.starts, deal.train, "sale")
    gone = own.rusts.get(deal.train, ())
    count = sum(train in gone for trains in scratch.state.trains.values() for train in trains)
    scratch.change(rusted=scratch.now.own(KitState).rusted + count)
    rust(scratch, gone)
    check_limits(scratch, operating_order(scratch.now))


def check(pos: Position) -> Iterator[str]:
    """Trains are never made or lost, and nobody keeps more than the limit."""
    running = sum(len(trains) for trains in pos.state.trains.values())
    left = running + sum(cards or 0 for cards in pos.state.depot.values()) + pos.own(KitState).rusted
    if left != sum(train.count or 0 for train in pos.title.data.trains):
        yield "trains do not add up"
    asked = any(frame.kind == "train_limit" for frame in pos.state.frames)
    yield from (
        f"{unit} keeps too many trains"
        for unit in operating_order(pos)
        if over_limit(pos, unit) and not asked
    )
