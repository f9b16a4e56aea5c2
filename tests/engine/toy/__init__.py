"""A toy title that breaks what 18Mag keeps: it proves that the engine assumes nothing of one game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine import title as known
from engine.data import ClauseData, MapData, TitleData
from engine.printed import load
from engine.rounds.operating import OperatingRound, Part
from engine.rounds.stock import StockRound, move_priority
from engine.rules import Rules
from engine.steps.deals import nobody
from engine.steps.dividend import PAYING, DividendStep
from engine.steps.run import RunStep, only_the_best
from engine.steps.shares import BUYING, SELLING, BuyShareStep, SellSharesStep
from engine.steps.token import CONNECTED, TokenStep
from engine.steps.track import TrackStep
from engine.steps.trains import TRADING, BuyTrainStep
from engine.steps.turn import units_turn
from engine.title import Title
from engine.variants import Variant

from . import flow, rules

STEPS = {
    "sell": SellSharesStep(SELLING, rules.one_down),
    "buy": BuyShareStep(BUYING.without("buy_director")),
    "lay": TrackStep(rules.TRACK, rules.BUILDING),
    "token": TokenStep(CONNECTED),
    "run": RunStep(Rules((units_turn, only_the_best))),
    "dividend": DividendStep(PAYING, rules.divide),
    "train": BuyTrainStep(TRADING, sold=flow.train_sold, consent=nobody),
}
TITLE = Title(
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    steps=STEPS,
    rounds={
        "stock": StockRound(("sell", "buy"), move_priority),
        "operating": OperatingRound((Part(rules.order, ("lay", "token", "run", "dividend", "train")),)),
    },
    start=flow.start,
    next_round=flow.next_round,
    extra=flow.ToyState,
    check=flow.check,
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
