"""The formation of the SBB from the pre-SBB companies: what they own, their shares, their tokens, and debts."""

from __future__ import annotations

from engine.events import Counted, Directed, Floated, Indebted, Priced
from engine.finance import market, merger, shares
from engine.position import Position
from engine.rounds.duplicate_token import DuplicateToken, RemoveToken
from engine.rounds.train_limit import check_limits
from engine.scratch import Scratch
from engine.special import change
from engine.state import BANK, OFFER, POOL, Frame, Token
from engine.titles.t1844.companies import check_destinations
from engine.titles.t1844.figures import figures, swiss_state


def form(scratch: Scratch) -> None:
    """Form the national company; what its director must decide comes after the decisions that are open."""
    pos = scratch.now
    sbb, parts = figures(pos).sbb, figures(pos).sbb_parts
    change(scratch, sbb="formed")
    settle_shares(scratch)
    for part in parts:
        hand_over(scratch, part)
    exchange_certificates(scratch)
    scratch.pay(BANK, sbb.id, sbb.grant, "formation")
    scratch.add_train(sbb.id, sbb.train)
    market.enter(scratch, sbb.id, sbb.cell)
    scratch.emit(Priced(sbb.id, sbb.price))
    change(scratch, floated=(*swiss_state(scratch.now).floated, sbb.id))
    scratch.emit(Floated(sbb.id, scratch.now.cash(sbb.id)))
    inherit_tokens(scratch)
    check_limits(scratch, (sbb.id,), last=True)


# --- what the parts own


def hand_over(scratch: Scratch, part: str) -> None:
    """Give what a company owns to the national one; it ceases to exist."""
    pos = scratch.now
    sbb = figures(pos).sbb.id
    merger.hand_over(scratch, part, sbb, "formation")
    own = swiss_state(pos)
    void = {} if part in own.reached else {part: "void"}
    change(
        scratch,
        floated=tuple(unit for unit in own.floated if unit != part),
        operated=tuple(unit for unit in own.operated if unit != part),
        reached={**own.reached, **void},
    )


# --- shares


def difference(pos: Position, player: str, part: str) -> int:
    """Return what a player gets for the shares of a company in francs, below 0 what he pays.

    That is for each share its price less the price of the new one.
    """
    if not pos.price(part):
        return 0
    count = pos.percent(player, part) // shares.size(pos, part)
    return count * (pos.price(part) - figures(pos).sbb.price)


def settle_shares(scratch: Scratch) -> None:
    """Pay the differences: one sum for each player; under another reading company by company."""
    pos = scratch.now
    parts = figures(pos).sbb_parts
    sequential = pos.option("sbb_exchange") == "sequential"
    for together in [(part,) for part in parts] if sequential else [parts]:
        for player in pos.state.order:
            pay_difference(scratch, player, sum(difference(pos, player, part) for part in together))


def pay_difference(scratch: Scratch, player: str, amount: int) -> None:
    """Pay a player, or let him pay; what he has not got he owes without interest."""
    if amount >= 0:
        scratch.pay(BANK, player, amount, "exchange")
        return
    own = min(scratch.now.cash(player), -amount)
    scratch.pay(player, BANK, own, "exchange")
    rest = -amount - own
    if rest:
        owed = swiss_state(scratch.now).owed
        change(scratch, owed={**owed, player: owed.get(player, 0) + rest})
        scratch.emit(Indebted(player, rest, 0, "exchange"))


def exchange_certificates(scratch: Scratch) -> None:
    """Give every holder certificates of the new company; what nobody holds lies in the pool."""
    pos = scratch.now
    sbb = figures(pos).sbb.id
    doubles, singles = _exchanged(pos)
    director = first_director(pos, doubles, singles)
    if director and director not in doubles:
        swap(pos, director, doubles, singles)
    doubles.remove(director or POOL)
    large, small = _certificates_of(pos, sbb)
    for certificate, holder in zip((*large, *small), (director or POOL, *doubles, *singles), strict=True):
        scratch.give(certificate, holder)
    for part in figures(pos).sbb_parts:
        for index in range(len(pos.title.units[part].shares)):
            scratch.drop("certificates", f"{part}.{index}")
    if director:
        scratch.emit(Directed(sbb, director))


def _certificates_of(pos: Position, unit: str) -> tuple[list[str], list[str]]:
    """Return the certificates of a company as large as its director's, that one first, then the smaller ones."""
    every = [f"{unit}.{index}" for index in range(len(pos.title.units[unit].shares))]
    most = shares.director_share(pos, unit)
    large = [certificate for certificate in every if pos.share(certificate)[1] == most]
    return large, [certificate for certificate in every if certificate not in large]


def _exchanged(pos: Position) -> tuple[list[str], list[str]]:
    """Return who gets the double certificates of the new company, and who the single ones."""
    doubles, singles = [], []
    for part in figures(pos).sbb_parts:
        large, small = _certificates_of(pos, part)
        doubles += [_holder(pos, certificate) for certificate in large]
        singles += [_holder(pos, certificate) for certificate in small]
    return doubles, singles


def _holder(pos: Position, certificate: str) -> str:
    holder = pos.state.certificates[certificate]
    return POOL if holder == OFFER else holder


def first_director(pos: Position, doubles: list[str], singles: list[str]) -> str:
    """Return who directs the new company: who holds most of it; of several the former director named first.

    If none of them directed a company, the first in turn order; nobody if no player holds anything.
    """
    held = {player: 2 * doubles.count(player) + singles.count(player) for player in pos.state.order}
    most = max(held.values())
    if not most:
        return ""
    tied = [player for player in pos.state.order if held[player] == most]
    former = (pos.director(part) for part in figures(pos).sbb_parts)
    return next((player for player in former if player in tied), tied[0])


def swap(pos: Position, director: str, doubles: list[str], singles: list[str]) -> None:
    """Give a director two singles' worth in one double: from the pool, else from the last former director."""
    former = (pos.director(part) for part in reversed(figures(pos).sbb_parts))
    giver = POOL if POOL in doubles else next(player for player in former if player)
    doubles[doubles.index(giver)] = director
    for _ in range(2):
        singles[singles.index(director)] = giver


# --- tokens


def inherited(pos: Position, hex_: str) -> list[Token]:
    """Return the tokens on a hex of companies that are part of the national one."""
    parts = figures(pos).sbb_parts
    return [token for token in pos.state.tokens.get(hex_, ()) if token.unit in parts]


def duplicates(pos: Position) -> dict[str, tuple[int, ...]]:
    """Return the hexes where the national company would have two tokens, with their stops."""
    stops = {hex_: tuple(one.stop for one in inherited(pos, hex_)) for hex_ in pos.state.tokens}
    return {hex_: two for hex_, two in stops.items() if len(two) > 1}


def inherit_tokens(scratch: Scratch) -> None:
    """Turn the tokens of the old companies into the national one's; of two in one city one is taken back.

    Where they stand in two cities of a hex, the director chooses.
    """
    pos = scratch.now
    sbb = figures(pos).sbb.id
    left = len(pos.title.units[sbb].tokens)
    for hex_ in pos.state.tokens:
        stops = dict.fromkeys(token.stop for token in inherited(pos, hex_))
        if len(stops) > 1:
            keep_one_each(scratch, hex_)
        elif stops:
            keep_token(scratch, hex_, *stops)
        left -= len(stops)
    scratch.put("tokens_left", sbb, pos.title.units[sbb].tokens[-left:] if left else ())
    if duplicates(scratch.now):
        scratch.push_below(Frame("duplicate_token", queue=(sbb,)))
    else:
        check_destinations(scratch)


def keep_one_each(scratch: Scratch, hex_: str) -> None:
    """Take tokens of the old companies away that share a city with another one of them."""
    kept: list[Token] = []
    inside = []
    for token in scratch.state.tokens[hex_]:
        if token in inherited(scratch.now, hex_):
            if token.stop in inside:
                continue
            inside.append(token.stop)
        kept.append(token)
    scratch.put("tokens", hex_, tuple(kept))


def keep_token(scratch: Scratch, hex_: str, stop: int) -> None:
    """Leave the national company one token on a hex."""
    old = inherited(scratch.now, hex_)
    others = tuple(token for token in scratch.state.tokens[hex_] if token not in old)
    scratch.put("tokens", hex_, (*others, Token(stop, figures(scratch.now).sbb.id)))


def take_back(scratch: Scratch, lift: RemoveToken) -> None:
    """Take a token back, keep the other one of its hex; it may be placed again."""
    sbb = figures(scratch.now).sbb.id
    stops = [token.stop for token in inherited(scratch.now, lift.hex)]
    stops.remove(lift.stop)
    keep_token(scratch, lift.hex, *stops)
    tokens = scratch.state.tokens_left[sbb]
    scratch.put("tokens_left", sbb, scratch.title.units[sbb].tokens[-len(tokens) - 1 :])
    scratch.emit(Counted("tokens", len(tokens) + 1, sbb))


DUPLICATE_TOKEN = DuplicateToken(duplicates, take_back, "sbb_token", check_destinations)
"""The decision about such tokens, then about destinations that a free place has opened."""


# --- debts


def collect_debts(scratch: Scratch) -> None:
    """Take what debtors of the exchange receive, from their first turn in a stock round on."""
    pos = scratch.now
    own = swiss_state(pos)
    if not own.owed or pos.option("sbb_debt") == "voluntary":
        return
    if pos.frame.kind == "stock" and pos.acting in own.owed and pos.acting not in own.pursued:
        change(scratch, pursued=(*own.pursued, pos.acting))
    for player in swiss_state(scratch.now).pursued:
        collect(scratch, player)


def collect(scratch: Scratch, player: str) -> None:
    """Take what a player has and owes from the exchange."""
    own = swiss_state(scratch.now)
    owed = own.owed.get(player, 0)
    paid = min(owed, scratch.now.cash(player))
    if paid:
        scratch.pay(player, BANK, paid, "debt")
        scratch.emit(Indebted(player, -paid, 0, "repaid"))
    if paid == owed:
        rest = {debtor: debt for debtor, debt in own.owed.items() if debtor != player}
        change(scratch, owed=rest, pursued=tuple(debtor for debtor in own.pursued if debtor != player))
    elif paid:
        change(scratch, owed={**own.owed, player: owed - paid})
