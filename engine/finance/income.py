"""The income of privates."""

from __future__ import annotations

from collections.abc import Callable

from engine.data import Private
from engine.position import Position
from engine.scratch import Scratch
from engine.state import BANK


def _always(pos: Position, private: Private) -> bool:
    return True


def pay_incomes(scratch: Scratch, earns: Callable[[Position, Private], bool] = _always) -> None:
    """Pay the owner of each private its income; ``earns`` tells whether a private pays any now."""
    pos = scratch.now
    for private in pos.title.data.privates:
        owner = pos.owner(private.id)
        if owner not in ("", BANK) and earns(pos, private):
            scratch.pay(BANK, owner, private.income, "income")
