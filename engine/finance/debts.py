"""What players owe the bank."""

from __future__ import annotations

from engine.events import Indebted
from engine.position import Position
from engine.scratch import Scratch


def unpaid(pos: Position, player: str) -> int:
    """Return a player's debt to the bank with interest, in the title's currency."""
    return pos.state.debts.get(player, 0)


def penalty(pos: Position, player: str) -> int:
    """Return what a player loses at the end for having borrowed, paid off or not, in the title's currency."""
    known = pos.title.remarks(pos)
    return sum(int(one.value) for one in known if (one.about, one.key) == (player, "penalty"))


def owe(scratch: Scratch, player: str, amount: int, more: int, why: str) -> None:
    """Raise a player's debt by an amount and by interest on it, in the title's currency."""
    scratch.put("debts", player, scratch.state.debts.get(player, 0) + amount + more)
    scratch.emit(Indebted(player, amount + more, more, why))


def reduce(scratch: Scratch, player: str, amount: int) -> None:
    """Take an amount off a player's debt; a player who owes nothing has no entry."""
    debt = scratch.state.debts.get(player, 0) - amount
    if debt:
        scratch.put("debts", player, debt)
    else:
        scratch.drop("debts", player)
