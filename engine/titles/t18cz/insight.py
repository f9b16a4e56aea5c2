"""What the house's players know of 18CZ: its thirteen operating rounds, its cards, and what locals bring."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from engine.finance import market
from engine.finance.floating import held_by_players
from engine.insight import Insight, worth_today
from engine.position import Position
from engine.steps.trains import sides, top_card
from engine.titles.t18cz import deck_ahead
from engine.titles.t18cz.figures import czech_state, figures, local_value
from engine.titles.t18cz.phases import rusted_by, train_type
from engine.titles.t18cz.revenue import dividend_move

MANY = 1.5
"""With more small companies than this for each player, two are within reach of everybody."""
HOPES = {"small": 45.0, "medium": 85.0, "large": 150.0}
"""What a company of a size earns once it has found its way, in crowns."""
BETTER = {"4+4": 165.0, "5+5": 200.0}
"""What one earns that begins with such a train, in crowns."""
PACE = 2.6
"""How many cards leave the deck in an operating round."""
SPENT = 3.0
"""In how many of the last rounds no more do."""
INTEREST = 0.12
"""What a player's money brings in an operating round."""
FOUNDING = 120
"""What a founder of a small company needs after the draft, in crowns."""


def rounds(pos: Position) -> float:
    """Return how many operating rounds are to come."""
    return float(len(figures(pos).local_values) - czech_state(pos).rounds)


def kinds(pos: Position, unit: str) -> tuple[str, ...]:
    """Return the kind of train that a company can run: its own size."""
    return (pos.kind(unit),)


def lasts(pos: Position, train: str) -> float:
    """Return after how many operating rounds a train rusts: when the first card that rusts it is reached."""
    kind, ahead = train_type(train), 0
    cards = dict.fromkeys(one.stack for one in pos.title.data.trains)
    for card in cards:
        if any(kind in rusted_by(pos, side) for side in sides(pos, card)):
            sold = ahead / PACE
            return sold if sold < rounds(pos) - SPENT else inf
        ahead += pos.state.depot.get(card) or 0
    return inf


def after(pos: Position, unit: str, cell: str, total: int) -> str:
    """Return the cell of a price after a dividend."""
    return market.along(pos, cell, dividend_move(pos, unit, total))


def incomes(pos: Position, player: str, left: float) -> float:
    """Return the income from locals until the end, and the gain in their value until then."""
    final = figures(pos).local_values[-1]
    paid, last = worth_today(left, INTEREST)
    gains = (
        pos.title.privates[local].income * paid + final * last - local_value(pos, local)
        for local in pos.owned(player)
    )
    return sum(gains, 0.0)


def hope(pos: Position, unit: str) -> float:
    """Return the expected earnings of a company that has not run yet."""
    return HOPES[pos.kind(unit)] * (1 + 0.04 * pos.state.phase)


def better_hope(pos: Position, unit: str) -> float:
    """Return the expected earnings of a company that has not run yet, by the train that it would buy now."""
    kind, known, card = pos.kind(unit), pos.title.trains, top_card(pos)
    first = next((side for side in sides(pos, card) if known[side].kind == kind), "") if card else ""
    return max(hope(pos, unit), BETTER.get(train_type(first), 0.0)) if first else hope(pos, unit)


def must_own(pos: Position, unit: str) -> bool:
    """Tell whether a company must own a train it can run: all must."""
    return bool(pos.title.units[unit].shares)


def unsold(pos: Position, unit: str) -> int:
    """Return how much of a company players must still buy for it: what lies in the pool does not count."""
    return max(figures(pos).floated_at[pos.kind(unit)] - held_by_players(pos, unit), 0)


def kept(pos: Position, player: str) -> int:
    """Return the money to be held back in the draft: for one's part of the small companies, two where all can."""
    if pos.state.frames[0].kind != "draft":
        return 0
    part = len(pos.units("small")) / len(pos.state.players)
    return FOUNDING * (2 if part > MANY else 1)


USUAL = Insight(
    rounds=rounds,
    kinds=kinds,
    lasts=lasts,
    after=after,
    incomes=incomes,
    hope=hope,
    must_own=must_own,
    unsold=unsold,
    kept=kept,
    idle=0.1,
    growth=0.12,
    arrears=2.0,
    interest=INTEREST,
    room=9.0,
)

INSIGHT = replace(
    USUAL,
    deeper=replace(
        USUAL,
        lasts=deck_ahead.lasts,
        hangs_on=deck_ahead.rusting,
        hope=better_hope,
        owed=0.9,
        far_off=0.15,
    ),
)
"""Who thinks longer plays the deck on, and pays nearly all that a later train costs."""
