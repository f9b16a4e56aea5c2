"""How games of 18CZ are written in the form of 18xx.games."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import (
    Acquire,
    BuyTrain,
    Discard,
    Draft,
    LayTile,
    PayDividend,
    PlaceToken,
    Repay,
    RunTrains,
)
from engine.events import Event, TrainBought, TrainRusted
from engine.finance.floating import floated
from engine.peer18xx.writer import Writer
from engine.peer18xx.writer_verbs import (
    VERBS,
    lay_fields,
    leave_by_empty_run,
    leave_by_pass,
    possible,
    slot,
    write_lay,
)
from engine.peer18xx.writing import PeerStep, RecordedTurn, Untold, Writing, never
from engine.position import Position
from engine.rounds.train_limit import over_limit
from engine.state import DEPOT, POOL
from engine.steps.trains import sides
from engine.titles.t18cz import dummy, routing, track
from engine.titles.t18cz.figures import czech_state, figures, local_value
from engine.titles.t18cz.homes import ChooseCity, LayRedHome, bare_home, first_turn
from engine.titles.t18cz.local_railways import DisposeLocal
from engine.titles.t18cz.mergers import Merge
from engine.titles.t18cz.phases import rusted_by, train_type
from engine.titles.t18cz.purple import LayPurple, as_lay
from engine.titles.t18cz.readings import could_buy_another
from engine.titles.t18cz.received_trains import TurnTrain


def _draft(writer: Writer, action: Draft) -> None:
    price = writer.game.title.privates[action.certificate].price
    writer.by_player("bid", action.actor, company=action.certificate, price=price)


def _repay(writer: Writer, action: Repay) -> None:
    writer.by_player(
        "special_buy", action.actor, description="Payoff all debt", cost=writer.pos.state.debts[action.actor]
    )


def _dispose(writer: Writer, action: DisposeLocal) -> None:
    value = local_value(writer.pos, action.private)
    writer.by_unit("sell_company", action.unit, company=action.private, price=value)


def _purple(writer: Writer, action: LayPurple) -> None:
    write_lay(writer, as_lay(action))


def _home(writer: Writer, action: LayRedHome) -> None:
    tile = figures(writer.pos).red_homes[action.unit].tile
    writer.by_unit("lay_tile", action.unit, **lay_fields(writer, action.hex, tile, action.rotation))


def _choose(writer: Writer, action: ChooseCity) -> None:
    city = writer.tiles.city(action.hex, action.stop)
    unit = writer.pos.state.frames[0].queue[0]
    place = slot(writer.pos, action.hex, action.stop)
    writer.by_unit("place_token", unit, city=city, slot=place, tokener=writer.unit(action.unit))


def _merge(writer: Writer, action: Merge) -> None:
    writer.by_unit("buy_corporation", action.unit, corporation=writer.unit(action.target), price=action.price)
    writer.trains.hand_over(action.target, action.unit)


def _turn(writer: Writer, action: TurnTrain) -> None:
    writer.by_unit("swap_train", action.unit, train=writer.trains.one_of(action.unit, action.train))


def _discard(writer: Writer, action: Discard) -> None:
    """Write a return; after an export nobody is asked for one there unless it takes a company's train."""
    lost = [event for event in writer.game.events if isinstance(event, TrainRusted)]
    taken = any(event.is_lost and event.holder != POOL for event in lost)
    if not taken and any(event.why == "export" for event in lost):
        raise Untold("untold_limit", unit=action.unit)
    name = writer.trains.one_of(action.unit, action.train)
    writer.by_unit("discard_train", action.unit, train=name)


def _could_buy_local(pos: Position, unit: str) -> bool:
    """Tell whether a company could pay anything for a local of a player, of whatever size."""
    sold = any(pos.owner(local) in pos.state.players for local in pos.title.privates)
    return sold and pos.cash(unit) > 0 and pos.since(figures(pos).private_sales_from)


def _awaited(pos: Position) -> bool:
    """Tell whether a player is waited for who has not bought: in debt, or with the cash for the lowest par price."""
    return not pos.turn.bought and (bool(pos.state.debts.get(pos.acting)) or _founds(pos))


def _founds(pos: Position) -> bool:
    """Tell whether a player could start a company if every size began at every price."""
    start = pos.title.steps["par"]
    judged = start.judged_by(start.rules.without("par_price"))
    return next(iter(judged.legal(pos)), None) is not None


def _has_local(pos: Position, unit: str) -> bool:
    return any(pos.owner(local) == unit for local in pos.title.privates)


def _sells_locals(pos: Position, turn: RecordedTurn) -> bool:
    """Tell whether the step of locals waits: the company has one to sell, or could buy one."""
    return _has_local(pos, turn.unit) or _could_buy_local(pos, turn.unit)


def _lays(pos: Position, turn: RecordedTurn) -> bool:
    """Tell whether the track step waits: for a tile, or for what a local can do, or could once it is bought."""
    used = czech_state(pos).used
    powers = any(pos.owner(local) == turn.unit for local in pos.title.privates if local not in used)
    return not track.done(pos) or powers or _could_buy_local(pos, turn.unit)


def _buys_trains(pos: Position, turn: RecordedTurn) -> bool:
    """Tell whether the train step waits: for what the treasury can pay, or for a train that is due (D-36).

    The last money or place ends it with a purchase alone, as here; spent on a local, it leaves the duty.
    """
    still_open = any(step.verb is BuyTrain for step in pos.ahead)
    return could_buy_another(pos, turn.unit) or (still_open and possible(BuyTrain)(pos, turn))


def _places_token(pos: Position, turn: RecordedTurn) -> bool:
    """Tell whether the token step waits: for a token that could be paid once locals were sold."""
    left = pos.state.tokens_left[turn.unit]
    poor = bool(left) and _could_raise(pos, turn.unit) >= left[0]
    return possible(PlaceToken, *(["token_cost"] if poor else []))(pos, turn)


def _runs(pos: Position, turn: RecordedTurn) -> bool:
    """Tell whether the run step waits: for a train of the company's size, and track that joins a token to a stop."""
    return routing.possible(pos, turn.unit)


def _could_raise(pos: Position, unit: str) -> int:
    """Return the cash of a company with the value of its locals, and of all that it could buy from players."""
    sellers = {unit, *(pos.state.players if _could_buy_local(pos, unit) else ())}
    locals_ = [local for local in pos.title.privates if pos.owner(local) in sellers]
    return pos.cash(unit) + sum(local_value(pos, local) for local in locals_)


def _begin(writer: Writer, pos: Position) -> None:
    """Write the token that is placed on a home without track before a company's first turn."""
    unit = writer.turn.unit
    hex_ = bare_home(pos, unit)
    if hex_ and first_turn(pos) and unit in figures(pos).home_choice:
        city = writer.tiles.city(hex_, 0)
        writer.by_unit("place_token", unit, city=city, slot=0, tokener=writer.unit(unit))


def _acquires(pos: Position, turn: RecordedTurn) -> bool:
    """Tell whether the step of acquisitions waits: while a smaller company is in play, whatever it may cost."""
    if dummy.owns(pos, turn.unit):
        return False
    kind = pos.kind(turn.unit)
    smaller = [other for other in figures(pos).may_own[kind] if other != kind]
    return any(pos.kind(other) in smaller and not dummy.owns(pos, other) for other in floated(pos))


def _told(writer: Writer, event: Event) -> None:
    """Stop before a sale that rusts a card there by a side that it showed before."""
    pos = writer.pos
    if isinstance(event, TrainBought) and event.seller == DEPOT:
        sold: tuple[str, ...] = (event.train,)
    elif isinstance(event, TrainRusted) and event.why == "export":
        sold = tuple(sides(pos, event.train))
    else:
        return
    gone = {one for side in sold for one in rusted_by(pos, side)}
    lasting = {*pos.title.trains} - {side for side in pos.title.trains if _rusts(pos, side)}
    for side in writer.trains.once([side for side in pos.title.trains if train_type(side) in gone]):
        if side in lasting:
            raise Untold("untold_rust", train=side)


def _rusts(pos: Position, side: str) -> bool:
    return any(train_type(side) in rusted_by(pos, other) for other in pos.title.trains)


def _printed(pos: Position) -> Mapping[str, int]:
    """Return the numbers of bare hexes with a city, of which there are fewer for two."""
    return PRINTED_FOR_TWO if pos.title.data.dummy else PRINTED


def _above_limit(pos: Position, turn: RecordedTurn) -> bool:
    return over_limit(pos, turn.unit) > 0


PRINTED = {
    "E16": 1,
    "C24": 1,
    "E22": 2,
    "G24": 3,
    "G12": 4,
    "E10": 5,
    "D3": 6,
    "D5": 7,
    "F23": 8,
    "I10": 9,
    "I12": 1,
    "F7": 2,
    "C26": 3,
    "G20": 4,
    "C8": 1,
}
PRINTED_FOR_TWO = {"E16": 1, "G12": 1, "E10": 2, "D3": 3, "D5": 4, "I10": 5, "I12": 1, "F7": 2}
"""The numbers of bare hexes with a city that are not 0."""
STEPS = (
    PeerStep((LayTile, LayRedHome), _lays, leave_by_pass),
    PeerStep((PlaceToken,), _places_token, leave_by_pass, once=True),
    PeerStep((RunTrains,), _runs, leave_by_empty_run, once=True),
    PeerStep((PayDividend,), never, leave_by_pass, once=True),
    PeerStep((Merge,), _acquires, leave_by_pass),
    PeerStep((Discard,), _above_limit, leave_by_pass),
    PeerStep((BuyTrain,), _buys_trains, leave_by_pass, hasty=True),
    PeerStep((), _sells_locals, leave_by_pass, also=(Acquire,)),
)

WRITING = Writing(
    verbs={
        **VERBS,
        Draft: _draft,
        Repay: _repay,
        DisposeLocal: _dispose,
        LayPurple: _purple,
        LayRedHome: _home,
        ChooseCity: _choose,
        Merge: _merge,
        TurnTrain: _turn,
        Discard: _discard,
    },
    steps=STEPS,
    early=(DisposeLocal, LayPurple),
    opening=(LayRedHome,),
    told=_told,
    printed=_printed,
    begin=_begin,
    awaited=_awaited,
)
