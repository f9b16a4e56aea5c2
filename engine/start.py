"""What is laid out when a game begins."""

from __future__ import annotations

from engine.scratch import Scratch
from engine.state import BANK, OFFER, POOL


def lay_out(scratch: Scratch) -> None:
    """Give the players their cash, lay out the tiles and the trains of the title."""
    _hand_out_cash(scratch)
    _lay_out_bank(scratch)


def _hand_out_cash(scratch: Scratch) -> None:
    """Give every player the cash of the start, from the bank where its money may run out."""
    title, players = scratch.title, scratch.state.players
    amount = title.data.cash[len(players)]
    if title.data.bank is not None:
        scratch.put("cash", BANK, title.data.bank)
    for player in players:
        if title.data.bank is None:
            scratch.put("cash", player, amount)
        else:
            scratch.pay(BANK, player, amount, "start")


def _lay_out_bank(scratch: Scratch) -> None:
    """Lay out the tiles of the title, and its trains in their stacks."""
    for pool, pieces in scratch.title.board.supply.items():
        scratch.put("supply", pool, pieces)
    for train in scratch.title.data.trains:
        if not train.card:
            scratch.put("depot", train.name, train.count)


def lay_out_unit(scratch: Scratch, unit: str, pooled: int = 0) -> None:
    """Lay out a corporation: its charter with all tokens, its certificates on offer, the last few in the pool."""
    known = scratch.title.units[unit]
    scratch.put("tokens_left", unit, known.tokens)
    scratch.put("cash", unit, 0)
    offered = len(known.shares) - pooled
    for index in range(len(known.shares)):
        scratch.give(f"{unit}.{index}", OFFER if index < offered else POOL)
