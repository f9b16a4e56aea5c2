"""The formation of the SBB out of the pre-SBB companies: property, shares, tokens, and the debts it leaves."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Counted, Directed, Floated, Indebted, Priced
from engine.finance import market, merger, shares
from engine.finance.floating import note_gone
from engine.position import Position
from engine.rounds.duplicate_token import DuplicateToken, RemoveToken, RemoveTokenStep, doubled_tokens
from engine.rounds.train_limit import check_limits
from engine.scratch import Scratch
from engine.state import BANK, OFFER, POOL, Frame, Token
from engine.titles.t1844.companies import check_destinations
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.procedures import procedures


def form(scratch: Scratch) -> None:
    """Form the SBB; the decisions of its director come after those already open."""
    pos = scratch.now
    sbb, parts = figures(pos).sbb, figures(pos).sbb_parts
    scratch.change(sbb="formed")
    procedures(pos).compensate(scratch)
    for part in parts:
        hand_over(scratch, part)
    exchange_certificates(scratch)
    scratch.pay(BANK, sbb.id, sbb.grant, "formation")
    scratch.add_train(sbb.id, sbb.train)
    market.enter(scratch, sbb.id, sbb.cell)
    scratch.emit(Priced(sbb.id, sbb.price))
    scratch.change(floated=(*swiss_state(scratch.now).floated, sbb.id))
    scratch.emit(Floated(sbb.id, scratch.now.cash(sbb.id)))
    inherit_tokens(scratch)
    check_limits(scratch, (sbb.id,), last=True)


# --- what the parts own


def hand_over(scratch: Scratch, part: str) -> None:
    """Give what a company owns to the SBB; the company ceases to exist."""
    pos = scratch.now
    merger.hand_over(scratch, part, figures(pos).sbb.id, "formation")
    note_gone(scratch, part)
    reached = swiss_state(pos).reached
    scratch.change(reached={**reached, part: reached.get(part, "void")})


# --- shares


def difference(pos: Position, player: str, part: str) -> int:
    """Return a player's compensation for the shares of a company, in francs; if negative, he pays it.

    For each share, it is its price less the price of a share of the SBB.
    """
    if not pos.price(part):
        return 0
    count = pos.percent(player, part) // shares.size(pos, part)
    return count * (pos.price(part) - figures(pos).sbb.price)


def compensate_at_once(scratch: Scratch) -> None:
    """Pay each player the differences for all his shares in one sum."""
    compensate_for(scratch, figures(scratch.now).sbb_parts)


def compensate_for(scratch: Scratch, parts: tuple[str, ...]) -> None:
    """Pay each player the differences for his shares of these companies in one sum."""
    pos = scratch.now
    for player in pos.state.order:
        pay_difference(scratch, player, sum(difference(pos, player, part) for part in parts))


def pay_difference(scratch: Scratch, player: str, amount: int) -> None:
    """Pay a player, or let him pay; he owes what he does not have, without interest."""
    if amount >= 0:
        scratch.pay(BANK, player, amount, "exchange")
        return
    own = min(scratch.now.cash(player), -amount)
    scratch.pay(player, BANK, own, "exchange")
    rest = -amount - own
    if rest:
        owed = swiss_state(scratch.now).owed
        scratch.change(owed={**owed, player: owed.get(player, 0) + rest})
        scratch.emit(Indebted(player, rest, 0, "exchange"))


def exchange_certificates(scratch: Scratch) -> None:
    """Give every holder certificates of the SBB instead; those that no player held lie in the pool."""
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
        shares.retire(scratch, part)
    if director:
        scratch.emit(Directed(sbb, director))


def _certificates_of(pos: Position, unit: str) -> tuple[list[str], list[str]]:
    """Return a company's certificates as large as its director's, that one first, and the smaller ones."""
    every = pos.title.issued[unit]
    most = shares.director_share(pos, unit)
    large = [certificate for certificate in every if pos.share(certificate)[1] == most]
    return large, [certificate for certificate in every if certificate not in large]


def _exchanged(pos: Position) -> tuple[list[str], list[str]]:
    """Return who gets the double certificates of the SBB, and who the single ones."""
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
    """Return the director of the SBB: who holds most of it; among equals, the former director of the first company.

    If none of them directed a company it is the first in turn order; nobody if no player holds anything.
    """
    held = {player: 2 * doubles.count(player) + singles.count(player) for player in pos.state.order}
    most = max(held.values())
    if not most:
        return ""
    tied = [player for player in pos.state.order if held[player] == most]
    former = (pos.director(part) for part in figures(pos).sbb_parts)
    return next((player for player in former if player in tied), tied[0])


def swap(pos: Position, director: str, doubles: list[str], singles: list[str]) -> None:
    """Change two singles of a director into a double from the pool, or of the last former director."""
    former = (pos.director(part) for part in reversed(figures(pos).sbb_parts))
    giver = POOL if POOL in doubles else next(player for player in former if player)
    doubles[doubles.index(giver)] = director
    for _ in range(2):
        singles[singles.index(director)] = giver


# --- tokens


def inherited(pos: Position, hex_: str) -> list[Token]:
    """Return the tokens on a hex that become the SBB's."""
    parts = figures(pos).sbb_parts
    return [token for token in pos.state.tokens.get(hex_, ()) if token.unit in parts]


def duplicates(pos: Position) -> dict[str, tuple[int, ...]]:
    """Return the hexes on which the SBB would have two tokens, with the stops of these."""
    return doubled_tokens(pos, figures(pos).sbb_parts)


def inherit_tokens(scratch: Scratch) -> None:
    """Turn the tokens of the old companies into the SBB's; one of two in the same city is taken back.

    Where two stand in different cities of a hex, each of which has room for one, the director chooses.
    """
    pos = scratch.now
    sbb = figures(pos).sbb.id
    left = len(pos.title.units[sbb].tokens)
    for hex_ in pos.state.tokens:
        stops = dict.fromkeys(token.stop for token in inherited(pos, hex_))
        if len(stops) == 1:
            keep_token(scratch, hex_, *stops)
        left -= len(stops)
    scratch.put("tokens_left", sbb, pos.title.units[sbb].tokens[-left:] if left else ())
    if duplicates(scratch.now):
        scratch.push_below(Frame("duplicate_token", queue=(sbb,)))
    else:
        check_destinations(scratch)


def keep_token(scratch: Scratch, hex_: str, stop: int) -> None:
    """Leave the SBB one token on a hex."""
    old = inherited(scratch.now, hex_)
    others = tuple(token for token in scratch.state.tokens[hex_] if token not in old)
    scratch.put("tokens", hex_, (*others, Token(stop, figures(scratch.now).sbb.id)))


def take_back(scratch: Scratch, action: RemoveToken) -> None:
    """Take a token back to the charter, from where it may be placed again; the other one on its hex stays."""
    sbb = figures(scratch.now).sbb.id
    stops = [token.stop for token in inherited(scratch.now, action.hex)]
    stops.remove(action.stop)
    keep_token(scratch, action.hex, *stops)
    left = len(scratch.state.tokens_left[sbb]) + 1
    scratch.put("tokens_left", sbb, scratch.title.units[sbb].tokens[-left:])
    scratch.emit(Counted("tokens", left, sbb))


REMOVE_TOKEN = RemoveTokenStep(duplicates, take_back, "sbb_token")
DUPLICATE_TOKEN = DuplicateToken("remove", after=check_destinations)
"""The decision which of two tokens is taken back; a slot that becomes free may open the way to a destination."""


# --- debts


def debts_of_formation(pos: Position) -> Mapping[str, int]:
    """Return the players' remaining debts from the formation, in francs."""
    return swiss_state(pos).owed


def taken_first(pos: Position, player: str) -> int:
    """Return how much of a player's next income goes to a debt from the formation (CH-SBB.16)."""
    return swiss_state(pos).owed.get(player, 0) if player in swiss_state(pos).pursued else 0


def pursue(scratch: Scratch, player: str) -> None:
    """Take all income of a debtor from the formation from now on: he has had a turn in a stock round."""
    pos = scratch.now
    if player in procedures(pos).pursued_debts(pos) and player not in swiss_state(pos).pursued:
        scratch.change(pursued=(*swiss_state(pos).pursued, player))


def collect_debts(scratch: Scratch) -> None:
    """Take all that debtors from the formation receive, from their first turn in a stock round on."""
    pos = scratch.now
    if not procedures(pos).pursued_debts(pos):
        return
    if scratch.frame.kind == "stock":
        pursue(scratch, scratch.now.acting)
    for player in swiss_state(scratch.now).pursued:
        collect(scratch, player)


def collect(scratch: Scratch, player: str) -> None:
    """Take from a player as much of his debt from the formation as he can pay."""
    owed = swiss_state(scratch.now).owed.get(player, 0)
    paid = min(owed, scratch.now.cash(player))
    if paid:
        scratch.pay(player, BANK, paid, "debt")
        scratch.emit(Indebted(player, -paid, 0, "repaid"))
    reduce_debt(scratch, player, paid)


def reduce_debt(scratch: Scratch, player: str, paid: int) -> None:
    """Take an amount off a player's debt from the formation; a player who owes nothing is no longer pursued."""
    own = swiss_state(scratch.now)
    rest = own.owed.get(player, 0) - paid
    if rest:
        scratch.change(owed={**own.owed, player: rest})
        return
    owed = {debtor: debt for debtor, debt in own.owed.items() if debtor != player}
    scratch.change(owed=owed, pursued=tuple(debtor for debtor in own.pursued if debtor != player))
