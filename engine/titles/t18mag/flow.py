"""How a game of 18Mag starts, goes from round to round, and ends."""

from __future__ import annotations

from collections.abc import Iterator

from engine.exhibits import Remark
from engine.finance import market, shares
from engine.notes import in_record
from engine.position import Position
from engine.rng import shuffled
from engine.rounds import begin, end_game
from engine.rounds.operating import begin_next, begin_set, ends_set
from engine.rounds.stock import move_priority, raise_sold_out
from engine.rounds.train_limit import over_limit
from engine.scratch import Scratch
from engine.start import lay_out, lay_out_unit
from engine.state import Frame
from engine.titles.t18mag import roster, solo, supporters
from engine.titles.t18mag.draft import drafting
from engine.titles.t18mag.figures import MagOperating, MagState, MagTurn, figures, mag_state, majors, minors
from engine.titles.t18mag.procedures import procedures


def start(scratch: Scratch) -> None:
    """Set up: prices at random, all draft items on offer, and the priority deal with the first seat."""
    title, state = scratch.title, scratch.state
    numbers = figures(scratch.now)
    state.priority = state.players[0]
    lay_out(scratch)
    for unit in roster.drawn(scratch):
        lay_out_unit(scratch, unit, pooled=len(title.units[unit].shares))
    _set_prices(scratch)
    state.extra = MagState(offer=_offer(scratch.now), terrain=_tokens(scratch.now), stacks=numbers.stacks)
    if state.automata:
        solo.deal(scratch)
        scratch.change(offer=solo.offer(scratch.now))
    begin(scratch, Frame("draft", (1,), drafting(scratch.now)))


def _offer(pos: Position) -> tuple[str, ...]:
    """Return the items on offer in the draft."""
    offered = majors(pos) * figures(pos).shares_offered[len(pos.state.players)]
    return (*minors(pos), *offered, *roster.supporters(pos))


def _tokens(pos: Position) -> dict[str, int]:
    """Return the terrain tokens of the minors in play."""
    every = figures(pos).terrain_tokens.items()
    return {minor: tokens for minor, tokens in every if minor in pos.state.tokens_left}


def _set_prices(scratch: Scratch) -> None:
    cards, scratch.state.rng = shuffled(figures(scratch.now).start_cards, scratch.state.rng)
    cells = {price: cell for cell, price in scratch.title.prices.items()}
    placed = list(zip(majors(scratch.now), cards, strict=False))
    for unit, price in procedures(scratch.now).pile(scratch, placed):
        market.enter(scratch, unit, cells[price])


def as_drawn(scratch: Scratch, placed: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return majors with their start prices in the order in which the cards were drawn."""
    return placed


def open_operating(scratch: Scratch) -> None:
    """Begin an operating round: supporters can help once more, and in a solo game there is an income."""
    supporters.ready_again(scratch)
    solo.pay_income(scratch)


def next_round(scratch: Scratch, last: Frame) -> None:
    """Go on after a round: draft, then operating and share rounds in turn until the last set is done."""
    number = last.number[0]
    if last.kind == "draft":
        end_draft(scratch)
    if last.kind != "operating":
        begin_set(scratch, number)
    elif ends_set(last) and number == mag_state(scratch.now).last_set:
        end_game(scratch, "last_round")
    elif in_record(MagOperating, last.notes).changed or ends_set(last):
        order = scratch.now.beginning_with(scratch.state.priority)
        begin(scratch, Frame("stock", (number + 1,), order))
    else:
        begin_next(scratch, last)


def end_draft(scratch: Scratch) -> None:
    """Take minors that nobody drafted out of the game; shares stay with the bank."""
    for minor in minors(scratch.now):
        if minor not in scratch.state.owners:
            scratch.drop("tokens_left", minor)
            scratch.drop("cash", minor)
    terrain = mag_state(scratch.now).terrain
    tokens = {minor: count for minor, count in terrain.items() if minor in scratch.state.owners}
    scratch.change(offer=(), terrain=tokens)


def after_shares(scratch: Scratch) -> None:
    """Move every major wholly in players' hands one cell right, the highest price first; then move the priority."""
    raise_sold_out(scratch, majors(scratch.now), lambda pos, cell: market.along(pos, cell, 1))
    move_priority(scratch)


def carried(scratch: Scratch, before: Position) -> None:
    """Give back what was spent beforehand on terrain that has not been built on yet."""
    turn = before.turn if before.state.frames else None
    if not isinstance(turn, MagTurn) or not turn.prepaid:
        return
    own, unit = mag_state(before), before.unit
    if turn.payer:
        scratch.change(used=tuple(one for one in own.used if one != turn.payer))
    else:
        scratch.change(terrain={**own.terrain, unit: own.terrain.get(unit, 0) + 1})
    scratch.note(prepaid=False, payer="")


def majors_order(pos: Position) -> tuple[str, ...]:
    """Return the majors by falling price, the upper marker of a cell first."""
    return tuple(market.order(pos, majors(pos)))


def remarks(pos: Position) -> tuple[Remark, ...]:
    """Return the terrain tokens left, and that the bank pays the automaton's terrain."""
    own = mag_state(pos)
    shown = [Remark(minor, "terrain_tokens", count) for minor, count in own.terrain.items() if count]
    his = pos.state.automata if own.cards else ()
    tokens = (remark for remark in shown if remark.about not in own.cards)
    return (*tokens, *(Remark(player, "terrain_free", "") for player in his))


def check(pos: Position) -> Iterator[str]:
    """Yield a line about every invariant of 18Mag that a position breaks."""
    state = pos.state
    for minor in minors(pos):
        placed = sum(one.unit == minor for here in state.tokens.values() for one in here)
        if minor in state.owners and placed + len(state.tokens_left[minor]) != 3:
            yield f"{minor} has {placed} tokens and {state.tokens_left[minor]} left"
        if over_limit(pos, minor):
            yield f"{minor} owns too many trains"
    for player in state.players:
        if any(pos.percent(player, unit) > pos.title.data.holding_limit for unit in majors(pos)):
            yield f"{player} holds too much of a major"
        free = player in state.automata
        if not free and shares.counted(pos, player) > shares.limit(pos) + len(majors(pos)):
            yield f"{player} holds too many certificates"
