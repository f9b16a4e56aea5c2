"""How the toy starts, goes on and ends, and what phases do to its trains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.actions import BuyTrain
from engine.events import PhaseBegan
from engine.finance import market
from engine.position import Position
from engine.rounds import begin, end_game
from engine.scratch import Scratch
from engine.start import lay_out_bank, lay_out_unit
from engine.state import BANK, Frame
from engine.steps.token import place


@dataclass(frozen=True, slots=True)
class ToyState:
    """Trains that are gone for good."""

    rusted: int = 0


def start(scratch: Scratch) -> None:
    """The bank pays everybody's start; every corporation has its price and its home."""
    title, state, figures = scratch.title, scratch.state, scratch.title.data.extra
    state.priority, state.extra = state.players[0], ToyState()
    lay_out_bank(scratch)
    scratch.put("cash", BANK, figures["bank"])
    for player in state.players:
        scratch.pay(BANK, player, title.data.cash[len(state.players)], "start")
    for unit in title.data.units:
        lay_out_unit(scratch, unit.id, pooled=len(unit.shares))
        scratch.pay(BANK, unit.id, figures["capital"], "start")
        market.enter(scratch, unit.id, figures["start_cell"])
        place(scratch, unit.id, unit.home.hex, unit.home.stop)
        scratch.put("tokens_left", unit.id, unit.tokens[1:])
    begin(scratch, Frame("stock", (1,), state.players))


def next_round(scratch: Scratch, last: Frame) -> None:
    """Stock and operating rounds in turn, until the bank is empty or the last set is over."""
    number = last.number[0]
    if last.kind == "stock":
        begin(scratch, Frame("operating", (number, 1)))
    elif scratch.now.cash(BANK) <= 0 or number == scratch.title.data.extra["sets"]:
        end_game(scratch, "bank")
    elif last.number[1] < scratch.now.phase.operating_rounds:
        begin(scratch, Frame("operating", (number, last.number[1] + 1)))
    else:
        holder = scratch.state.priority
        begin(scratch, Frame("stock", (number + 1,), (holder, *scratch.now.after(holder)[:-1])))


def train_sold(scratch: Scratch, deal: BuyTrain) -> None:
    """Pay the bank; the first 3-train starts green, and 2-trains rust."""
    scratch.pay(deal.unit, BANK, deal.price, "train")
    if deal.train == "3" and scratch.state.phase == 0:
        scratch.state.phase = 1
        scratch.emit(PhaseBegan("green", "3", "sale"))
        gone = 0
        for unit, trains in scratch.state.trains.items():
            gone += trains.count("2")
            scratch.put("trains", unit, tuple(train for train in trains if train != "2"))
        scratch.state.extra = ToyState(gone)


def check(pos: Position) -> Iterator[str]:
    """Money and trains are never made or lost."""
    if sum(pos.state.cash.values()) != pos.title.data.extra["bank"]:
        yield "money does not add up"
    running = sum(len(trains) for trains in pos.state.trains.values())
    if running + sum(pos.state.depot.values()) + pos.state.extra.rusted != 6:
        yield "trains do not add up"
