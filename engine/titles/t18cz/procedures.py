"""The few functions in which printed play and a reading of 18CZ differ inside an effect; here as printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import special
from engine.finance import shares
from engine.position import Position
from engine.titles.t18cz.companies import operating_order
from engine.titles.t18cz.figures import figures


def the_owner(pos: Position, unit: str, layer: str) -> str:
    """Return the token's company: its director chooses the city, no matter who laid the tile."""
    return unit


def everybody_above(pos: Position) -> list[str]:
    """Return the players above their certificate limit, who must sell in the next stock round (D-29)."""
    return [player for player in pos.state.order if shares.counted(pos, player) > shares.limit(pos)]


def beside_one_token(pos: Position, unit: str) -> bool:
    """Tell whether a company with a single token on the map keeps its cheap one (D-20)."""
    return sum(one.unit == unit for here in pos.state.tokens.values() for one in here) <= 1


def kinds_above(pos: Position, unit: str, kind: str) -> Sequence[str]:
    """Return the larger kinds of train to which a company may turn one: all it may own (D-39)."""
    allowed = figures(pos).may_own[pos.kind(unit)]
    return allowed[allowed.index(kind) + 1 :]


def turned_too(pos: Position) -> tuple[str, ...]:
    """Return the trains received that may still be discarded, those already turned included."""
    noted = pos.round_notes
    return *noted.trains, *noted.turned


@dataclass(frozen=True)
class CzechProcedures:
    """``chooses_city`` of a token's company and the one that laid the tile returns the one whose director chooses.

    ``must_sell`` lists who must sell in the first turn of a stock round; ``cheap_token_stays`` after an acquisition;
    ``turns_into`` lists the larger kinds of train that one kind may become; ``unsettled`` are trains just received;
    ``returns_in_order`` lists the companies as they return trains above their limits.
    """

    chooses_city: Callable[[Position, str, str], str] = the_owner
    must_sell: Callable[[Position], list[str]] = everybody_above
    cheap_token_stays: Callable[[Position, str], bool] = beside_one_token
    turns_into: Callable[[Position, str, str], Sequence[str]] = kinds_above
    unsettled: Callable[[Position], tuple[str, ...]] = turned_too
    returns_in_order: Callable[[Position], Sequence[str]] = operating_order


procedures = special.procedures(CzechProcedures)
