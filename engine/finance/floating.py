"""Corporations that float: for titles whose own part of the state lists them as ``floated``.

It also lists those that have operated, as ``operated``.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.events import Floated
from engine.exhibits import Remark
from engine.finance import market
from engine.position import Position
from engine.scratch import Scratch
from engine.state import BANK, OFFER


def floated(pos: Position) -> list[str]:
    """Return the corporations in play that have floated, in the title's order."""
    active = pos.state.extra.floated
    return [unit for unit in pos.title.units if unit in active and unit in pos.state.tokens_left]


def operating_order(pos: Position) -> tuple[str, ...]:
    """Return the corporations that have floated: the highest price first, on one cell the upper marker."""
    return tuple(market.order(pos, floated(pos)))


def held_by_players(pos: Position, unit: str) -> int:
    """Return how much of a corporation all players hold together, in percent."""
    return sum(pos.percent(player, unit) for player in pos.state.players)


def not_on_offer(pos: Position, unit: str) -> int:
    """Return how much of a corporation no longer lies on offer, in percent."""
    return 100 - pos.percent(OFFER, unit)


def can_float(
    pos: Position, unit: str, percent: int, taken: Callable[[Position, str], int] = held_by_players
) -> bool:
    """Tell whether a corporation that has not floated does so now, since enough of it is ``taken``."""
    return unit not in pos.state.extra.floated and taken(pos, unit) >= percent


def float_unit(scratch: Scratch, unit: str, capital: int) -> None:
    """Make a corporation active and let the bank pay its capital, in the title's currency."""
    scratch.change(floated=(*scratch.state.extra.floated, unit))
    scratch.emit(Floated(unit, capital))
    scratch.pay(BANK, unit, capital, "float")


def has_operated(scratch: Scratch, unit: str) -> None:
    """Note that a corporation has operated."""
    known = scratch.state.extra.operated
    if unit not in known:
        scratch.change(operated=(*known, unit))


def operates_no_more(scratch: Scratch, unit: str) -> None:
    """Note that a corporation has left the game."""
    own = scratch.state.extra
    scratch.change(
        floated=tuple(other for other in own.floated if other != unit),
        operated=tuple(other for other in own.operated if other != unit),
    )


def not_floated(pos: Position) -> list[Remark]:
    """Return a remark about every corporation in play that has not floated."""
    return [
        Remark(unit, "not_floated", "")
        for unit in pos.state.tokens_left
        if unit not in pos.state.extra.floated
    ]
