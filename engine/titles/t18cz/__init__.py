"""18CZ (Leonhard Orgler): small, medium and large companies that come with the trains, and acquire each other."""

from typing import Any

from engine.actions import Acquire, Action, BuyTrain
from engine.data import ClauseData, MapData, TitleData
from engine.rounds import duplicate_token
from engine.rounds.consent import Consent
from engine.rounds.operating import Part
from engine.scratch import Scratch
from engine.steps import Step
from engine.steps.dividend import PAYING, DividendStep
from engine.steps.run import RunStep
from engine.title import Title, load
from engine.titles.t18cz import (
    companies,
    draft,
    dummy_turn,
    flow,
    homes,
    mergers,
    phases,
    revenue,
    routing,
    stock,
    tokens,
    track,
    trains,
)
from engine.titles.t18cz import local_railways as local_railways
from engine.titles.t18cz.figures import CzechState
from engine.titles.t18cz.recorded import DIALECT, PRESET
from engine.variants import Variant

COMPANY_TURN: tuple[Step[Any], ...] = (
    homes.FIRST_TOKEN,
    homes.RED_HOME,
    track.LAY,
    tokens.PLACE,
    RunStep(revenue.RUNNING_RULES, revenue.RUNNING),
    DividendStep(PAYING, revenue.divide),
    mergers.MERGE,
    mergers.RETURN,
    *trains.STEPS,
    track.PURPLE,
    local_railways.ACQUIRE,
    local_railways.DISPOSE,
)
PROPOSERS: dict[type[Action], Any] = {
    BuyTrain: trains.BUY_TRAINS,
    Acquire: local_railways.ACQUIRE,
    mergers.Merge: mergers.MERGE,
}


def conclude(scratch: Scratch, action: Action) -> None:
    """Carry out a deal that the other side has agreed to."""
    PROPOSERS[type(action)].conclude(scratch, action)


TITLE = Title(
    data=load(__package__, "title.toml", TitleData),
    board=load(__package__, "map.toml", MapData),
    texts=load(__package__, "clauses.toml", ClauseData),
    rounds={
        "draft": draft.DRAFT,
        "stock": stock.STOCK,
        "operating": dummy_turn.CompanyTurns(
            Part(companies.operating_order, COMPANY_TURN, before=companies.incomes),
            powers=(track.PURPLE, local_railways.ACQUIRE, local_railways.DISPOSE),
            his=dummy_turn.TURN,
        ),
        "settle": homes.CITY_CHOICE,
        "train_limit": phases.TRAIN_LIMIT,
        "duplicate_token": mergers.DUPLICATE_TOKEN,
        "inherit": mergers.INHERIT,
        "consent": Consent(conclude, {"acquire": "private_consent", "merge": "acquire_consent"}),
    },
    start=flow.start,
    next_round=flow.next_round,
    verbs=(
        homes.LayRedHome,
        homes.ChooseCity,
        track.LayPurple,
        local_railways.DisposeLocal,
        mergers.Merge,
        mergers.TurnTrain,
        duplicate_token.RemoveToken,
    ),
    extra=CzechState,
    check=flow.check,
    worth=flow.worth,
    notes=flow.notes,
    routes=routing.best,
    dialect=DIALECT,
    presets={"compat=peer18xx": PRESET},
    variants=(load(__package__, "two-players.toml", Variant),),
)
