"""Kit: three companies on a small map, as a title of your own begins.

The shape of a title can be read here: its data, the steps of turns, the rounds, and the functions in which it
differs from others.
"""

from engine.data import ClauseData, MapData, TitleData
from engine.exhibits import Foresight
from engine.finance.floating import not_floated, operating_order
from engine.finance.privates import pay_incomes
from engine.kit import companies, flow, stock
from engine.kit.figures import KitState, figures
from engine.kit.insight import INSIGHT
from engine.milestones import train_sales
from engine.printed import load
from engine.rounds.operating import OperatingRound, Part
from engine.rounds.stock import StockRound
from engine.rounds.train_limit import TRAIN_LIMIT, ReturnTrainsStep
from engine.rules import Rules
from engine.steps.deals import nobody
from engine.steps.dividend import PAYING, DividendStep
from engine.steps.draft import DraftStep, buy_as_printed, printed_price
from engine.steps.home import home_flags, home_token
from engine.steps.par import STARTING, ParStep
from engine.steps.run import RunStep, only_the_best
from engine.steps.shares import SELLING, BuyShareStep, SellSharesStep
from engine.steps.token import TokenStep
from engine.steps.track import TrackStep
from engine.steps.trains import TRADING, BuyTrainStep
from engine.steps.turn import units_turn
from engine.title import Title

TURN = ("home", "lay", "token", "run", "dividend", "train")
"""The steps of a company's turn."""

TITLE = Title(
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    steps={
        "draft": DraftStep(stock.DRAFTING, stock.for_sale, buy_as_printed, printed_price),
        "sell": SellSharesStep(SELLING, stock.one_down),
        "par": ParStep(STARTING, stock.float_if_sold),
        "buy": BuyShareStep(stock.BUYING, stock.float_if_sold),
        "home": home_token(),
        "lay": TrackStep(companies.TRACK, companies.BUILDING),
        "token": TokenStep(companies.TOKEN),
        "run": RunStep(Rules((units_turn, only_the_best))),
        "dividend": DividendStep(PAYING, companies.divide),
        "train": BuyTrainStep(TRADING, sold=flow.train_sold, consent=nobody),
        "return": ReturnTrainsStep(),
    },
    rounds={
        "draft": StockRound(("draft",), stock.draft_ends),
        "stock": StockRound(("sell", "par", "buy"), stock.round_ends),
        "operating": OperatingRound((Part(operating_order, TURN, before=pay_incomes),)),
        "train_limit": TRAIN_LIMIT,
    },
    start=flow.start,
    next_round=flow.next_round,
    extra=KitState,
    check=flow.check,
    remarks=lambda pos: tuple(not_floated(pos)),
    flags=home_flags,
    foresight=Foresight(train_sales(figures), start=stock.start_terms),
    insight=INSIGHT,
)
