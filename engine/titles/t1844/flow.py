"""How a game of 1844 starts, goes from round to round, and ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.events import RoundBegan
from engine.exhibits import Flag, Remark
from engine.finance import shares
from engine.finance.floating import floated, not_floated
from engine.finance.privates import pay_incomes
from engine.position import Position
from engine.rounds import begin, end_game
from engine.rounds.operating import begin_next, begin_set, ends_set
from engine.rounds.train_limit import check_limits, over_limit
from engine.scratch import Scratch
from engine.start import lay_out, lay_out_unit
from engine.state import BANK, Frame
from engine.steps.home import destination_flags, home_flags
from engine.steps.trains import top_card
from engine.titles.t1844 import phases
from engine.titles.t1844.auction import auction_frame
from engine.titles.t1844.companies import check_destinations, operating_order
from engine.titles.t1844.figures import SwissState, broken, figures, swiss_state
from engine.titles.t1844.privates import active, auctioned, earns
from engine.titles.t1844.procedures import procedures

# --- start


def start(scratch: Scratch) -> None:
    """Set up: the seats are the turn order, the privates are to be auctioned, all shares lie on offer."""
    title, state = scratch.title, scratch.state
    lay_out(scratch)
    state.extra = SwissState(lots=tuple(auctioned(title)))
    for private in title.data.privates:
        if private.kind != "private":
            scratch.put("owners", private.id, BANK)
    for unit in title.units:
        if unit != figures(scratch.now).sbb.id:
            lay_out_unit(scratch, unit, figures(scratch.now).pool_at_start.get(unit, 0))
    begin(scratch, auction_frame(scratch.now, (1,)))


# --- from round to round


def next_round(scratch: Scratch, last: Frame) -> None:
    """Start what follows the round that has just ended, or end the game."""
    number = last.number[0]
    if last.kind == "auction":
        if swiss_state(scratch.now).lots:
            only_incomes(scratch, last)
        else:
            stock_round(scratch, number)
    elif last.kind == "stock":
        begin_set(scratch, number)
    else:
        after_operating(scratch, last)


def before_operating(scratch: Scratch) -> None:
    """Pay incomes, then the money for destinations reached since the last operating round."""
    pay_incomes(scratch, earns)
    check_destinations(scratch)


def open_operating(scratch: Scratch) -> None:
    """Do what the reading in play asks at the beginning of an operating round, once its order is fixed."""
    procedures(scratch.now).round_opens(scratch)


def only_incomes(scratch: Scratch, last: Frame) -> None:
    """Pay the incomes of the privates sold so far; no company operates; then the auction goes on."""
    scratch.emit(RoundBegan("operating", (0,)))
    pay_incomes(scratch, earns)
    if broken(scratch.now):
        end_game(scratch, "bank")
    else:
        begin(scratch, auction_frame(scratch.now, last.number, last.notes))


def stock_round(scratch: Scratch, number: int) -> None:
    """Start a stock round with the players in turn order."""
    begin(scratch, Frame("stock", (number,), scratch.state.order))


def after_operating(scratch: Scratch, last: Frame) -> None:
    """Form the SBB if it is due; after the last round of a series export a train, or score (CH-END.2)."""
    if not ends_set(last):
        phases.form_if_due(scratch)
        begin_next(scratch, last)
    elif broken(scratch.now) or procedures(scratch.now).series_ends(scratch):
        end_game(scratch, "bank")
    else:
        stock_round(scratch, last.number[0] + 1)


# --- end


def carried(scratch: Scratch, before: Position) -> None:
    """Let a bank that had not broken break from now on only, and trains that were kept till later be returned."""
    if not broken(before):
        scratch.state.lowest = scratch.now.cash(BANK)
    if procedures(before).limit_waits(before) and not any(
        frame.kind == "train_limit" for frame in scratch.state.frames
    ):
        check_limits(scratch, operating_order(scratch.now))


def worth(pos: Position, player: str) -> int:
    """Return cash, shares, and the mountain railways and tunnels that trains have run to, less debts, in francs."""
    privates = (*pos.owned(player, "mountain"), *pos.owned(player, "tunnel"))
    used = sum(pos.title.privates[private].price for private in privates if active(pos, private))
    return shares.worth(pos, player) + used - swiss_state(pos).owed.get(player, 0)


# --- what everybody may see, and what must always be true


def remarks(pos: Position) -> tuple[Remark, ...]:
    """Return transit bonuses, destinations, what lies on the map, debts, EVA, and what comes next."""
    own = swiss_state(pos)
    shown = [Remark(area.name, f"transit_{area.side}", area.bonus) for area in figures(pos).areas]
    goals = (flag for flag in flags(pos) if flag.kind == "destination")
    shown += [Remark(one.unit, f"destination_{own.reached.get(one.unit, 'open')}", one.hex) for one in goals]
    shown += not_floated(pos)
    shown += [Remark(hex_, "mountain_railway", private) for hex_, private in own.mountains.items()]
    shown += [Remark(hex_, "tunnel", private) for hex_, private in own.tunnels.items()]
    shown += [Remark(hex_, "active", 1) for hex_ in own.active]
    shown += [Remark(private, "used", 1) for private in own.used]
    shown += [Remark(player, "owes", debt, money=True) for player, debt in own.owed.items()]
    if own.sbb != "formed":
        shown.append(Remark(figures(pos).sbb.cell, "formed_here", figures(pos).sbb.id))
    if own.eva:
        shown.append(Remark(own.eva, "eva", figures(pos).sbb.train))
    if own.sbb == "due" and not (broken(pos) and _is_last(pos.state.frames)):
        shown.append(Remark(figures(pos).sbb.id, "forms_next", ""))
    if pos.since(figures(pos).export_from) and not broken(pos) and (train := top_card(pos)):
        shown.append(Remark(train, "next_export", ""))
    return tuple(shown)


def _is_last(frames: Sequence[Frame]) -> bool:
    """Tell whether the operating round that is on is the last of its series."""
    return bool(frames) and frames[0].kind == "operating" and ends_set(frames[0])


def flags(pos: Position) -> tuple[Flag, ...]:
    """Return homes without a token, and the destinations of the companies in play."""
    ends = {**figures(pos).destinations, figures(pos).gotthard_for: figures(pos).gotthard}
    return *home_flags(pos), *destination_flags(pos, ends, swiss_state(pos).reached)


def check(pos: Position) -> Iterator[str]:
    """Yield a line about every invariant of 1844 that a position breaks."""
    yield from _layers(pos)
    kept = procedures(pos).limit_waits(pos) or any(frame.kind == "train_limit" for frame in pos.state.frames)
    for unit in floated(pos):
        if over_limit(pos, unit) and not kept:
            yield f"{unit} owns too many trains"
        only = figures(pos).trains_only.get(pos.kind(unit))
        if only is not None and any(pos.title.trains[train].kind != only for train in pos.trains(unit)):
            yield f"{unit} owns a train other than of kind {only}"
        if not pos.price(unit):
            yield f"{unit} floats without a price"
    if any(debt <= 0 for debt in swiss_state(pos).owed.values()):
        yield "a debt that is none"


def _layers(pos: Position) -> Iterator[str]:
    """Yield a line about every fault of mountains and tunnels."""
    own = swiss_state(pos)
    if set(own.active) - set(own.mountains) - set(own.tunnels):
        yield f"active without reason: {set(own.active)}"
    for hex_ in (*own.mountains, *own.tunnels):
        if not pos.state.layers.get(hex_):
            yield f"nothing lies on {hex_}"
