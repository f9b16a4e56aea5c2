"""How a game of 18Mag starts, goes from round to round, and ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.events import RoundBegan
from engine.exhibits import Remark
from engine.finance import market, shares
from engine.position import Position
from engine.rng import shuffled
from engine.rounds import end_game
from engine.rounds.stock import move_priority
from engine.scratch import Scratch
from engine.special import change
from engine.state import POOL, Frame
from engine.titles.t18mag import roster, solo, supporters
from engine.titles.t18mag.draft import drafting, from_priority
from engine.titles.t18mag.figures import MagState, figures, mag_state, majors, minors
from engine.titles.t18mag.procedures import procedures


def start(scratch: Scratch) -> None:
    """Set up: prices at random, all draft items on offer, and the priority deal with the first seat."""
    title, state = scratch.title, scratch.state
    numbers = figures(scratch.now)
    state.priority = state.players[0]
    for player in state.players:
        scratch.put("cash", player, title.data.cash[len(state.players)])
    for pool in title.board.supply:
        scratch.put("supply", pool, title.board.supply[pool])
    for train in title.data.trains:
        scratch.put("depot", train.name, train.count)
    for unit in map(title.units.__getitem__, roster.drawn(scratch)):
        scratch.put("tokens_left", unit.id, unit.tokens)
        scratch.put("cash", unit.id, 0)
        for index in range(len(unit.shares)):
            scratch.put("certificates", f"{unit.id}.{index}", POOL)
    _set_prices(scratch)
    state.extra = MagState(_offer(scratch.now), _tokens(scratch.now), numbers.stacks)
    if state.automata:
        solo.deal(scratch)
        change(scratch, offer=solo.offer(scratch.now))
    begin(scratch, "draft", (1,), drafting(scratch.now))


def _offer(pos: Position) -> tuple[str, ...]:
    """Return the items on offer in the draft."""
    offered = majors(pos) * figures(pos).shares_offered[len(pos.state.players)]
    return (*minors(pos), *offered, *roster.supporters(pos))


def _tokens(pos: Position) -> dict[str, int]:
    """Return the terrain tokens of the minors in play."""
    return {
        minor: tokens
        for minor, tokens in figures(pos).terrain_tokens.items()
        if minor in pos.state.tokens_left
    }


def _set_prices(scratch: Scratch) -> None:
    cards, scratch.state.rng = shuffled(figures(scratch.now).start_cards, scratch.state.rng)
    cells = {price: cell for cell, price in scratch.title.prices.items()}
    placed = list(zip(majors(scratch.now), cards, strict=False))
    for unit, price in procedures(scratch.now).pile(scratch, placed):
        market.enter(scratch, unit, cells[price])


def as_drawn(scratch: Scratch, placed: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return majors with their start prices in the order in which the cards were drawn."""
    return placed


def begin(scratch: Scratch, kind: str, number: tuple[int, ...], queue: tuple[str, ...] = ()) -> None:
    """Open a round; supporters help once in every operating round."""
    if kind == "operating":
        supporters.ready_again(scratch)
    scratch.push(Frame(kind, number, queue))
    scratch.emit(RoundBegan(kind, number))
    if kind == "operating":
        solo.pay_income(scratch)


def next_round(scratch: Scratch, last: Frame) -> None:
    """Go on after a round: draft, then operating and share rounds in turn until the last set is done."""
    if last.kind == "draft":
        end_draft(scratch)
        first_operating(scratch, 1)
    elif last.kind == "stock":
        first_operating(scratch, last.number[0])
    elif last.number[1] == last.memo.rounds and last.number[0] == mag_state(scratch.now).last_set:
        end_game(scratch, "last_round")
    elif last.memo.changed or last.number[1] == last.memo.rounds:
        begin(scratch, "stock", (last.number[0] + 1,), from_priority(scratch.now))
    else:
        begin(scratch, "operating", (last.number[0], last.number[1] + 1))
        scratch.remember(rounds=last.memo.rounds)


def first_operating(scratch: Scratch, number: int) -> None:
    """Start a set of operating rounds; the current phase decides how many it has."""
    begin(scratch, "operating", (number, 1))
    scratch.remember(rounds=scratch.now.phase.operating_rounds)


def end_draft(scratch: Scratch) -> None:
    """Take minors that nobody drafted out of the game; shares stay with the bank."""
    for minor in minors(scratch.now):
        if minor not in scratch.state.owners:
            scratch.drop("tokens_left", minor)
            scratch.drop("cash", minor)
    kept = scratch.state.extra
    tokens = {minor: count for minor, count in kept.terrain.items() if minor in scratch.state.owners}
    scratch.state.extra = replace(kept, offer=(), terrain=tokens)


def after_shares(scratch: Scratch) -> None:
    """Move every major wholly in players' hands one cell right, the highest price first; then move the priority."""
    pos = scratch.now
    for unit in market.order(pos, majors(pos)):
        if not pos.certificates(POOL, unit):
            market.move(scratch, unit, 1, "sold_out")
    move_priority(scratch)


def minors_order(pos: Position) -> tuple[str, ...]:
    """Return the minors by rising number."""
    return minors(pos)


def majors_order(pos: Position) -> tuple[str, ...]:
    """Return the majors by falling price, the upper marker of a cell first."""
    return tuple(market.order(pos, majors(pos)))


def worth(pos: Position, player: str) -> int:
    """Return cash and the value of shares."""
    held = (pos.price(unit) * pos.percent(player, unit) // shares.size(pos, unit) for unit in majors(pos))
    return pos.cash(player) + sum(held)


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
    if sum(state.cash.values()) != 0:
        yield f"money does not add up: {sum(state.cash.values())}"
    for minor in minors(pos):
        placed = sum(one.unit == minor for here in state.tokens.values() for one in here)
        if minor in state.owners and placed + len(state.tokens_left[minor]) != 3:
            yield f"{minor} has {placed} tokens and {state.tokens_left[minor]} left"
        if len(state.trains.get(minor, ())) > pos.phase.train_limit["minor"]:
            yield f"{minor} owns too many trains"
    for player in state.players:
        if any(pos.percent(player, unit) > pos.title.data.holding_limit for unit in majors(pos)):
            yield f"{player} holds too much of a major"
        free = player in state.automata
        if not free and shares.counted(pos, player) > shares.limit(pos) + len(majors(pos)):
            yield f"{player} holds too many certificates"
