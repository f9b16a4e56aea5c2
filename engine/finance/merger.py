"""Mergers: all a unit owns goes to another one, and the unit leaves the game."""

from __future__ import annotations

from engine.events import Closed
from engine.finance import market
from engine.scratch import Scratch


def hand_over(scratch: Scratch, unit: str, heir: str, why: str) -> None:
    """Give treasury, trains and privates to another unit; price marker and charter leave the game.

    What becomes of certificates and tokens is left to the title.
    """
    pos = scratch.now
    scratch.pay(unit, heir, pos.cash(unit), why)
    for train in pos.trains(unit):
        scratch.add_train(heir, train)
    for private in pos.owned(unit):
        scratch.put("owners", private, heir)
    market.leave(scratch, unit)
    for column in ("cash", "trains", "tokens_left", "pars", "runs"):
        scratch.drop(column, unit)
    scratch.emit(Closed(unit, pos.director(unit), why))
