"""How games of 18Mag are written in the form of 18xx.games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.actions import (
    Action,
    BuyTrain,
    Discard,
    Draft,
    LayTile,
    PayDividend,
    PlaceToken,
    Route,
    RunTrains,
)
from engine.peer18xx.writer import Writer
from engine.peer18xx.writer_verbs import (
    VERBS,
    leave_by_empty_run,
    leave_by_pass,
    possible,
    slot,
    train_fields,
    write_lay,
    write_run,
)
from engine.peer18xx.writing import PeerStep, RecordedTurn, Untold, Writing, never
from engine.position import Position
from engine.state import DEPOT, POOL
from engine.steps.trains import could_buy
from engine.titles.t18mag.figures import figures, mag_state, majors, minors
from engine.titles.t18mag.readings import tile_left
from engine.titles.t18mag.revenue import car_prices
from engine.titles.t18mag.routing import MinorRoutes
from engine.titles.t18mag.supporters import Berth, Call
from engine.titles.t18mag.track import AND, TERRAIN, Prepay, giver

SELLERS = {"RABA": "RABA", "GC": "G&C", "SNW": "SNW"}


def _draft(writer: Writer, action: Draft) -> None:
    pos, name = writer.pos, writer.unit(action.certificate)
    kind = "minor" if action.certificate in minors(pos) else "company"
    kind = "corporation" if action.certificate in majors(pos) else kind
    writer.by_player("bid", action.actor, **{kind: name, "price": 0})
    if kind == "corporation":
        before = pos.percent(action.actor, action.certificate)
        writer.later(lambda after, _events: _give(writer, action, after, before))


def _give(writer: Writer, draft: Draft, after: Position, before: int) -> None:
    percent = after.percent(draft.actor, draft.certificate) - before
    writer.shares.move(writer.shares.bought(draft.certificate, percent, POOL), draft.actor)


def _lay(writer: Writer, action: LayTile) -> None:
    """Write a tile; a yellow one that a supporter promotes on a hex with a label keeps this there for good."""
    pos, copy = writer.pos, writer.tiles.copy(action.hex)
    yellow, label = pos.face(action.hex)[0], pos.title.hexes[action.hex].label
    write_lay(writer, action)
    if copy and action.using in figures(pos).supporters.upgrade and yellow.label != label:
        writer.tiles.spoilt.add(copy)


def _prepay(writer: Writer, action: Prepay) -> None:
    writer.by_unit("special_buy", action.unit, description="Use Terrain Token", cost=0)


def _run(writer: Writer, action: RunTrains) -> None:
    pos = writer.pos
    cars = tuple(benefit for benefit in action.using if benefit in figures(pos).rail_cars)
    named = []
    for car, cost in zip(cars, car_prices(pos, cars), strict=True):
        description = _description(pos, car)
        if description not in named:
            writer.by_unit("special_buy", action.unit, description=description, cost=cost)
        named.append(description)
    longer = None
    for supporter in action.using:
        if supporter not in cars:
            longer = _longer(pos, action)
            writer.by_private("choose_ability", supporter, choice=longer.train)
    write_run(writer, action, first=longer)


def _description(pos: Position, car: str) -> str:
    """Return the name on 18xx.games of the rail cars that a major sells."""
    seller, sold = pos.title.data.benefits[car], pos.title.data.benefits
    does = [figures(pos).rail_cars[one] for one in figures(pos).rail_cars if sold[one] == seller]
    amount = figures(pos).red_bonus[pos.phase.name]
    names = {"bonus": f"+{amount} Offboard Bonus", "plus": "Plus Train Upgrade", "mine": "Mine Access"}
    if len(does) > 1:
        return f"{names['bonus']} / Train Upgrade [{SELLERS[seller]}]"
    return f"{names[does[0]]} [{SELLERS[seller]}]"


def _longer(pos: Position, run: RunTrains) -> Route:
    """Return the route that visits one more town: there the first train of its type that the unit has takes it.

    Of two that visit more, the other one is that of a plus-train.
    """

    def more(route: Route) -> int:
        return sum("." in place for place in route.path) - pos.title.trains[route.train].stops

    longer = [route for route in run.routes if more(route) > 0]
    return min(longer, key=more, default=run.routes[0])


def _dividend(writer: Writer, action: PayDividend) -> None:
    if "standard_divs" in writer.game.setup.options:
        writer.by_unit("dividend", action.unit, kind="payout" if action.total else "withhold")
    else:
        writer.by_unit("dividend", action.unit, kind="variable", amount=action.total)


def _train(writer: Writer, action: BuyTrain) -> None:
    price = writer.game.title.trains[action.train].price
    fields = train_fields(writer, action)
    helping = figures(writer.pos).supporters.train
    if action.seller == DEPOT and action.price < price and helping:
        if not writer.trains.on_top(fields["train"]):
            raise Untold("untold_discount", train=action.train)
        writer.by_private("buy_train", next(iter(helping)), **fields)
    else:
        writer.by_unit("buy_train", action.unit, **fields)


def _call(writer: Writer, action: Call) -> None:
    choice = "claim" if action.supporter in figures(writer.pos).supporters.money else "virtual_token"
    writer.by_private("choose_ability", action.supporter, choice=choice)


def _needs(pos: Position, action: Action) -> type[Action]:
    """Return the verb of the step that an action belongs to: who pays terrain beforehand is called while laying."""
    terrain = isinstance(action, Call) and action.supporter in figures(pos).supporters.terrain
    return Prepay if terrain else type(action)


def _berth(writer: Writer, action: Berth) -> None:
    city, place = writer.tiles.city(action.hex, action.stop), slot(writer.pos, action.hex, action.stop)
    card, unit = next(iter(figures(writer.pos).supporters.token)), writer.unit(action.unit)
    writer.by_private("place_token", card, city=city, slot=place, tokener=unit)


def _reworded(pos: Position, action: Action) -> Sequence[Action]:
    """Return a lay behind what pays its terrain, which is given up beforehand there."""
    if not isinstance(action, LayTile):
        return (action,)
    gives = giver(pos, action.using)
    payer = next((one for one in action.using.split(AND) if one != gives), "")
    if not payer:
        return (action,)
    first = Prepay(action.actor, action.unit) if payer == TERRAIN else Call(action.actor, action.unit, payer)
    return first, replace(action, using=gives)


def _lays(pos: Position, _turn: RecordedTurn) -> bool:
    """Tell whether the track step waits for another tile."""
    return tile_left(pos)


def _tokens(pos: Position, turn: RecordedTurn) -> bool:
    """Tell whether the token step waits: a supporter of the director takes a part off the price, whoever operates."""
    own, director = figures(pos).supporters.token, pos.director(turn.unit)
    used, left = mag_state(pos).used, pos.state.tokens_left[turn.unit]
    helped = any(
        pos.owner(card) == director
        and card not in used
        and pos.cash(turn.unit) >= left[0] * (100 - part) // 100
        for card, part in own.items()
        if left and director
    )
    return possible(PlaceToken)(pos, turn) or (helped and possible(PlaceToken, "token_cost")(pos, turn))


def _has_train(pos: Position, turn: RecordedTurn) -> bool:
    return bool(pos.state.trains.get(turn.unit))


def _runs(pos: Position, turn: RecordedTurn) -> bool:
    """Tell whether the run step waits: a train, and track that joins a token to anything."""
    return _has_train(pos, turn) and any(True for _ in MinorRoutes(pos, turn.unit, ()).joined_stops())


def _buys(pos: Position, turn: RecordedTurn) -> bool:
    return could_buy(pos, turn.unit, (train.price for train in pos.title.data.trains))


def _printed(pos: Position) -> Mapping[str, int]:
    """Return the numbers of bare hexes with a city: the smaller map for two has its own."""
    return PRINTED_FOR_TWO if len(pos.state.players) == 2 else PRINTED


PRINTED = {
    "G10": 1,
    "G14": 2,
    "I14": 3,
    "C16": 1,
    "E10": 2,
    "E18": 3,
    "F13": 4,
    "F19": 5,
    "G16": 6,
    "H5": 7,
    "H17": 8,
    "F23": 1,
    "H27": 1,
}
PRINTED_FOR_TWO = {"B3": 1, "B15": 2, "C6": 3, "C14": 4, "D9": 5, "E10": 6}
"""The numbers of bare hexes with a city that are not 0."""
STEPS = (
    PeerStep((LayTile, Prepay), _lays, leave_by_pass, kinds=("minor",)),
    PeerStep((PlaceToken, Berth), _tokens, leave_by_pass, once=True),
    PeerStep((Discard,), _has_train, leave_by_pass, kinds=("minor",)),
    PeerStep((RunTrains,), _runs, leave_by_empty_run, kinds=("minor",), once=True),
    PeerStep((PayDividend,), never, leave_by_pass, kinds=("major",), once=True),
    PeerStep((BuyTrain,), _buys, leave_by_pass, kinds=("minor",)),
)

WRITING = Writing(
    verbs={
        **VERBS,
        Draft: _draft,
        LayTile: _lay,
        Prepay: _prepay,
        RunTrains: _run,
        PayDividend: _dividend,
        BuyTrain: _train,
        Call: _call,
        Berth: _berth,
    },
    steps=STEPS,
    early=(Call, Prepay),
    scrapped=DEPOT,
    printed=_printed,
    needs=_needs,
    reworded=_reworded,
    counters=("no_train",),
)
