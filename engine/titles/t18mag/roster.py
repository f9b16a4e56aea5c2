"""Who is in a game of 18Mag, and how many draft items everybody takes."""

from __future__ import annotations

from collections.abc import Mapping

from engine.position import Position
from engine.rng import shuffled
from engine.scratch import Scratch
from engine.titles.t18mag.figures import figures


def drawn(scratch: Scratch) -> list[str]:
    """Return the units that start on offer; some minors may have been removed at random."""
    pos = scratch.now
    every = pos.title.data.units
    removed: list[str] = []
    if figures(pos).minors_removed:
        minors = [unit.id for unit in every if unit.kind == "minor"]
        order, scratch.state.rng = shuffled(minors, scratch.state.rng)
        removed = order[: figures(pos).minors_removed]
    return [unit.id for unit in every if unit.id not in removed]


def supporters(pos: Position) -> list[str]:
    """Return the supporters of this table."""
    return [private.id for private in pos.title.data.privates if private.kind == "supporter"]


def quotas(pos: Position) -> Mapping[str, int]:
    """Return how many items of each kind a player takes in the draft."""
    count = len(pos.state.players)
    minor, major = figures(pos).quota[count]
    return {"minor": minor, "major": major, "supporter": figures(pos).supporters.quota.get(count, 0)}
