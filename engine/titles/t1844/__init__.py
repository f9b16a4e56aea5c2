"""1844 Switzerland (Helmut Ohley): an auction, three kinds of companies, tunnels, mountain railways, and the SBB."""

from engine.data import ClauseData, MapData, TitleData
from engine.exhibits import Foresight
from engine.milestones import card_sales
from engine.printed import load
from engine.rounds.consent import Consent
from engine.rounds.decision import DecisionRound
from engine.rounds.duplicate_token import RemoveToken
from engine.rounds.operating import OperatingRound, Part
from engine.rounds.stock import StockRound
from engine.rounds.train_limit import TRAIN_LIMIT
from engine.steps.acquire import AcquireStep
from engine.steps.dividend import PAYING, DividendStep
from engine.steps.home import home_kept, home_token
from engine.steps.par import ParStep
from engine.steps.run import RunStep
from engine.steps.shares import BuyShareStep, SellSharesStep
from engine.steps.token import CONNECTED, TokenStep
from engine.steps.track import TrackStep
from engine.steps.trains import BuyTrainStep
from engine.title import Title
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
    track,
    trains,
    tunnels,
)
from engine.titles.t1844.figures import SwissState, broken, figures
from engine.titles.t1844.insight import INSIGHT
from engine.titles.t1844.notes import FoundingNotes, SwissStockNotes, SwissTurn
from engine.titles.t1844.procedures import SwissProcedures
from engine.titles.t1844.readings import READINGS

STOCK_TURN = ("sell", "repay", "buy", "par", "mountain", "permit", "repay")
BUILDING = ("home", "lay", "tunnel", "token")
EARNING = ("run", "dividend", "discard", "emergency_sale", "bankrupt", "train", "acquire")

TITLE = Title(
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    steps={
        "bid": auction.Bidding(auction.BIDDING),
        "found": auction.SetPar(auction.FOUNDING),
        **auction.LATER,
        "sell": SellSharesStep(stock.SELLING, stock.after_sale, stock.sale_price),
        "repay": stock.REPAY,
        "buy": BuyShareStep(stock.BUYING, companies.on_purchase),
        "par": ParStep(stock.STARTS, companies.on_purchase),
        "mountain": privates.BuyMountain(privates.RAILWAYS),
        "permit": privates.BuyPermit(privates.PERMITS),
        "home": home_token(after=companies.check_destinations),
        "lay": TrackStep(track.RULES, track.BUILDING),
        "tunnel": tunnels.BuildTunnel(tunnels.TUNNELLING),
        "token": TokenStep(CONNECTED.before("token_unconnected", home_kept())),
        "run": RunStep(revenue.RUNNING_RULES, revenue.RUNNING),
        "dividend": DividendStep(PAYING, revenue.divide),
        "discard": trains.KEEP_TRAINS,
        "emergency_sale": emergency.EMERGENCY_SALE,
        "bankrupt": emergency.NO_BANKRUPTCY,
        "train": BuyTrainStep(
            trains.TRADING, sold=phases.sold, prices=trains.prices, lend=stock.lend, duty=trains.must_own
        ),
        "acquire": AcquireStep(powers.ACQUIRING, powers.for_sale, powers.prices),
        "furka": powers.LayFurka(powers.BUILD_FURKA),
        "eva": powers.GiveEva(powers.GIVING),
        "return": phases.RETURN_TRAINS,
        "remove": sbb.REMOVE_TOKEN,
    },
    rounds={
        "auction": auction.AuctionRound(),
        "founding": DecisionRound("found", notes=FoundingNotes),
        "stock": StockRound(
            STOCK_TURN,
            stock.end,
            powers=("repay", "furka", "eva"),
            no_pass=stock.must_sell,
            turn_ends=stock.pursue_debt,
            notes=SwissStockNotes,
        ),
        "operating": OperatingRound(
            (
                Part(
                    companies.operating_order,
                    (*BUILDING, *EARNING),
                    before=flow.before_operating,
                    live=True,
                    opened=flow.open_operating,
                ),
            ),
            powers=("acquire", "furka", "eva"),
        ),
        "train_limit": TRAIN_LIMIT,
        "export": phases.Export(),
        "duplicate_token": sbb.DUPLICATE_TOKEN,
        "consent": Consent(),
    },
    start=flow.start,
    next_round=flow.next_round,
    carried=flow.carried,
    verbs=(
        privates.Mountain,
        privates.Permit,
        tunnels.Tunnel,
        powers.Furka,
        powers.Eva,
        RemoveToken,
        emergency.Bankrupt,
    ),
    extra=SwissState,
    turn_notes=SwissTurn,
    procedures=SwissProcedures(
        price_order=stock.left_before_up,
        series_ends=phases.form_and_export,
        out_of_money=broken,
        at_face_value=trains.different_directors,
        compensate=sbb.compensate_at_once,
        pursued_debts=sbb.debts_of_formation,
        mouths=tunnels.mouths,
    ),
    check=flow.check,
    worth=flow.worth,
    remarks=flow.remarks,
    flags=flow.flags,
    insight=INSIGHT,
    foresight=Foresight(
        card_sales(figures), lays=track.lays_left, start=companies.start_terms, broken=broken
    ),
    unsold=privates.unsold,
    upkeep=sbb.collect_debts,
    routes=routing.best,
    readings=READINGS,
)
