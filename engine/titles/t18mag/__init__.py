"""18Mag (Leonhard Orgler): minors run trains, majors live on what minors pay them."""

from typing import Any

from engine.data import ClauseData, MapData, TitleData
from engine.defaults import always, nothing
from engine.exhibits import Foresight
from engine.printed import load
from engine.rounds.consent import Consent
from engine.rounds.operating import OperatingRound, Part
from engine.rounds.stock import StockRound
from engine.steps import Step
from engine.steps.dividend import DividendStep
from engine.steps.forbidden import Forbidden
from engine.steps.home import home_flags
from engine.steps.run import RunStep
from engine.steps.shares import BuyShareStep, SellSharesStep
from engine.steps.token import CONNECTED, TokenStep
from engine.steps.track import TrackStep
from engine.steps.trains import DISCARDING, BuyTrainStep, DiscardStep
from engine.title import DataFile, Title
from engine.titles.t18mag import (
    deck_files,
    draft,
    flow,
    istvan,
    phases,
    prospects,
    revenue,
    routing,
    solo,
    stock,
    supporters,
    tokens,
    track,
)
from engine.titles.t18mag.figures import MagOperating, MagState, MagTurn, minors
from engine.titles.t18mag.insight import INSIGHT
from engine.titles.t18mag.procedures import Procedures
from engine.titles.t18mag.readings import READINGS
from engine.variants import Variant

STEPS: dict[str, Step[Any]] = {
    **draft.STEPS,
    "sell": SellSharesStep(stock.SALES, stock.one_left),
    "buy": BuyShareStep(stock.RULES, price=stock.price, turned_in=stock.turned_in),
    "lay": TrackStep(track.RULES, track.BUILDING),
    "prepay": Forbidden(track.Prepay, track.NOT_BEFOREHAND),
    "token": TokenStep(CONNECTED, tokens.pay_for_minor),
    "berth": TokenStep(
        supporters.BERTHING,
        tokens.pay_for_minor,
        verb=supporters.Berth,
        price=supporters.reduced,
        able=lambda pos: bool(supporters.payer(pos)),
        placed=supporters.has_paid,
    ),
    "discard": DiscardStep(DISCARDING),
    "run": RunStep(revenue.RUNNING_RULES, revenue.RUNNING),
    "train": BuyTrainStep(
        supporters.DEALS.then(solo.not_with_him),
        pay=phases.pay_seller,
        sold=phases.train_sold,
        offers=supporters.at_a_discount,
    ),
    "major_token": TokenStep(tokens.MAJORS),
    "dividend": DividendStep(
        revenue.PAYING,
        revenue.pay_out,
        asks=revenue.director_chooses,
        totals=revenue.in_tens,
        unasked=revenue.without_director,
    ),
    "call": supporters.CallSupporter(
        supporters.calling(supporters.gives_money), supporters.gives_money, supporters.take_money
    ),
    **solo.STEPS,
}
PROCEDURES = Procedures(
    pile=flow.as_drawn,
    terrain_aids=track.terrain_aids,
    terrain_paid=track.terrain_paid,
    oo_order=track.home_minor_first,
    crossing=routing.red_to_red,
    his_tile=always,
    his_purchase=istvan.as_anybody,
    after_minors=phases.check_sales,
    after_round=nothing,
    round_with_sale=nothing,
    round_without_sale=phases.count_round,
    first_sale=phases.take_tokens_back,
    forced=phases.touch_lowest,
    sets_left=phases.one_set,
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
        "two-players-grey-sides",
        "solo",
        "solo-short",
        "solo-long",
    )
)

TITLE = Title(
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    steps=STEPS,
    rounds={
        "draft": draft.DraftRound(),
        "stock": StockRound(
            ("sell", "buy"), flow.after_shares, no_pass=solo.over_limit, own_turns=solo.HIS_SHARES
        ),
        "operating": OperatingRound(
            (
                Part(
                    minors,
                    ("lay", "prepay", "token", "berth", "discard", "run", "train"),
                    before=flow.open_operating,
                ),
                Part(flow.majors_order, ("major_token", "dividend"), before=phases.after_minors),
            ),
            after=phases.after_round,
            powers=("call",),
            own_turns=solo.HIS_UNITS,
            notes=MagOperating,
        ),
        "consent": Consent(),
    },
    procedures=PROCEDURES,
    start=flow.start,
    next_round=flow.next_round,
    carried=flow.carried,
    verbs=(track.Prepay, supporters.Call, supporters.Berth),
    extra=MagState,
    turn_notes=MagTurn,
    check=flow.check,
    remarks=flow.remarks,
    flags=home_flags,
    insight=INSIGHT,
    foresight=Foresight(
        prospects.first_sales, prospects.prospects, lays=track.lays_left, benefits=istvan.benefits
    ),
    cards=istvan.cards,
    routes=routing.best,
    variants=(*WITH_NEW_MINORS, *VARIANTS),
    readings=READINGS,
    files={"deck": DataFile(deck_files.by_name, deck_files.read)},
)
