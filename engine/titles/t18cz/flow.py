"""How a game of 18CZ starts, goes from round to round, and ends."""

from __future__ import annotations

from collections.abc import Iterator

from engine.exhibits import Remark
from engine.finance import shares
from engine.finance.floating import floated, not_floated
from engine.position import Position
from engine.rounds import begin, end_game
from engine.rounds.train_limit import over_limit
from engine.scratch import Scratch
from engine.start import lay_out, lay_out_unit
from engine.state import Frame
from engine.titles.t18cz import phases
from engine.titles.t18cz.draft import draft_frame, put_up
from engine.titles.t18cz.figures import CzechState, czech_state, figures, local_value, penalty
from engine.titles.t18cz.stock import stock_frame

# --- start


def start(scratch: Scratch) -> None:
    """Set up: the seats are the turn order, locals are to be drafted, all shares lie with the bank."""
    title, state = scratch.title, scratch.state
    lay_out(scratch)
    state.extra = CzechState()
    for unit in title.data.units:
        lay_out_unit(scratch, unit.id)
    put_up(scratch)
    if dummy := title.data.dummy:
        scratch.put("cash", dummy, 0)
    phases.open_sizes(scratch)
    begin(scratch, draft_frame(scratch.now))


# --- from round to round


def next_round(scratch: Scratch, last: Frame) -> None:
    """Start what follows the round that has just ended, or end the game."""
    sets, number = figures(scratch.now).sets, last.number[0]
    if last.kind == "draft":
        begin(scratch, stock_frame(scratch.now, 1))
    elif last.kind == "stock":
        begin(scratch, Frame("operating", (number, 1)))
    elif last.number[1] < len(sets[number - 1].values):
        begin(scratch, Frame("operating", (number, last.number[1] + 1)))
    elif number == len(sets):
        end_game(scratch, "last_round")
    else:
        if sets[number - 1].export:
            phases.export(scratch)
        begin(scratch, stock_frame(scratch.now, number + 1))


def worth(pos: Position, player: str) -> int:
    """Return cash, shares and locals, less debts and the penalty for all loans."""
    locals_ = sum(local_value(pos, local) for local in pos.owned(player))
    return shares.worth(pos, player) + locals_ - penalty(pos, player)


# --- what everybody may see, and what must always be true


def remarks(pos: Position) -> tuple[Remark, ...]:
    """Return used locals, companies not yet active, penalties and start prices."""
    own = czech_state(pos)
    shown = not_floated(pos)
    shown += [Remark(local, "used", 1) for local in own.used]
    shown += [Remark(player, "penalty", penalty(pos, player), money=True) for player in own.loans]
    for kind, prices in figures(pos).start_prices.items():
        shown += [Remark(pos.title.starts[price], f"par_{kind}", kind) for price in prices]
    return tuple(shown)


def check(pos: Position) -> Iterator[str]:
    """Yield a line about every invariant of 18CZ that a position breaks."""
    for unit in floated(pos):
        yield from check_company(pos, unit)


def check_company(pos: Position, unit: str) -> Iterator[str]:
    """Yield a line about every fault of an active company: trains, price, holdings."""
    kind, trains = pos.kind(unit), pos.trains(unit)
    asked = any(frame.kind in ("train_limit", "inherit") for frame in pos.state.frames)
    if over_limit(pos, unit) and not asked and unit != phases.operating(pos):
        yield f"{unit} owns too many trains"
    if any(pos.title.trains[train].kind not in figures(pos).may_own[kind] for train in trains):
        yield f"{unit} owns a train that is too large"
    if not pos.price(unit):
        yield f"{unit} is active without a price"
    for player in pos.state.players:
        if pos.percent(player, unit) > figures(pos).holding_limits[kind]:
            yield f"{player} holds too much of {unit}"
