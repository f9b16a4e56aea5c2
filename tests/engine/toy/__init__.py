"""A toy title that breaks what 18Mag keeps: it proves that the engine assumes nothing of one game.

It has the kit's rounds of companies and data of its own: shares of a fifth, all of them in the pool at one price when
the game begins; companies with their money from the start; set-ups that differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from engine import kit
from engine import title as known
from engine.data import ClauseData, MapData, TitleData
from engine.finance import market
from engine.kit.figures import KitState
from engine.position import Position
from engine.printed import load
from engine.rounds import begin
from engine.rounds.operating import OperatingRound, Part
from engine.rounds.stock import StockRound, move_priority
from engine.scratch import Scratch
from engine.start import lay_out, lay_out_unit
from engine.state import BANK, Frame
from engine.steps.shares import BUYING, BuyShareStep
from engine.steps.token import CONNECTED, TokenStep, place
from engine.title import Title
from engine.variants import Variant

CAPITAL, START_CELL = 100, "1,1"


def order(pos: Position) -> tuple[str, ...]:
    """The companies that have a director, by falling price."""
    return tuple(unit for unit in market.order(pos, list(pos.title.units)) if pos.director(unit))


def start(scratch: Scratch) -> None:
    """Everybody has their cash, every company its price, its capital and its home; the first player begins."""
    state = scratch.state
    state.priority, state.extra = state.players[0], KitState()
    lay_out(scratch)
    for unit in scratch.title.data.units:
        assert unit.home is not None
        lay_out_unit(scratch, unit.id, pooled=len(unit.shares))
        scratch.pay(BANK, unit.id, CAPITAL, "start")
        market.enter(scratch, unit.id, START_CELL)
        place(scratch, unit.id, unit.home.hex, unit.home.stop)
        scratch.put("tokens_left", unit.id, unit.tokens[1:])
    begin(scratch, Frame("stock", (1,), state.players))


STEPS = {
    name: step for name, step in kit.TITLE.steps.items() if name not in ("draft", "par", "home", "return")
}
TURN = ("lay", "token", "run", "dividend", "train")

TITLE = replace(
    kit.TITLE,
    steps={**STEPS, "buy": BuyShareStep(BUYING.without("buy_director")), "token": TokenStep(CONNECTED)},
    rounds={
        "stock": StockRound(("sell", "buy"), move_priority),
        "operating": OperatingRound((Part(order, TURN),)),
    },
    start=start,
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    variants=(load(__package__, "two.toml", Variant), load(__package__, "west.toml", Variant)),
)


@contextmanager
def made_known() -> Iterator[Title]:
    """Make the toy known for a while."""
    known.add(TITLE)
    try:
        yield TITLE
    finally:
        known._ADDED.pop(TITLE.name, None)
