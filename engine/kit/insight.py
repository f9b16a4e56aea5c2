"""What the house's players know of Kit: how long it lasts, and when a corporation floats."""

from __future__ import annotations

from engine.finance.floating import not_on_offer
from engine.insight import Insight
from engine.kit.figures import figures
from engine.position import Position


def rounds(pos: Position) -> float:
    """Return how many operating rounds are to come, unless the bank breaks."""
    frame, each = pos.state.frames[0], pos.phase.operating_rounds
    sets = figures(pos).sets - frame.number[0]
    now = each - frame.number[1] if frame.kind == "operating" else each
    return float(each * sets + max(now, 0))


def unsold(pos: Position, unit: str) -> int:
    """Return how much of a corporation must still be bought before it floats, in percent."""
    return max(figures(pos).floats_at - not_on_offer(pos, unit), 0)


INSIGHT = Insight(rounds=rounds, unsold=unsold)
