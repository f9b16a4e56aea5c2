"""Where printed play and a reading differ inside an effect, 18CZ asks one of these functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.defaults import never
from engine.position import Position
from engine.titles.t18cz.notes import DraftPasses


@dataclass(frozen=True)
class CzechProcedures:
    """The functions the title is built with.

    ``chooses_city`` of a token's company and the one that laid the tile returns the one whose director chooses.
    ``must_sell`` lists who must sell in the first turn of a stock round; ``cheap_token_stays`` after an acquisition;
    ``turns_into`` lists the larger kinds of train that one kind may become; ``undecided`` are trains just received;
    ``returns_in_order`` lists the companies as they return trains above their limits; ``draft_ends`` tells whether
    the draft is over though somebody could buy.
    """

    chooses_city: Callable[[Position, str, str], str]
    must_sell: Callable[[Position], list[str]]
    cheap_token_stays: Callable[[Position, str], bool]
    turns_into: Callable[[Position, str, str], Sequence[str]]
    undecided: Callable[[Position], tuple[str, ...]]
    returns_in_order: Callable[[Position], Sequence[str]]
    draft_ends: Callable[[DraftPasses], bool] = never


def procedures(pos: Position) -> CzechProcedures:
    """Return the functions that the title was put together with."""
    return pos.procedures(CzechProcedures)
