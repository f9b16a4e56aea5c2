"""What the house's players know of 18Mag: trains never rust, and the last set ends the game."""

from __future__ import annotations

from engine.finance import market
from engine.insight import Insight
from engine.position import Position
from engine.titles.t18mag.figures import mag_state
from engine.titles.t18mag.revenue import dividend_move

LEAST, SOME, MORE = 3.0, 3.5, 6.0
"""How many operating rounds are to come, at least, in the last phase and in those before it."""
USUAL, SINGLE = 14.0, 3
"""How many operating rounds a game has, and how many of its sets have one only."""


PAYS = {
    "RABA": (10, 15, 25, 100),
    "GC": (15, 30, 72, 185),
    "SNW": (5, 20, 58, 118),
    "SIK": (60, 50, 22, 12),
    "SKEV": (30, 65, 90, 70),
    "LDSTEG": (50, 65, 250, 250),
    "MAVAG": (10, 100, 90, 500),
}
"""What a major takes in a round of each phase where sensible people play, in forints."""


def rounds(pos: Position) -> float:
    """Return how many operating rounds are to come."""
    own, frame = mag_state(pos), pos.state.frames[0]
    if own.last_set and frame.kind == "operating" and frame.number[0] == own.last_set:
        return float(max(pos.phase.operating_rounds - frame.number[1], 0))
    least = (LEAST, LEAST, SOME, MORE, MORE)[len(pos.title.data.phases) - pos.state.phase]
    if own.last_set:
        return LEAST
    sets = frame.number[0] if frame.kind != "draft" else 1
    past = sets - 1 if sets <= SINGLE else SINGLE + 2 * (sets - SINGLE - 1)
    return max(least, USUAL - past - (frame.number[1] if frame.kind == "operating" else 0))


def after(pos: Position, unit: str, cell: str, total: int) -> str:
    """Return the cell of a price after a dividend."""
    return market.along(pos, cell, dividend_move(pos, total))


def hope(pos: Position, unit: str) -> float:
    """Return the expected dividend a round of a major that has not paid yet, and a minor's expected earnings."""
    phase, last = pos.state.phase, len(pos.title.data.phases) - 1
    if pos.kind(unit) == "minor":
        return 40.0 + 15.0 * phase
    if unit not in PAYS:
        return 40.0
    left = max(rounds(pos), 1.0)
    end, ahead = min(left, LEAST) / left, PAYS[unit][phase:]
    return (1 - end) * sum(ahead) / len(ahead) + end * PAYS[unit][last]


INSIGHT = Insight(rounds=rounds, after=after, hope=hope, interest=0.03, idle=0.03, incomes=lambda *_: 0.0)
