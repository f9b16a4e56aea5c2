"""1844 Switzerland (Helmut Ohley): an auction, three kinds of companies, tunnels, mountain railways, and the SBB."""

from typing import Any

from engine.data import ClauseData, MapData, TitleData
from engine.rounds import duplicate_token
from engine.rounds.consent import Consent
from engine.rounds.operating import OperatingRound, Part
from engine.steps import Step
from engine.steps.dividend import PAYING, DividendStep
from engine.steps.run import RunStep
from engine.steps.shares import BuyShareStep, ParStep, SellSharesStep
from engine.steps.token import TokenStep
from engine.steps.track import TrackStep
from engine.title import Title, load
from engine.titles.t1844 import (
    auction,
    companies,
    emergency,
    flow,
    phases,
    powers,
    privates,
    revenue,
    routing,
    sbb,
    stock,
    tokens,
    track,
    trains,
    tunnels,
)
from engine.titles.t1844.figures import SwissState
from engine.titles.t1844.recorded import DIALECT, PRESET

STOCK_TURN = (
    SellSharesStep(stock.SELLING, stock.after_sale, stock.sale_price),
    stock.REPAY,
    BuyShareStep(stock.BUYING, companies.on_purchase),
    ParStep(stock.STARTING, companies.on_purchase),
    privates.BuyMountain(privates.RAILWAYS),
    privates.BuyPermit(privates.PERMITS),
    stock.REPAY,
)
COMPANY_TURN: tuple[Step[Any], ...] = (
    companies.HOME_TOKEN,
    TrackStep(track.RULES, track.BUILDING),
    tunnels.BUILD_TUNNEL,
    TokenStep(tokens.TOKENS, tokens.charge),
    RunStep(revenue.RUNNING_RULES, revenue.RUNNING),
    DividendStep(PAYING, revenue.divide),
    trains.KEEP_TRAINS,
    emergency.EMERGENCY_SALE,
    emergency.GIVE_UP,
    trains.BUY_TRAINS,
    powers.ACQUIRE,
)

TITLE = Title(
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    rounds={
        "auction": auction.AuctionRound(),
        "founding": auction.Founding(),
        "stock": stock.SwissStock(STOCK_TURN, stock.end, (stock.REPAY, powers.FURKA, powers.EVA)),
        "operating": OperatingRound(
            (
                Part(
                    companies.operating_order,
                    COMPANY_TURN,
                    before=flow.before_operating,
                    live=True,
                    opened=flow.return_late,
                ),
            ),
            powers=(powers.ACQUIRE, powers.FURKA, powers.EVA),
        ),
        "train_limit": phases.TRAIN_LIMIT,
        "duplicate_token": sbb.DUPLICATE_TOKEN,
        "consent": Consent(trains.BUY_TRAINS.conclude),
    },
    start=flow.start,
    next_round=flow.next_round,
    verbs=(
        privates.Mountain,
        privates.Permit,
        tunnels.Tunnel,
        powers.Furka,
        powers.Eva,
        duplicate_token.RemoveToken,
        emergency.Bankrupt,
    ),
    extra=SwissState,
    check=flow.check,
    worth=flow.worth,
    notes=flow.notes,
    unsold=privates.unsold,
    upkeep=sbb.collect_debts,
    routes=routing.best,
    dialect=DIALECT,
    presets={"compat=peer18xx": PRESET},
)
