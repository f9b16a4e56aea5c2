"""Emergency purchases: what a director adds when a treasury cannot pay for a train."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.actions import BuyTrain
from engine.position import Position
from engine.scratch import Scratch
from engine.state import BANK

Lend = Callable[[Scratch, str, int], None]
"""Makes a player owe the bank an amount."""


def missing(pos: Position, deal: BuyTrain) -> int:
    """Return how much the treasury lacks for a train, in the title's currency."""
    return max(deal.price - pos.cash(deal.unit), 0)


def terms(pos: Position, deal: BuyTrain) -> Mapping[str, Any]:
    """Return the director's payment for a train and the bank's loan to him; empty if the treasury suffices."""
    lacks = missing(pos, deal)
    own = min(lacks, pos.cash(deal.actor))
    return {"help": own, "credit": lacks - own} if lacks else {}


def fund(scratch: Scratch, deal: BuyTrain, lend: Lend) -> None:
    """Let the director pay what the treasury lacks, his cash first; the bank lends him the rest."""
    need = terms(scratch.now, deal)
    if not need:
        return
    scratch.pay(deal.actor, deal.unit, need["help"], "emergency")
    if need["credit"]:
        scratch.pay(BANK, deal.unit, need["credit"], "credit")
        lend(scratch, deal.actor, need["credit"])
    scratch.note(helped=True)
