"""Corporations that float: for titles whose own part of the state lists those that have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.events import Floated
from engine.exhibits import Remark
from engine.finance import market
from engine.position import Position
from engine.scratch import Scratch
from engine.state import BANK, OFFER


@dataclass(frozen=True)
class FloatedUnits:
    """What the own part of the state has in titles whose corporations float: those that have ``floated``."""

    floated: tuple[str, ...] = ()


@dataclass(frozen=True)
class OperatedUnits(FloatedUnits):
    """What it has where that matters, too: those that have ``operated``."""

    operated: tuple[str, ...] = ()


def has_floated(pos: Position, unit: str) -> bool:
    """Tell whether a unit has floated, or needs not: its title lists none that have."""
    own = pos.state.extra
    return not isinstance(own, FloatedUnits) or unit in own.floated


def floated(pos: Position) -> list[str]:
    """Return the corporations in play that have floated, in the title's order."""
    active = pos.own(FloatedUnits).floated
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
    return not has_floated(pos, unit) and taken(pos, unit) >= percent


def float_unit(scratch: Scratch, unit: str, capital: int) -> None:
    """Make a corporation active and let the bank pay its capital, in the title's currency."""
    scratch.change(floated=(*scratch.now.own(FloatedUnits).floated, unit))
    scratch.emit(Floated(unit, capital))
    scratch.pay(BANK, unit, capital, "float")


def note_operated(scratch: Scratch, unit: str) -> None:
    """Note that a corporation has operated."""
    known = scratch.now.own(OperatedUnits).operated
    if unit not in known:
        scratch.change(operated=(*known, unit))


def note_gone(scratch: Scratch, unit: str) -> None:
    """Note that a corporation has left the game."""
    own = scratch.now.own(OperatedUnits)
    scratch.change(
        floated=tuple(other for other in own.floated if other != unit),
        operated=tuple(other for other in own.operated if other != unit),
    )


def not_floated(pos: Position) -> list[Remark]:
    """Return a remark about every corporation in play that has not floated."""
    return [Remark(unit, "not_floated", "") for unit in pos.state.tokens_left if not has_floated(pos, unit)]
