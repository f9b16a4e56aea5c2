"""Kit: three companies on a small map, as a title of your own begins.

The shape of a title can be read here: its data, the steps of turns, the rounds, and the functions in which it
differs from others.
"""

from engine.data import ClauseData, MapData, TitleData
from engine.exhibits import Foresight
from engine.kit import companies, flow
from engine.milestones import train_sales
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

TITLE = Title(
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    steps={
        "sell": SellSharesStep(SELLING, companies.one_down),
        "buy": BuyShareStep(BUYING.without("buy_director")),
        "lay": TrackStep(companies.TRACK, companies.BUILDING),
        "token": TokenStep(CONNECTED),
        "run": RunStep(Rules((units_turn, only_the_best))),
        "dividend": DividendStep(PAYING, companies.divide),
        "train": BuyTrainStep(TRADING, sold=flow.train_sold, consent=nobody),
    },
    rounds={
        "stock": StockRound(("sell", "buy"), move_priority),
        "operating": OperatingRound((Part(companies.order, ("lay", "token", "run", "dividend", "train")),)),
    },
    start=flow.start,
    next_round=flow.next_round,
    extra=flow.KitState,
    check=flow.check,
    foresight=Foresight(train_sales(flow.figures)),
)
