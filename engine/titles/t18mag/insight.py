"""What the house's players know of 18Mag: trains never rust, and the last set ends the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from engine.finance import market
from engine.insight import Insight
from engine.position import Position
from engine.titles.t18mag.figures import mag_state
from engine.titles.t18mag.revenue import dividend_move

AT_LEAST = (6.0, 6.0, 3.5, 3.0)
"""How many operating rounds are to come, at least, in the last phases of a game, which may have fewer."""
USUALLY, SINGLE = 14.0, 3
"""How many operating rounds a game has, and how many of its sets have one only."""
SHORTER = 12.0
"""How many it has where the house plays."""
MINORS = 13
"""How many minors pay them as a rule."""
TAKES = {
    "RABA": (50, 45, 30, 15, 15, 25, 30, 40, 40, 45, 80, 190),
    "GC": (0, 25, 40, 35, 40, 70, 150, 170, 200, 240, 240, 280),
    "SNW": (10, 15, 20, 5, 20, 45, 60, 75, 65, 70, 110, 110),
    "SIK": (110, 80, 90, 80, 70, 40, 15, 10, 5, 5, 5, 5),
    "SKEV": (90, 50, 50, 60, 60, 40, 50, 35, 60, 70, 30, 10),
    "LDSTEG": (0, 0, 0, 20, 45, 90, 250, 450, 120, 25, 0, 0),
    "MAVAG": (0, 0, 60, 115, 65, 90, 40, 60, 260, 240, 0, 0),
}
"""What a major takes in each of the last twelve rounds where the house plays, in forints."""

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
    return _rounds(pos, USUALLY)


def _rounds(pos: Position, usually: float) -> float:
    own, frame = mag_state(pos), pos.state.frames[0]
    sets, begun = frame.number[0], frame.number[1] if frame.kind == "operating" else 0
    if own.last_set:
        in_last = begun and sets == own.last_set
        return float(max(pos.phase.operating_rounds - begun, 0)) if in_last else AT_LEAST[-1]
    past = sets - 1 + max(sets - 1 - SINGLE, 0)
    least = AT_LEAST[pos.state.phase - len(pos.title.data.phases)]
    return max(least, usually - past - begun)


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


def fewer_rounds(pos: Position) -> float:
    """Return how many operating rounds are to come where nobody waits for the end."""
    return _rounds(pos, SHORTER)


def takes(pos: Position, unit: str, left: float) -> Sequence[float]:
    """Return what a major should take in each of the rounds to come; nothing where that is not known of it."""
    if unit not in TAKES:
        return ()
    minors = sum(one.kind == "minor" for one in pos.title.units.values())
    count, part = ceil(left), minors / MINORS
    early = [TAKES[unit][0]] * max(count - len(TAKES[unit]), 0)
    return [part * one for one in (*early, *TAKES[unit][-count:])] if count else [0.0]


USUAL = Insight(rounds=rounds, after=after, hope=hope, interest=0.03, idle=0.03, incomes=lambda *_: 0.0)

INSIGHT = replace(USUAL, deeper=replace(USUAL, rounds=fewer_rounds, takes=takes))
"""Who thinks longer knows when which major takes most."""
