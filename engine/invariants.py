"""What must be true of every position of every title."""

from __future__ import annotations

from collections.abc import Iterator

from engine.choices import Choices
from engine.finance import shares
from engine.position import Position
from engine.rounds.duplicate_token import DuplicateToken
from engine.state import BANK, DEPOT, OFFER, POOL, State, digest


def violations(pos: Position) -> Iterator[str]:
    """Yield a line about every invariant that a position breaks."""
    yield from _money(pos)
    yield from _owners(pos)
    yield from _certificates(pos)
    yield from _tiles(pos)
    yield from _tokens(pos)
    yield from _prices(pos)
    yield from _decisions(pos)
    yield from _storage(pos)
    yield from pos.title.check(pos)


def all_the_money(pos: Position) -> int:
    """Return the sum of all cash; an endless bank is below zero by the money it has paid out since the start."""
    count, bank = len(pos.state.players), pos.title.data.bank
    return pos.title.data.cash[count] * count if bank is None else bank


def _money(pos: Position) -> Iterator[str]:
    for holder, cash in pos.state.cash.items():
        if cash < 0 and holder not in (BANK, pos.title.data.dummy):
            yield f"{holder} has {cash}"

    if sum(pos.state.cash.values()) != all_the_money(pos):
        yield f"money does not add up: {sum(pos.state.cash.values())}"
    for debtor, debt in pos.state.debts.items():
        if debt <= 0:
            yield f"a debt of {debtor} that is none"


def _owners(pos: Position) -> Iterator[str]:
    holders = {BANK, *pos.everybody, *pos.state.tokens_left}
    for private, owner in pos.state.owners.items():
        if owner not in holders:
            yield f"{private} is owned by {owner}"


def _certificates(pos: Position) -> Iterator[str]:
    holders = {POOL, OFFER, *pos.everybody, *pos.title.units}
    issued: dict[str, int] = {}
    for name in pos.state.certificates:
        unit_, share = pos.share(name)
        issued[unit_] = issued.get(unit_, 0) + share
    for unit in shares.companies(pos):
        if issued.get(unit.id) != 100:
            yield f"the certificates of {unit.id} are not 100%"
    for name, holder in pos.state.certificates.items():
        if holder not in holders:
            yield f"{name} is held by {holder}"


def _tiles(pos: Position) -> Iterator[str]:
    used: dict[str, int] = {}
    layers = [layer for here in pos.state.layers.values() for layer in here]
    for tile, _ in (*pos.state.tiles.values(), *layers):
        pool = pos.title.tiles[tile].pool
        used[pool] = used.get(pool, 0) + 1
    for pool, pieces in pos.title.board.supply.items():
        left = pos.state.supply[pool]
        if pieces is not None and (left is None or left < 0 or left + used.get(pool, 0) != pieces):
            yield f"{pool}: {left} left, {used.get(pool, 0)} laid of {pieces}"


def _tokens(pos: Position) -> Iterator[str]:
    nothing_asked = not any(
        isinstance(pos.title.rounds[frame.kind], DuplicateToken) for frame in pos.state.frames
    )
    for hex_, here in pos.state.tokens.items():
        stops = pos.face(hex_)[0].stops
        units = [one.unit for one in here]
        if len(set(units)) < len(units) and nothing_asked:
            yield f"a unit has two tokens on {hex_}"
        for index, stop in enumerate(stops):
            if sum(one.stop == index for one in here) > stop.slots:
                yield f"too many tokens on {hex_}.{index}"


def _prices(pos: Position) -> Iterator[str]:
    placed = [unit for stack in pos.state.market.values() for unit in stack]
    if len(set(placed)) < len(placed):
        yield "a marker stands on two cells"


def _decisions(pos: Position) -> Iterator[str]:
    if pos.state.over:
        return
    if not pos.awaited or not set(pos.awaited) <= set(pos.state.players):
        yield f"nobody decides: {pos.awaited}"
    if not Choices(pos):
        yield "nothing can be done"
    if any(train in (DEPOT, "") for trains in pos.state.trains.values() for train in trains):
        yield "a train has no type"


def _storage(pos: Position) -> Iterator[str]:
    stored = pos.state.dump()
    if State.load(stored, pos.title).fingerprint() != digest(stored):
        yield "the state does not survive being stored"
