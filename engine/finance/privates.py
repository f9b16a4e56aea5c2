"""Privates: bought from the bank, earning, used up, closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.data import Private
from engine.defaults import always
from engine.events import Closed, Won
from engine.position import Position
from engine.scratch import Scratch
from engine.state import BANK


def buy_private(scratch: Scratch, player: str, private: str, price: int) -> None:
    """Sell a private of the bank to a player."""
    scratch.emit(Won(player, private, price))
    scratch.pay(player, BANK, price, "private")
    scratch.put("owners", private, player)


def pay_incomes(scratch: Scratch, earns: Callable[[Position, Private], bool] = always) -> None:
    """Pay the owner of each private its income; ``earns`` tells whether a private pays any now."""
    pos = scratch.now
    for private in pos.title.data.privates:
        owner = pos.owner(private.id)
        if owner not in ("", BANK) and earns(pos, private):
            scratch.pay(BANK, owner, private.income, "income")


def close_private(scratch: Scratch, private: str, why: str, price: int = 0) -> None:
    """Take a private out of the game; ``price`` is what the bank has paid for it."""
    holder = scratch.now.owner(private)
    scratch.drop("owners", private)
    scratch.emit(Closed(private, holder, why, price))


def named(pos: Position, private: str) -> dict[str, str]:
    """Return the value of a refusal that names a private; none if the title has no such private."""
    return {"private": private} if private in pos.title.privates else {}


# --- privates whose power is used up


@dataclass(frozen=True)
class UsedPrivates:
    """What the own part of the state has in titles that note it: the privates that are ``used``, without power.

    They stand in the order of their ids: which was used first means nothing.
    """

    used: tuple[str, ...] = ()


def is_used(pos: Position, private: str) -> bool:
    """Tell whether a private has no further power, in titles that note it."""
    own = pos.state.extra
    return isinstance(own, UsedPrivates) and private in own.used


def unused(pos: Position, privates: Iterable[str]) -> list[str]:
    """Return those of some privates that still have their power."""
    return [private for private in privates if not is_used(pos, private)]


def use_up(scratch: Scratch, private: str) -> None:
    """Note that a private has no further power."""
    scratch.change(used=tuple(sorted((*scratch.now.own(UsedPrivates).used, private))))
