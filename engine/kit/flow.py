"""How a game starts, goes on and ends, and what a sale of trains sets going."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.actions import BuyTrain
from engine.board.tiles import Data
from engine.data import CellName, PhaseName, TrainName
from engine.finance import market
from engine.finance.bank import is_broken
from engine.position import Position
from engine.rounds import begin, end_game
from engine.rounds.operating import begin_next, begin_set, ends_set
from engine.scratch import Scratch
from engine.start import lay_out, lay_out_unit
from engine.state import BANK, Frame
from engine.steps.phases import begin_phase_with, rust
from engine.steps.token import place


class KitFigures(Data):
    """The numbers that only this title has: ``[extra]`` of ``title.toml``. Money in the title's currency.

    Every company begins with its ``capital``, on ``start_cell`` of the market. ``starts`` has the phase that begins
    with the first train of a type, ``rusts`` the types that go with it. The game ends after so many ``sets``. A name
    that nothing in ``title.toml`` bears is an error.
    """

    capital: int
    start_cell: CellName
    starts: Mapping[TrainName, PhaseName]
    rusts: Mapping[TrainName, tuple[TrainName, ...]]
    sets: int


@dataclass(frozen=True, slots=True)
class KitState:
    """The part of the state that only this title has: how many trains have rusted."""

    rusted: int = 0


def figures(pos: Position) -> KitFigures:
    """Return the numbers that only this title has."""
    return pos.title.figures(KitFigures)


def start(scratch: Scratch) -> None:
    """Give everybody their cash, every company its price, its capital and its home; the first player begins."""
    state, own = scratch.state, figures(scratch.now)
    state.priority, state.extra = state.players[0], KitState()
    lay_out(scratch)
    for unit in scratch.title.data.units:
        assert unit.home is not None
        lay_out_unit(scratch, unit.id, pooled=len(unit.shares))
        scratch.pay(BANK, unit.id, own.capital, "start")
        market.enter(scratch, unit.id, own.start_cell)
        place(scratch, unit.id, unit.home.hex, unit.home.stop)
        scratch.put("tokens_left", unit.id, unit.tokens[1:])
    begin(scratch, Frame("stock", (1,), state.players))


def next_round(scratch: Scratch, last: Frame) -> None:
    """Begin stock and operating rounds in turn, until a set ends in which the bank broke, or the last of all sets.

    The bank has broken once it was empty, even if money has come back to it since.
    """
    number = last.number[0]
    if last.kind == "stock":
        begin_set(scratch, number)
    elif not ends_set(last):
        begin_next(scratch, last)
    elif is_broken(scratch.now):
        end_game(scratch, "bank")
    elif number == figures(scratch.now).sets:
        end_game(scratch, "last_round")
    else:
        holder = scratch.state.priority
        begin(scratch, Frame("stock", (number + 1,), (holder, *scratch.now.after(holder)[:-1])))


def train_sold(scratch: Scratch, deal: BuyTrain) -> None:
    """Begin the phase that starts with this train, and let older trains rust."""
    own = figures(scratch.now)
    begin_phase_with(scratch, own.starts, deal.train, "sale")
    gone = own.rusts.get(deal.train, ())
    count = sum(train in gone for trains in scratch.state.trains.values() for train in trains)
    scratch.change(rusted=scratch.now.own(KitState).rusted + count)
    rust(scratch, gone)


def check(pos: Position) -> Iterator[str]:
    """Trains are never made or lost."""
    running = sum(len(trains) for trains in pos.state.trains.values())
    left = running + sum(cards or 0 for cards in pos.state.depot.values()) + pos.own(KitState).rusted
    if left != sum(train.count or 0 for train in pos.title.data.trains):
        yield "trains do not add up"
