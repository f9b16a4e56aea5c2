"""How the toy starts, goes on and ends, and what phases do to its trains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.actions import BuyTrain
from engine.finance import market
from engine.position import Position
from engine.rounds import begin, end_game
from engine.rounds.operating import begin_next, begin_set, ends_set
from engine.scratch import Scratch
from engine.start import lay_out, lay_out_unit
from engine.state import BANK, Frame
from engine.steps.phases import begin_phase, rust
from engine.steps.token import place


@dataclass(frozen=True, slots=True)
class ToyState:
    """Trains that are gone for good."""

    rusted: int = 0


def start(scratch: Scratch) -> None:
    """The bank pays everybody's start; every corporation has its price and its home."""
    title, state, figures = scratch.title, scratch.state, scratch.title.data.extra
    state.priority, state.extra = state.players[0], ToyState()
    lay_out(scratch)
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
        begin_set(scratch, number)
    elif scratch.now.cash(BANK) <= 0 or number == scratch.title.data.extra["sets"]:
        end_game(scratch, "bank")
    elif not ends_set(last):
        begin_next(scratch, last)
    else:
        holder = scratch.state.priority
        begin(scratch, Frame("stock", (number + 1,), (holder, *scratch.now.after(holder)[:-1])))


def train_sold(scratch: Scratch, deal: BuyTrain) -> None:
    """The first 3-train starts green, and 2-trains rust."""
    if deal.train == "3" and scratch.state.phase == 0:
        begin_phase(scratch, 1, "3", "sale")
        scratch.state.extra = ToyState(sum(one.count("2") for one in scratch.state.trains.values()))
        rust(scratch, ("2",))


def check(pos: Position) -> Iterator[str]:
    """Trains are never made or lost."""
    running = sum(len(trains) for trains in pos.state.trains.values())
    if running + sum(pos.state.depot.values()) + pos.state.extra.rusted != 6:
        yield "trains do not add up"
