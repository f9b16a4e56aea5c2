"""How the toy starts, goes on and ends, and what phases do to its trains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.actions import BuyTrain
from engine.events import GameOver, PhaseBegan, RoundBegan
from engine.finance import market
from engine.position import Position
from engine.scratch import Scratch
from engine.state import BANK, POOL, Frame
from engine.steps.token import place


@dataclass(frozen=True, slots=True)
class Extra:
    """Trains that are gone for good."""

    rusted: int = 0


def numbers(pos: Position) -> Mapping[str, Any]:
    return pos.title.data.extra


def start(scratch: Scratch) -> None:
    """The bank pays everybody's start; every corporation has its price and its home."""
    title, state, facts = scratch.title, scratch.state, numbers(scratch.now)
    state.priority, state.extra = state.players[0], Extra()
    scratch.put("cash", BANK, facts["bank"])
    for player in state.players:
        scratch.pay(BANK, player, title.data.cash[len(state.players)], "start")
    for pool, pieces in title.board.supply.items():
        scratch.put("supply", pool, pieces)
    for train in title.data.trains:
        scratch.put("depot", train.name, train.count)
    for unit in title.data.units:
        scratch.put("tokens_left", unit.id, unit.tokens[1:])
        scratch.pay(BANK, unit.id, facts["capital"], "start")
        for index in range(len(unit.shares)):
            scratch.put("certificates", f"{unit.id}.{index}", POOL)
        market.enter(scratch, unit.id, facts["start_cell"])
        place(scratch, unit.id, unit.home.hex, unit.home.stop)
    begin(scratch, "stock", (1,), state.players)


def begin(scratch: Scratch, kind: str, number: tuple[int, ...], queue: tuple[str, ...] = ()) -> None:
    scratch.push(Frame(kind, number, queue))
    scratch.emit(RoundBegan(kind, number))


def next_round(scratch: Scratch, last: Frame) -> None:
    """Stock and operating rounds in turn, until the bank is empty or the last set is over."""
    if last.kind == "stock":
        begin(scratch, "operating", (last.number[0], 1))
    elif scratch.now.cash(BANK) <= 0 or last.number[0] == numbers(scratch.now)["sets"]:
        scratch.state.over = True
        pos = scratch.now
        scratch.emit(GameOver({player: worth(pos, player) for player in pos.state.players}, "bank"))
    elif last.number[1] < scratch.now.phase.operating_rounds:
        begin(scratch, "operating", (last.number[0], last.number[1] + 1))
    else:
        holder = scratch.state.priority
        others = scratch.now.after(holder)
        begin(scratch, "stock", (last.number[0] + 1,), (holder, *others[:-1]))


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
        scratch.state.extra = Extra(gone)


def worth(pos: Position, player: str) -> int:
    held = sum(pos.price(unit) * pos.percent(player, unit) // 20 for unit in pos.title.units)
    return pos.cash(player) + held


def check(pos: Position) -> Iterator[str]:
    """Money and trains are never made or lost."""
    if sum(pos.state.cash.values()) != numbers(pos)["bank"]:
        yield "money does not add up"
    running = sum(len(trains) for trains in pos.state.trains.values())
    if running + sum(pos.state.depot.values()) + pos.state.extra.rusted != 6:
        yield "trains do not add up"
