"""What the house's players know of 18Mag: trains never rust, and the last set ends the game."""

from __future__ import annotations

from engine.finance import market
from engine.insight import Insight
from engine.position import Position
from engine.titles.t18mag.figures import mag_state
from engine.titles.t18mag.revenue import dividend_move

AT_LEAST = (6.0, 6.0, 3.5, 3.0)
"""How many operating rounds are to come, at least, in the last phases of a game, which may have fewer."""
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
    sets, begun = frame.number[0], frame.number[1] if frame.kind == "operating" else 0
    if own.last_set:
        in_last = begun and sets == own.last_set
        return float(max(pos.phase.operating_rounds - begun, 0)) if in_last else AT_LEAST[-1]
    past = sets - 1 if sets <= SINGLE else SINGLE + 2 * (sets - SINGLE - 1)
    least = AT_LEAST[pos.state.phase - len(pos.title.data.phases)]
    return max(least, USUAL - past - begun)


def after(pos: Position, unit: str, cell: str, total: int) -> str:
    """Return the cell of a price after a dividend."""
    return market.along(pos, cell, dividend_move(pos, total))


def hope(pos: Position, unit: str) -> float:
    """Return the expected dividend a round of a major that has not paid yet, and a minor's expected earnings."""
    if pos.kind(unit) == "minor":
        return 40.0 + 15.0 * pos.state.phase
    if unit not in PAYS:
        return 40.0
    left = max(rounds(pos), 1.0)
    end, ahead = min(left, AT_LEAST[-1]) / left, PAYS[unit][pos.state.phase :]
    last = PAYS[unit][len(pos.title.data.phases) - 1]
    return (1 - end) * sum(ahead) / len(ahead) + end * last


INSIGHT = Insight(rounds=rounds, after=after, hope=hope, interest=0.03, idle=0.03, incomes=lambda *_: 0.0)
