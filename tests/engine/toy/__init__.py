"""A toy title that breaks what 18Mag keeps: it proves that the engine assumes nothing of one game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine import title as known
from engine.data import ClauseData, MapData, TitleData
from engine.rounds.operating import OperatingRound, Part
from engine.rounds.stock import StockRound, move_priority
from engine.steps.run import Running, RunTrains
from engine.steps.shares import BUYING, SELLING, BuyShare, SellShares
from engine.steps.token import CONNECTED, PlaceStation
from engine.steps.track import LayTrack
from engine.steps.trains import TRADING, BuyTrains, Trading
from engine.title import Title, load
from engine.variants import Variant

from . import flow, rules

TURN = (
    LayTrack(rules.TRACK, rules.BUILDING),
    PlaceStation(CONNECTED, rules.pay_station),
    RunTrains(
        rules.RUNS,
        Running(rules.proposals, rules.can_run, rules.earn, rules.measure, rules.measure),
    ),
    rules.PayOrKeep(rules.PAYOUTS),
    BuyTrains(TRADING, Trading(flow.train_sold, rules.never)),
)

TITLE = Title(
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    rounds={
        "stock": StockRound(
            (
                SellShares(SELLING, rules.one_down),
                BuyShare(BUYING.without("buy_director")),
            ),
            move_priority,
        ),
        "operating": OperatingRound((Part(rules.order, TURN),), after=rules.nothing),
    },
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
