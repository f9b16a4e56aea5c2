"""What the house's players know of 18Mag: trains never rust, and the last set ends the game."""

from __future__ import annotations

from engine.finance import market
from engine.insight import Insight
from engine.position import Position
from engine.titles.t18mag.figures import mag_state
from engine.titles.t18mag.revenue import dividend_move

FEW, SOME, MORE, MOST = 3.0, 4.5, 6.5, 9.0
"""How many operating rounds are to come in the last phase and in those before it."""


def rounds(pos: Position) -> float:
    """Return how many operating rounds are to come."""
    own, frame = mag_state(pos), pos.state.frames[0]
    if own.last_set and frame.kind == "operating" and frame.number[0] == own.last_set:
        return float(max(pos.phase.operating_rounds - frame.number[1], 0))
    left = len(pos.title.data.phases) - pos.state.phase
    return (FEW, FEW, SOME, MORE, MOST)[left]


def after(pos: Position, unit: str, cell: str, total: int) -> str:
    """Return the cell of a price after a dividend."""
    return market.along(pos, cell, dividend_move(pos, total))


def hope(pos: Position, unit: str) -> float:
    """Return what a major that has not paid yet should pay a round, and what a minor should earn."""
    return 40.0 + 15.0 * pos.state.phase


INSIGHT = Insight(rounds=rounds, after=after, hope=hope, interest=0.03, incomes=lambda *_: 0.0)
