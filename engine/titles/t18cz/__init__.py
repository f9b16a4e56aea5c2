"""18CZ (Leonhard Orgler): small, medium and large companies that open with the trains and acquire each other."""

from dataclasses import replace
from typing import Any

from engine.actions import Acquire, BuyTrain, Sell
from engine.data import ClauseData, MapData, TitleData
from engine.defaults import never
from engine.exhibits import Foresight
from engine.finance import debts
from engine.finance.floating import operating_order
from engine.printed import load
from engine.rounds.consent import Consent
from engine.rounds.decision import DecisionRound
from engine.rounds.duplicate_token import RemoveToken
from engine.rounds.operating import OperatingRound, Part
from engine.rounds.own_turns import OwnTurns
from engine.rounds.stock import StockRound
from engine.rounds.train_limit import TRAIN_LIMIT, ReturnTrainsStep
from engine.steps import Step
from engine.steps.acquire import AcquireStep, its_owner
from engine.steps.automatic import Automatic
from engine.steps.debts import Repaying
from engine.steps.dividend import PAYING, DividendStep
from engine.steps.forbidden import Forbidden
from engine.steps.par import ParStep
from engine.steps.run import RunStep
from engine.steps.shares import BuyShareStep, SellSharesStep
from engine.steps.token import TokenStep
from engine.steps.track import TrackStep
from engine.steps.trains import BuyTrainStep
from engine.title import Title
from engine.titles.t18cz import (
    companies,
    draft,
    dummy_turn,
    flow,
    homes,
    local_railways,
    mergers,
    openings,
    phases,
    prospects,
    purple,
    received_trains,
    revenue,
    routing,
    stock,
    tokens,
    track,
    trains,
)
from engine.titles.t18cz.figures import CzechState
from engine.titles.t18cz.insight import INSIGHT
from engine.titles.t18cz.notes import CityQuestion, CzechOperating, CzechStock, ReceivedTrains
from engine.titles.t18cz.procedures import CzechProcedures
from engine.titles.t18cz.readings import READINGS
from engine.variants import Variant

LAY = TrackStep(track.RULES, track.BUILDING, due=track.home_due, laid=homes.ask_cities)
TOKEN = TokenStep(tokens.TOKENS)

STEPS: dict[str, Step[Any]] = {
    "draft": draft.DRAFT,
    # stock rounds
    "sell": SellSharesStep(stock.SELLING, stock.after_sale, stock.sale_price),
    "repay": Repaying(stock.REPAYING, debts.unpaid, debts.reduce),
    "buy": BuyShareStep(stock.BUYING, companies.on_purchase),
    "par": ParStep(stock.STARTS, companies.on_purchase),
    # the turn of a company
    "first_token": Automatic(homes.begin, due=homes.begins),
    "home": homes.RedHomeStep(homes.RED_HOME),
    "lay": LAY,
    "token": TOKEN,
    "run": RunStep(revenue.RUNNING_RULES, revenue.RUNNING),
    "dividend": DividendStep(PAYING, revenue.divide),
    "merge": mergers.MergeStep(mergers.MERGING),
    "discard": ReturnTrainsStep(received_trains.GIVING_BACK),
    "no_sale": Forbidden(Sell, trains.NO_SALE),
    "train": BuyTrainStep(
        trains.TRADING,
        lend=trains.borrow,
        duty=trains.must_own,
        others=trains.units_and_pool,
        prepare=trains.turn_card,
        bought=trains.bought,
    ),
    # what locals allow at any moment of that turn
    "purple": purple.PurpleTileStep(purple.PURPLE_RULES),
    "acquire": AcquireStep(
        local_railways.ACQUIRING,
        local_railways.for_sale,
        local_railways.sale_prices,
        consent=its_owner,
    ),
    "dispose": local_railways.DisposeLocalStep(local_railways.DISPOSING),
    # the turn of one of Václav's companies
    "dummy_lay": replace(LAY, apart=True),
    "dummy_token": replace(TOKEN, apart=True),
    "dummy_dividend": DividendStep(PAYING, revenue.divide, asks=never),
    "no_train": Forbidden(BuyTrain, dummy_turn.NOTHING),
    "no_merger": Forbidden(mergers.Merge, dummy_turn.NOTHING),
    "no_local": Forbidden(Acquire, dummy_turn.NOTHING),
    "no_disposal": Forbidden(local_railways.DisposeLocal, dummy_turn.NOTHING),
    "no_purple": Forbidden(purple.LayPurple, dummy_turn.NOTHING),
    # decisions that interrupt a turn
    "settle": homes.ChooseCityStep(homes.CHOOSING),
    "turn": received_trains.TurnTrainStep(received_trains.TURNING),
    "give_up": received_trains.DiscardReceivedStep(received_trains.GIVING_UP),
    "return": ReturnTrainsStep(phases.ABOVE_LIMIT),
    "remove": mergers.REMOVE_TOKEN,
}
POWERS = ("purple", "acquire", "dispose")
BEFORE_TRAINS = ("first_token", "home", "lay", "token", "run", "dividend", "merge", "discard")
COMPANY_TURN = (*BEFORE_TRAINS, "no_sale", "train", *POWERS)
DUMMY_TURN = (
    "first_token",
    "home",
    "dummy_lay",
    "dummy_token",
    "run",
    "dummy_dividend",
    "no_train",
    "no_merger",
    "no_local",
    "no_disposal",
    "no_purple",
)

TITLE = Title(
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    steps=STEPS,
    rounds={
        "draft": draft.LocalDraft(),
        "stock": StockRound(
            ("sell", "repay", "buy", "par"),
            stock.end,
            powers=("repay",),
            no_pass=stock.forced_sale,
            turn_ends=stock.force_no_more,
            notes=CzechStock,
        ),
        "operating": OperatingRound(
            (Part(operating_order, COMPANY_TURN, before=companies.incomes),),
            powers=POWERS,
            own_turns=(OwnTurns(dummy_turn.his, DUMMY_TURN, (), dummy_turn.deciders),),
            notes=CzechOperating,
        ),
        "settle": DecisionRound("settle", notes=CityQuestion),
        "train_limit": TRAIN_LIMIT,
        "duplicate_token": mergers.DUPLICATE_TOKEN,
        "inherit": DecisionRound(
            "turn", "give_up", powers=POWERS, no_pass=received_trains.above_limit_first, notes=ReceivedTrains
        ),
        "consent": Consent(demands={"acquire": "private_consent", "merge": "acquire_consent"}),
    },
    start=flow.start,
    next_round=flow.next_round,
    verbs=(
        homes.LayRedHome,
        homes.ChooseCity,
        purple.LayPurple,
        local_railways.DisposeLocal,
        mergers.Merge,
        received_trains.TurnTrain,
        RemoveToken,
    ),
    extra=CzechState,
    check=flow.check,
    could_open=openings.could_open,
    worth=flow.worth,
    remarks=flow.remarks,
    flags=homes.flags,
    insight=INSIGHT,
    foresight=Foresight(
        prospects.first_sales,
        prospects.prospects,
        lays=track.lays_left,
        start=companies.start_terms,
        turns=received_trains.turning_prices,
        rounds=prospects.rounds,
    ),
    routes=routing.best,
    procedures=CzechProcedures(
        chooses_city=homes.the_owner,
        must_sell=stock.everybody_above,
        cheap_token_stays=tokens.beside_one_token,
        turns_into=received_trains.kinds_above,
        undecided=received_trains.turned_too,
        returns_in_order=operating_order,
    ),
    variants=tuple(
        load(__package__, f"{file}.toml", Variant) for file in ("two-players", "six-players", "cash-350")
    ),
    readings=READINGS,
)
