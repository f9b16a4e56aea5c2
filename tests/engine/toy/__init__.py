"""A toy title that breaks what 18Mag keeps: it proves that the engine assumes nothing of one game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine import title as known
from engine.data import ClauseData, MapData, TitleData
from engine.rounds.operating import OperatingRound, Part
from engine.rounds.stock import StockRound, move_priority
from engine.steps.run import Running, RunStep
from engine.steps.shares import BUYING, SELLING, BuyShareStep, SellSharesStep
from engine.steps.token import CONNECTED, TokenStep
from engine.steps.track import TrackStep
from engine.steps.trains import TRADING, BuyTrainStep
from engine.title import Title, load
from engine.variants import Variant

from . import flow, rules

STEPS = {
    "sell": SellSharesStep(SELLING, rules.one_down),
    "buy": BuyShareStep(BUYING.without("buy_director")),
    "lay": TrackStep(rules.TRACK, rules.BUILDING),
    "token": TokenStep(CONNECTED),
    "run": RunStep(
        rules.RUNS,
        Running(rules.proposals, rules.can_run, rules.earn, rules.measure, rules.measure),
    ),
    "dividend": rules.PayOrKeep(rules.PAYOUTS),
    "train": BuyTrainStep(TRADING, flow.train_sold, rules.never),
}

TITLE = Title(
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    rounds={
        "stock": StockRound(("sell", "buy"), move_priority),
        "operating": OperatingRound((Part(rules.order, ("lay", "token", "run", "dividend", "train")),)),
    },
    steps=STEPS,
    start=flow.start,
    next_round=flow.next_round,
    verbs=(),
    extra=flow.Extra,
    check=flow.check,
    worth=flow.worth,
    notes=rules.no_aids,
    routes=rules.best,
    variants=(load(__package__, "two.toml", Variant), load(__package__, "west.toml", Variant)),
)


@contextmanager
def on_the_shelf() -> Iterator[Title]:
    """Make the toy known for a while."""
    known.add(TITLE)
    try:
        yield TITLE
    finally:
        known._ADDED.pop(TITLE.name, None)
