"""The turn of one of Václav's companies: players share its steps, and all its revenue is paid out."""

from __future__ import annotations

from typing import Any

from engine.position import Position
from engine.powers import next_step
from engine.refusals import Refusal
from engine.rules import Rules, refuse, rule
from engine.steps.turn import units_turn
from engine.titles.t18cz import dummy


@rule("dummy_deals")
def buys_nothing(pos: Position, deal: Any) -> Refusal | None:
    """His companies buy no trains and acquire nothing; their trains are given to them."""
    return refuse(unit=deal.unit, owner=pos.director(deal.unit))


NOTHING: Rules[Any] = Rules((units_turn, buys_nothing))


def his(pos: Position) -> bool:
    """Tell whether the company in turn is Václav's."""
    return dummy.owns(pos, pos.unit)


def deciders(pos: Position) -> tuple[str, ...]:
    """Return the player or players who take the current step of one of his companies."""
    step = next_step(pos)
    return dummy.deciders(pos, pos.unit, step.verb) if step else pos.deciders(pos.unit)
