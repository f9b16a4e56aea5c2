"""18Mag (Leonhard Orgler): minors run trains, majors live on what minors pay them."""

from engine.data import ClauseData, MapData, TitleData
from engine.rounds.consent import Consent
from engine.rounds.operating import Part
from engine.steps.run import RunStep
from engine.steps.shares import SellSharesStep
from engine.steps.token import CONNECTED, TokenStep
from engine.steps.track import TrackStep
from engine.steps.trains import SCRAPPING, DiscardStep
from engine.title import DataFile, Title, load
from engine.titles.t18mag import deck, flow, istvan, phases, revenue, running, solo, stock, supporters, track
from engine.titles.t18mag.draft import DraftRound
from engine.titles.t18mag.figures import MagState
from engine.titles.t18mag.recorded import DIALECT
from engine.variants import Variant

BUY_TRAINS = supporters.BuyTrainsCheaply(supporters.DEALS.then(solo.not_with_him), phases.train_sold)

MINOR_TURN = (
    TrackStep(track.RULES, track.BUILDING),
    track.PrepayTerrain(track.PREPAYING),
    TokenStep(CONNECTED, revenue.pay_minor_token),
    supporters.PlaceBerth(supporters.BERTHING, revenue.pay_minor_token),
    DiscardStep(SCRAPPING),
    RunStep(revenue.RUNNING_RULES, revenue.RUNNING),
    BUY_TRAINS,
)
MAJOR_TURN = (
    TokenStep(revenue.TOKENS, revenue.pay_major_token),
    revenue.PayOut(revenue.PAYING),
)

NEW_MINORS = load(__package__, "new-minors.toml", Variant)
WITH_NEW_MINORS = tuple(
    NEW_MINORS.model_copy(update={"option": f"new_minors={how}"}) for how in ("simple", "challenge")
)
VARIANTS = tuple(
    load(__package__, f"{name}.toml", Variant)
    for name in (
        "new-minors-simple",
        "new-minors-challenge",
        "new-major",
        "supporters",
        "two-players",
        "solo",
        "solo-short",
        "solo-long",
    )
)

TITLE = Title(
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    rounds={
        "draft": DraftRound(),
        "stock": solo.Stock(
            (SellSharesStep(stock.SALES, stock.one_left), stock.BuyCertificate(stock.RULES)),
            flow.after_shares,
        ),
        "operating": solo.Operating(
            (
                Part(flow.minors_order, MINOR_TURN),
                Part(flow.majors_order, MAJOR_TURN, before=phases.after_minors),
            ),
            after=phases.after_round,
            powers=(supporters.CallSupporter(supporters.CALLING),),
        ),
        "consent": Consent(BUY_TRAINS.conclude),
    },
    start=flow.start,
    next_round=flow.next_round,
    verbs=(track.Prepay, supporters.Call, supporters.Berth),
    extra=MagState,
    check=flow.check,
    worth=flow.worth,
    notes=flow.notes,
    cards=istvan.cards,
    routes=running.best,
    dialect=DIALECT,
    variants=(*WITH_NEW_MINORS, *VARIANTS),
    files={"deck": DataFile(deck.settled, deck.opened)},
    presets={
        "compat=peer18xx": (
            "no_train=consecutive",
            "forced_stack=keep",
            "no_train_check=or_end",
            "revenue_claim=free",
            "trade_consent=off",
            "oo_token=first_found",
            "director_purchase=on",
            "terrain_token=prepaid",
        )
    },
)
