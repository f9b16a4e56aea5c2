"""Rules about whose turn it is."""

from __future__ import annotations

from typing import Any

from engine.position import Position
from engine.refusals import Refusal
from engine.rules import KEPT, refuse, rule


@rule("not_your_turn", turn=True)
def players_turn(pos: Position, action: Any) -> Refusal | None:
    """Only a player whose decision is awaited acts."""
    return KEPT if action.actor in pos.awaited else refuse(who=list(pos.awaited))


@rule("not_your_turn", turn=True)
def units_turn(pos: Position, action: Any) -> Refusal | None:
    """Only the unit in turn acts, and only its owner or director decides."""
    kept = action.unit == pos.unit and action.actor in pos.awaited
    return KEPT if kept else refuse(who=list(pos.awaited), unit=pos.unit)
