"""1844 Switzerland (Helmut Ohley): an auction, three kinds of companies, tunnels, mountain railways, and the SBB."""

from typing import Any

from engine.data import ClauseData, MapData, TitleData
from engine.rounds import lift
from engine.rounds.consent import Consent
from engine.rounds.operating import OperatingRound, Part
from engine.steps import Step
from engine.steps.payout import PAYING, PayOrKeep
from engine.steps.run import RunTrains
from engine.steps.shares import BuyShare, SellShares, StartCorporation
from engine.steps.token import PlaceStation
from engine.steps.track import LayTrack
from engine.title import Title, load
from engine.titles.t1844 import (
    auction,
    companies,
    flow,
    national,
    papers,
    phases,
    powers,
    revenue,
    running,
    stations,
    stock,
    track,
    trains,
)
from engine.titles.t1844.facts import Extra
from engine.titles.t1844.recorded import DIALECT, PRESET

STOCK_TURN = (
    SellShares(stock.SELLING, stock.after_sale, stock.sale_price),
    stock.REPAY,
    BuyShare(stock.BUYING, companies.on_purchase),
    StartCorporation(stock.STARTING, companies.on_purchase),
    papers.BuyMountain(papers.RAILWAYS),
    papers.BuyPermit(papers.PERMITS),
    stock.REPAY,
)
COMPANY_TURN: tuple[Step[Any], ...] = (
    companies.HOME_STATION,
    LayTrack(track.RULES, track.BUILDING),
    track.BUILD_TUNNEL,
    PlaceStation(stations.MARKERS, stations.charge),
    RunTrains(revenue.RUNNING_RULES, revenue.RUNNING),
    PayOrKeep(PAYING, revenue.divide),
    *trains.STEPS,
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
        "excess": phases.EXCESS,
        "lift": national.LIFTING,
        "consent": Consent(trains.BUY_TRAINS.conclude),
    },
    start=flow.start,
    next_round=flow.next_round,
    verbs=(
        papers.Mountain,
        papers.Permit,
        track.Tunnel,
        powers.Furka,
        powers.Eva,
        lift.Lift,
        trains.Bankrupt,
    ),
    extra=Extra,
    check=flow.check,
    worth=flow.worth,
    notes=flow.notes,
    unsold=papers.unsold,
    upkeep=national.pursue,
    routes=running.best,
    dialect=DIALECT,
    presets={"compat=peer18xx": PRESET},
)
