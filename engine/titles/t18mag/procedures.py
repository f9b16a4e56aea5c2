"""Where printed play and a reading differ inside an effect, 18Mag asks one of these functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.actions import Buy, LayTile
from engine.position import Position
from engine.rules import Rules
from engine.scratch import Scratch
from engine.state import Token


@dataclass(frozen=True)
class Procedures:
    """The functions the title is built with.

    ``pile`` puts majors with their start prices in the order in which their stack is built. ``terrain_aids`` are
    what may be spent on the terrain of a lay, ``terrain_paid`` tells whether something was. ``oo_order`` says
    which token on an OO hex gets the city with track first. ``crossing`` is what a route from red to red adds to the
    revenue. ``his_tile`` tells whether the automaton may turn a tile this way, ``his_purchase`` makes the rules for a
    purchase of his from those for everybody.

    The others are about phases. ``after_minors`` and ``after_round`` look for a round without a sale of a train;
    ``round_with_sale`` and ``round_without_sale`` count it. ``first_sale`` follows when a stack is sold from for the
    first time, ``forced`` when the tokens start a phase instead. ``sets_left`` tells how many sets of operating
    rounds are to come when the last phase has begun for a reason.
    """

    pile: Callable[[Scratch, list[tuple[str, int]]], list[tuple[str, int]]]
    terrain_aids: Callable[[Position], tuple[str, ...]]
    terrain_paid: Callable[[Position, LayTile], bool]
    oo_order: Callable[[Position, LayTile], list[Token]]
    crossing: Callable[[Position], int]
    his_tile: Callable[[Position, LayTile], bool]
    his_purchase: Callable[[Rules[Buy]], Rules[Buy]]
    after_minors: Callable[[Scratch], None]
    after_round: Callable[[Scratch], None]
    round_with_sale: Callable[[Scratch], None]
    round_without_sale: Callable[[Scratch], None]
    first_sale: Callable[[Scratch], None]
    forced: Callable[[Scratch], None]
    sets_left: Callable[[str], int]


def procedures(pos: Position) -> Procedures:
    """Return the functions that the title was put together with."""
    return pos.procedures(Procedures)
