"""Rules about whose turn it is."""

from __future__ import annotations

from typing import Any

from engine.notes import Proposal
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import KEPT, refuse, rule


@rule("not_your_turn", turn=True)
def players_turn(pos: Position, action: Any) -> Refusal | None:
    """Only a player whose decision is awaited acts."""
    return KEPT if action.actor in pos.awaited else refuse(who=list(pos.awaited), **interrupted(pos))


@rule("not_your_turn", turn=True)
def units_turn(pos: Position, action: Any) -> Refusal | None:
    """Only the unit in turn acts, and only its owner or director decides, or whoever decides for one who does not."""
    if action.unit == pos.unit and action.actor in pos.awaited:
        return KEPT
    return refuse(**whose(pos), unit=pos.unit)


def whose(pos: Position) -> dict[str, Any]:
    """Return who is awaited, for what, and whose the unit in turn is where its owner or director does not decide."""
    owner = pos.director(pos.unit) if pos.unit else ""
    known: dict[str, Any] = {"owner": owner} if owner and owner not in pos.awaited else {}
    return {"who": list(pos.awaited)} | known | interrupted(pos)


def interrupted(pos: Position) -> dict[str, Any]:
    """Return what holds up the turn: the kind of round in which a proposal waits for its answer, if one does."""
    return {"round": pos.frame.kind} if isinstance(pos.round_notes, Proposal) else {}
